import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../../src/core/service/serviceError';
import type { OperationName } from '../../../src/core/service/operations';
import { decode, request } from './decoding';

/** The notes of the answer, or the message of its error, say where the value is. */
function check(
  [operation, entities]: [OperationName, string?],
  body: object,
  expected: string,
): void {
  let told: string;
  try {
    told = decode(request(operation, entities), body).notes.join('\n');
  } catch (error) {
    assert.ok(error instanceof ServiceError && error.kind === 'malformed', String(error));
    told = error.message;
  }
  assert.ok(told.includes(expected), `${told}\n${expected}`);
}

const day = (index: number): string => new Date(index * 86_400_000).toISOString().slice(0, 10);
const points = (count: number, value: object = { score: 1 }): object[] =>
  Array.from({ length: count }, (_, index) => ({ date: day(index), ...value }));
const info = (id: string): object => ({
  type: 'company',
  alpha_id: id,
  compound_key: `company:${id}`,
});

test('a wrong value is named by its place in a long answer, wherever its date puts it', () => {
  const score_ts = points(100_000);
  score_ts[99_999] = { date: day(99_999), score: 'n/a' };
  check(['bull_bear_score_ts', 'x'], { score_ts }, '"n/a" at score_ts[99999].score.');
  check(
    ['bull_bear_score_ts', 'x'],
    { score_ts: [...score_ts].reverse() },
    '"n/a" at score_ts[0].score.',
  );
  check(
    ['bull_bear_score_ts', 'x'],
    { score_ts: [...points(3), { date: 5, score: 1 }] },
    'date 5 at score_ts[3].date.',
  );
});

test('in a list the element is named as it is in the answer, not in the order of the request', () => {
  const element = (id: string, score_ts: unknown[], more: object = {}): object => ({
    entity_info: info(id),
    score_ts,
    ...more,
  });
  const wrong = [...points(2), { date: day(2), score: true }];
  const body = { score_ts_itemized: [null, element('b', points(30)), element('a', wrong)] };
  const asked: [OperationName, string] = ['bull_bear_score_ts_itemized', 'a b'];
  check(asked, body, 'true at score_ts_itemized[2].score_ts[2].score.');
  const fields = { ticker: 7, score_ts_last_score: { date: 3, score: 1 } };
  const common = { score_ts_itemized: [null, element('a', points(3), fields)] };
  check(asked, common, '7 at score_ts_itemized[1].ticker.');
  check(asked, common, '3 at score_ts_itemized[1].score_ts_last_score.date.');
  const top = { score_ts_itemized: [element('a', points(3))], currency: 8 };
  check(asked, top, 'currency: 1 value was null because not texts, for example 8 at currency.');
  check(
    asked,
    { score_ts_itemized: [null, 5, element('a', [])] },
    'not objects, for example score_ts_itemized[1].',
  );
});

test('nested values, items and entries are named by the names of the answer', () => {
  const sub_event = { type: 'sub_event', id: 'E1', name: 'one' };
  const counts = points(30, { count: 1, sub_event });
  check(
    ['events_ts', 'x'],
    { events_ts: [...counts, { date: day(30), count: 1, sub_event: { ...sub_event, id: 9 } }] },
    '9 at events_ts[30].sub_event.id.',
  );
  check(
    ['events_ts', 'x'],
    { events_ts: [...counts, { date: day(30), count: 1, sub_event: 'E1' }] },
    'for example at events_ts[30].sub_event.',
  );
  check(
    ['bullish_stocks'],
    { bullish_stocks: [{ price: 1 }, { price: 'high', ticker: 4 }] },
    'price "high" at bullish_stocks[1].price, ',
  );
  check(
    ['bullish_stocks'],
    { bullish_stocks: [null] },
    'for example an item that is not an object at bullish_stocks[0].',
  );
  check(
    ['company_events', 'x'],
    { entries: [{ event_name: 'a' }, { event_name: 1 }] },
    'event_name 1 at entries[1].event_name.',
  );
});

test('names that every object inherits are fields like others, and set nothing', () => {
  const body = JSON.parse(
    `{"__proto__": {"score_ts": []}, "constructor": 1, "score_ts": [{"date": "2024-03-05", "score": 1, "__proto__": {"score": 2}}]}`,
  ) as object;
  const { table } = decode(request('bull_bear_score_ts', 'x'), body);
  assert.equal(table.rowCount, 1);
  const inherited = JSON.parse('{"__proto__": {"score_ts": []}}') as object;
  check(['bull_bear_score_ts', 'x'], inherited, 'it has no array score_ts');
});
