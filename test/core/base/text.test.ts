import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counted, grouped } from '../../../src/core/base/text';

test('numbers of notes have commas', () => {
  const numbers = [0, 999, 1000, 99_999, 100_000, 1_234_567, -123, -4567];
  assert.deepEqual(
    numbers.map(grouped),
    numbers.map(number => number.toLocaleString('en-US')),
  );
  assert.equal(counted(1, 'row'), '1 row');
  assert.equal(counted(12_345, 'row'), '12,345 rows');
});
