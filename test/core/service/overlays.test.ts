import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../../src/core/service/serviceError';
import { column, decode, request, rowsOf } from './decoding';

const bullish = request('bullish_stocks');
const march5 = 19_787;

function item(id: string, more: object = {}): Record<string, unknown> {
  return {
    exchange_code: 'US',
    exchange_name: 'New York',
    currency: 'USD',
    ticker: `${id.toUpperCase()}.US`,
    entity_info: {
      type: 'company',
      alpha_id: `company:${id}`,
      compound_key: `company:company:${id}`,
    },
    date: '2024-03-05',
    maker_id: `company:V${id}`,
    industry: 'industry.health_care',
    bull_bear_score: 1.5,
    squid_score: 0.75,
    price: 12.5,
    price_delta: -0.25,
    name: `Name of ${id}`,
    isin: 'US0000000001',
    country_name: 'United States',
    country_id: 'us',
    ...more,
  };
}

test('every field of an overlay item is a column', () => {
  const answer = decode(bullish, { bullish_stocks: [item('x')] });
  assert.deepEqual(rowsOf(answer.table), [
    {
      entity: 'company:x',
      rank: 1,
      side: 'bullish',
      name: 'Name of x',
      date: march5,
      bull_bear_score: 1.5,
      squid_score: 0.75,
      price: 12.5,
      price_delta: -0.25,
      industry: 'industry.health_care',
      country_name: 'United States',
      country_id: 'us',
      isin: 'US0000000001',
      ticker: 'X.US',
      exchange_code: 'US',
      exchange_name: 'New York',
      currency: 'USD',
      vendor_id: 'company:Vx',
      entity_type: 'company',
      alpha_id: 'company:x',
      compound_key: 'company:company:x',
    },
  ]);
  assert.deepEqual(answer.notes, []);
  assert.deepEqual(answer.returned, ['company:x']);
});

test('the rank is the order of the service', () => {
  const body = { bearish_stocks: ['c', 'a', 'b'].map(id => item(id, { bull_bear_score: -1 })) };
  const answer = decode(request('bearish_stocks'), body);
  assert.deepEqual(column(answer, 'entity'), ['company:c', 'company:a', 'company:b']);
  assert.deepEqual(column(answer, 'rank'), [1, 2, 3]);
  assert.deepEqual(column(answer, 'side'), ['bearish', 'bearish', 'bearish']);
});

test('an overlay and a time series of the same company give the same entity', () => {
  const overlay = decode(bullish, { bullish_stocks: [item('x')] });
  const series = decode(request('bull_bear_score_ts_itemized', 'x'), {
    score_ts_itemized: [
      {
        score_ts: [{ date: '2024-03-05', score: 9 }],
        entity_info: { type: 'company', alpha_id: 'x', compound_key: 'company:x' },
      },
    ],
  });
  assert.deepEqual(column(overlay, 'entity'), column(series, 'entity'));
  assert.notDeepEqual(column(overlay, 'bull_bear_score'), column(series, 'score'));
});

test('fewer items than the amount, and none at all, are an answer', () => {
  const asked = request('bullish_stocks', '', { amount: '50' });
  assert.equal(decode(asked, { bullish_stocks: [item('x')] }).table.rowCount, 1);
  for (const nothing of [[], null]) {
    const answer = decode(asked, { bullish_stocks: nothing });
    assert.equal(answer.table.rowCount, 0);
    assert.equal(answer.table.columns.length, 21);
    assert.deepEqual(answer.notes, []);
  }
});

test('the list is read by its operation, and the other one is noted', () => {
  const both = { bullish_stocks: [item('x')], bearish_stocks: [item('y')] };
  const answer = decode(bullish, both);
  assert.deepEqual(column(answer, 'entity'), ['company:x']);
  assert.match(answer.notes.join(), /also holds bearish_stocks/);
  assert.throws(
    () => decode(bullish, { bearish_stocks: [] }),
    (error: unknown) =>
      error instanceof ServiceError &&
      error.kind === 'malformed' &&
      /no array bullish_stocks, but has bearish_stocks/.test(error.message),
  );
  assert.throws(
    () => decode(bullish, []),
    /bullish_stocks cannot be read: it is not a JSON object/,
  );
});

test('a score of the wrong sign is kept and noted; zero is of neither sign', () => {
  const check = (name: 'bullish_stocks' | 'bearish_stocks', score: number, note: string): void => {
    const answer = decode(request(name), { [name]: [item('x', { bull_bear_score: score })] });
    assert.deepEqual(column(answer, 'bull_bear_score'), [score]);
    assert.equal(answer.notes.join(), note);
  };
  check('bullish_stocks', -3, 'bull_bear_score is negative in 1 row of bullish_stocks.');
  check('bearish_stocks', 3, 'bull_bear_score is positive in 1 row of bearish_stocks.');
  check('bullish_stocks', 0, '');
  check('bearish_stocks', 0, '');
});

test('scores, squid scores and price changes of any scale are kept as they are', () => {
  const values = { bull_bear_score: 12_345.5, squid_score: 42, price_delta: -99_999 };
  const [row] = rowsOf(decode(bullish, { bullish_stocks: [item('x', values)] }).table);
  assert.equal(row?.['bull_bear_score'], 12_345.5);
  assert.equal(row?.['squid_score'], 42);
  assert.equal(row?.['price_delta'], -99_999);
});

test('a company that is listed twice keeps both rows, and the note names the key', () => {
  const body = { bullish_stocks: [item('x'), item('y'), item('x', { ticker: 'X.US' })] };
  const answer = decode(bullish, body);
  assert.deepEqual(column(answer, 'rank'), [1, 2, 3]);
  assert.deepEqual(answer.returned, ['company:x', 'company:y']);
  assert.match(answer.notes.join(), /join on entity and ticker: company:x\./);
});

test('names that look like markup, formulas or another script are kept to the letter', () => {
  const names = [
    '<img src=x onerror=alert(1)>',
    '=1+1',
    '[link](http://x)',
    'e\u0301\u202Eabc',
    '株式会社',
    '👩‍👩‍👧',
    'n'.repeat(5000),
  ];
  const body = { bullish_stocks: names.map((name, index) => item(`c${index}`, { name })) };
  assert.deepEqual(column(decode(bullish, body), 'name'), names);
});

test('absent and null fields are null', () => {
  const bare = { entity_info: item('x')['entity_info'], currency: null, maker_id: 'company:x' };
  const answer = decode(bullish, { bullish_stocks: [bare] });
  const [row] = rowsOf(answer.table);
  assert.equal(row?.['entity'], 'company:x');
  assert.equal(row?.['bull_bear_score'], null);
  assert.equal(row?.['currency'], null);
  assert.deepEqual(answer.notes, [
    'date is missing in 1 of 1 row.',
    'bull_bear_score is missing in 1 of 1 row.',
  ]);
});

test('an item without entity_info has no entity, and the note says so', () => {
  const answer = decode(bullish, { bullish_stocks: [item('x', { entity_info: null })] });
  assert.deepEqual(column(answer, 'entity'), [null]);
  assert.deepEqual(answer.notes, ['1 row had no entity_info: entity is null.']);
  assert.deepEqual(answer.returned, []);
});

test('an upper-case ISIN is read too', () => {
  const body = { bullish_stocks: [item('x', { isin: undefined, ISIN: 'DE0000000001' })] };
  assert.deepEqual(column(decode(bullish, body), 'isin'), ['DE0000000001']);
});

test('what an overlay tells of a company is learned', () => {
  const answer = decode(bullish, { bullish_stocks: [item('x')] });
  assert.deepEqual(answer.learned, [
    {
      entity: 'company:x',
      name: 'Name of x',
      ticker: 'X.US',
      isin: 'US0000000001',
      vendor_id: 'company:Vx',
      country: 'United States',
      industry: 'industry.health_care',
      exchange_code: 'US',
      currency: 'USD',
    },
  ]);
});

test('dates that were sent are checked against those of the answer', () => {
  const check = (parameters: Record<string, string>, ignored: boolean): void => {
    const answer = decode(request('bullish_stocks', '', parameters), {
      bullish_stocks: [item('x')],
    });
    assert.equal(/ignores these parameters/.test(answer.notes.join()), ignored);
    assert.equal(answer.table.rowCount, 1);
  };
  check({}, false);
  check({ date_from: '2024-03-01', date_to: '2024-03-06' }, false);
  check({ date_from: '2024-03-01', date_to: '2024-03-05' }, true);
  check({ date_from: '2024-03-06' }, true);
});

test('an item that is no object among many is a row of nulls', () => {
  const items = Array.from({ length: 40 }, (_, index) => item(`c${index}`));
  const answer = decode(bullish, { bullish_stocks: [...items, 7] });
  assert.equal(answer.table.rowCount, 41);
  assert.equal(column(answer, 'entity')[40], null);
  assert.throws(() => decode(bullish, { bullish_stocks: [7] }), /an item that is not an object/);
});
