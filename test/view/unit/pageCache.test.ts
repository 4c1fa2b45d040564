import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Rows } from '../../../src/core/protocol/outcome';
import { PageCache, type RowSource } from '../../../src/view/table/pageCache';
import { ROWS_PER_PAGE } from '../../../src/view/table/pagePlan';

const ROW_COUNT = 1_000_000;

interface Question {
  readonly offset: number;
  readonly limit: number;
  readonly answer: (rows: Rows) => void;
  readonly fail: (error: Error) => void;
}

/** A cache whose questions the test answers. */
function open(firstRows: number): { cache: PageCache; asked: Question[]; changes: () => number } {
  const asked: Question[] = [];
  let changes = 0;
  const first = rowsFrom(0, firstRows);
  const cache = new PageCache(source(first, asked), () => changes++);
  return { cache, asked, changes: () => changes };
}

function source(first: Rows, asked: Question[]): RowSource {
  const load = (offset: number, limit: number): Promise<Rows> =>
    new Promise((answer, fail) => void asked.push({ offset, limit, answer, fail }));
  return { rowCount: ROW_COUNT, first, load };
}

/** What was asked for, as `first page+pages`. */
function pagesOf(asked: readonly Question[]): string[] {
  return asked.map(({ offset, limit }) => `${offset / ROWS_PER_PAGE}+${limit / ROWS_PER_PAGE}`);
}

async function answer(question: Question | undefined): Promise<void> {
  question?.answer(rowsFrom(question.offset, question.limit));
  await setImmediate();
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
  cache.want(0, 42);
  assert.equal(asked.length, 0);
  cache.want(0, 43);
  assert.deepEqual(pagesOf(asked), ['0+1']);
});

test('rows of before are not mixed with those that replace them', async () => {
  const { cache, asked } = open(0);
  cache.want(0, 12);
  const later: Question[] = [];
  cache.replace(source([], later));
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
  cache.want(195, 210);
  assert.deepEqual(pagesOf(asked), ['1+1']);
  assert.deepEqual(cache.row(205), { kind: 'awaited' });
  await answer(asked[0]);
  assert.deepEqual(cache.row(205), { kind: 'here', values: [205] });
  assert.equal(changes(), 1);
  cache.want(195, 210);
  assert.equal(asked.length, 1);
});

test('pages that are passed by are not asked for, and the newest is the next', async () => {
  const { cache, asked } = open(200);
  for (let row = 1000; row < 100_000; row += 1000) {
    cache.want(row, row + 12);
  }
  assert.deepEqual(pagesOf(asked), ['5+1', '10+1', '15+1']);
  await answer(asked[0]);
  assert.deepEqual(pagesOf(asked).slice(3), ['495+1']);
});

test('neighbouring pages that are looked at are one question', () => {
  const { cache, asked } = open(0);
  cache.want(395, 410);
  assert.deepEqual(pagesOf(asked), ['1+2']);
});

test('nothing but what is looked at is asked for before the reader moves', async () => {
  const { cache, asked } = open(200);
  cache.want(190, 210);
  await answer(asked[0]);
  cache.want(190, 210);
  assert.deepEqual(pagesOf(asked), ['1+1']);
});

test('the pages ahead follow those that are looked at', async () => {
  const { cache, asked } = open(200);
  cache.want(0, 12);
  cache.want(10_100, 10_112);
  assert.deepEqual(pagesOf(asked), ['50+1']);
  await answer(asked[0]);
  assert.deepEqual(pagesOf(asked), ['50+1', '51+2']);
  await answer(asked[1]);
  cache.want(10_540, 10_552);
  assert.deepEqual(pagesOf(asked), ['50+1', '51+2', '53+2']);
});

test('upwards the pages above are those ahead', async () => {
  const { cache, asked } = open(200);
  cache.want(20_000, 20_012);
  await answer(asked[0]);
  cache.want(10_100, 10_112);
  await answer(asked[1]);
  assert.deepEqual(pagesOf(asked), ['100+1', '50+1', '49+1']);
});

test('rows that are looked at do not wait for those ahead', async () => {
  const { cache, asked } = open(200);
  cache.want(0, 12);
  cache.want(10_100, 10_112);
  await answer(asked[0]);
  cache.want(50_100, 50_112);
  assert.deepEqual(pagesOf(asked), ['50+1', '51+2', '250+1']);
});

test('at most three questions are in flight', () => {
  const { cache, asked } = open(200);
  for (let page = 10; page < 100; page += 10) {
    cache.want(page * ROWS_PER_PAGE, page * ROWS_PER_PAGE + 12);
  }
  assert.equal(asked.length, 3);
});

test('nothing is asked for beyond the last row', async () => {
  const { cache, asked } = open(200);
  cache.want(0, 12);
  cache.want(ROW_COUNT - 12, ROW_COUNT);
  await answer(asked[0]);
  assert.deepEqual(pagesOf(asked), ['4999+1']);
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

test('only the pages used last are kept, however far the reader goes', async () => {
  const { cache, asked } = open(0);
  const far = 300;
  for (let number = 0; number < far; number++) {
    cache.want(number * ROWS_PER_PAGE, number * ROWS_PER_PAGE + 12);
    while (asked.length > 0) {
      await answer(asked.shift());
    }
  }
  const kept = Array.from(
    { length: far + 5 },
    (_, number) => cache.row(number * ROWS_PER_PAGE).kind,
  );
  assert.equal(kept.filter(kind => kind === 'here').length, 100);
  assert.equal(kept[0], 'awaited');
  assert.equal(kept[far - 1], 'here');
});

test('rows are at hand as one where the page holds all of them', async () => {
  const { cache, asked } = open(200);
  cache.want(390, 400);
  await answer(asked[0]);
  assert.deepEqual(cache.atHand(195, 205), rowsFrom(195, 10));
  assert.equal(cache.atHand(195, 401), undefined);
});

test('rows for a use of their own are read a part at a time, and are not kept', async () => {
  const { cache, asked } = open(200);
  const read = cache.read(1_000, 7_000);
  await answer(asked[0]);
  await answer(asked[1]);
  assert.deepEqual(await read, rowsFrom(1_000, 6_000));
  assert.deepEqual(
    asked.map(({ offset, limit }) => [offset, limit]),
    [
      [1_000, 5_000],
      [6_000, 1_000],
    ],
  );
  assert.deepEqual(cache.row(1_000), { kind: 'awaited' });
});

test('reading rows of their own ends where the rows do', async () => {
  const { cache, asked } = open(200);
  const read = cache.read(1_000, 1_100);
  asked[0]?.answer([]);
  await assert.rejects(read, /the rows ended after 1000/);
});
