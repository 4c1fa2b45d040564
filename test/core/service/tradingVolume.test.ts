import assert from 'node:assert/strict';
import { test } from 'node:test';
import { column, decode, entityInfo, request, rowsOf } from './decoding';

const element = {
  exchange_code: 'XETRA',
  exchange_name: 'Xetra',
  currency: 'EUR',
  ticker: 'ABC.XETRA',
  trading_volume_ts: [
    { date: '2024-03-01', trading_volume: 5_000_000_000.5 },
    { date: '2024-03-05', trading_volume: 0 },
  ],
  entity_info: entityInfo('x'),
};

test('every field of a volume series of one stock is a column', () => {
  const answer = decode(request('trading_volume_ts', 'x'), element);
  assert.deepEqual(rowsOf(answer.table)[0], {
    entity: 'company:x',
    date: 19_783,
    trading_volume: 5_000_000_000.5,
    ticker: 'ABC.XETRA',
    exchange_code: 'XETRA',
    exchange_name: 'Xetra',
    currency: 'EUR',
    entity_type: 'company',
    alpha_id: 'x',
    compound_key: 'company:x',
  });
  assert.deepEqual(answer.notes, []);
});

test('only dates with data have a row', () => {
  const answer = decode(request('trading_volume_ts', 'x'), element);
  assert.deepEqual(column(answer, 'date'), [19_783, 19_787]);
  assert.deepEqual(column(answer, 'trading_volume'), [5_000_000_000.5, 0]);
});

test('a volume list has no listing fields of its own, its elements do', () => {
  const other = { ...element, entity_info: entityInfo('y'), currency: null };
  const body = { trading_volume_ts_itemized: [element, other] };
  const answer = decode(request('trading_volume_ts_itemized', 'x y'), body);
  assert.deepEqual(column(answer, 'currency'), ['EUR', 'EUR', null, null]);
  assert.deepEqual(
    answer.learned.map(({ entity, currency }) => [entity, currency]),
    [
      ['company:x', 'EUR'],
      ['company:y', null],
    ],
  );
});

test('an entity with rows is learned without listing fields, one with neither is not', () => {
  const bare = { trading_volume_ts: element.trading_volume_ts, entity_info: entityInfo('x') };
  const nothing = { trading_volume_ts: [], entity_info: entityInfo('y') };
  const body = { trading_volume_ts_itemized: [bare, nothing] };
  const { learned } = decode(request('trading_volume_ts_itemized', 'x y'), body);
  assert.deepEqual(
    learned.map(({ entity }) => entity),
    ['company:x'],
  );
});
