import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Value } from '../../../src/core/protocol/outcome';
import { valueText } from '../../../src/core/protocol/valueText';
import { columnFacts, columnRole, type ColumnRole } from '../../../src/view/table/columnRole';
import {
  cellText,
  grouped,
  nestedMinus,
  trueMinus,
  typedMinus,
} from '../../../src/view/table/format';
import fc from '../../support/properties';

function checkRole(name: string, type: string, expected: ColumnRole): void {
  assert.equal(columnRole({ name, type }), expected, `${name} ${type}`);
}

/** The text of `value` in a column whose first values are `sample`. */
function check(column: string, sample: readonly Value[], value: Value, expected: string): void {
  const [name = '', type = ''] = column.split(' ');
  assert.equal(cellText(value, columnFacts({ name, type }, sample)), expected, column);
}

test('a column has its role from its name and its type', () => {
  checkRole('score', 'DOUBLE', 'score');
  checkRole('bull_bear_score', 'DOUBLE', 'score');
  checkRole('scores', 'DOUBLE', 'number');
  checkRole('score', 'VARCHAR', 'text');
  checkRole('score', 'BIGINT', 'integer');
  checkRole('trading_volume', 'BIGINT', 'integer');
  checkRole('n', 'UTINYINT', 'integer');
  checkRole('n', 'HUGEINT', 'integer');
  checkRole('vendor_id', 'BIGINT', 'plainInteger');
  checkRole('id', 'INTEGER', 'plainInteger');
  checkRole('year', 'BIGINT', 'plainInteger');
  checkRole('fiscal_year', 'INTEGER', 'plainInteger');
  checkRole('paid', 'BIGINT', 'integer');
  checkRole('price', 'DECIMAL(18,3)', 'number');
  checkRole('date', 'DATE', 'date');
  checkRole('last_updated', 'TIMESTAMP WITH TIME ZONE', 'time');
  checkRole('scores', 'DOUBLE[]', 'nested');
  checkRole('score', 'STRUCT(a INTEGER)', 'nested');
  checkRole('paid', 'BOOLEAN', 'boolean');
  checkRole('anything', 'INTERVAL', 'text');
});

test('numbers are grouped, and ids and years are not', () => {
  check('trading_volume BIGINT', [1250000], 1250000, '1,250,000');
  check('vendor_id BIGINT', [7000001], 7000001, '7000001');
  check('vendor_id BIGINT', [-7000001], -7000001, '−7000001');
  check('year BIGINT', [2026], 2026, '2026');
  check(
    'n HUGEINT',
    ['170141183460469231731687303715884105727'],
    '-12345678901234567890',
    '−12,345,678,901,234,567,890',
  );
});

test('a column has one number of decimals, as many as its values need', () => {
  check('price DOUBLE', [1.5, 2.25], 3, '3.00');
  check('price DOUBLE', [1, 2], 3, '3');
  check('price DOUBLE', [1234.5678, 2], 2, '2.00');
  check('ratio DOUBLE', [1 / 3], 1 / 3, '0.33333');
  check('price DOUBLE', [0.1 + 0.2], 0.5, '0.50000');
  check('price DOUBLE', [1e21], 1e21, '1.00e+21');
});

test('a number too small for its column is not shown as zero', () => {
  check('ratio DOUBLE', [100.25], 0.0000123, '1.23e−5');
  check('ratio DOUBLE', [100.25], 0, '0.00');
  check('ratio DOUBLE', [1000.002], 0.004, '0.004');
  check('ratio DOUBLE', [1000.002], 0.0123, '0.012');
  check('ratio DOUBLE', [1000.002], 0.5, '0.50');
});

test('scores carry their sign', () => {
  check('score DOUBLE', [2.5, -1.25], 2.5, '+2.50');
  check('score DOUBLE', [2.5, -1.25], -1.25, '−1.25');
  check('score DOUBLE', [2.5, -1.25], 0, '0.00');
  const scores = [0.8861, 0.000053, -0.0001];
  check('score DOUBLE', scores, 0.8861, '+0.886');
  check('score DOUBLE', scores, 0.000053, '+0.000');
  check('score DOUBLE', scores, -0.0001, '−0.000');
  check('score DOUBLE', [0.000053], 0.000053, '+0.000053');
});

test('what is not a number in a numeric column is shown as it came', () => {
  check('price DOUBLE', [1.5], 'nan', 'nan');
  check('price DOUBLE', [1.5], '-inf', '-inf');
  check('price DECIMAL(18,3)', ['1234.500'], '1234.500', '1,234.500');
});

test('dates stay as they are, times are written as DuckDB writes them, nested values are compact JSON', () => {
  check('date DATE', [], '2026-11-19', '2026-11-19');
  check('t TIMESTAMP', [], '2026-11-19T08:30:00', '2026-11-19 08:30:00');
  check('t TIMESTAMPTZ', [], '2026-11-19T08:30:00+00:00', '2026-11-19 08:30:00+00');
  check('names VARCHAR[]', [], ['a', null, 'b'], '["a",null,"b"]');
  check('pair STRUCT(a)', [], { a: 1 }, '{"a":1}');
  check('flag BOOLEAN', [], true, 'true');
  check('name VARCHAR', [], 'two\nlines\tand a tab', 'two lines and a tab');
});

test('numbers in lists and structs have the minus sign, and texts in them stay', () => {
  check('values DOUBLE[]', [], [-1.5, 2, -1e-7], '[−1.5,2,−1e−7]');
  check('pair STRUCT(a, b)', [], { 'a-1': -3, b: 'x -4, [-5' }, '{"a-1":−3,"b":"x -4, [-5"}');
  check('days DATE[]', [], ['2026-01-02'], '["2026-01-02"]');
  check('j JSON', [], '{"quote":"\\" -1","n":-1}', '{"quote":"\\" -1","n":−1}');
  fc.assert(
    fc.property(fc.json(), text => {
      assert.deepEqual(
        JSON.parse(nestedMinus(text).replaceAll('−', '-')),
        JSON.parse(text.replaceAll('−', '-')),
      );
    }),
  );
});

test('null is the word null in a cell and nothing when copied', () => {
  check('price DOUBLE', [1.5], null, 'null');
  assert.equal(valueText(null, 'DOUBLE'), '');
});

test('grouping changes no digit and no text that is not a number', () => {
  fc.assert(
    fc.property(fc.oneof(fc.bigInt().map(String), fc.double().map(String), fc.string()), text => {
      const isPlain = /^-?\d+(\.\d+)?$/.test(text);
      assert.equal(isPlain ? grouped(text).replaceAll(',', '') : grouped(text), text);
    }),
  );
});

test('a cell shows characters that are not seen and look-alikes, and a copy has them as they are', () => {
  check('name VARCHAR', [], 'Apple\u202eelppA', 'Apple\\u{202e}elppA');
  check('ticker VARCHAR', [], '\u0410APL.XNAS', '\\u{410}APL.XNAS');
  check('name VARCHAR', [], 'Газпром', 'Газпром');
  check('names VARCHAR[]', [], ['a\u200bb'], '["a\\u{200b}b"]');
  assert.equal(valueText('Apple\u202eelppA', 'VARCHAR'), 'Apple\u202eelppA');
});

test('a number that was copied from what is shown is typed with a hyphen', () => {
  for (const text of ['-5', '-1.5e-9', '0.25', '']) {
    assert.equal(typedMinus(trueMinus(text)), text);
  }
  assert.equal(typedMinus('a \u2212 b'), 'a \u2212 b');
});
