import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { NotebookPage } from './notebookPage';
import { barChart, errorOutput, overlayTable, resultOutput } from './outputs';

let notebook: NotebookPage;
let run = 0;

before(async () => {
  notebook = await NotebookPage.open();
  // As VS Code listens to what no output keeps.
  await notebook.page.evaluate(() => {
    window.addEventListener('keydown', ({ key }) => {
      if (!['Alt', 'Control', 'Shift'].includes(key)) {
        document.body.setAttribute('data-key', key);
      }
    });
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

test('no key of a chart or of a part beside the grid changes the cell or its query', async () => {
  const { page } = notebook;
  const table = { ...overlayTable(50), id: `run-${++run}` };
  await notebook.result('t', resultOutput({ chart: barChart(), table }));
  const output = page.locator('#t');
  const kept = ['d', 'x', 'Alt+ArrowDown', 'Shift+ArrowDown', 'Control+/', 'F5', 'F12', 'Delete'];
  const heard = [
    'ArrowDown',
    'Control+ArrowUp',
    'Control+z',
    'Control+a',
    'Control+Enter',
    'F1',
    'Escape',
  ];
  const check = async (part: Locator, sent: readonly string[]): Promise<void> => {
    await part.focus();
    for (const [keys, expected] of [
      [kept, false],
      [sent, true],
    ] as const) {
      for (const key of keys) {
        assert.equal(await isHeard(key), expected, `${await focused()}: ${key}`);
      }
    }
    await part.and(page.locator(':focus')).waitFor();
  };
  // Its arrow keys lead from mark to mark.
  await check(output.getByRole('img'), heard.slice(1));
  await output.getByRole('button', { name: 'Show table' }).click();
  await check(output.getByRole('button', { name: 'Show table' }), heard);
  // Its arrow keys change the height.
  await check(output.getByRole('separator', { name: 'Rows in view' }), heard.slice(2));
  const actions = ['editConnection'] as const;
  await notebook.error('t', { ...errorOutput(), actions });
  await check(output.getByRole('button').first(), heard);
});

test('after a dialog the focus goes back to the button that opened it, until the reader goes on', async () => {
  const { page } = notebook;
  const table = { ...overlayTable(50), id: `run-${++run}` };
  await notebook.result('t', resultOutput({ chart: barChart(), table }));
  await notebook.result('other', resultOutput({ table: { ...overlayTable(5), id: 'other' } }));
  /** As VS Code does: a dialog takes the focus, and the command that gives it back to an output knows no more of it. */
  const comeBack = (id: string): Promise<string | null> =>
    page.evaluate(name => {
      const { activeElement } = document;
      if (activeElement instanceof HTMLElement) {
        activeElement.blur();
      }
      document
        .getElementById(name)
        ?.querySelector<HTMLElement>('[tabindex="0"], [href], button, input')
        ?.focus();
      return document.activeElement?.getAttribute('aria-label') ?? null;
    }, id);
  const first = await comeBack('t');
  for (const label of ['Save chart as SVG…', 'Save chart as PNG…', 'Export result…']) {
    assert.notEqual(first, label);
    const sent = (await notebook.sent()).length;
    await page.locator('#t').getByRole('button', { name: label }).focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(count => window.record.sent.length > count, sent);
    assert.notEqual(await comeBack('other'), label);
    assert.equal(await comeBack('t'), label);
    assert.equal(await comeBack('t'), label);
    await page.keyboard.press('Shift');
    assert.equal(await comeBack('t'), first);
  }
  await page.locator('#t').getByRole('button', { name: 'Export result…' }).press('Enter');
  assert.equal(await comeBack('t'), 'Export result…');
  const copy = page.locator('#t').getByRole('button', { name: 'Copy image' });
  // As a screen reader does, without a key.
  await copy.focus();
  await copy.and(page.locator(':focus')).waitFor();
  assert.equal(await comeBack('t'), first);
  await copy.press('Enter');
  assert.equal(await comeBack('t'), first);
  await notebook.dispose('other');
});
