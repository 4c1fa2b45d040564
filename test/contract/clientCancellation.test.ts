import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import {
  CancellationSource,
  CancelledError,
  uncancellable,
} from '../../src/core/base/cancellation';
import { systemClock } from '../../src/io/systemClock';
import { clientOf, overlay, serve, serveRaw, until } from './clientFixture';

test('at most four requests are under way, whoever asks', async context => {
  const waiting: ServerResponse[] = [];
  let most = 0;
  const server = await serve(context, (_, response) => {
    waiting.push(response);
    most = Math.max(most, waiting.length);
  });
  const { client } = clientOf(server.origin);
  const answers = Array.from({ length: 20 }, () => client.ask(overlay, uncancellable));
  for (let done = 0; done < answers.length; done++) {
    await until(() => waiting.length === Math.min(4, answers.length - done));
    waiting.shift()?.end('{}');
  }
  await Promise.all(answers);
  assert.equal(most, 4);
  assert.equal(server.requests.length, 20);
});

test('a request that waits for its next try leaves its place to others', async context => {
  const server = await serve(context, (request, response) => {
    response.writeHead(request.url?.includes('bearish') ? 200 : 503).end('{}');
  });
  const { client, clock } = clientOf(server.origin);
  clock.isHeld = true;
  const source = new CancellationSource();
  const stuck = Array.from({ length: 4 }, () => client.ask(overlay, source));
  await until(() => clock.waits.length === 4);
  const { record } = await client.ask({ ...overlay, operation: 'bearish_stocks' }, uncancellable);
  assert.equal(record.status, 200);
  source.cancel();
  for (const request of stuck) {
    await assert.rejects(request, CancelledError);
  }
  assert.equal(server.requests.length, 5);
});

test('cancelling before the headers closes the socket', async context => {
  const server = await serveRaw(context, () => undefined);
  const source = new CancellationSource();
  const request = clientOf(server.origin).client.ask(overlay, source);
  await until(() => server.received.length === 1);
  source.cancel();
  await assert.rejects(request, CancelledError);
  await until(() => server.closedSockets === 1);
  assert.equal(server.received.length, 1);
});

test('cancelling within the body closes the socket', async context => {
  let isStarted = false;
  const server = await serve(context, (_, response) => {
    response.write('{"a":', () => (isStarted = true));
  });
  const source = new CancellationSource();
  const request = clientOf(server.origin).client.ask(overlay, source);
  await until(() => isStarted);
  source.cancel();
  await assert.rejects(request, CancelledError);
  await until(() => server.closedSockets === 1);
});

test('cancelling while others have the places sends nothing', async context => {
  const waiting: ServerResponse[] = [];
  const server = await serve(context, (_, response) => waiting.push(response));
  const { client } = clientOf(server.origin);
  const running = Array.from({ length: 4 }, () => client.ask(overlay, uncancellable));
  const source = new CancellationSource();
  const queued = client.ask(overlay, source);
  await until(() => waiting.length === 4);
  source.cancel();
  await assert.rejects(queued, CancelledError);
  waiting.forEach(response => response.end('{}'));
  await Promise.all(running);
  assert.equal(server.requests.length, 4);
  await assert.rejects(client.ask(overlay, source), CancelledError);
});

test('cancelling does not wait for a token that never comes', async context => {
  const server = await serve(context, (_, response) => response.end('{}'));
  let isAsked = false;
  const token = () => {
    isAsked = true;
    return new Promise<undefined>(() => undefined);
  };
  const source = new CancellationSource();
  const request = clientOf(server.origin, { token }).client.ask(overlay, source);
  await until(() => isAsked);
  source.cancel();
  await assert.rejects(request, CancelledError);
  assert.equal(server.requests.length, 0);
});

test('connections are used again after an answer was read to its end', async context => {
  const server = await serve(context, (_, response) => response.end('{}'));
  const { client } = clientOf(server.origin);
  for (let count = 0; count < 8; count++) {
    await client.ask(overlay, uncancellable);
  }
  // fetch may open a second one before it notices that the first is free.
  assert.ok(new Set(server.requests.map(request => request.socket)).size <= 2);
  assert.equal(server.closedSockets, 0);
});

test('the computer’s clock waits, and stops waiting when cancelled', async () => {
  const before = systemClock.now();
  await systemClock.sleep(20, uncancellable);
  assert.ok(systemClock.now() - before >= 15);
  const source = new CancellationSource();
  const long = systemClock.sleep(3_600_000, source);
  source.cancel();
  await assert.rejects(long, CancelledError);
  await assert.rejects(systemClock.sleep(3_600_000, source), CancelledError);
  assert.ok(systemClock.random() < 1);
});
