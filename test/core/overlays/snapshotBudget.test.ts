import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, parsePlainDate, type PlainDate } from '../../../src/core/base/plainDate';
import { snapshotCandidates } from '../../../src/core/overlays/chooseSnapshot';
import { staleSnapshots } from '../../../src/core/overlays/snapshotBudget';

function day(text: string): PlainDate {
  const date = parsePlainDate(`2026-${text}`);
  assert.ok(date, text);
  return date;
}

const today = day('11-20');

/** Of entries taken so many days ago, each of `byteLength` bytes: which go. */
function checkStale(
  ago: readonly number[],
  bounds: { days?: number; entryCount?: number; byteLength?: number },
  ...expected: number[]
): void {
  const entries = ago.map(days => ({
    name: String(days),
    takenOn: addDays(today, -days),
    byteLength: 10,
  }));
  const budget = { days: 400, entryCount: 1000, byteLength: 1000, ...bounds };
  const stale = staleSnapshots(entries, today, budget).map(({ name }) => Number(name));
  assert.deepEqual(
    stale.sort((a, b) => a - b),
    expected,
  );
}

test('the oldest go first: by days, by number, by bytes', () => {
  checkStale([0, 1, 399, 400, 500], {}, 400, 500);
  checkStale([0, 1], { days: 1 }, 1);
  checkStale([2, 0, 1], { entryCount: 2 }, 2);
  checkStale([2, 0, 1], { byteLength: 29 }, 2);
  checkStale([2, 0, 1], { byteLength: 30 });
  checkStale([], {});
});

/** Days of the snapshots, the day that is compared, `since` or null, and which days come into question. */
function checkChosen(days: string, compared: string, since: string | null, expected: string): void {
  const words = (text: string): string[] => text.split(' ').filter(word => word !== '');
  const refs = words(days).map(text => ({ id: text, takenOn: day(text), takenAtMs: 0 }));
  const chosen = snapshotCandidates(refs, {
    day: day(compared),
    since: since === null ? null : day(since),
  });
  assert.deepEqual(
    chosen.map(({ id }) => id),
    words(expected),
  );
}

test('an answer is compared with the last earlier day, or with what was known on a day', () => {
  checkChosen('11-18 11-20 11-19', '11-20', null, '11-19 11-18');
  checkChosen('11-20', '11-20', null, '');
  checkChosen('11-10 11-14 11-19', '11-20', '11-15', '11-14 11-10');
  checkChosen('11-10 11-14', '11-20', '11-14', '11-14 11-10');
  checkChosen('11-10', '11-20', '11-09', '');
});
