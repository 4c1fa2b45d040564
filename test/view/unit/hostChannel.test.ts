import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { HostMessage } from '../../../src/core/protocol/hostMessage';
import type { RendererMessage } from '../../../src/core/protocol/rendererMessage';
import type { Rows } from '../../../src/core/protocol/outcome';
import { HostChannel } from '../../../src/view/hostChannel';
import { answerTo } from '../browser/questions';

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
const rowsFor = (requestId: number, rows: Rows) =>
  answerTo(requestId, 'page', { rows, rowCount: 1000 });
const never = new AbortController().signal;

test('an answer finds its own question', async () => {
  const { channel, sent, receive } = open();
  const first = channel.ask('page', question, never);
  const second = channel.ask('page', { ...question, offset: 600 }, never);
  const asked = { name: 'page', params: question };
  assert.deepEqual(sent[0], { type: 'ask', requestId: 1, question: asked });
  receive(rowsFor(2, [[2]]));
  receive(rowsFor(1, [[1]]));
  assert.deepEqual(await first, { rows: [[1]], rowCount: 1000 });
  assert.deepEqual(await second, { rows: [[2]], rowCount: 1000 });
});

test('a failure is told in the words of the host', async () => {
  const { channel, receive } = open();
  const asked = channel.ask('page', question, never);
  receive({ type: 'failed', requestId: 1, message: 'The kernel has ended.' });
  await assert.rejects(asked, /The kernel has ended\./);
});

test('a question whose answer cannot be read fails', async () => {
  const { channel, receive } = open();
  const asked = channel.ask('page', question, never);
  receive({ type: 'answer', requestId: 1, answer: { name: 'page', value: { rows: 'x' } } });
  await assert.rejects(asked, /too large for this page, or damaged/);
});

test('the answer to another question is not taken', async () => {
  const { channel, receive } = open();
  const asked = channel.ask('page', question, never);
  receive(answerTo(1, 'values', { values: [], hasMore: false }));
  await assert.rejects(asked, /Unexpected answer: values instead of page/);
});

test('an answer that nobody waits for is dropped', async () => {
  const { channel, receive } = open();
  const ending = new AbortController();
  let settled = false;
  const settle = (): void => {
    settled = true;
  };
  channel.ask('page', question, ending.signal).then(settle, settle);
  ending.abort();
  receive(rowsFor(1, []));
  receive(rowsFor(99, []));
  await setImmediate();
  assert.equal(settled, false);
});

test('without messages to the host a question fails at once', async () => {
  const channel = new HostChannel({});
  assert.equal(channel.connected, false);
  await assert.rejects(channel.ask('page', question, never), /cannot load more rows/);
});
