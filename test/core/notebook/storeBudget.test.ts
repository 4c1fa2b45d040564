import assert from 'node:assert/strict';
import { test } from 'node:test';
import { staleEntries } from '../../../src/core/notebook/storeBudget';

/** `check('a:10 b:20', …)`: names and sizes, the longest unused first. */
function check(
  entries: string,
  budget: { entryCount: number; byteLength: number },
  expected: string,
): void {
  const kept = entries.split(' ').map((entry, usedMs) => {
    const [name = '', byteLength] = entry.split(':');
    return { name, byteLength: Number(byteLength), usedMs };
  });
  const stale = staleEntries(kept, budget).map(({ name }) => name);
  assert.equal(stale.join(' '), expected, entries);
}

test('what fits stays', () => {
  check('a:10 b:20', { entryCount: 2, byteLength: 30 }, '');
});

test('the longest unused go when there are too many', () => {
  check('a:1 b:1 c:1', { entryCount: 1, byteLength: 30 }, 'b a');
});

test('the longest unused go when they are too large together', () => {
  check('a:10 b:20 c:5', { entryCount: 9, byteLength: 25 }, 'a');
});

test('one that is too large alone goes', () => {
  check('a:100', { entryCount: 9, byteLength: 25 }, 'a');
});
