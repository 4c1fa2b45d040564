import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Value } from '../../../src/core/protocol/outcome';
import { holds, rectangle, tabSeparated } from '../../../src/view/table/selection';

function check(row: readonly Value[], expected: string): void {
  const columns = row.map(() => ({ name: 'a', type: 'VARCHAR' }));
  assert.equal(tabSeparated(columns, [row], false), expected);
}

test('copied values are in full, and null is empty', () => {
  check([1234567.891, null, 'a', true], '1234567.891\t\ta\ttrue');
  check([['a', 1]], '["a",1]');
  const columns = [
    { name: 'a', type: 'DOUBLE' },
    { name: 't', type: 'TIMESTAMP' },
  ];
  const rows = [[1, '2026-11-19T08:30:00']];
  assert.equal(tabSeparated(columns, rows, false), '1.0\t2026-11-19 08:30:00');
  assert.equal(tabSeparated(columns, rows, true), 'a\tt\n1.0\t2026-11-19 08:30:00');
});

test('a text cannot leave its cell', () => {
  check(['a\tb', 'c\r\nd'], 'a b\tc d');
});

test('a text that a spreadsheet would run is made harmless, a number is not changed', () => {
  check(['=1+1', '+x', '-x', '@x'], "'=1+1\t'+x\t'-x\t'@x");
  check([-5, '-5.25', '-.05', '-12345678901234567890'], '-5\t-5.25\t-.05\t-12345678901234567890');
});

test('what no formula can be has no apostrophe', () => {
  const columns = ['INTERVAL', 'DOUBLE', 'DOUBLE', 'DATE', 'BIGINT', 'VARCHAR'].map(type => ({
    name: 'a',
    type,
  }));
  const row = ['-1 month', '-inf', -1e-7, '-0044-03-15', '-cmd|x!A1', '-1 month'];
  const expected = "-1 month\t-inf\t-1e-07\t-0044-03-15\t'-cmd|x!A1\t'-1 month";
  assert.equal(tabSeparated(columns, [row], false), expected);
});

test('a rectangle is the same from either corner and leaves out the header', () => {
  const one = { row: 5, column: 1 };
  const other = { row: 2, column: 3 };
  assert.deepEqual(rectangle(one, other), { top: 2, left: 1, bottom: 5, right: 3 });
  assert.deepEqual(rectangle(other, one), rectangle(one, other));
  assert.equal(rectangle({ row: -1, column: 0 }, one).top, 0);
});

test('a rectangle holds its edges', () => {
  const area = rectangle({ row: 2, column: 1 }, { row: 5, column: 3 });
  assert.ok(holds(area, { row: 2, column: 1 }));
  assert.ok(holds(area, { row: 5, column: 3 }));
  assert.ok(!holds(area, { row: 6, column: 3 }));
  assert.ok(!holds(area, { row: 5, column: 0 }));
});
