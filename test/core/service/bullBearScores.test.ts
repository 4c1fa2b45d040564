import assert from 'node:assert/strict';
import { test } from 'node:test';
import { column, decode, entityInfo, request, rowsOf, without } from './decoding';

const one = request('bull_bear_score_ts', 'x');
const two = request('bull_bear_score_ts_itemized', 'a b');
const march5 = 19_787;

const listing = {
  exchange_code: 'US',
  exchange_name: 'New York',
  currency: 'USD',
  ticker: 'BRK.B.US',
};

function element(id: string, scores: [string, number][]): Record<string, unknown> {
  const score_ts = scores.map(([date, score]) => ({ date, score }));
  return {
    ...listing,
    score_ts,
    score_ts_last_score: score_ts.at(-1) ?? null,
    entity_info: entityInfo(id),
  };
}

function list(...elements: unknown[]): object {
  return {
    exchange_code: null,
    exchange_name: null,
    currency: null,
    ticker: null,
    score_ts_itemized: elements,
  };
}

test('every field of a score series of one stock is a column', () => {
  const body = element('x', [
    ['2024-03-04', 0.25],
    ['2024-03-05', -0.5],
  ]);
  const answer = decode(one, body);
  assert.deepEqual(rowsOf(answer.table)[1], {
    entity: 'company:x',
    date: march5,
    score: -0.5,
    ...listing,
    score_ts_last_score_date: march5,
    score_ts_last_score: -0.5,
    entity_type: 'company',
    alpha_id: 'x',
    compound_key: 'company:x',
  });
  assert.deepEqual(column(answer, 'date'), [march5 - 1, march5]);
  assert.deepEqual(answer.notes, []);
  assert.deepEqual(answer.returned, ['company:x']);
  assert.equal(answer.copyright, null);
});

test('the elements of a score list have the fields of a single series', () => {
  const body = list(element('a', [['2024-03-04', 1]]), element('b', [['2024-03-05', 2]]));
  const answer = decode(two, body);
  assert.deepEqual(column(answer, 'entity'), ['company:a', 'company:b']);
  assert.deepEqual(column(answer, 'score'), [1, 2]);
  assert.deepEqual(column(answer, 'ticker'), ['BRK.B.US', 'BRK.B.US']);
  assert.deepEqual(column(answer, 'score_ts_last_score'), [1, 2]);
  assert.deepEqual(column(answer, 'compound_key'), ['company:a', 'company:b']);
  assert.deepEqual(answer.notes, []);
});

test('listing fields may be null, absent or given at the top, and the element wins', () => {
  const check = (top: object, own: object, expected: string | null): void => {
    const bare = without(element('a', [['2024-03-04', 1]]), 'ticker', 'exchange_code');
    const body = { ...top, score_ts_itemized: [{ ...bare, ...own }] };
    const answer = decode(request('bull_bear_score_ts_itemized', 'a'), body);
    assert.deepEqual(column(answer, 'ticker'), [expected], JSON.stringify([top, own]));
  };
  check({ ticker: null }, { ticker: 'A.US' }, 'A.US');
  check({ ticker: null }, { ticker: null }, null);
  check({ ticker: null }, {}, null);
  check({}, {}, null);
  check({}, { ticker: 'A.US' }, 'A.US');
  check({ ticker: 'T.US' }, { ticker: 'A.US' }, 'A.US');
  check({ ticker: 'T.US' }, { ticker: null }, 'T.US');
});

test('a ticker that is null beside an exchange is no contradiction', () => {
  const answer = decode(one, { ...element('x', [['2024-03-04', 1]]), ticker: null });
  assert.deepEqual(column(answer, 'exchange_code'), ['US']);
  assert.deepEqual(answer.notes, []);
});

test('a ticker that does not end in the exchange code is noted and kept', () => {
  const answer = decode(one, { ...element('x', [['2024-03-04', 1]]), ticker: 'X.DE' });
  assert.deepEqual(column(answer, 'ticker'), ['X.DE']);
  assert.deepEqual(answer.notes, ['The ticker does not end in the exchange code: X.DE.']);
});

test('a shuffled series is put in the order of its dates', () => {
  const body = element('x', [
    ['2024-03-06', 3],
    ['2024-03-04', 1],
    ['2024-03-05', 2],
  ]);
  const latest = { ...body, score_ts_last_score: { date: '2024-03-06', score: 3 } };
  const answer = decode(one, latest);
  assert.deepEqual(column(answer, 'score'), [1, 2, 3]);
  assert.deepEqual(answer.notes, []);
});

test('a last score that is not the latest point is noted and the series kept', () => {
  const check = (last: unknown, expected: RegExp): void => {
    const body = { ...element('x', [['2024-03-04', 1]]), score_ts_last_score: last };
    const answer = decode(one, body);
    assert.deepEqual(column(answer, 'score'), [1]);
    assert.match(answer.notes.join(), expected);
  };
  check({ date: '2024-03-03', score: 1 }, /not the latest point of score_ts: company:x/);
  check({ date: '2024-03-04', score: 2 }, /not the latest point of score_ts: company:x/);
  check(3, /score_ts_last_score is not an object in 1 element/);
});

test('where several points have the latest date, any of them may be the last score', () => {
  const points: [string, number][] = [
    ['2024-03-04', 1],
    ['2024-03-05', 2],
    ['2024-03-05', 3],
  ];
  for (const score of [2, 3]) {
    const body = { ...element('x', points), score_ts_last_score: { date: '2024-03-05', score } };
    assert.doesNotMatch(decode(one, body).notes.join(), /score_ts_last_score/);
  }
  const stale = { ...element('x', points), score_ts_last_score: { date: '2024-03-04', score: 1 } };
  assert.match(decode(one, stale).notes.join(), /not the latest point/);
});

test('a last score may be null or absent, with a series or without', () => {
  const absent = without(element('x', [['2024-03-04', 1]]), 'score_ts_last_score');
  assert.deepEqual(decode(one, absent).notes, []);
  assert.deepEqual(decode(one, { ...absent, score_ts_last_score: null }).notes, []);
  for (const last of [null, undefined, { date: null, score: null }]) {
    const empty = { ...absent, score_ts: [], score_ts_last_score: last };
    const answer = decode(one, empty);
    assert.equal(answer.table.rowCount, 0);
    assert.deepEqual(answer.notes, ['1 of 1 entity returned without data: company:x.']);
  }
});

test('scores of any scale are kept as they are', () => {
  const scores: [string, number][] = [
    ['2024-03-04', -1e6],
    ['2024-03-05', 100],
    ['2024-03-06', 0],
  ];
  assert.deepEqual(column(decode(one, element('x', scores)), 'score'), [-1e6, 100, 0]);
});

test('what a score answer tells of its entities is learned', () => {
  const bare = { score_ts: [], entity_info: entityInfo('b') };
  const answer = decode(two, list(element('a', [['2024-03-04', 1]]), bare));
  assert.deepEqual(answer.learned, [
    {
      entity: 'company:a',
      name: null,
      ticker: 'BRK.B.US',
      isin: null,
      vendor_id: null,
      country: null,
      industry: null,
      exchange_code: 'US',
      currency: 'USD',
    },
  ]);
});

test('a day outside the range that was asked for is kept and noted', () => {
  const body = element('x', [
    ['2024-03-03', 1],
    ['2024-03-04', 2],
    ['2024-03-05', 3],
  ]);
  const asked = request('bull_bear_score_ts', 'x', {
    date_from: '2024-03-04',
    date_to: '2024-03-05',
  });
  const answer = decode(asked, body);
  assert.equal(answer.table.rowCount, 3);
  assert.deepEqual(answer.notes, [
    'The service sent 1 row from before date_from 2024-03-04.',
    'The service sent 1 row from date_to 2024-03-05 or later, which the range excludes.',
  ]);
});

test('a date that comes twice is kept and noted', () => {
  const body = element('x', [
    ['2024-03-04', 1],
    ['2024-03-04', 1],
  ]);
  const answer = decode(one, body);
  assert.equal(answer.table.rowCount, 2);
  assert.match(answer.notes.join(), /1 row repeats the date of another of the same entity/);
});

test('unknown fields change nothing', () => {
  const body = { ...element('x', [['2024-03-04', 1]]), extra: { deep: [1] }, __proto__extra: 1 };
  assert.deepEqual(decode(one, body).notes, []);
});
