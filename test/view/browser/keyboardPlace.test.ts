import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { NotebookPage } from './notebookPage';
import { errorOutput, overlayTable, resultOutput } from './outputs';

let notebook: NotebookPage;
let run = 0;

before(async () => {
  notebook = await NotebookPage.open();
  // As VS Code listens to what no output keeps.
  await notebook.page.evaluate(() => {
    window.addEventListener('keydown', ({ key }) => document.body.setAttribute('data-key', key));
  });
});

after(async () => {
  await notebook.close();
});

beforeEach(async () => {
  await notebook.dispose('t');
  await notebook.page.mouse.click(890, 690);
  await show(50);
});

/** A run of the cell: its result has a name of its own. */
async function show(rowCount: number): Promise<void> {
  const table = { ...overlayTable(rowCount), id: `run-${++run}` };
  await notebook.result('t', resultOutput({ table }));
}

async function focusCell(row: number, column: number): Promise<void> {
  await notebook.page
    .locator(`[aria-rowindex="${row + 2}"] [aria-colindex="${column + 1}"]`)
    .click();
}

async function focused(): Promise<string> {
  return notebook.page.evaluate(() => {
    const { activeElement } = document;
    const row = activeElement?.closest('[role="row"]')?.getAttribute('aria-rowindex');
    const column = activeElement?.getAttribute('aria-colindex');
    return row ? `${Number(row) - 2} ${Number(column) - 1}` : (activeElement?.className ?? '');
  });
}

async function isNowhere(): Promise<boolean> {
  return notebook.page.evaluate(() => document.activeElement === document.body);
}

/** @returns Whether the notebook hears the key. */
async function isHeard(key: string): Promise<boolean> {
  await notebook.page.evaluate(() => document.body.removeAttribute('data-key'));
  await notebook.page.keyboard.press(key);
  return notebook.page.evaluate(() => document.body.hasAttribute('data-key'));
}

test('the next result of the cell takes the focus at the same place, or the last one', async () => {
  await focusCell(4, 2);
  await show(50);
  assert.equal(await focused(), '4 2');
  await notebook.page.keyboard.press('ArrowDown');
  assert.equal(await focused(), '5 2');
  await show(3);
  assert.equal(await focused(), '2 2');
});

test('keys reach the notebook neither while no output is there nor while it has no grid', async () => {
  await focusCell(4, 2);
  await notebook.page.evaluate(() => document.getElementById('t')?.replaceChildren());
  assert.equal(await isHeard('d'), false);
  assert.equal(await isHeard('Alt+ArrowDown'), false);
  assert.equal(await isHeard('Control+Enter'), true);
  await notebook.error('t', errorOutput());
  assert.equal(await focused(), 'ms-output');
  await notebook.error('t', errorOutput());
  assert.equal(await focused(), 'ms-output');
  assert.equal(await isHeard('d'), false);
  await show(50);
  assert.equal(await focused(), '4 2');
});

test('Escape and a press beside the output give the keys back to the notebook', async () => {
  for (const leave of [
    () => notebook.page.keyboard.press('Escape'),
    () => notebook.page.mouse.click(890, 690),
  ]) {
    await show(50);
    await focusCell(4, 2);
    await notebook.page.evaluate(() => document.getElementById('t')?.replaceChildren());
    await leave();
    assert.equal(await isHeard('d'), true);
    await show(50);
    assert.equal(await isNowhere(), true);
  }
});

test('the result of another cell leaves the focus to the one that had it', async () => {
  await focusCell(4, 2);
  await notebook.page.evaluate(() => document.getElementById('t')?.replaceChildren());
  await notebook.result('other', resultOutput({ table: { ...overlayTable(5), id: 'other' } }));
  assert.equal(await isNowhere(), true);
  await show(50);
  assert.equal(await focused(), '4 2');
  await notebook.dispose('other');
});

test('the next result of the cell shows the columns that the one before showed', async () => {
  await focusCell(-1, 1);
  await notebook.page.keyboard.press('Delete');
  const grid = notebook.page.getByRole('grid');
  assert.equal(await grid.getAttribute('aria-colcount'), '9');
  await show(50);
  assert.equal(await grid.getAttribute('aria-colcount'), '9');
  const table = { ...overlayTable(50), id: `run-${++run}` };
  const columns = table.columns.with(0, { name: 'rank', type: 'HUGEINT' });
  await notebook.result('t', resultOutput({ table: { ...table, columns } }));
  assert.equal(await grid.getAttribute('aria-colcount'), '10');
});
