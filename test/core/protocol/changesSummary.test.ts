import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesSentence } from '../../../src/core/protocol/changesSummary';

function check(counts: readonly number[], expected: string): void {
  const [entered = 0, left = 0, moved = 0, flipped = 0] = counts;
  assert.equal(
    changesSentence({ since: '2026-11-20', entered, left, moved, flipped }),
    `Since 2026-11-20: ${expected}`,
  );
}

test('the line says what happened and not what did not', () => {
  check([3, 2, 11, 1], '3 entered, 2 left, 11 moved, 1 changed sign');
  check([0, 0, 1200, 0], '1,200 moved');
  check([0, 0, 0, 0], 'no change');
});
