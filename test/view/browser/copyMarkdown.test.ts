import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { NotebookPage } from './notebookPage';
import { overlayRow, overlayTable, resultOutput } from './outputs';
import { answerTo, questionsIn, type Asked } from './questions';
import { resizePage } from './resizePage';

type Question = Asked<'page'>;

const ROW_COUNT = 1_000;

let notebook: NotebookPage;

before(async () => {
  notebook = await NotebookPage.open();
  await resizePage(notebook.page, { width: 1500, height: 700 });
  await notebook.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
});

after(async () => {
  await notebook.close();
});

/** Answers the page's question of that number, counted from 0, with the rows from the end. */
async function answerQuestion(number: number): Promise<Question> {
  await notebook.page.waitForFunction(
    count =>
      window.record.sent.filter(message => (message as { type?: unknown }).type === 'ask').length >
      count,
    number,
  );
  const question = questionsIn(await notebook.sent(), 'page')[number];
  assert.ok(question);
  const { requestId, offset, limit } = question;
  const rows = Array.from({ length: limit }, (_, index) =>
    overlayRow(ROW_COUNT - 1 - offset - index),
  );
  await notebook.answer(answerTo(requestId, 'page', { rows, rowCount: ROW_COUNT }));
  return question;
}

async function copied(sentence: string): Promise<string[]> {
  await notebook.page.getByRole('status').getByText(sentence).waitFor();
  return (await notebook.page.evaluate(() => navigator.clipboard.readText())).split('\n');
}

async function copy(): Promise<void> {
  await notebook.page.getByRole('button', { name: 'Copy as Markdown' }).click();
}

async function choose(name: string, label: string): Promise<void> {
  const header = notebook.page.getByRole('columnheader', { name, exact: false }).first();
  await header.hover();
  await header.locator('.ms-menu-mark').click();
  await notebook.page.getByRole('menu').getByText(label, { exact: true }).click();
}

test('Markdown holds the rows and columns as the result has them where nothing was arranged', async () => {
  await notebook.result('t', resultOutput({ table: overlayTable(ROW_COUNT) }));
  await copy();
  const lines = await copied('Copied the first 50 rows of 1,000 rows as Markdown.');
  assert.match(lines[0] ?? '', /^\| rank \| date \| entity /);
  assert.match(lines[2] ?? '', /^\| 1 \| 2026-11-01 \| /);
  assert.equal(lines.filter(line => line.startsWith('|')).length, 52);
});

test('Markdown holds what the grid shows: its order, its columns, and says so', async () => {
  await notebook.page.getByRole('columnheader', { name: 'rank' }).first().click();
  await answerQuestion(0);
  await choose('date', 'Hide column');
  await notebook.page.getByText('1 hidden column').waitFor();
  await copy();
  const { offset, limit, arrangement } = await answerQuestion(1);
  assert.deepEqual([offset, limit], [0, 50]);
  assert.deepEqual(arrangement, { sort: [{ column: 0, descending: false }], filters: [] });
  const lines = await copied('Copied the first 50 rows of 1,000 rows as Markdown.');
  assert.match(lines[0] ?? '', /^\| rank \| entity /);
  assert.match(lines[2] ?? '', /^\| 1000 \| company/);
  assert.deepEqual(lines.slice(52, 55), ['', 'Sorted by rank ascending.', '']);
});
