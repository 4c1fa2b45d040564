/** Types of DuckDB with literals of them. */

export interface TypeValues {
  readonly type: string;
  /** Different from each other, in ascending order where the type has one. */
  readonly values: readonly [string, string];
}

const texts: readonly (readonly [type: string, one: string, other: string])[] = [
  ['BOOLEAN', 'false', 'true'],
  ['TINYINT', '3', '101'],
  ['SMALLINT', '-3', '1001'],
  ['INTEGER', '-7', '100001'],
  ['BIGINT', '42', '9000000000'],
  ['HUGEINT', '-5', '170141183460469231731687303715884105727'],
  ['UTINYINT', '3', '255'],
  ['USMALLINT', '3', '65535'],
  ['UINTEGER', '3', '4294967295'],
  ['UBIGINT', '3', '18446744073709551615'],
  ['UHUGEINT', '3', '340282366920938463463374607431768211455'],
  ['BIGNUM', '12', '99999999999999999999999999999999999999999999'],
  ['FLOAT', '0.1', '2.5'],
  ['DOUBLE', '-0.1', '1e300'],
  ['DECIMAL(4,1)', '1.5', '999.9'],
  ['DECIMAL(18,3)', '-1.125', '12345.678'],
  ['DECIMAL(38,10)', '0.0000000001', '1234567890.0123456789'],
  ['VARCHAR', 'a', 'größe 🐂'],
  ['BLOB', '\\x00\\x01', 'abc'],
  ['BIT', '00101', '1111'],
  ['DATE', '1992-02-29', '2026-01-05'],
  ['TIME', '00:00:01', '23:59:59.999999'],
  ['TIME_NS', '00:00:01', '12:34:56.123456789'],
  ['TIMETZ', '10:00:00+00', '11:00:00+02'],
  ['TIMESTAMP', '1970-01-01 00:00:00', '2026-01-05 09:30:00.5'],
  ['TIMESTAMP_S', '1969-12-31 23:59:59', '2026-01-05 09:30:00'],
  ['TIMESTAMP_MS', '2000-01-01 00:00:00.001', '2026-01-05 09:30:00.123'],
  ['TIMESTAMP_NS', '2000-01-01 00:00:00.000000001', '2026-01-05 09:30:00.123456789'],
  ['TIMESTAMPTZ', '2000-01-01 00:00:00+00', '2026-01-05 09:30:00+01'],
  ['INTERVAL', '3 days', '1 year 2 months 4 hours'],
  ['UUID', '00000000-0000-0000-0000-000000000001', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
  ['JSON', '{"a": [1, null]}', '{"b": "x"}'],
  ['INTEGER[]', '[1, 2, NULL]', '[2]'],
  ['VARCHAR[]', '[a, b]', '[c]'],
  ['DOUBLE[][]', '[[1.5], []]', '[[2.5, 3.5]]'],
  ['INTEGER[3]', '[1, 2, 3]', '[4, 5, 6]'],
  ['FLOAT[2]', '[1, 2]', '[3, 4.5]'],
  ['STRUCT(a INTEGER, b VARCHAR)', '{a: 1, b: x}', '{a: 2, b: NULL}'],
  [
    'STRUCT(list INTEGER[], inner_part STRUCT(d DATE))',
    '{list: [1], inner_part: {d: 2026-01-05}}',
    '{list: [2], inner_part: {d: 2026-01-06}}',
  ],
  ['MAP(VARCHAR, INTEGER)', '{a=1, b=2}', '{c=3}'],
  ["ENUM('low', 'mid', 'high')", 'low', 'high'],
  ['STRUCT(a INTEGER)[]', '[{a: 1}, {a: 2}]', '[{a: 3}]'],
];

export const typeValues: readonly TypeValues[] = [
  ...texts.map(([type, one, other]) => ({
    type,
    values: [castText(one, type), castText(other, type)] as const,
  })),
  {
    type: 'UNION(number INTEGER, word VARCHAR)',
    values: [
      `union_value(number := 1)::UNION(number INTEGER, word VARCHAR)`,
      `'x'::VARCHAR::UNION(number INTEGER, word VARCHAR)`,
    ],
  },
  { type: 'VARIANT', values: ['1::VARIANT', `'x'::VARIANT`] },
  { type: 'GEOMETRY', values: [`'POINT(1 2)'::GEOMETRY`, `'LINESTRING(0 0, 1 1)'::GEOMETRY`] },
];

function castText(text: string, type: string): string {
  return `CAST('${text.replaceAll("'", "''")}' AS ${type})`;
}
