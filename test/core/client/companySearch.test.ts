import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askInTurn, companySearches } from '../../../src/core/client/companySearch';

test('a search requests both lists, as a whole or for each value of a parameter', () => {
  assert.deepEqual(
    companySearches.map(({ by, requests }) => [by, requests.length]),
    [
      [null, 2],
      ['stock_index', 14],
      ['industry', 28],
      ['source_country', 102],
    ],
  );
  const [, byIndex] = companySearches;
  assert.deepEqual(byIndex?.requests.slice(2, 4), [
    {
      operation: 'bullish_stocks',
      entities: [],
      parameters: { amount: '1000', stock_index: 'SP 500' },
    },
    {
      operation: 'bearish_stocks',
      entities: [],
      parameters: { amount: '1000', stock_index: 'SP 500' },
    },
  ]);
});

const requests = companySearches.find(({ by }) => by === 'industry')?.requests ?? [];

test('two requests are under way at a time, in their order, until all are answered', async () => {
  let [underWay, most] = [0, 0];
  const asked: unknown[] = [];
  await askInTurn(requests, async request => {
    asked.push(request);
    most = Math.max(most, ++underWay);
    await new Promise(resolve => setImmediate(resolve));
    underWay--;
  });
  assert.equal(most, 2);
  assert.deepEqual(asked, requests);
});

test('nothing is requested after a failure, and what is under way comes to its end', async () => {
  const ended: number[] = [];
  let started = 0;
  const search = askInTurn(requests, async () => {
    const at = started++;
    if (at === 3) {
      throw new Error('the fourth');
    }
    await new Promise(resolve => setImmediate(resolve));
    ended.push(at);
  });
  await assert.rejects(search, /the fourth/);
  assert.ok(started <= 5, String(started));
  assert.equal(ended.length, started - 1);
});
