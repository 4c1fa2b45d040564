import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rawEntityInfo, splitTicker, tickerContradicts } from '../../../src/core/service/listing';

test('a ticker splits at its last dot', () => {
  const check = (ticker: string, expected: [string, string] | null): void => {
    const parts = splitTicker(ticker);
    assert.deepEqual(parts && [parts.symbol, parts.exchangeCode], expected, ticker);
  };
  check('ABC.US', ['ABC', 'US']);
  check('BRK.B.US', ['BRK.B', 'US']);
  check('ABC', null);
  check('.US', null);
  check('ABC.', null);
});

test('a ticker contradicts an exchange code only where both are given', () => {
  const check = (ticker: unknown, exchange_code: unknown, expected: boolean): void => {
    assert.equal(tickerContradicts({ ticker, exchange_code }), expected);
  };
  check('BRK.B.US', 'US', false);
  check('ABC.DE', 'US', true);
  check('ABC', 'US', true);
  check(null, 'US', false);
  check('ABC.DE', undefined, false);
});

test('an entity info is read as far as it is texts', () => {
  const none = { type: null, alpha_id: null, compound_key: null };
  assert.deepEqual(rawEntityInfo(undefined), none);
  assert.deepEqual(rawEntityInfo('company:x'), none);
  assert.deepEqual(rawEntityInfo({ type: 3, alpha_id: '', compound_key: 'company:x' }), {
    ...none,
    compound_key: 'company:x',
  });
});
