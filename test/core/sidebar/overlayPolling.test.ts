import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedAlone } from '../../../src/core/overlays/overlayHistory';
import { plainDateOfDay } from '../../../src/core/base/plainDate';
import { readViews, type ListView } from '../../../src/core/overlays/savedViews';
import {
  changeCount,
  changedStocks,
  msToNextPoll,
  polledList,
  pollIntervalMs,
  pollSentence,
  type PolledList,
} from '../../../src/core/sidebar/overlayPolling';
import { rankedList, type RankedList } from '../../../src/core/sidebar/overlayTree';
import { snapshotOf } from '../overlays/snapshots';

const minute = 60_000;

test('nothing is polled by default, and never more often than every 15 minutes', () => {
  const check = (setting: unknown, minutes: number | null): void =>
    assert.equal(
      pollIntervalMs(setting),
      minutes === null ? null : minutes * minute,
      String(setting),
    );
  [0, -1, Number.NaN, undefined, '30', null].forEach(setting => check(setting, null));
  check(1, 15);
  check(15, 15);
  check(90, 90);
  check(1e9, 1440);
});

test('a poll is due an interval after the oldest list and the last poll, in a window with the focus', () => {
  const state = { intervalMs: 15 * minute, isFocused: true, oldestMs: 0, polledMs: null };
  const check = (other: Partial<Parameters<typeof msToNextPoll>[0]>, ms: number | null): void =>
    assert.equal(msToNextPoll({ ...state, ...other }, 10 * minute), ms);
  check({}, 5 * minute);
  check({ oldestMs: 4 * minute }, 9 * minute);
  check({ polledMs: 8 * minute }, 13 * minute);
  check({ oldestMs: -60 * minute }, 0);
  check({ oldestMs: -60 * minute, polledMs: 10 * minute }, 15 * minute);
  check({ intervalMs: null }, null);
  check({ isFocused: false }, null);
  check({ oldestMs: null }, null);
});

const day = 20_000;

function listOf(text: string): RankedList {
  const { query, table } = snapshotOf(text.split(' ').filter(Boolean), { day });
  const alone = comparedAlone({ query, table, day: plainDateOfDay(day) }, null);
  return rankedList({ table, ...alone, fetchedAtMs: day * 86_400_000, notes: [] });
}

function viewNamed(name: string): ListView {
  const view = readViews([{ name, side: 'bullish' }]).views.find(each => each.name === name);
  assert.ok(view);
  return view;
}

const polled = (name: string, before: string, after: string): PolledList =>
  polledList(viewNamed(name), listOf(before), listOf(after));

test('a poll counts the stocks that changed since the answer before, list by list', () => {
  const lists = [
    polled('Mine', 'a b c', 'b a d'),
    polled('Same', 'a b', 'a b'),
    polled('Other', '', 'a'),
  ];
  assert.equal(changeCount(lists), 5);
  assert.equal(pollSentence(lists), '5 changes: 4 in Mine, 1 in Other');
  assert.equal(pollSentence([polled('Mine', 'a b', 'a b c')]), '1 change: 1 in Mine');
  assert.equal(changeCount([polled('Same', 'a b', 'a b')]), 0);
});

test('a changed stock is shown as its row of the list, and has what its actions need', () => {
  const changed = changedStocks([polled('Mine', 'a b c', 'b a d'), polled('Same', 'a', 'a')]);
  assert.deepEqual(
    changed.map(({ list, row, stock }) => [list, stock.entity, row.label, row.description]),
    [
      ['Mine', 'b', '1  +1.00  Name of b', 'up 1'],
      ['Mine', 'a', '2  +0.90  Name of a', 'down 1'],
      ['Mine', 'd', '3  +0.80  Name of d', 'entered'],
      ['Mine', 'c', '–  +0.80  Name of c', 'left, was 3'],
    ],
  );
});
