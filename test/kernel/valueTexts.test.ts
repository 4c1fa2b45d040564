import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { DuckDBTimestampTZValue } from '@duckdb/node-api';
import { uncancellable } from '../../src/core/base/cancellation';
import type { ExportFormat } from '../../src/core/protocol/exportRecord';
import type { ResultTable, Value } from '../../src/core/protocol/outcome';
import { valueText } from '../../src/core/protocol/valueText';
import { exportedFile } from './exporting';
import { openSession, type TestSession } from './openSession';

let kernel: TestSession;

before(async () => {
  kernel = await openSession();
});

after(() => kernel.close());

/** One of each type and of each kind of text that the type has. */
const values = [
  ...['0.1', '1e20', '3.4e38', '1e-45', '1e-5', '16777216', '123456789', "'nan'", "'inf'"].map(
    value => `${value}::FLOAT`,
  ),
  ...['0.1', '1e21', '1e16', '1e15', '1e-5', '0.0001', '1.0', '-2.5', "'nan'", "'-inf'"].map(
    value => `${value}::DOUBLE`,
  ),
  ...[
    'infinity',
    '-infinity',
    '0044-03-15 (BC)',
    '0001-06-01 (BC)',
    '0002-06-01 (BC)',
    '12026-01-02',
    '2026-01-02',
  ].map(value => `DATE '${value}'`),
  ...['TIMESTAMP', 'TIMESTAMPTZ', 'TIMESTAMP_S', 'TIMESTAMP_MS'].flatMap(type =>
    [
      'infinity',
      '-infinity',
      '0044-03-15 (BC) 01:02:03',
      '0001-06-01 (BC) 10:00:00',
      '12026-01-02 03:04:05',
    ].map(value => `'${value}'::${type}`),
  ),
  "'infinity'::TIMESTAMP_NS",
  "'-infinity'::TIMESTAMP_NS",
  "'2026-01-02 03:04:05.123456789'::TIMESTAMP_NS",
  "TIMESTAMP '2026-01-02 03:04:05.5'",
  "TIMESTAMPTZ '2026-01-02 03:04:05.5+02'",
  "'2026-01-02 03:04:05.25'::TIMESTAMP_MS",
  "TIME '24:00:00'",
  "'03:04:05.123456789'::TIME_NS",
  "TIMETZ '03:04:05-15:59:59'",
  "INTERVAL '1 year 2 months -3 days -04:05:06.7'",
  "INTERVAL '0 days'",
  "'0101'::BIT",
  "'\\x00\\xFFab'::BLOB",
  "UUID '550e8400-e29b-41d4-a716-446655440000'",
  '9007199254740993',
  "'-170141183460469231731687303715884105728'::HUGEINT",
  '340282366920938463463374607431768211455::UHUGEINT',
  '18446744073709551615::UBIGINT',
  "'123456789012345678901234567890123456789012345'::BIGNUM",
  '1.10::DECIMAL(5,2)',
  '-0.05::DECIMAL(5,2)',
  '-12345678901234567890.123::DECIMAL(38,3)',
  ...['.12', '-.05', '0'].flatMap(value => [2, 3].map(width => `${value}::DECIMAL(${width},2)`)),
  '0::DECIMAL(1,0)',
  "'it''s FLOAT'::ENUM('it''s FLOAT', 'GEOMETRY')",
  "'POINT(1 2)'::GEOMETRY",
  '0.1::FLOAT::VARIANT',
  "{'a': 1, 'b': 'x'}::VARIANT",
  "DATE 'infinity'::VARIANT",
  'true',
  "'2026-01-02T03:04:05+00:00'",
];

/** `$` is the value; what is inside is written as the value alone. */
const nestings = [
  '$',
  '[$, NULL]',
  'array_value($)',
  `{'FLOAT': $}`,
  `[{'a': [$]}]`,
  'MAP {1: $}',
  'union_value(u := $)',
];

test('the grid, the clipboard and JSON have each value as DuckDB casts it to text, nested ones too', async () => {
  const texts = await rowOf(values.map((value, at) => `CAST(${value} AS VARCHAR) AS t${at}`));
  const plain = await rowOf(values.map((value, at) => `${value} AS v${at}`));
  for (const nesting of nestings) {
    const columns = values.map((value, at) => `${nesting.replace('$', () => value)} AS v${at}`);
    const paged = await rowOf(columns);
    const exported = await exportedRow(columns, 'ndjson');
    for (const [at, value] of values.entries()) {
      const type = plain.columns[at]?.type ?? '';
      const text = String(texts.row[at]);
      const label = `${value} in ${nesting}`;
      assert.equal(valueText(leafOf(paged.row[at] ?? null), type), text, `grid: ${label}`);
      const leaf = leafOf(exported.row[at] ?? null);
      const isExact = typeof leaf !== 'number' || Math.abs(leaf) <= Number.MAX_SAFE_INTEGER;
      if (isExact || /^(DOUBLE|FLOAT)$/.test(type)) {
        assert.equal(valueText(leaf, type), text, `JSON: ${label}`);
      } else {
        assert.ok(exported.text.includes(text), `JSON: ${label}`);
      }
    }
  }
});

test('a grid has nested values whole as DuckDB casts them to text, in each order of the rows', async () => {
  const all = [
    `['a b', 'it''s', 'a,b', NULL, '']`,
    `{'a': 1, 'b c': [DATE '2026-01-02', NULL]}`,
    'row(1, [true])',
    `MAP {'a=b': 0.1::FLOAT}`,
    'array_value(1.5, 2)',
    `union_value(u := 'x')`,
  ];
  const { row } = await rowOf(all.map((value, at) => `CAST(${value} AS VARCHAR) AS t${at}`));
  const list = all.map((value, at) => `${value} AS v${at}`);
  const query = `SELECT ${list.join(', ')} FROM range(3)`;
  const { table, error } = await kernel.run(query, { nestedAsText: true });
  assert.equal(error, null);
  assert.deepEqual(table?.rows, [row, row, row]);
  const question = { resultId: table?.id ?? '', offset: 0, limit: 1, nestedAsText: true };
  const arrangement = { sort: [{ column: 0, descending: true }], filters: [] };
  for (const asked of [question, { ...question, arrangement }]) {
    const page = await kernel.session.ask('page', asked, uncancellable);
    assert.deepEqual(page.rows, [row]);
  }
  const values = { ...question, arrangement, nestedAsText: false };
  const page = await kernel.session.ask('page', values, uncancellable);
  assert.deepEqual(page.rows[0]?.[0], ['a b', "it's", 'a,b', null, '']);
});

test('CSV has each value as DuckDB casts it to text, nested ones too', async () => {
  const all = nestings.flatMap(nesting => values.map(value => nesting.replace('$', () => value)));
  const texts = await rowOf(all.map((value, at) => `CAST(${value} AS VARCHAR) AS t${at}`));
  const file = await exportedFile(
    kernel,
    `SELECT ${all.map((value, at) => `${value} AS v${at}`).join(', ')}`,
    'csvRaw',
  );
  const { table } = await kernel.run(`FROM read_csv('${file}', all_varchar = true, header = true)`);
  assert.deepEqual(table?.rows, [texts.row]);
});

test('the first rows have nested values as DuckDB casts them to text, where that is asked for', async () => {
  const nested = nestings.slice(1);
  const all = nested.flatMap(nesting => values.map(value => nesting.replace('$', () => value)));
  const texts = await rowOf(all.map((value, at) => `CAST(${value} AS VARCHAR) AS t${at}`));
  const columns = all.map((value, at) => `${value} AS v${at}`);
  const { table } = await kernel.run(`SELECT ${columns.join(', ')}`, { nestedAsText: true });
  const shown = table?.rows[0]?.map((value, at) => valueText(value, table.columns[at]?.type ?? ''));
  assert.deepEqual(shown, texts.row);
  const nulls = await kernel.run('SELECT NULL::INTEGER[] AS n', { nestedAsText: true });
  assert.deepEqual(nulls.table?.rows, [[null]]);
});

test('the ends of a column are written as DuckDB casts them to text', async () => {
  for (const [value, text] of [
    ['0.1::FLOAT', '0.1'],
    ["DATE 'infinity'", 'infinity'],
    ["'-infinity'::TIMESTAMP_NS", '-infinity'],
  ]) {
    const { table } = await kernel.run(`SELECT ${value} AS v`);
    const summary = await kernel.session.ask('summary', {
      resultId: table?.id ?? '',
      column: 0,
      filters: [],
    });
    assert.deepEqual([summary.least, summary.greatest], [text, text], value);
  }
});

test('an instant is written in UTC, wherever the computer is', async () => {
  const offset = DuckDBTimestampTZValue.timezoneOffsetInMinutes;
  DuckDBTimestampTZValue.timezoneOffsetInMinutes = 120;
  try {
    const { row } = await rowOf(["TIMESTAMPTZ '2026-01-02 03:04:05+02' AS t"]);
    assert.deepEqual(row, ['2026-01-02T01:04:05+00:00']);
  } finally {
    DuckDBTimestampTZValue.timezoneOffsetInMinutes = offset;
  }
});

/** A row as the page gets it: messages to it are JSON. */
async function rowOf(
  list: readonly string[],
): Promise<{ columns: ResultTable['columns']; row: readonly Value[] }> {
  const { table, error } = await kernel.run(`SELECT ${list.join(', ')}`);
  assert.equal(error, null);
  assert.ok(table);
  const page = await kernel.session.ask(
    'page',
    { resultId: table.id, offset: 0, limit: 1 },
    uncancellable,
  );
  const rows = JSON.parse(JSON.stringify(page.rows)) as Value[][];
  return { columns: table.columns, row: rows[0] ?? [] };
}

async function exportedRow(
  list: readonly string[],
  format: ExportFormat,
): Promise<{ text: string; row: readonly Value[] }> {
  const file = await exportedFile(kernel, `SELECT ${list.join(', ')}`, format);
  const text = readFileSync(file, 'utf8');
  return { text, row: Object.values(JSON.parse(text) as Record<string, Value>) };
}

/** The value inside a nested one; the value of an entry of a map is its last part. */
function leafOf(value: Value): Value {
  if (Array.isArray(value)) {
    return leafOf((value as readonly Value[])[0] ?? null);
  }
  return typeof value === 'object' && value !== null
    ? leafOf(Object.values(value).at(-1) ?? null)
    : value;
}
