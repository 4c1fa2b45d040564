import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { HostMessage } from '../../../src/core/protocol/hostMessage';
import type { RendererMessage } from '../../../src/core/protocol/rendererMessage';
import { HostChannel } from '../../../src/view/hostChannel';

function open() {
  const sent: RendererMessage[] = [];
  const listeners: ((message: unknown) => void)[] = [];
  const channel = new HostChannel({
    postMessage: message => void sent.push(message as RendererMessage),
    onDidReceiveMessage: listener => listeners.push(listener),
  });
  const receive = (message: HostMessage | object): void =>
    listeners.forEach(listener => listener(message));
  return { channel, sent, receive };
}

const question = { resultId: 'r', offset: 400, limit: 200 };
const never = new AbortController().signal;

test('an answer finds its own question', async () => {
  const { channel, sent, receive } = open();
  const first = channel.page(question, never);
  const second = channel.page({ ...question, offset: 600 }, never);
  assert.deepEqual(sent[0], { type: 'page', requestId: 1, ...question });
  receive({ type: 'page', requestId: 2, offset: 600, rows: [[2]] });
  receive({ type: 'page', requestId: 1, offset: 400, rows: [[1]] });
  assert.deepEqual(await first, [[1]]);
  assert.deepEqual(await second, [[2]]);
});

test('a failure is told in the words of the host', async () => {
  const { channel, receive } = open();
  const asked = channel.page(question, never);
  receive({ type: 'failed', requestId: 1, message: 'The kernel has ended.' });
  await assert.rejects(asked, /The kernel has ended\./);
});

test('a question whose answer cannot be read fails', async () => {
  const { channel, receive } = open();
  const asked = channel.page(question, never);
  receive({ type: 'page', requestId: 1, offset: 400, rows: 'x' });
  await assert.rejects(asked, /too large for this page, or damaged/);
});

test('rows from elsewhere in the result are not taken', async () => {
  const { channel, receive } = open();
  const asked = channel.page(question, never);
  receive({ type: 'page', requestId: 1, offset: 0, rows: [[1]] });
  await assert.rejects(asked, /row 400.*row 0/);
});

test('an answer that nobody waits for is dropped', async () => {
  const { channel, receive } = open();
  const ending = new AbortController();
  let settled = false;
  const settle = (): void => {
    settled = true;
  };
  channel.page(question, ending.signal).then(settle, settle);
  ending.abort();
  receive({ type: 'page', requestId: 1, offset: 400, rows: [] });
  receive({ type: 'page', requestId: 99, offset: 0, rows: [] });
  await setImmediate();
  assert.equal(settled, false);
});

test('without messages to the host a question fails at once', async () => {
  const channel = new HostChannel({});
  assert.equal(channel.connected, false);
  await assert.rejects(channel.page(question, never), /no way to ask/);
});
