import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MadeOnce } from '../../../src/core/base/madeOnce';

test('a value is made once for each key, until it is set or all are cleared', async () => {
  const lists = new MadeOnce<string>();
  const made: string[] = [];
  const list = (key: string): Promise<string> =>
    lists.get(key, () => Promise.resolve(`${key}${made.push(key)}`));
  assert.deepEqual(await Promise.all([list('a'), list('a'), list('b')]), ['a1', 'a1', 'b2']);
  lists.set('a', 'other');
  assert.equal(await list('a'), 'other');
  lists.clear();
  assert.equal(await list('a'), 'a3');
});

test('a value that could not be made is made anew at the next ask, and what was set meanwhile stays', async () => {
  const lists = new MadeOnce<string>();
  const failing = (): Promise<string> => Promise.reject(new Error('unreadable'));
  await assert.rejects(lists.get('a', failing), /unreadable/);
  assert.equal(await lists.get('a', () => Promise.resolve('read')), 'read');
  const failed = lists.get('b', failing);
  lists.set('b', 'added');
  await assert.rejects(failed, /unreadable/);
  assert.equal(await lists.get('b', failing), 'added');
});
