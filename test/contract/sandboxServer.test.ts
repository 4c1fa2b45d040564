import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { dataPath, listen, quantPath } from '../../src/sandbox/sandbox';
import type { Sandbox, SandboxServer } from '../../src/sandbox/sandbox';
import { ask, demo, hostile, requestTo, targets } from '../sandbox/asking';

let server: SandboxServer;
before(async () => {
  server = await listen(hostile, { port: 0 });
});
after(() => server.close());

const list = ['company:demo0001', 'company:demo 0021/é'];
const bearer = { authorization: 'Bearer token' };

interface Reply {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  /** Whether the answer ended as it announced. */
  readonly complete: boolean;
}

/** Sends a request as it is: unlike fetch, any header may be given. */
function send(
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', body = '' } = {},
): Promise<Reply> {
  const { port } = server;
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: '127.0.0.1', port, path, method, headers: { ...bearer, ...headers }, agent: false },
      response => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('error', () => undefined);
        response.on('close', () => {
          const text = Buffer.concat(pieces).toString('utf8');
          const { statusCode = 0, complete } = response;
          resolve({ status: statusCode, headers: response.headers, text, complete });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

const overlay = `${quantPath}/signal/bullish_stocks`;

function faulty(fault: string): Promise<Reply> {
  return send(overlay, { 'x-sandbox-fault': fault });
}

test('each operation gives over a socket what it gives in process', async () => {
  for (const [target, body] of [
    [targets.score('demo0001'), undefined],
    [targets.scores, list],
    [`${targets.bullish}?stock_index=STOXX%20600`, undefined],
    [targets.bearish, undefined],
    [targets.volume('demo%200021%2F%C3%A9'), undefined],
    [targets.volumes, list],
    [`${targets.counts('demo0001')}?factuality=FACT&factuality=PROBABLE`, undefined],
    [targets.countLists, list],
    [`${targets.rows}?default_time_back=1y`, list],
  ] as const) {
    const { path, query, method, headers } = requestTo(target, body);
    const reply = await send(`${path}?${query}`, headers, {
      method,
      body: JSON.stringify(body) ?? '',
    });
    assert.equal(reply.status, 200);
    assert.equal(reply.text, ask(hostile, target, { body }).text);
    assert.equal(reply.headers['content-type'], 'application/json');
  }
});

test('the addresses are on loopback and carry the paths of the bases', () => {
  assert.equal(server.quantUrl, `http://127.0.0.1:${server.port}${quantPath}`);
  assert.equal(server.dataUrl, `http://127.0.0.1:${server.port}${dataPath}`);
});

test('the server listens on loopback alone', async () => {
  for (const host of ['0.0.0.0', '::', '192.0.2.1', 'example.org']) {
    await assert.rejects(listen(demo, { port: 0, host }), RangeError);
  }
});

test('requests are recorded as they came', async () => {
  const url = `${quantPath}/company_data/events?event_ids=E1_A&event_ids=E1_C`;
  const body = '["company:demo0001"]';
  await send(url, { 'content-type': 'application/json' }, { method: 'POST', body });
  const last = server.requests.at(-1);
  assert.deepEqual([last?.method, last?.url, last?.body], ['POST', url, body]);
  assert.equal(last?.headers['authorization'], 'Bearer token');
});

test('a request for another host, or from a web page, is refused and unrecorded', async () => {
  const before = server.requests.length;
  const refused: Record<string, string>[] = [
    { host: 'evil.test' },
    { host: `evil.test:${server.port}` },
    { host: '127.0.0.1' },
    { host: `127.0.0.1:${server.port + 1}` },
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { origin: `http://127.0.0.1:${server.port}` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of refused) {
    const reply = await send(overlay, headers);
    assert.equal(reply.status, 403, JSON.stringify(headers));
    assert.doesNotMatch(reply.text, /bullish_stocks/);
  }
  assert.equal(server.requests.length, before);
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    assert.equal((await send(overlay, { host: `${host}:${server.port}` })).status, 200, host);
  }
});

test('no answer invites other origins', async () => {
  const replies = [
    await send(overlay),
    await send(overlay, { origin: 'https://evil.test' }),
    await send(overlay, { 'access-control-request-method': 'POST' }, { method: 'OPTIONS' }),
  ];
  for (const { headers } of replies) {
    const inviting = Object.keys(headers).filter(name => name.startsWith('access-control-'));
    assert.deepEqual(inviting, []);
  }
  assert.equal(replies[2]?.status, 405);
});

test('other methods, bodies that are no JSON and bodies without end are refused', async () => {
  assert.equal((await send(overlay, {}, { method: 'TRACE' })).status, 405);
  assert.equal((await send(overlay, {}, { method: 'DELETE' })).status, 405);
  const path = `${quantPath}/company_data/events`;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  assert.equal((await send(path, form, { method: 'POST', body: '[]' })).status, 422);
  const long = `["${'x'.repeat(8 * 1024 * 1024)}"]`;
  const json = { 'content-type': 'application/json' };
  assert.equal((await send(path, json, { method: 'POST', body: long })).status, 413);
  assert.equal((await send(overlay, { 'x-long': 'x'.repeat(40_000) })).status, 431);
  assert.equal((await send(overlay, { authorization: '' })).status, 401);
});

test('an answer that is cut off ends early, with a length that admits it or not', async () => {
  const admitted = await faulty('truncate(100,correct)');
  assert.deepEqual([admitted.text.length, admitted.complete], [100, true]);
  const broken = await faulty('truncate(100,wrong)');
  assert.deepEqual([broken.text.length, broken.complete], [100, false]);
  await assert.rejects(faulty('resetConnection'), /ECONNRESET|socket hang up/);
});

test('a compressed answer decodes to the plain one', async () => {
  const plain = await (
    await fetch(server.quantUrl + '/signal/bullish_stocks', { headers: bearer })
  ).text();
  for (const encoding of ['gzip', 'br']) {
    const headers = { ...bearer, 'x-sandbox-fault': encoding };
    const response = await fetch(server.quantUrl + '/signal/bullish_stocks', { headers });
    assert.equal(response.headers.get('content-encoding'), encoding);
    assert.equal(await response.text(), plain);
  }
});

test('a redirect of the same origin leads to the answer', async () => {
  const headers = { ...bearer, 'x-sandbox-fault': 'redirect(307)' };
  const response = await fetch(server.quantUrl + '/signal/bullish_stocks', { headers });
  assert.ok(response.redirected);
  assert.equal(await response.text(), ask(hostile, targets.bullish).text);
});

test('bytes that are not what they say: a mark before the text, another encoding', async () => {
  const marked = await faulty('utf8-bom');
  assert.equal(marked.text.charCodeAt(0), 0xfeff);
  const target = `${quantPath}/signal/bearish_stocks?amount=600`;
  const mislabelled = await send(target, { 'x-sandbox-fault': 'latin1-mislabelled' });
  assert.match(mislabelled.headers['content-type'] ?? '', /utf-8/);
  assert.match(mislabelled.text, /\uFFFD/);
});

test('a header that names no fault is an error of the request', async () => {
  const reply = await faulty('nonsense');
  assert.equal(reply.status, 400);
  assert.match(reply.text, /nonsense is not a fault/);
});

test('a stalled answer stays open after its first bytes until the client leaves', async () => {
  const request = http.get({
    port: server.port,
    host: '127.0.0.1',
    path: overlay,
    headers: { ...bearer, 'x-sandbox-fault': 'stall(50)' },
  });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const [piece] = (await once(response, 'data')) as [Buffer];
  assert.equal(piece.length, 50);
  assert.equal(response.readableEnded, false);
  request.destroy();
});

test('a slow answer comes in many pieces', async () => {
  const request = http.get({
    port: server.port,
    host: '127.0.0.1',
    path: `${overlay}?amount=1`,
    headers: { ...bearer, 'x-sandbox-fault': 'slowBody(4000)' },
  });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of response as AsyncIterable<Buffer>) {
    pieces.push(piece);
  }
  const expected = ask(hostile, `${targets.bullish}?amount=1`).text;
  assert.equal(Buffer.concat(pieces).toString('utf8'), expected);
  assert.ok(pieces.length > 1);
});

/** A sandbox whose answer never ends, and what became of it. */
function endless(): { sandbox: Sandbox; made: () => number; ended: Promise<void> } {
  let made = 0;
  let end: () => void = () => undefined;
  const ended = new Promise<void>(resolve => (end = resolve));
  function* body(): Generator<string> {
    try {
      for (;;) {
        made += 65_536;
        yield 'x'.repeat(65_536);
      }
    } finally {
      end();
    }
  }
  const handle: Sandbox['handle'] = () => ({
    status: 200,
    headers: {},
    body: body(),
    delivery: {},
  });
  return { sandbox: { ...demo, handle }, made: () => made, ended };
}

test('an answer is made no faster than it is read, and no further once the client has gone', async () => {
  const { sandbox, made, ended } = endless();
  const own = await listen(sandbox, { port: 0 });
  const request = http.get({ port: own.port, host: '127.0.0.1', path: '/', agent: false });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  let read = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    read += piece.length;
    if (read > 2_000_000) {
      break;
    }
  }
  assert.ok(made() < read + 32_000_000, `${made()} bytes made for ${read} read`);
  request.destroy();
  await ended;
  await own.close();
});

test('closing the server breaks off the answers under way', async () => {
  const { sandbox, ended } = endless();
  const own = await listen(sandbox, { port: 0 });
  const request = http.get({ port: own.port, host: '127.0.0.1', path: '/', agent: false });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const broken = once(response, 'error');
  response.resume();
  await own.close();
  await ended;
  await broken;
});

test('a port that is taken is an error', async () => {
  await assert.rejects(listen(demo, { port: server.port }), /EADDRINUSE/);
});
