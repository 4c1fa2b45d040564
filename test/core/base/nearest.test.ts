import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest } from '../../../src/core/base/nearest';

test('a mistyped word is taken for the candidate that is fewest edits away', () => {
  const check = (word: string, candidates: string, expected: string | null): void => {
    assert.equal(nearest(word, candidates.split(' ')), expected, word);
  };
  check('ammount', 'amount industry', 'amount');
  check('STOXX600', 'DAX STOXX_600', 'STOXX_600');
  check('1w', '1D 1W 1M', '1W');
  check('fact', 'FACT PAST', 'FACT');
  check('tech', 'technology telecommunications', 'technology');
  check('con', 'consumer_goods consumer_services', null);
  check('zzzz', 'amount industry', null);
  check('', 'a', 'a');
});
