import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPortfolios } from '../../../src/core/portfolios/portfolios';

test('portfolios are lists of texts; anything else is left out', () => {
  const setting = { tech: ['company:a', '', 1, 'b'], bad: 'x', empty: [] };
  assert.deepEqual(readPortfolios(setting, {}), { tech: ['company:a', 'b'], empty: [] });
});

test('a setting that is no object has no portfolios', () => {
  for (const setting of [undefined, null, 'x', ['a']]) {
    assert.deepEqual(readPortfolios(setting, {}), {});
  }
});

test("the notebook's own portfolio wins over the user's of that name", () => {
  assert.deepEqual(readPortfolios({ a: ['x'], b: ['y'] }, { a: ['z'] }), { a: ['z'], b: ['y'] });
});
