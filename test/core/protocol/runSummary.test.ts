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

test('a run says its rows, and leaves its time to VS Code', () => {
  check({}, 'table:1 row');
  check({ table: tableOf([], 12_345) }, 'table:12,345 rows');
});

test('requests say whether they were live, of the sandbox or cached', () => {
  const [fresh, cached] = [requestOf(false), requestOf(true)];
  const live = { ...outcomeOf().provenance, connection: 'Desk', synthetic: false };
  check({ table: null, requests: [fresh], provenance: live }, 'cloud:1 request · live');
  check({ table: null, requests: [fresh] }, 'cloud:1 request · sandbox');
  check({ table: null, requests: [cached, cached] }, 'archive:2 requests · cached');
  check({ table: null, requests: [fresh, cached] }, 'cloud:2 requests · 1 cached');
});

test('a tooltip counts the requests that were sent', () => {
  const outcome = outcomeOf({ table: null, requests: [requestOf(false), requestOf(true)] });
  const [item] = summaryItems(summarise(outcome));
  assert.equal(item?.tooltip, 'Sandbox: 1 request sent, 1 answered from the cache');
});

test('a failed and a cancelled run are marked', () => {
  check({ status: 'error', table: null, error: errorOf() }, 'error:Failed');
  check({ status: 'cancelled', table: null }, 'circle-slash:Cancelled');
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
    [{ done: 3, total: 10, rows: 0, what: 'events_ts' }, 'events_ts: 3 of 10 requests done'],
    [
      { done: 3, total: 10, rows: 12_345, what: 'events_ts' },
      'events_ts: 3 of 10 requests done, 12,345 rows',
    ],
    [{ done: 0, total: 1, rows: 0, what: 'events_ts' }, 'events_ts: 0 of 1 request done'],
    [{ done: 0, total: 0, rows: 0, what: 'query' }, 'Running the query'],
    [{ done: 3, total: 3, rows: 0, what: 'query', percentage: 42 }, 'Running the query: 42%'],
    [{ done: 0, total: 0, rows: 0, what: 'kernel' }, 'Starting'],
  ];
  for (const [progress, expected] of cases) {
    assert.equal(progressText(progress), expected);
  }
});
