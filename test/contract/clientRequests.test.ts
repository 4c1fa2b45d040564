import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uncancellable } from '../../src/core/base/cancellation';
import type { ServiceRequest } from '../../src/core/service/request';
import { canary, clientOf, overlay, scores, serveRaw } from './clientFixture';

const answer = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';

/** Headers of every request over HTTP. */
const ofHttp = ['host', 'connection', 'user-agent', 'accept-encoding', 'content-length'];

interface RawRequest {
  readonly line: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

function parseRaw(text: string): RawRequest {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = fields.map(field => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()] as const;
  });
  assert.equal(new Set(headers.map(([name]) => name)).size, headers.length, 'a header came twice');
  return { line, headers: new Map(headers), body };
}

test('what reaches the service is what the specification shows, and nothing more', async context => {
  const server = await serveRaw(context, socket => socket.write(answer));
  const { client } = clientOf(server.origin);
  const check = async (request: ServiceRequest, line: string, body = '') => {
    await client.ask(request, uncancellable);
    const raw = parseRaw(server.received.at(-1) ?? '');
    assert.equal(raw.line, `${line} HTTP/1.1`);
    assert.equal(raw.body, body);
    assert.equal(raw.headers.get('accept'), 'application/json');
    assert.equal(raw.headers.get('authorization'), `Bearer ${canary}`);
    assert.equal(raw.headers.get('content-type'), body === '' ? undefined : 'application/json');
    const own = [...raw.headers.keys()].filter(name => !ofHttp.includes(name));
    const expected = ['accept', 'authorization', ...(body === '' ? [] : ['content-type'])];
    assert.deepEqual(own.sort(), expected);
  };
  await check(overlay, 'GET /q/r1/signal/bullish_stocks');
  await check(
    { ...overlay, parameters: { stock_index: 'MSCI World', amount: '-1' } },
    'GET /q/r1/signal/bullish_stocks?amount=-1&stock_index=MSCI%20World',
  );
  await check(
    { operation: 'trading_volume_ts', entities: ['company:a/b c:é'], parameters: {} },
    'GET /q/r1/trading/company/a%2Fb%20c%3A%C3%A9/trading_volume_ts',
  );
  await check(
    scores,
    'POST /q/r1/trading/v3/portfolio/bull_bear_score_ts_itemized',
    '["company:a","company:b"]',
  );
  await check(
    {
      operation: 'events_ts',
      entities: ['company:a'],
      parameters: { factuality: ['FACT', 'PROBABLE'], date_from: '2024-01-01' },
    },
    'GET /d/2024.1/7/v2/api/company/a/events_ts?date_from=2024-01-01&factuality=FACT&factuality=PROBABLE',
  );
  await check(
    {
      operation: 'company_events',
      entities: ['company:é"'],
      parameters: { event_ids: ['E53_A', 'E55_A'] },
    },
    'POST /q/r1/company_data/events?event_ids=E53_A&event_ids=E55_A',
    Buffer.from('["company:é\\""]').toString('latin1'),
  );
});

test('the token is read for each request', async context => {
  const server = await serveRaw(context, socket => socket.write(answer));
  let count = 0;
  const { client } = clientOf(server.origin, { token: () => Promise.resolve(`t${++count}`) });
  await client.ask(overlay, uncancellable);
  await client.ask(overlay, uncancellable);
  const sent = server.received.map(text => parseRaw(text).headers.get('authorization'));
  assert.deepEqual(sent, ['Bearer t1', 'Bearer t2']);
});

test('without a token there is no Authorization header', async context => {
  const server = await serveRaw(context, socket => socket.write(answer));
  const { client } = clientOf(server.origin, { token: () => Promise.resolve(undefined) });
  await client.ask(overlay, uncancellable);
  assert.equal(parseRaw(server.received[0] ?? '').headers.has('authorization'), false);
});

test('both bases get the token, each at its own origin', async context => {
  const quant = await serveRaw(context, socket => socket.write(answer));
  const data = await serveRaw(context, socket => socket.write(answer));
  const { client } = clientOf(quant.origin, { dataOrigin: data.origin });
  await client.ask(overlay, uncancellable);
  await client.ask({ ...scores, operation: 'events_ts_itemized' }, uncancellable);
  for (const { received } of [quant, data]) {
    assert.equal(received.length, 1);
    assert.equal(parseRaw(received[0] ?? '').headers.get('authorization'), `Bearer ${canary}`);
  }
});

test('an answer carries its bytes, in a buffer of their own, and the record of its request', async context => {
  const server = await serveRaw(context, socket => socket.write(answer));
  const { client } = clientOf(server.origin);
  const { bytes, record, notes } = await client.ask(scores, uncancellable);
  assert.deepEqual([...bytes], [0x7b, 0x7d]);
  assert.equal(bytes.buffer.byteLength, 2);
  assert.deepEqual(record, {
    operation: 'bull_bear_score_ts',
    method: 'POST',
    url: `${server.origin}/q/r1/trading/v3/portfolio/bull_bear_score_ts_itemized`,
    status: 200,
    cached: false,
    bytes: 2,
    ms: 0,
  });
  assert.deepEqual(notes, []);
});

test('what a service says about its own end is noted once', async context => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nDeprecation: true\r\n';
  const server = await serveRaw(context, socket =>
    socket.write(`${head}Warning: 299 - "for ${canary}"\r\n\r\n{}`),
  );
  const { client } = clientOf(server.origin);
  const first = await client.ask(overlay, uncancellable);
  assert.deepEqual(first.notes, [
    'connection "prod" reports that it is deprecated: true (bullish_stocks).',
    'connection "prod" warns: 299 - "for [token]" (bullish_stocks).',
  ]);
  assert.deepEqual((await client.ask(overlay, uncancellable)).notes, []);
});
