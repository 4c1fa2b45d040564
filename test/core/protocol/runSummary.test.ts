import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  progressText,
  readSummary,
  summarise,
  summaryItems,
} from '../../../src/core/protocol/runSummary';
import type { CellOutcome } from '../../../src/core/protocol/outcome';
import { errorOf, outcomeOf, requestOf, tableOf } from './outcomes';

function check(changes: Partial<CellOutcome>, expected: string): void {
  const items = summaryItems(summarise(outcomeOf(changes)));
  assert.equal(items.map(({ icon, text }) => `${icon}:${text}`).join(' '), expected);
}

function elapsed(elapsedMs: number): Partial<CellOutcome> {
  return { table: null, provenance: { ...outcomeOf().provenance, elapsedMs } };
}

test('a run says its rows and its time', () => {
  check({}, 'table:1 row clock:1.2 s');
  check({ table: tableOf([], 12_345) }, 'table:12,345 rows clock:1.2 s');
});

test('times are as exact as they are worth', () => {
  check(elapsed(0.4), 'clock:0 ms');
  check(elapsed(999), 'clock:999 ms');
  check(elapsed(59_949), 'clock:59.9 s');
  check(elapsed(61_000), 'clock:1 min 1 s');
});

test('requests say whether they were live or cached', () => {
  const [live, cached] = [requestOf(false), requestOf(true)];
  check({ table: null, requests: [live] }, 'clock:1.2 s cloud:1 request · live');
  check({ table: null, requests: [cached, cached] }, 'clock:1.2 s archive:2 requests · cached');
  check({ table: null, requests: [live, cached] }, 'clock:1.2 s cloud:2 requests · 1 cached');
});

test('a failed and a cancelled run are marked', () => {
  check({ status: 'error', table: null, error: errorOf() }, 'error:Failed clock:1.2 s');
  check({ status: 'cancelled', table: null }, 'circle-slash:Cancelled clock:1.2 s');
});

test('a summary is read back from metadata as it was written', () => {
  const summary = summarise(outcomeOf({ requests: [requestOf(true)] }));
  assert.deepEqual(readSummary(JSON.parse(JSON.stringify(summary))), summary);
});

test('metadata of somebody else is not a summary', () => {
  for (const metadata of [undefined, null, 1, [], {}, { status: 'ok' }, { status: 'x' }]) {
    assert.equal(readSummary(metadata), null);
  }
});

test('a running cell says what it waits for and how much is done', () => {
  const cases: [Parameters<typeof progressText>[0], string][] = [
    [{ done: 3, total: 10, what: 'events_ts' }, 'events_ts: 3 of 10 requests done'],
    [{ done: 0, total: 1, what: 'events_ts' }, 'events_ts: 0 of 1 request done'],
    [{ done: 0, total: 0, what: 'query' }, 'Running the query'],
    [{ done: 0, total: 0, what: 'kernel' }, 'Starting'],
  ];
  for (const [progress, expected] of cases) {
    assert.equal(progressText(progress), expected);
  }
});
