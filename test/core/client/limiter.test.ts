import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CancellationSource,
  CancelledError,
  uncancellable,
} from '../../../src/core/base/cancellation';
import { Limiter } from '../../../src/core/client/limiter';

/** Work that ends when told to, and a list of what began. */
function desk() {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push(name);
      ends.set(name, error => (error ? reject(error) : resolve(name)));
    });
  return { begun, end: (name: string, error?: Error) => ends.get(name)?.(error), work };
}

/** Lets promises go on until it is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await new Promise(resolve => setImmediate(resolve));
  }
}

test('no more than the limit runs, and the others follow in their order', async () => {
  const limiter = new Limiter(2);
  const { begun, end, work } = desk();
  const all = ['a', 'b', 'c', 'd'].map(name => limiter.run(work(name), uncancellable));
  await until(() => begun.length === 2);
  end('b');
  assert.equal(await all[1], 'b');
  await until(() => begun.length === 3);
  assert.deepEqual(begun, ['a', 'b', 'c']);
  end('a');
  end('c');
  await until(() => begun.length === 4);
  end('d');
  assert.deepEqual(await Promise.all(all), ['a', 'b', 'c', 'd']);
});

test('work that fails makes room', async () => {
  const limiter = new Limiter(1);
  const { begun, end, work } = desk();
  const first = limiter.run(work('a'), uncancellable);
  const second = limiter.run(work('b'), uncancellable);
  await until(() => begun.includes('a'));
  end('a', new Error('broken'));
  await assert.rejects(first, /broken/);
  await until(() => begun.includes('b'));
  end('b');
  assert.equal(await second, 'b');
});

test('a waiter that is cancelled leaves at once and is never run', async () => {
  const limiter = new Limiter(1);
  const { begun, end, work } = desk();
  const source = new CancellationSource();
  const first = limiter.run(work('a'), uncancellable);
  const second = limiter.run(work('b'), source);
  const third = limiter.run(work('c'), uncancellable);
  source.cancel();
  await assert.rejects(second, CancelledError);
  await until(() => begun.includes('a'));
  end('a');
  await first;
  await until(() => begun.includes('c'));
  end('c');
  await third;
  assert.deepEqual(begun, ['a', 'c']);
  await assert.rejects(limiter.run(work('d'), source), CancelledError);
});
