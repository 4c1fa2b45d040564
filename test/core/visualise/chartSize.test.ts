import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostChartRows, rowShares } from '../../../src/core/visualise/chartSize';

/** `check([10, 90], 50, [10, 40])`: rows that there are, rows that may be sent, rows that are. */
function check(counts: number[], most: number, expected: number[]): void {
  assert.deepEqual(rowShares(counts, most), expected);
}

test('small datasets are sent whole and the others share what is left', () => {
  check([], 50, []);
  check([10, 20], 50, [10, 20]);
  check([90, 10], 50, [40, 10]);
  check([90, 10, 70], 50, [20, 10, 20]);
  check([100, 100, 100], 50, [16, 17, 17]);
});

test('all datasets of a chart together are at most 50,000 rows', () => {
  const shares = rowShares([1e9, 40_000, 30_000, 5, 7_000_000]);
  assert.equal(
    shares.reduce((sum, share) => sum + share, 0),
    mostChartRows,
  );
  assert.equal(mostChartRows, 50_000);
});
