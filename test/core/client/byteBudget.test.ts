import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CancellationSource,
  CancelledError,
  uncancellable,
} from '../../../src/core/base/cancellation';
import { ByteBudget } from '../../../src/core/client/byteBudget';

/** Whether it resolves without anything else happening. */
async function isDone(work: Promise<void>): Promise<boolean> {
  let done = false;
  void work.then(() => (done = true));
  await new Promise(resolve => setImmediate(resolve));
  return done;
}

test('beyond the budget one answer reads on, and the others when there is room again', async () => {
  const budget = new ByteBudget(100);
  const [first, second, third] = [budget.open(), budget.open(), budget.open()];
  await first.take(60, uncancellable);
  await second.take(60, uncancellable);
  await second.take(1000, uncancellable);
  const more = first.take(1, uncancellable);
  const begun = third.take(1, uncancellable);
  assert.equal(await isDone(more), false);
  second.close();
  await Promise.all([more, begun]);
  first.close();
  third.close();
});

test('the answer that reads on passes its place to one that waits', async () => {
  const budget = new ByteBudget(10);
  const [first, second, third] = [budget.open(), budget.open(), budget.open()];
  await first.take(20, uncancellable);
  const waiting = [second.take(20, uncancellable), third.take(20, uncancellable)] as const;
  first.close();
  await waiting[0];
  assert.equal(await isDone(waiting[1]), false);
  second.close();
  await waiting[1];
});

test('a wait for room ends when cancelled, and its bytes are given back', async () => {
  const budget = new ByteBudget(10);
  const [first, second] = [budget.open(), budget.open()];
  await first.take(20, uncancellable);
  const source = new CancellationSource();
  const waiting = second.take(20, source);
  source.cancel();
  await assert.rejects(waiting, CancelledError);
  second.close();
  first.close();
  await Promise.all([budget.open().take(9, uncancellable), budget.open().take(1, uncancellable)]);
});
