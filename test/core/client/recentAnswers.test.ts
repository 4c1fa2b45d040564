import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecentAnswers } from '../../../src/core/client/recentAnswers';
import type { ServiceRequest } from '../../../src/core/service/request';

const request = (parameters: ServiceRequest['parameters']): ServiceRequest => ({
  operation: 'bullish_stocks',
  entities: [],
  parameters,
});
const bytesOf = (length: number): Uint8Array => new Uint8Array(length);

test('an answer is found for the same request and place while it is recent enough', () => {
  const recent = new RecentAnswers();
  const answer = { bytes: bytesOf(3), receivedAtMs: 1000 };
  recent.keep('here', request({ amount: '5', industry: 'energy' }), answer);
  const same = request({ industry: 'energy', amount: '5' });
  assert.equal(recent.find('here', same, 1000), answer);
  assert.equal(recent.find('here', same, 1001), undefined);
  assert.equal(recent.find('there', same, 0), undefined);
  assert.equal(recent.find('here', request({ amount: '5' }), 0), undefined);
  const newer = { bytes: bytesOf(4), receivedAtMs: 2000 };
  recent.keep('here', same, newer);
  assert.equal(recent.find('here', same, 0), newer);
});

test('large answers are not kept, and the oldest go where all are too many', () => {
  const recent = new RecentAnswers();
  const megabyte = 2 ** 20;
  recent.keep('', request({ amount: '0' }), { bytes: bytesOf(megabyte + 1), receivedAtMs: 1 });
  assert.equal(recent.find('', request({ amount: '0' }), 0), undefined);
  for (let amount = 1; amount <= 18; amount++) {
    const answer = { bytes: bytesOf(megabyte), receivedAtMs: amount };
    recent.keep('', request({ amount: String(amount) }), answer);
  }
  const kept = Array.from({ length: 18 }, (_, at) => String(at + 1)).filter(amount =>
    recent.find('', request({ amount }), 0),
  );
  assert.deepEqual([kept.length, kept[0]], [16, '3']);
});
