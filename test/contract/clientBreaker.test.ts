import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import {
  CancellationSource,
  CancelledError,
  uncancellable,
} from '../../src/core/base/cancellation';
import { ServiceError } from '../../src/core/service/serviceError';
import { clientOf, failureOf, overlay, scores, serve, until } from './clientFixture';

test('a service that always fails gets few requests, however many are asked', async context => {
  for (const status of [408, 425, 500, 502, 503, 504]) {
    const server = await serve(context, (_, response) => response.writeHead(status).end());
    const { client } = clientOf(server.origin);
    const asked = Array.from({ length: 20 }, () => client.ask(overlay, uncancellable));
    const errors = (await Promise.allSettled(asked)).map(each =>
      each.status === 'rejected' ? (each.reason as unknown) : undefined,
    );
    assert.ok(errors.every(error => error instanceof ServiceError));
    // Of 80: five failures, and what was under way.
    assert.ok(server.requests.length <= 5 + 3, `${status}: ${server.requests.length}`);
  }
});

test('a pause says what failed, until when, and what to do; then one request tries', async context => {
  let status = 503;
  const waiting: ServerResponse[] = [];
  const server = await serve(context, (_, response) => {
    if (status === 503) {
      response.writeHead(503).end();
    } else {
      waiting.push(response);
    }
  });
  const { client, clock } = clientOf(server.origin);
  await failureOf(client, 'failing');
  const fifth = await failureOf(client, 'failing');
  assert.match(
    fifth.message,
    /failed after 1 try and is not sent again to connection "prod" until/,
  );
  assert.equal(fifth.detail.record?.status, 503);
  clock.nowMs += 10_000;
  const held = await failureOf(client, 'failing', scores);
  assert.equal(
    held.message,
    'bull_bear_score_ts is not sent to connection "prod" until 00:00:30 UTC (in 20 s): 5 requests in a row failed, the last one because it answered with status 503; run it again then, and check the service and the quantUrl of the connection if it fails again.',
  );
  assert.equal(held.detail.retryAfterMs, 20_000);
  assert.equal(held.detail.record, undefined);
  assert.equal(server.requests.length, 5);

  clock.nowMs += 20_000;
  status = 200;
  const after = Array.from({ length: 4 }, () => client.ask(overlay, uncancellable));
  await until(() => waiting.length === 1);
  assert.equal(server.requests.length, 6);
  waiting.shift()?.end('{}');
  await until(() => waiting.length === 3);
  waiting.forEach(response => response.end('{}'));
  await Promise.all(after);
});

test('a request that a person asks for is sent at once, however long the pause is', async context => {
  let status = 503;
  const server = await serve(context, (_, response) => {
    response.writeHead(status, { 'retry-after': '600' }).end('{}');
  });
  const { client } = clientOf(server.origin);
  for (let count = 0; count < 5; count++) {
    await failureOf(client, 'failing');
  }
  assert.match((await failureOf(client, 'failing')).message, /is not sent/);
  client.endPauses();
  assert.doesNotMatch((await failureOf(client, 'failing')).message, /is not sent to/);
  assert.equal(server.requests.length, 6);
  status = 200;
  assert.match((await failureOf(client, 'failing')).message, /is not sent/);
  client.endPauses();
  assert.equal((await client.ask(overlay, uncancellable)).record.status, 200);
  assert.equal((await client.ask(overlay, uncancellable)).record.status, 200);
});

test('a request that fails after the pause begins another', async context => {
  const server = await serve(context, (_, response) => response.writeHead(500).end());
  const { client, clock } = clientOf(server.origin);
  await failureOf(client, 'failing');
  await failureOf(client, 'failing');
  clock.nowMs += 30_000;
  const asked = await Promise.allSettled(
    Array.from({ length: 8 }, () => client.ask(overlay, uncancellable)),
  );
  assert.ok(asked.every(each => each.status === 'rejected'));
  assert.equal(server.requests.length, 6);
});

test('a cancelled request after the pause lets another try', async context => {
  let isWell = false;
  const waiting: ServerResponse[] = [];
  const server = await serve(context, (_, response) => {
    if (isWell) {
      waiting.push(response);
    } else {
      response.writeHead(503).end();
    }
  });
  const { client, clock } = clientOf(server.origin);
  await failureOf(client, 'failing');
  await failureOf(client, 'failing');
  clock.nowMs += 30_000;
  isWell = true;
  const source = new CancellationSource();
  const first = client.ask(overlay, source);
  await until(() => waiting.length === 1);
  const second = client.ask(overlay, uncancellable);
  source.cancel();
  await assert.rejects(first, CancelledError);
  await until(() => waiting.length === 2);
  waiting[1]?.end('{}');
  assert.equal((await second).record.status, 200);
});

test('refusals of a request say nothing against the service', async context => {
  for (const status of [400, 401, 403, 404, 422]) {
    const server = await serve(context, (_, response) => response.writeHead(status).end());
    const { client } = clientOf(server.origin);
    for (let count = 0; count < 8; count++) {
      await assert.rejects(client.ask(overlay, uncancellable), ServiceError);
    }
    assert.equal(server.requests.length, 8, `${status}`);
  }
});

test('a success in between begins the count anew', async context => {
  const server = await serve(context, (_, response) => {
    response.writeHead(server.requests.length % 4 === 0 ? 200 : 503).end('{}');
  });
  const { client } = clientOf(server.origin);
  for (let count = 0; count < 5; count++) {
    assert.equal((await client.ask(overlay, uncancellable)).record.status, 200);
  }
});

test('a service that puts requests off is waited for, not given up', async context => {
  const server = await serve(context, (_, response) => {
    const isLate = server.requests.length > 10;
    response.writeHead(isLate ? 200 : 429, { 'retry-after': '1' }).end('{}');
  });
  const { client } = clientOf(server.origin);
  const asked = Array.from({ length: 4 }, () => client.ask(overlay, uncancellable));
  assert.ok((await Promise.all(asked)).every(({ record }) => record.status === 200));
});

test('a service that puts requests off for ever gets none any more once five were given up', async context => {
  const server = await serve(context, (_, response) => response.writeHead(429).end());
  const { client } = clientOf(server.origin);
  for (let count = 0; count < 5; count++) {
    assert.match((await failureOf(client, 'rateLimited')).message, /after 4 tries/);
  }
  assert.match((await failureOf(client, 'rateLimited')).message, /is not sent .* status 429/);
  assert.equal(server.requests.length, 20);
});

test('a service that is not there is not asked for long, and the other base is', async context => {
  const data = await serve(context, (_, response) => response.end('{}'));
  const { client } = clientOf('http://127.0.0.1:1', { dataOrigin: data.origin });
  await failureOf(client, 'unreachable');
  await failureOf(client, 'unreachable');
  const { message } = await failureOf(client, 'unreachable');
  assert.match(message, /is not sent .* because the connection was refused \(ECONNREFUSED\)/);
  const events = { ...scores, operation: 'events_ts_itemized' } as const;
  assert.equal((await client.ask(events, uncancellable)).record.status, 200);
});

test('a wait of more than a minute is told at once, not waited for', async context => {
  for (const [status, kind] of [
    [429, 'rateLimited'],
    [503, 'failing'],
  ] as const) {
    const server = await serve(context, (_, response) =>
      response.writeHead(status, { 'retry-after': '600' }).end(),
    );
    const { client, clock } = clientOf(server.origin);
    const { message, detail } = await failureOf(client, kind);
    assert.match(message, /run it again in 10 min, at 00:10:00 UTC, as the service asks\.$/);
    assert.equal(detail.retryAfterMs, 600_000);
    assert.deepEqual(clock.waits, []);
    assert.equal(server.requests.length, 1);
    for (let count = 1; count < 5; count++) {
      await failureOf(client, kind);
    }
    assert.match((await failureOf(client, kind)).message, /until 00:10:00 UTC \(in 10 min\)/);
    assert.equal(server.requests.length, 5);
  }
});
