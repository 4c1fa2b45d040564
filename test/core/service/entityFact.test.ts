import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FactCollector } from '../../../src/core/service/entityFact';

test('the first text of a field stays, and later ones fill what is missing', () => {
  const collector = new FactCollector();
  collector.learn('company:a', { name: 'First', ticker: null });
  collector.learn('company:b', {});
  collector.learn('company:a', { name: 'Second', ticker: 'A.US', isin: 7, currency: '' });
  const [a, b] = collector.facts();
  assert.deepEqual([a?.entity, b?.entity], ['company:a', 'company:b']);
  assert.deepEqual([a?.name, a?.ticker, a?.isin, a?.currency], ['First', 'A.US', null, null]);
  assert.deepEqual(Object.values(b ?? {}), ['company:b', ...new Array<null>(8).fill(null)]);
});
