import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { NotebookPage } from './notebookPage';
import { answerTo, questionsIn } from './questions';
import { overlayRow, overlayTable, resultOutput } from './outputs';

/** Fewer than the pages that are kept: that the oldest are let go is a test of the cache. */
const PLACES = 6;

let notebook: NotebookPage;
let asked: number[] = [];
let seen = 0;

before(async () => {
  notebook = await NotebookPage.open();
});

after(async () => {
  await notebook.close();
});

/** Scrolls to one of the places and answers until its rows are there. */
async function visit(place: number): Promise<void> {
  const grid = notebook.page.getByRole('grid');
  await grid.evaluate(
    (node, top) =>
      new Promise<void>(resolve => {
        node.scrollTo({ top });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
    500_000 + place * 50_000,
  );
  while ((await answered()) || (await notebook.page.evaluate(isBlank))) {
    await notebook.page.evaluate(() => new Promise(resolve => requestAnimationFrame(resolve)));
  }
}

/** Whether a row is seen that has no values yet. */
function isBlank(): boolean {
  const grid = document.querySelector('[role="grid"]')?.getBoundingClientRect();
  return [...document.querySelectorAll('.ms-awaited')].some(row => {
    const { top, bottom } = row.getBoundingClientRect();
    return grid !== undefined && bottom > grid.top + 24 && top < grid.bottom;
  });
}

/** @returns Whether something was asked that had no answer yet. */
async function answered(): Promise<boolean> {
  const sent = await notebook.sent(seen);
  seen += sent.length;
  for (const { requestId, offset, limit } of questionsIn(sent, 'page')) {
    asked.push(offset);
    const rows = Array.from({ length: limit }, (_, index) => overlayRow(offset + index));
    await notebook.answer(answerTo(requestId, 'page', { rows, rowCount: 100_000_000 }));
  }
  return sent.length > 0;
}

test('a grid of a hundred million rows draws few of them wherever it is scrolled, and keeps those used lately', async () => {
  await notebook.result('t', resultOutput({ table: overlayTable(100_000_000) }));
  let first: number | undefined;
  for (let place = 0; place < PLACES; place++) {
    await visit(place);
    const drawn = await notebook.page.getByRole('row').count();
    assert.ok(drawn < 30, `${drawn} rows are drawn`);
    first ??= drawn;
    // A row more or less where the edge cuts one.
    assert.ok(Math.abs(drawn - first) <= 2, `${drawn} rows are drawn, ${first} at first`);
  }
  assert.ok(asked.length >= PLACES);
  const before = new Set(asked);
  asked = [];
  await visit(PLACES - 2);
  // Rows beyond those that were seen may be asked for ahead of the reader.
  const again = asked.filter(offset => before.has(offset));
  assert.deepEqual(again, [], 'a page used lately is kept');
});
