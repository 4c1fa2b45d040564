import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Rows } from '../../../src/view/hostChannel';
import { PageCache, ROWS_PER_PAGE } from '../../../src/view/table/pageCache';

interface Question {
  readonly offset: number;
  readonly answer: (rows: Rows) => void;
  readonly fail: (error: Error) => void;
}

/** A cache whose questions the test answers. */
function open(firstRows: number): { cache: PageCache; asked: Question[]; changes: () => number } {
  const asked: Question[] = [];
  let changes = 0;
  const first = rowsFrom(0, firstRows);
  const load = (offset: number): Promise<Rows> =>
    new Promise((answer, fail) => void asked.push({ offset, answer, fail }));
  const cache = new PageCache(first, load, () => changes++);
  return { cache, asked, changes: () => changes };
}

function rowsFrom(offset: number, count: number): Rows {
  return Array.from({ length: count }, (_, index) => [offset + index]);
}

function page(number: number): Rows {
  return rowsFrom(number * ROWS_PER_PAGE, ROWS_PER_PAGE);
}

test('rows that came with the output are never asked for', () => {
  const { cache, asked } = open(200);
  cache.want(0, 200);
  assert.deepEqual(cache.row(199), { kind: 'here', values: [199] });
  assert.equal(asked.length, 0);
});

test('rows that came are not asked for either where they are less than a page', () => {
  const { cache, asked } = open(42);
  cache.want(0, 12);
  cache.want(30, 42);
  assert.equal(asked.length, 0);
  cache.want(31, 43);
  assert.deepEqual(
    asked.map(({ offset }) => offset),
    [0],
  );
});

test('rows of before are not mixed with those that replace them', async () => {
  const { cache, asked } = open(0);
  cache.want(0, 12);
  const later: Question[] = [];
  cache.replace(
    [],
    offset => new Promise((answer, fail) => void later.push({ offset, answer, fail })),
  );
  cache.want(0, 12);
  asked[0]?.answer(page(0));
  await setImmediate();
  assert.deepEqual(cache.row(3), { kind: 'awaited' });
  later[0]?.answer(page(7));
  await setImmediate();
  assert.deepEqual(cache.row(3), { kind: 'here', values: [1403] });
});

test('a page is asked for once, however often its rows are looked at', async () => {
  const { cache, asked, changes } = open(200);
  cache.want(195, 210);
  cache.want(196, 211);
  assert.deepEqual(
    asked.map(({ offset }) => offset),
    [200],
  );
  assert.deepEqual(cache.row(205), { kind: 'awaited' });
  asked[0]?.answer(page(1));
  await setImmediate();
  assert.deepEqual(cache.row(205), { kind: 'here', values: [205] });
  assert.equal(changes(), 1);
  cache.want(196, 211);
  assert.equal(asked.length, 1);
});

test('pages that are passed by are not asked for', async () => {
  const { cache, asked } = open(200);
  for (let row = 1000; row < 100_000; row += 1000) {
    cache.want(row, row + 12);
  }
  assert.deepEqual(
    asked.map(({ offset }) => offset),
    [1000, 2000],
  );
  asked[0]?.answer(page(5));
  await setImmediate();
  assert.equal(asked[2]?.offset, 99_000);
});

test('a failure is told for its rows, and asked again only when told to', async () => {
  const { cache, asked } = open(0);
  cache.want(0, 12);
  asked[0]?.fail(new Error('The kernel has ended.'));
  await setImmediate();
  assert.deepEqual(cache.row(3), { kind: 'failed', page: 0, message: 'The kernel has ended.' });
  cache.want(0, 12);
  assert.equal(asked.length, 1);
  cache.retry(0);
  assert.deepEqual(cache.row(3), { kind: 'awaited' });
  asked[1]?.answer(page(0));
  await setImmediate();
  assert.equal(cache.row(3).kind, 'here');
});

test('an answer without rows is a failure', async () => {
  const { cache, asked } = open(0);
  cache.want(0, 12);
  asked[0]?.answer([]);
  await setImmediate();
  assert.equal(cache.row(0).kind, 'failed');
});

test('only the pages used last are kept', async () => {
  const { cache, asked } = open(0);
  for (let number = 0; number < 60; number++) {
    cache.want(0, 1);
    await setImmediate();
    cache.want(number * ROWS_PER_PAGE, number * ROWS_PER_PAGE + 1);
    asked.at(-1)?.answer(page(number));
    await setImmediate();
  }
  const kept = Array.from({ length: 60 }, (_, number) => cache.row(number * ROWS_PER_PAGE).kind);
  assert.equal(kept.filter(kind => kind === 'here').length, 50);
  assert.equal(kept[0], 'here');
  assert.equal(kept[1], 'awaited');
  assert.equal(kept[59], 'here');
});
