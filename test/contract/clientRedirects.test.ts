import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { uncancellable } from '../../src/core/base/cancellation';
import type { ServiceRequest } from '../../src/core/service/request';
import { ServiceError } from '../../src/core/service/serviceError';
import { canary, clientOf, overlay, scores, serve } from './clientFixture';

const statuses = [301, 302, 303, 307, 308];

/** A service that sends every first address on to `location`. */
function redirecting(context: TestContext, status: number, location: () => string) {
  return serve(context, (request, response) => {
    if (request.url?.startsWith('/q/')) {
      response.writeHead(status, { location: location() }).end('moved');
      return;
    }
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => response.end(JSON.stringify({ method: request.method, body })));
  });
}

async function refusal(
  origin: string,
  request: ServiceRequest,
  dataOrigin?: string,
): Promise<string> {
  const { client, clock } = clientOf(origin, dataOrigin === undefined ? {} : { dataOrigin });
  const error: unknown = await client.ask(request, uncancellable).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ServiceError);
  assert.equal(error.kind, 'redirected', error.message);
  assert.deepEqual(clock.waits, []);
  return error.message;
}

test('a redirect within the origin is followed where it keeps the request', async context => {
  for (const status of statuses) {
    const server = await redirecting(context, status, () => '/moved?x=%20');
    const { client } = clientOf(server.origin);
    const { bytes, record } = await client.ask(overlay, uncancellable);
    assert.deepEqual(JSON.parse(new TextDecoder().decode(bytes)), { method: 'GET', body: '' });
    assert.equal(server.requests[1]?.url, '/moved?x=%20');
    assert.equal(server.requests[1]?.headers.authorization, `Bearer ${canary}`);
    assert.equal(record.url, `${server.origin}/q/r1/signal/bullish_stocks`);
  }
});

test('a POST is sent on as it is, and never turned into a GET', async context => {
  for (const status of statuses) {
    const server = await redirecting(context, status, () => '/moved');
    if (status >= 307) {
      const { bytes } = await clientOf(server.origin).client.ask(scores, uncancellable);
      const echo = { method: 'POST', body: '["company:a","company:b"]' };
      assert.deepEqual(JSON.parse(new TextDecoder().decode(bytes)), echo);
    } else {
      assert.match(await refusal(server.origin, scores), /turn the POST into a GET/);
      assert.equal(server.requests.length, 1);
    }
  }
});

test('no redirect leads to another origin, and the token never arrives there', async context => {
  const other = await serve(context, (_, response) => response.end('{}'));
  const byName = other.origin.replace('127.0.0.1', 'localhost');
  const port = new URL(other.origin).port;
  for (const status of statuses) {
    for (const request of [overlay, scores]) {
      for (const location of [other.origin, byName, `//127.0.0.1:${port}/x`]) {
        const server = await redirecting(context, status, () => location);
        const message = await refusal(server.origin, request);
        assert.match(message, new RegExp(`another origin, http://(127.0.0.1|localhost):${port}`));
      }
    }
  }
  assert.equal(other.requests.length, 0);
});

test('not even to the origin of the other base', async context => {
  const data = await serve(context, (_, response) => response.end('{}'));
  const server = await redirecting(context, 307, () => data.origin);
  await refusal(server.origin, overlay, data.origin);
  assert.equal(data.requests.length, 0);
});

test('a redirect to nowhere, to no http address or in a circle is an error', async context => {
  const check = async (location: string, expected: RegExp, requests: number) => {
    const server = await redirecting(context, 302, () => location);
    assert.match(await refusal(server.origin, overlay), expected);
    assert.equal(server.requests.length, requests);
  };
  await check('/q/again', /redirects more than 3 times; check the quantUrl/, 4);
  await check(`javascript:alert("${canary}")`, /redirects to "javascript:alert/, 1);
  await check('http://user:pw@127.0.0.1/', /redirects to/, 1);
  const silent = await serve(context, (_, response) => response.writeHead(302).end());
  assert.match(await refusal(silent.origin, overlay), /without a location/);
});

test('three redirects are followed, and the fourth is not', async context => {
  const chain = (count: number) =>
    serve(context, (request, response) => {
      const at = Number(/^\/step(\d+)$/.exec(request.url ?? '')?.[1] ?? 0);
      if (at < count) {
        response.writeHead(302, { location: `/step${at + 1}` }).end();
      } else {
        response.end('{}');
      }
    });
  const three = await chain(3);
  await clientOf(three.origin).client.ask(overlay, uncancellable);
  assert.equal(three.requests.length, 4);
  const four = await chain(4);
  assert.match(await refusal(four.origin, overlay), /redirects more than 3 times/);
  assert.equal(four.requests.length, 4);
});

test('two addresses that lead to each other are an error, of a POST too', async context => {
  for (const request of [overlay, scores]) {
    const server = await serve(context, ({ url }, response) => {
      response.writeHead(307, { location: url === '/a' ? '/b' : '/a' }).end();
    });
    assert.match(await refusal(server.origin, request), /redirects more than 3 times/);
    assert.equal(server.requests.length, 4);
  }
});
