import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createServer } from 'node:https';
import { createServer as createSocketServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { uncancellable } from '../../src/core/base/cancellation';
import { clientOf, failureOf, overlay, scores, serve, serveRaw } from './clientFixture';
import { certificate, key } from './untrustedCertificate';

test('a failure that may pass is tried four times, with growing waits', async context => {
  for (const [status, kind] of [
    [408, 'failing'],
    [425, 'failing'],
    [429, 'rateLimited'],
    [500, 'failing'],
    [502, 'failing'],
    [503, 'failing'],
    [504, 'failing'],
  ] as const) {
    const server = await serve(context, (_, response) =>
      response.writeHead(status).end('<p>no</p>'),
    );
    const { client, clock } = clientOf(server.origin);
    const error = await failureOf(client, kind, scores);
    assert.equal(server.requests.length, 4, `${status}`);
    assert.deepEqual(clock.waits, [250, 500, 1000]);
    assert.match(error.message, new RegExp(`\\(${status}\\) after 4 tries`));
    assert.equal(error.detail.record?.status, status);
  }
});

test('a failure that lasts is tried once, and told as what it is', async context => {
  for (const [status, kind, hint] of [
    [400, 'rejected', /change the call/],
    [401, 'unauthorized', /Signals: Set Token/],
    [403, 'notEntitled', /other operations/],
    [404, 'notFound', /either .* is unknown to the service or the quantUrl .* wrong/],
    [405, 'rejected', /rejected/],
    [410, 'rejected', /rejected/],
    [413, 'tooLarge', /fewer entities/],
    [414, 'tooLarge', /shorter range/],
    [422, 'rejected', /rejected/],
    [304, 'malformed', /status 304/],
  ] as const) {
    const server = await serve(context, (_, response) => response.writeHead(status).end());
    const { client, clock } = clientOf(server.origin);
    const error = await failureOf(client, kind);
    assert.equal(server.requests.length, 1, `${status}`);
    assert.deepEqual(clock.waits, []);
    assert.match(error.message, hint);
    assert.ok(error.message.includes(`(${status})`) || status === 304, error.message);
    assert.equal(error.detail.status, status);
  }
});

test('nothing found names the address and the entity', async context => {
  const server = await serve(context, (_, response) => response.writeHead(404).end());
  const request = { operation: 'events_ts', entities: ['company:x'], parameters: {} } as const;
  const error = await failureOf(clientOf(server.origin).client, 'notFound', request);
  const url = `${server.origin}/d/2024.1/7/v2/api/company/x/events_ts`;
  assert.ok(error.message.includes(url), error.message);
  assert.match(error.message, /either company:x is unknown to the service or the dataUrl/);
});

test('a service that recovers answers, and a long wait is noted', async context => {
  const server = await serve(context, (_, response) => {
    response.writeHead(server.requests.length < 4 ? 503 : 200, { 'retry-after': '2' });
    response.end('{}');
  });
  const { client, clock } = clientOf(server.origin);
  const { record, notes } = await client.ask(overlay, uncancellable);
  assert.deepEqual(clock.waits, [2000, 2000, 2000]);
  assert.equal(record.status, 200);
  assert.deepEqual(notes, ['bullish_stocks was answered at try 4, after 6 s of waiting.']);
});

test('Retry-After is honoured as seconds, as a date, and up to a minute', async context => {
  const after = async (retryAfter: string) => {
    const server = await serve(context, (_, response) => {
      response.sendDate = false;
      response.writeHead(429, { 'retry-after': retryAfter }).end();
    });
    const { client, clock } = clientOf(server.origin);
    const error = await failureOf(client, 'rateLimited');
    return [...new Set(clock.waits), error.detail.retryAfterMs];
  };
  assert.deepEqual(await after('7'), [7000, 7000]);
  assert.deepEqual(await after('Mon, 01 Jan 2024 00:00:09 GMT'), [9000, 9000]);
  assert.deepEqual(await after('60'), [60_000, 60_000]);
});

test('a rejected request tells which parameter or entity is at fault', async context => {
  const check = async (body: string, type: string, expected: RegExp) => {
    const server = await serve(context, (_, response) =>
      response.writeHead(422, { 'content-type': type }).end(body),
    );
    const error = await failureOf(clientOf(server.origin).client, 'rejected', scores);
    assert.match(error.message, expected);
    return error;
  };
  const json = 'application/json';
  const pydantic2 =
    '{"detail":[{"type":"literal_error","loc":["query","stock_index"],"msg":"Input should be \'all\'","input":"STOXX600"}]}';
  const error = await check(
    pydantic2,
    json,
    /: stock_index: Input should be 'all'; change stock_index/,
  );
  assert.deepEqual(error.detail.faults, [
    { parameter: 'stock_index', entity: null, message: "Input should be 'all'" },
  ]);
  const pydantic1 =
    '{"detail":[{"loc":["query","amount"],"msg":"value is not a valid integer","type":"type_error.integer"}]}';
  await check(pydantic1, json, /: amount: value is not a valid integer; change amount/);
  const entity = '{"detail":[{"loc":["body",1],"msg":"unknown"}]}';
  await check(entity, json, /: entities \(company:b\): unknown; change entities/);
  await check('{"detail":"date_to is before date_from"}', json, /: date_to is before date_from;/);
  const problem = '{"title":"Bad","detail":"No such index","status":422}';
  await check(problem, 'application/problem+json', /No such index/);
  await check('nothing like that', 'text/plain', /: nothing like that;/);
  await check('<html><title>Denied</title></html>', 'text/html', /Denied/);
  await check('', 'text/plain', /rejected by connection "prod" \(422\); change the call/);
});

test('of an error no more is read than explains it', async context => {
  const server = await serve(context, (_, response) => {
    response.writeHead(422, { 'content-type': 'text/plain' });
    response.end('x'.repeat(8 * 2 ** 20));
  });
  const error = await failureOf(clientOf(server.origin).client, 'rejected');
  assert.ok(error.message.length < 600);
  assert.equal(error.detail.record?.bytes, 65_536);
});

test('a success that is no answer is told from one', async context => {
  const check = async (body: string, type: string, expected: RegExp) => {
    const server = await serve(context, (_, response) =>
      response.writeHead(200, { 'content-type': type }).end(body),
    );
    const error = await failureOf(clientOf(server.origin).client, 'malformed');
    assert.match(error.message, expected);
    assert.equal(server.requests.length, 1);
  };
  await check('<!doctype html><form>Log in</form>', 'text/html', /looks like a login page/);
  await check('\n <html></html>', 'application/json', /looks like a login page/);
  await check('', 'application/json', /is empty/);
  await check('{"bullish_stocks":[{"na', 'application/json', /cut off/);
  await check('OK', 'text/plain', /is not JSON/);
});

test('good JSON is an answer whatever its label and byte order mark', async context => {
  const check = async (body: string, type: string) => {
    const server = await serve(context, (_, response) =>
      response.writeHead(200, { 'content-type': type }).end(body),
    );
    const { bytes } = await clientOf(server.origin).client.ask(overlay, uncancellable);
    assert.equal(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), body);
  };
  await check('{"a":1}', 'text/plain');
  await check('{"a":1}', 'text/html');
  await check('\ufeff{"a":1}\n', 'application/json; charset=latin1');
});

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

/** Answers badly until the third request. */
function recovering(bad: (socket: Socket) => void) {
  return (socket: Socket, count: number) => {
    if (count < 3) {
      bad(socket);
    } else {
      socket.end(`${head}Content-Length: 2\r\n\r\n{}`);
    }
  };
}

test('a broken connection is tried again', async context => {
  const truncatedGzip = gzipSync(JSON.stringify({ entries: [...Array(500).keys()] })).subarray(
    0,
    300,
  );
  const ways: Record<string, (socket: Socket) => void> = {
    'closed without a word': socket => socket.end(),
    reset: socket => socket.resetAndDestroy(),
    'reset within the body': socket => {
      socket.write(`${head}Content-Length: 100\r\n\r\n{"a":`, () => socket.resetAndDestroy());
    },
    'fewer bytes than announced': socket => socket.end(`${head}Content-Length: 100\r\n\r\n{"a":`),
    'chunks without an end': socket =>
      socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`),
    'not HTTP': socket => socket.end('SSH-2.0-OpenSSH\r\n\r\n'),
    'a compressed stream that ends with its connection': socket => {
      socket.write(`${head}Content-Encoding: gzip\r\n\r\n`);
      socket.end(truncatedGzip);
    },
  };
  for (const [way, bad] of Object.entries(ways)) {
    const server = await serveRaw(context, recovering(bad));
    const { client, clock } = clientOf(server.origin);
    const { bytes } = await client.ask(scores, uncancellable);
    assert.equal(bytes.length, 2, way);
    assert.equal(clock.waits.length, 2, way);
  }
});

test('a connection that breaks every time is told with how often it was tried', async context => {
  const server = await serveRaw(context, socket => socket.resetAndDestroy());
  const error = await failureOf(clientOf(server.origin).client, 'unreachable');
  assert.equal(server.received.length, 4);
  assert.match(error.message, /in 4 tries: the connection broke/);
  assert.equal(error.detail.record?.status, 0);
});

test('a service that is not there is told as such', async () => {
  const port = await closedPort();
  const check = async (origin: string, expected: RegExp) => {
    const { client, clock } = clientOf(origin);
    const { message } = await failureOf(client, 'unreachable');
    assert.match(message, /did not reach connection "prod" in 4 tries/);
    assert.match(message, expected);
    assert.equal(clock.waits.length, 3);
  };
  await check(`http://127.0.0.1:${port}`, /the connection was refused \(ECONNREFUSED\)/);
  await check(`http://localhost:${port}`, /the connection was refused \(ECONNREFUSED\)/);
  await check('https://no-such-host.invalid', /host name .* \((ENOTFOUND|EAI_AGAIN)\)/);
});

test('a certificate that is not trusted is told as such, and not tried again', async context => {
  const server = createServer({ cert: certificate, key }, (_, response) => response.end('{}'));
  context.after(() => server.close());
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  const { client, clock } = clientOf(origin);
  const { message } = await failureOf(client, 'unreachable');
  assert.match(
    message,
    /its certificate is not trusted on this computer \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
  );
  assert.deepEqual(clock.waits, []);
});

/** A port that was free a moment ago. */
async function closedPort(): Promise<number> {
  const server = createSocketServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

test('an answer that stalls before or within its body ends by itself', async context => {
  const before = await serveRaw(context, () => undefined);
  const within = await serveRaw(context, socket => {
    socket.write(`${head}Content-Length: 100\r\n\r\n{"a":`);
  });
  for (const server of [before, within]) {
    const { client } = clientOf(server.origin, { timeouts: { idleMs: 500 } });
    const error = await failureOf(client, 'unreachable');
    assert.match(error.message, /nothing was received for 0\.5 s/);
    assert.equal(server.received.length, 1);
  }
});

test('an answer that drips on has a limit in all, and a slow one within it arrives', async context => {
  const drip = (end: number) => (socket: Socket) => {
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`);
    let count = 0;
    const timer = setInterval(() => {
      socket.write(count++ < end ? '1\r\n \r\n' : '1\r\n}\r\n0\r\n\r\n');
      if (count > end) {
        clearInterval(timer);
      }
    }, 5);
    socket.on('close', () => clearInterval(timer));
  };
  const endless = await serveRaw(context, drip(Infinity));
  const timeouts = { idleMs: 10_000, totalMs: 100 };
  const error = await failureOf(clientOf(endless.origin, { timeouts }).client, 'unreachable');
  assert.match(error.message, /not finished within 0\.1 s/);
  const slow = await serveRaw(context, drip(10));
  const { client } = clientOf(slow.origin, { timeouts: { idleMs: 10_000 } });
  assert.equal((await client.ask(overlay, uncancellable)).bytes.length, 12);
});

test('an answer that expands beyond the limit is given up, and its connection closed', async context => {
  const bomb = gzipSync(Buffer.alloc(64 * 2 ** 20, 0x20));
  const server = await serve(context, (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  );
  const { client } = clientOf(server.origin, { settings: { maxAnswerBytes: 2 ** 20 } });
  const error = await failureOf(client, 'tooLarge');
  assert.match(error.message, /more than 1 MB/);
  assert.equal(server.requests.length, 1);
  assert.equal(error.detail.record?.bytes, 2 ** 20);
});
