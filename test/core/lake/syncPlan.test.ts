import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePlainDate, type PlainDate } from '../../../src/core/base/plainDate';
import type { Coverage } from '../../../src/core/lake/coverage';
import type { LakeFile } from '../../../src/core/lake/lakeFile';
import {
  heldOf,
  monthWrites,
  planLines,
  rangeProblem,
  syncPlan,
  unitCall,
  unrecognisedQuery,
  type Wanted,
} from '../../../src/core/lake/syncPlan';
import type { FunctionName } from '../../../src/core/service/operations';

const nowMs = Date.parse('2026-03-20T23:59:59Z');

function day(text: string): PlainDate {
  const date = parsePlainDate(text);
  assert.ok(date, text);
  return date;
}

function wanted(from: string, to: string | null, change: Partial<Wanted> = {}): Wanted {
  return {
    entities: ['company:a', "company:b'c"],
    ...{ from: day(from), to: to === null ? null : day(to) },
    only: ['events_ts'],
    amount: 100,
    ...change,
  };
}

function coverage(from: string, to: string): Coverage {
  return {
    entities: ['company:a', "company:b'c"],
    ...{ from: day(from), to: day(to), requestedAtMs: Date.parse(`${to}T12:00:00Z`) },
  };
}

function file(
  name: FunctionName,
  path: string,
  covered: readonly Coverage[],
  amount?: number,
): LakeFile {
  const args = amount === undefined ? {} : { amount };
  const record = { place: 'p', function: name, hosts: [], arguments: args, covered };
  return { file: `lake/${name}/${path}`, record, metadata: {} };
}

function check(from: string, to: string | null, files: readonly LakeFile[], lines: string[]): void {
  const held = heldOf(files);
  assert.deepEqual(planLines(syncPlan(wanted(from, to), () => held, nowMs)), lines);
}

test('a plan reaches to the end of today in UTC, whatever end is wanted', () => {
  const range = (end: string) => `events_ts: 2 entities [2026-03-01, ${end}), 1 request`;
  const planned = 'Planned 1 request.';
  check('2026-03-01', null, [], [range('2026-03-21'), planned]);
  check('2026-03-01', '2099-01-01', [], [range('2026-03-21'), planned]);
  check('2026-03-01', '2026-03-10', [], [range('2026-03-10'), planned]);
});

test('a plan leaves out the days that files cover, and a list that exists', () => {
  const march = file('events_ts', 'month=2026-03/history.parquet', [
    coverage('2026-03-01', '2026-03-20'),
  ]);
  check('2026-03-01', '2026-03-10', [march], ['Planned 0 requests.']);
  check(
    '2026-03-01',
    null,
    [march],
    ['events_ts: 2 entities [2026-03-18, 2026-03-21), 1 request', 'Planned 1 request.'],
  );
  check(
    '2026-02-27',
    '2026-03-10',
    [march],
    ['events_ts: 2 entities [2026-02-27, 2026-03-01), 1 request', 'Planned 1 request.'],
  );
  const lists = (on: string) =>
    syncPlan(
      wanted('2026-03-01', null, { only: ['bullish_stocks'] }),
      () => heldOf([file('bullish_stocks', `month=2026-03/day=${on}/snapshot.parquet`, [])]),
      nowMs,
    ).lists;
  assert.deepEqual(lists('2026-03-19'), ['bullish_stocks']);
  assert.deepEqual(lists('2026-03-20'), []);
});

test('a plan says that the list of today is stored with fewer rows than are wanted now', () => {
  const lines = (amount: number, ...held: readonly [on: string, rows: number | undefined][]) => {
    const files = held.map(([on, rows]) =>
      file('bullish_stocks', `month=2026-03/day=${on}/snapshot.parquet`, [], rows),
    );
    const change: Partial<Wanted> = { only: ['bullish_stocks'], amount };
    return planLines(syncPlan(wanted('2026-03-01', null, change), () => heldOf(files), nowMs));
  };
  assert.deepEqual(lines(200, ['2026-03-20', 100]), [
    "bullish_stocks: today's list was stored with --amount 100; a sync stores one a day (UTC), so --amount 200 applies from tomorrow on",
    'Planned 0 requests.',
  ]);
  assert.deepEqual(lines(100, ['2026-03-20', 100]), ['Planned 0 requests.']);
  assert.deepEqual(lines(50, ['2026-03-20', 100]), ['Planned 0 requests.']);
  assert.deepEqual(lines(200, ['2026-03-20', undefined]), ['Planned 0 requests.']);
  assert.deepEqual(lines(200, ['2026-03-19', 100]), [
    "bullish_stocks: today's list, 1 request",
    'Planned 1 request.',
  ]);
});

test('a range without days is refused with a sentence', () => {
  const problem = (from: string, to: string | null) => rangeProblem(wanted(from, to), nowMs);
  assert.equal(problem('2026-03-20', null), undefined);
  assert.equal(problem('2026-03-21', null), '--from 2026-03-21 is after today, 2026-03-20 in UTC.');
  assert.equal(problem('2026-03-01', '2026-03-02'), undefined);
  assert.match(problem('2026-03-01', '2026-03-01') ?? '', /^--to 2026-03-01 is the first day that/);
});

test('a month receives its own days alone, and keeps the other rows of its file', () => {
  const held = heldOf([
    file('events_ts', 'month=2026-02/history.parquet', [coverage('2026-02-01', '2026-02-10')]),
  ]);
  const [unit] = syncPlan(wanted('2026-02-05', '2026-03-03'), () => held, nowMs).units;
  assert.ok(unit);
  assert.equal(
    unitCall(unit),
    "events_ts(['company:a', 'company:b''c'], date_from := DATE '2026-02-08', date_to := DATE '2026-03-03')",
  );
  const writes = monthWrites(unit, held, {
    rows: 'fetched',
    requestedAtMs: nowMs,
    fileOf: month => `it's/${month}`,
  });
  const [february, march] = writes.map(({ query }) =>
    query.replaceAll(/SELECT .*? FROM/g, 'SELECT … FROM'),
  );
  assert.equal(
    february,
    "FROM (SELECT … FROM fetched WHERE date >= DATE '2026-02-08' AND date < DATE '2026-03-01'" +
      " UNION ALL SELECT … FROM read_parquet('it''s/2026-02', hive_partitioning = false)" +
      " WHERE NOT coalesce(date >= DATE '2026-02-08' AND date < DATE '2026-03-01'" +
      " AND (list_contains(['company:a', 'company:b''c'], entity) OR entity IN (SELECT … FROM fetched)), false)) ORDER BY entity, date, event_id, event_name",
  );
  assert.equal(
    march,
    "FROM (SELECT … FROM fetched WHERE date >= DATE '2026-03-01' AND date < DATE '2026-03-03') ORDER BY entity, date, event_id, event_name",
  );
  assert.deepEqual(
    writes.map(({ month, covered }) => [month, covered.map(each => `${each.from} ${each.to}`)]),
    [
      ['2026-02', ['2026-02-01 2026-02-08', '2026-02-08 2026-03-01']],
      ['2026-03', ['2026-03-01 2026-03-03']],
    ],
  );
});

test('a unit without entities replaces no file, and functions that take keys have no companies that go unrecognised', () => {
  const [unit] = syncPlan(wanted('2026-03-01', '2026-03-03'), () => heldOf([]), nowMs).units;
  assert.ok(unit);
  const empty = { ...unit, part: { ...unit.part, entities: [] } };
  const rest = { rows: 'fetched', requestedAtMs: nowMs, fileOf: (month: string) => month };
  assert.deepEqual(monthWrites(empty, heldOf([]), rest), []);
  assert.equal(unrecognisedQuery(unit, 'fetched'), null);
});
