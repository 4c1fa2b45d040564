import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnKind, fieldPath, rowKey } from '../../../src/core/visualise/chartColumn';
import { chartRows, chartValue } from '../../../src/core/visualise/chartRows';
import fc from '../../support/properties';

function check(type: string, pairs: readonly (readonly [unknown, unknown])[]): void {
  for (const [value, expected] of pairs) {
    assert.deepEqual(chartValue(value, type), expected, `${type} ${String(value)}`);
  }
}

test('dates stay as they are', () => {
  check('DATE', [
    ['2026-01-02', '2026-01-02'],
    [null, null],
    ['infinity', null],
    [undefined, null],
  ]);
});

test('a date-time without offset is shown as it is, by calling it UTC', () => {
  for (const type of ['TIMESTAMP', 'TIMESTAMP_S', 'TIMESTAMP_NS', 'datetime']) {
    check(type, [
      ['2026-01-02T03:04:05', '2026-01-02T03:04:05Z'],
      ['2026-01-02 03:04:05', '2026-01-02T03:04:05Z'],
      ['2026-01-02T03:04:05.123456', '2026-01-02T03:04:05.123Z'],
      ['2026-01-02T03:04:05.1', '2026-01-02T03:04:05.100Z'],
      ['2026-01-02T03:04', '2026-01-02T03:04:00Z'],
      ['-infinity', null],
      [17, null],
    ]);
  }
});

test('an instant becomes UTC', () => {
  check('TIMESTAMP WITH TIME ZONE', [
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z'],
    ['2026-01-02T03:04:05+02:00', '2026-01-02T01:04:05Z'],
    ['2026-01-01T22:00:00-03:30', '2026-01-02T01:30:00Z'],
    ['2026-01-02 03:04:05.25+05', '2026-01-01T22:04:05.250Z'],
    ['2026-01-02', null],
    ['soon', null],
  ]);
});

test('numbers are finite, however they are written', () => {
  for (const type of ['DOUBLE', 'BIGINT', 'HUGEINT', 'DECIMAL(18,3)', 'UINTEGER', 'FLOAT']) {
    check(type, [
      [1.5, 1.5],
      ['12345678901234567890', Number('12345678901234567890')],
      ['-0.250', -0.25],
      [12n, 12],
      ['NaN', null],
      ['-Infinity', null],
      [NaN, null],
      ['', null],
      [true, null],
    ]);
  }
});

test('everything else is text, booleans excepted', () => {
  check('BOOLEAN', [
    [true, true],
    ['true', null],
  ]);
  check('VARCHAR', [
    ['', ''],
    ['a', 'a'],
    [3, '3'],
  ]);
  check('VARCHAR[]', [[['a', 'b'], '["a","b"]']]);
  check('TIME', [['10:11:12', '10:11:12']]);
});

test('types are known by DuckDB’s names', () => {
  for (const [type, kind] of [
    ['INTEGER[]', 'text'],
    ['STRUCT(a INTEGER)', 'text'],
    ['DECIMAL(4,1)', 'number'],
    ['TIMESTAMPTZ', 'instant'],
    ['INTERVAL', 'text'],
    ["ENUM('DATE')", 'text'],
    ['constructor', 'text'],
  ] as const) {
    assert.equal(columnKind(type), kind, type);
  }
});

test('rows become objects with the columns that are wanted', () => {
  const columns = [
    { name: 'date', type: 'DATE' },
    { name: '__proto__', type: 'DOUBLE' },
    { name: 'say "hi"', type: 'VARCHAR' },
    { name: 'date', type: 'VARCHAR' },
  ];
  const rows = [['2026-01-02', 'NaN', 'x', 'second']];
  const all = chartRows(columns, rows);
  assert.deepEqual(Object.entries(all[0] ?? {}), [
    ['date', '2026-01-02'],
    ['__proto__', null],
    ['say _hi_', 'x'],
  ]);
  assert.deepEqual(chartRows(columns, rows, ['date']), [{ date: '2026-01-02' }]);
});

test('a value never depends on what a caller’s clock is, and is always JSON', () => {
  const types = ['DATE', 'TIMESTAMP', 'TIMESTAMPTZ', 'DOUBLE', 'BOOLEAN', 'VARCHAR', 'INTEGER[]'];
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...types), (value, type) => {
      const made = chartValue(value, type);
      assert.deepEqual(JSON.parse(JSON.stringify(made)), made === 0 ? 0 : made);
    }),
  );
});

test('a field with dots and brackets is one name, and quotes are left out', () => {
  assert.equal(fieldPath('net.change [pct]'), 'net\\.change \\[pct\\]');
  assert.equal(rowKey('net.change [pct]'), 'net.change [pct]');
  assert.equal(fieldPath(`it's "a" \\b`), 'it_s _a_ _b');
});
