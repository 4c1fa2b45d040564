import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uncancellable } from '../../src/core/base/cancellation';
import { createServiceClient } from '../../src/core/client/client';
import type { Clock } from '../../src/core/client/ports';
import { decodeAnswer } from '../../src/core/service/decodeAnswer';
import type { DecodedAnswer } from '../../src/core/service/decodeAnswer';
import type { ServiceRequest } from '../../src/core/service/request';
import { companySearch } from '../../src/core/client/companySearch';
import { decodeText } from '../../src/core/service/decodeText';
import {
  createInProcessTransport,
  sandboxCompanies,
  sandboxConnectionUrls,
} from '../../src/sandbox/sandbox';
import { hostile } from '../sandbox/asking';

const clock: Clock = {
  now: () => 0,
  sleep: () => Promise.reject(new Error('nothing is asked for twice')),
  random: () => 0.5,
};
const client = createServiceClient({
  connection: { name: 'sandbox', ...sandboxConnectionUrls, synthetic: true },
  transport: createInProcessTransport(hostile),
  clock,
});

async function decoded(request: ServiceRequest): Promise<DecodedAnswer> {
  const { bytes } = await client.ask(request, uncancellable);
  const body: unknown = JSON.parse(new TextDecoder().decode(bytes));
  const context = { entityOfSent: new Map<string, string>(), eventIdOfName: () => null };
  return decodeAnswer(request, body, context);
}

const range = { date_from: '2026-08-01', date_to: '2026-11-20' };
const one = ['company:demo0001'];
const list = ['company:demo0001', 'company:demo 0021/é', 'company:demo_gappy'];
/** The third company has an id of its own in the service's scheme. */
const vendorIds = ['company:demo0001', 'company:sb-1oo198z'];

test('the client and the decoders read each of the nine answers without a note', async () => {
  const requests: ServiceRequest[] = [
    {
      operation: 'bull_bear_score_ts',
      entities: one,
      parameters: { ...range, time_horizon: '1M' },
    },
    { operation: 'bull_bear_score_ts_itemized', entities: list, parameters: range },
    { operation: 'bullish_stocks', entities: [], parameters: { stock_index: 'MSCI World' } },
    { operation: 'bearish_stocks', entities: [], parameters: { amount: '40' } },
    { operation: 'trading_volume_ts', entities: one, parameters: range },
    { operation: 'trading_volume_ts_itemized', entities: list, parameters: range },
    { operation: 'events_ts', entities: one, parameters: { ...range, factuality: ['FACT'] } },
    { operation: 'events_ts_itemized', entities: list, parameters: range },
    { operation: 'company_events', entities: vendorIds, parameters: range },
  ];
  for (const request of requests) {
    const { table, notes, returned } = await decoded(request);
    assert.ok(table.rowCount >= 5, request.operation);
    assert.deepEqual(notes, [], request.operation);
    assert.ok(returned.length > 0);
    for (const [n, { name }] of table.columns.entries()) {
      const isFilled = (table.values[n] ?? []).some(value => value !== null);
      assert.ok(isFilled || name === 'event_id', `${request.operation}.${name} is all null`);
    }
  }
});

test('the companies that the sandbox lists are those that its ranked lists teach', async () => {
  const lists = await Promise.all(
    companySearch.map(async request => {
      const { bytes } = await client.ask(request, uncancellable);
      const decoded = decodeText(request, new TextDecoder().decode(bytes), null);
      return decoded.ok ? decoded.answer.learned : assert.fail(decoded.message);
    }),
  );
  const listed = new Map(sandboxCompanies(hostile).map(fact => [fact.entity, fact]));
  assert.equal(listed.size, 600);
  const taught = lists.flat();
  assert.ok(taught.length > 590, String(taught.length));
  for (const fact of taught) {
    assert.deepEqual(fact, listed.get(fact.entity));
  }
});

test('event rows come with the rights notice, and with vendor ids that overlays teach', async () => {
  const rows = await decoded({
    operation: 'company_events',
    entities: vendorIds,
    parameters: range,
  });
  assert.match(rows.copyright?.copyright_info ?? '', /synthetic/);
  const foreign = await decoded({
    operation: 'company_events',
    entities: ['company:demo0003'],
    parameters: range,
  });
  assert.equal(foreign.table.rowCount, 0, 'the entity id of that company is not its vendor id');
});
