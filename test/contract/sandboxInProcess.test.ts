import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CancellationSource,
  CancelledError,
  uncancellable,
} from '../../src/core/base/cancellation';
import type { Transport, WireRequest } from '../../src/core/client/ports';
import { createInProcessTransport, sandboxConnectionUrls } from '../../src/sandbox/sandbox';
import type { Fault } from '../../src/sandbox/sandbox';
import { ask, demo, sandboxWith, targets } from '../sandbox/asking';

/** The sandbox's transport is the client's `Transport`, by shape alone. */
const transport: Transport = createInProcessTransport(demo);

const list = ['company:demo0001', 'company:demo0002'];

function wire(path: string, body?: readonly string[]): WireRequest {
  return {
    method: body ? 'POST' : 'GET',
    url: `${sandboxConnectionUrls.quantUrl}/${path}`,
    headers: body ? { 'Content-Type': 'application/json' } : { Accept: 'application/json' },
    body: body ? JSON.stringify(body) : null,
  };
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

const overlay = wire('signal/bullish_stocks');

function faulty(fault: Fault): Transport {
  return createInProcessTransport(sandboxWith({ faults: [{ fault }] }));
}

test('a request in process has the answer of the handler, the token being added on the way', async () => {
  const answer = await transport.send(overlay, uncancellable);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/json');
  assert.equal(await textOf(answer.body), ask(demo, targets.bullish).text);
  const counts = { ...overlay, url: `${sandboxConnectionUrls.dataUrl}/company/demo0001/events_ts` };
  const counted = await transport.send(counts, uncancellable);
  assert.equal(await textOf(counted.body), ask(demo, targets.counts('demo0001')).text);
  const posted = await transport.send(wire('company_data/events', list), uncancellable);
  assert.equal(await textOf(posted.body), ask(demo, targets.rows, { body: list }).text);
  const guarded = createInProcessTransport(sandboxWith({ token: 'secret' }));
  assert.equal((await guarded.send(overlay, uncancellable)).status, 200);
});

test('a refusal is an answer with its status', async () => {
  const answer = await transport.send(wire('signal/bullish_stocks?amount=x'), uncancellable);
  assert.equal(answer.status, 422);
  assert.match(await textOf(answer.body), /int_parsing/);
});

test('a long answer gives way to the event loop between its pieces', async () => {
  const body = Array.from(
    { length: 200 },
    (_, n) => `company:demo${String(n + 100).padStart(4, '0')}`,
  );
  const path = 'trading/v3/portfolio/bull_bear_score_ts_itemized?default_time_back=1y';
  const answer = await transport.send(wire(path, body), uncancellable);
  let turns = 0;
  let isReading = true;
  const turn = (): void => {
    turns++;
    if (isReading) {
      setImmediate(turn);
    }
  };
  setImmediate(turn);
  let pieces = 0;
  for await (const piece of answer.body) {
    assert.ok(piece.length < 400_000);
    pieces++;
  }
  isReading = false;
  assert.ok(pieces > 10 && turns >= pieces - 1, `${turns} turns for ${pieces} pieces`);
});

test('a cancelled request makes nothing, before it is sent or while it is read', async () => {
  const cancellation = new CancellationSource();
  const answer = await transport.send(
    wire('company_data/events?default_time_back=1y', list),
    cancellation,
  );
  await assert.rejects(
    (async () => {
      for await (const piece of answer.body) {
        assert.ok(piece.length > 0);
        cancellation.cancel();
      }
    })(),
    CancelledError,
  );
  await assert.rejects(transport.send(overlay, cancellation), CancelledError);
});

test('a connection that is reset, or ends too early, is broken', async () => {
  const broken = { name: 'TransportError', kind: 'broken' };
  await assert.rejects(faulty({ kind: 'resetConnection' }).send(overlay, uncancellable), broken);
  const cut = await faulty({ kind: 'truncate', atByte: 40, length: 'wrong' }).send(
    overlay,
    uncancellable,
  );
  await assert.rejects(textOf(cut.body), broken);
  const short = await faulty({ kind: 'truncate', atByte: 40, length: 'correct' }).send(
    overlay,
    uncancellable,
  );
  assert.equal((await textOf(short.body)).length, 40);
});

test('an answer that stalls, or is late, waits until it is cancelled', async () => {
  const cancellation = new CancellationSource();
  const stalled = await faulty({ kind: 'stall', afterBytes: 10 }).send(overlay, cancellation);
  const late = faulty({ kind: 'latency', ms: 3_600_000, jitterMs: 0 }).send(overlay, cancellation);
  let received = 0;
  const stopped = (async () => {
    for await (const piece of stalled.body) {
      received += piece.length;
      setImmediate(() => cancellation.cancel());
    }
  })();
  await assert.rejects(stopped, CancelledError);
  assert.equal(received, 10);
  await assert.rejects(late, CancelledError);
});

test('a late answer comes all the same, a slow one too', async () => {
  const late = await faulty({ kind: 'latency', ms: 5, jitterMs: 0 }).send(overlay, uncancellable);
  assert.equal(await textOf(late.body), ask(demo, targets.bullish).text);
  const slow = await faulty({ kind: 'slowBody', bytesPerSecond: 1e6 }).send(overlay, uncancellable);
  assert.equal(await textOf(slow.body), ask(demo, targets.bullish).text);
});
