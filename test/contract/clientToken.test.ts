import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { uncancellable } from '../../src/core/base/cancellation';
import { readBody } from '../../src/core/client/body';
import { TransportError } from '../../src/core/client/ports';
import type { ServiceClient } from '../../src/core/client/serviceClient';
import { ServiceError } from '../../src/core/service/serviceError';
import { createHttpTransport } from '../../src/io/httpTransport';
import { canary, clientOf, overlay, scores, serve, serveRaw } from './clientFixture';

/** Everything that can be seen of a failed request, its stack and its causes included. */
async function seenOf(client: ServiceClient): Promise<string> {
  const error: unknown = await client.ask(scores, uncancellable).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ServiceError);
  return `${inspect(error, { depth: 20, showHidden: true })}\n${JSON.stringify(error)}\n${error.message}`;
}

function assertHidden(seen: string): void {
  for (const form of [canary, encodeURIComponent(canary), Buffer.from(canary).toString('base64')]) {
    assert.ok(!seen.includes(form), seen);
  }
}

test('a service that echoes the token does not bring it into an error', async context => {
  const escaped = JSON.stringify({ detail: `Bearer ${canary}` }).replaceAll('/', '\\/');
  const bodies = [`no such token: ${canary}`, JSON.stringify({ detail: canary }), escaped];
  for (const status of [400, 401, 403, 404, 422, 429, 500]) {
    for (const body of bodies) {
      const server = await serve(context, (_, response) => {
        response.writeHead(status, { 'www-authenticate': `Bearer ${canary}` }).end(body);
      });
      assertHidden(await seenOf(clientOf(server.origin).client));
    }
  }
});

test('no failure of the network shows the token', async context => {
  const reset = await serveRaw(context, socket => socket.resetAndDestroy());
  const silent = await serveRaw(context, () => undefined);
  const wild = await serveRaw(context, socket => socket.end(`${canary}\r\n\r\n`));
  const away = await serve(context, (_, response) =>
    response.writeHead(302, { location: `https://evil.example:x/?t=${canary}` }).end(),
  );
  for (const { origin } of [reset, silent, wild, away, { origin: 'http://127.0.0.1:1' }]) {
    assertHidden(await seenOf(clientOf(origin, { timeouts: { idleMs: 50 } }).client));
  }
});

test('a stored token that no header can hold is told without being shown, and nothing is sent', async context => {
  const server = await serve(context, (_, response) => response.end('{}'));
  for (const stored of [`${canary}\nX: y`, `${canary}é`, `${canary}\u0000`]) {
    const { client } = clientOf(server.origin, { token: () => Promise.resolve(stored) });
    const seen = await seenOf(client);
    assertHidden(seen);
    assert.match(seen, /was not sent to connection "prod": the token contains/);
    assert.match(seen, /Signals: Set Token/);
  }
  assert.equal(server.requests.length, 0);
});

test('a store that fails is told without what it said', async context => {
  const server = await serve(context, (_, response) => response.end('{}'));
  const token = () => Promise.reject(new Error(`cannot decrypt ${canary}`));
  const seen = await seenOf(clientOf(server.origin, { token }).client);
  assertHidden(seen);
  assert.match(seen, /the token could not be read/);
  assert.equal(server.requests.length, 0);
});

test('neither the client nor an answer holds the token', async context => {
  const server = await serve(context, (_, response) => response.end('{}'));
  const { client } = clientOf(server.origin);
  const answer = await client.ask(overlay, uncancellable);
  assertHidden(inspect([client, answer], { depth: 20, showHidden: true }));
  assertHidden(JSON.stringify([client, answer]));
});

test('the transport sends the token to its origins alone', async context => {
  const own = await serve(context, (_, response) => response.end('{}'));
  const other = await serve(context, (_, response) => response.end('{}'));
  const transport = createHttpTransport({
    token: () => Promise.resolve(canary),
    allowedOrigins: [own.origin],
  });
  for (const { origin } of [own, other]) {
    const request = { method: 'GET', url: `${origin}/x`, headers: {}, body: null } as const;
    await readBody(await transport.send(request, uncancellable), { maxBytes: 10 });
  }
  assert.equal(own.requests[0]?.headers.authorization, `Bearer ${canary}`);
  assert.equal(other.requests[0]?.headers.authorization, undefined);
});

test('an address that is none is a failure of the transport, not an exception of its library', async () => {
  const transport = createHttpTransport({
    token: () => Promise.resolve(canary),
    allowedOrigins: [],
  });
  const request = { method: 'GET', url: 'nonsense', headers: {}, body: null } as const;
  await assert.rejects(transport.send(request, uncancellable), TransportError);
});
