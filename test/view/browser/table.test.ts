import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { NotebookPage } from './notebookPage';
import { overlayColumns, overlayRow, overlayTable, resultOutput } from './outputs';
import { answerTo, questionsIn, type Asked } from './questions';
import { resizePage } from './resizePage';

type Question = Asked<'page'>;

let notebook: NotebookPage;
let asked = 0;
let shown = 0;
let resultId = '';

before(async () => {
  notebook = await NotebookPage.open();
});

after(async () => {
  await notebook.close();
});

beforeEach(async () => {
  await resizePage(notebook.page, { width: 2200, height: 700 });
  await notebook.dispose('t');
  asked = (await notebook.sent()).length;
  resultId = `result-${++shown}`;
});

/** Each test has a result of its own: how a grid was left is remembered by the result's name. */
async function show(rowCount: number, atHand?: number): Promise<Locator> {
  const table = { ...overlayTable(rowCount, atHand), id: resultId };
  await notebook.result('t', resultOutput({ table }));
  return notebook.page.getByRole('grid');
}

/** The questions of this test, once there are `count`. */
async function questions(count: number): Promise<Question[]> {
  await notebook.page.waitForFunction(wanted => window.record.sent.length >= wanted, asked + count);
  return questionsIn((await notebook.sent()).slice(asked), 'page');
}

async function answerAll(): Promise<void> {
  for (const { requestId, offset, limit } of await questions(1)) {
    const rows = Array.from({ length: limit }, (_, index) => overlayRow(offset + index));
    await notebook.answer(answerTo(requestId, 'page', { rows, rowCount: 10_000 }));
  }
}

async function scrollTo(grid: Locator, top: number): Promise<void> {
  await grid.evaluate((node, to) => node.scrollTo({ top: to }), top);
}

/** What the clipboard would hold. */
async function copied(grid: Locator): Promise<string> {
  return grid.evaluate(node => {
    const data = new DataTransfer();
    const cell = node.querySelector('[tabindex="0"]');
    cell?.dispatchEvent(
      new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }),
    );
    return data.getData('text/plain');
  });
}

function row(index: number): Locator {
  return notebook.page.locator(`[role="row"][aria-rowindex="${index + 2}"]`);
}

test('a short result is as high as its rows, a long one shows twelve', async () => {
  const checkHeight = async (rowCount: number, expected: number): Promise<void> => {
    await show(rowCount);
    await notebook.page.waitForFunction(
      height => document.querySelector('[role="grid"]')?.getBoundingClientRect().height === height,
      expected,
    );
  };
  await checkHeight(3, 24 + 3 * 22);
  await checkHeight(5000, 24 + 12 * 22);
  await resizePage(notebook.page, { width: 700, height: 700 });
  await checkHeight(5000, 24 + 12 * 22 + 10);
});

test('the grid tells its whole size and draws only what is seen', async () => {
  const grid = await show(1_000_000);
  assert.equal(await grid.getAttribute('aria-rowcount'), '1000001');
  assert.equal(await grid.getAttribute('aria-colcount'), '10');
  assert.ok((await grid.getByRole('row').count()) < 30);
});

test('rows beyond the first page are asked for when they come into view', async () => {
  const grid = await show(10_000);
  await scrollTo(grid, 5000 * 22);
  const [question] = await questions(1);
  assert.deepEqual(question, {
    requestId: question?.requestId,
    resultId,
    offset: 5000,
    limit: 200,
    arrangement: { sort: [], filters: [] },
    nestedAsText: true,
  });
  await answerAll();
  await row(5000).getByText('5,001').waitFor();
});

test('rows that cannot be had say so once, and can be asked for again', async () => {
  const grid = await show(10_000);
  await scrollTo(grid, 5000 * 22);
  const [question] = await questions(1);
  await notebook.answer({
    type: 'failed',
    requestId: question?.requestId ?? 0,
    message: 'The kernel has ended.',
  });
  const failure = grid.getByText('These rows could not be read: The kernel has ended.');
  await failure.waitFor();
  assert.equal(await failure.count(), 1);
  await grid.getByRole('button', { name: 'Try again' }).click();
  await questions(2);
  await answerAll();
  await row(5000).getByText('5,001').waitFor();
});

test('every part of ten million rows can be scrolled to', async () => {
  const grid = await show(10_000_000);
  await scrollTo(grid, 1e9);
  const [question] = await questions(1);
  assert.equal(question?.offset, 9_999_800);
  await answerAll();
  await row(9_999_999).getByText('10,000,000', { exact: true }).waitFor();
  const bottom = await row(9_999_999).boundingBox();
  const box = await grid.boundingBox();
  assert.ok(bottom && box);
  assert.ok(bottom.y + bottom.height <= box.y + box.height + 1);
});

test('a small step in the middle of ten million rows moves by as many rows', async () => {
  const grid = await show(10_000_000);
  await scrollTo(grid, 4_000_000);
  await questions(1);
  const first = (): Promise<number> =>
    grid.evaluate(node =>
      Math.min(
        ...[...node.querySelectorAll('.ms-body [role="row"]')]
          .map(item => Number(item.getAttribute('aria-rowindex')))
          .filter(index => index > 1000),
      ),
    );
  const before = await first();
  await grid.evaluate(node => node.scrollBy({ top: 220 }));
  await notebook.page.waitForFunction(
    given => document.querySelector(`[role="row"][aria-rowindex="${given}"]`) !== null,
    before + 28,
  );
  assert.equal(await first(), before + 10);
});

test('a step that is taken while the scroll bar is put where it belongs is not lost', async () => {
  const grid = await show(10_000_000);
  await scrollTo(grid, 4_000_000);
  await questions(1);
  const rows = grid.locator('.ms-body [role="row"]');
  const last = async (): Promise<number> =>
    Math.max(...(await rows.evaluateAll(nodes => nodes.map(node => Number(node.ariaRowIndex)))));
  const before = await last();
  // The timer of the step before ends after this one, before the browser reports it.
  await grid.evaluate(node => {
    const wait = window.setTimeout.bind(window);
    let end = (): void => undefined;
    window.setTimeout = ((work: () => void) => (end = work) && 0) as typeof setTimeout;
    node.dispatchEvent(new Event('scroll'));
    window.setTimeout = wait;
    node.scrollBy({ top: 220 });
    end();
  });
  await notebook.page.waitForFunction(
    given => document.querySelector(`[role="row"][aria-rowindex="${given}"]`) !== null,
    before + 10,
  );
});

test('numbers are grouped, ids are not, null is muted, scores carry sign and bar', async () => {
  await show(10);
  const cells = row(4).getByRole('gridcell');
  assert.equal(await cells.nth(3).innerText(), 'null');
  assert.match((await cells.nth(3).getAttribute('class')) ?? '', /ms-null/);
  assert.equal(await row(1).locator('[aria-colindex="8"]').innerText(), '7000037');
  const positive = row(1).locator('[aria-colindex="5"]');
  assert.equal(await positive.innerText(), '+8.43');
  assert.equal(await positive.locator('.ms-bar-fill').count(), 1);
  assert.match((await positive.getAttribute('class')) ?? '', /ms-positive/);
  assert.match(await row(1).locator('[aria-colindex="6"]').innerText(), /^\d,\d{3},\d{3}$/);
});

test('a long text is cut where there is no room for it, and whole in its tooltip', async () => {
  await resizePage(notebook.page, { width: 900, height: 700 });
  await show(10);
  const cell = row(2).locator('[aria-colindex="4"]');
  const name = 'Brightwater Semiconductor Holdings International';
  assert.equal(await cell.getAttribute('title'), name);
  const cut = await cell
    .locator('.ms-text')
    .evaluate(node => node.scrollWidth > node.clientWidth && getComputedStyle(node).textOverflow);
  assert.equal(cut, 'ellipsis');
});

test('the keyboard moves through the grid and brings what it reaches into view', async () => {
  const grid = await show(10_000);
  const { keyboard } = notebook.page;
  const place = (): Promise<string> =>
    notebook.page.evaluate(() => {
      const cell = document.activeElement;
      const at = cell?.closest('[role="row"]')?.getAttribute('aria-rowindex');
      return `${at} ${cell?.getAttribute('aria-colindex')}`;
    });
  await grid.locator('[tabindex="0"]').focus();
  assert.equal(await place(), '2 1');
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowRight');
  assert.equal(await place(), '3 2');
  await keyboard.press('End');
  assert.equal(await place(), '3 10');
  await keyboard.press('PageDown');
  assert.equal(await place(), '15 10');
  await keyboard.press('Control+End');
  assert.equal(await place(), '10001 10');
  assert.ok(await notebook.page.locator(':focus').isVisible());
  await answerAll();
  await row(9999).getByText('10,000', { exact: true }).waitFor({ state: 'attached' });
  assert.equal(await place(), '10001 10');
  await keyboard.press('Control+Home');
  await keyboard.press('ArrowUp');
  assert.equal(await place(), '1 1');
  assert.equal(await grid.locator('[tabindex="0"]').count(), 1);
});

test('the place of the keyboard stays while the wheel scrolls away from it', async () => {
  const grid = await show(10_000);
  await grid.locator('[tabindex="0"]').focus();
  await scrollTo(grid, 2000 * 22);
  await answerAll();
  await row(2000).getByText('2,001').waitFor();
  await notebook.page.keyboard.press('ArrowDown');
  await row(1).locator(':focus').waitFor();
  assert.equal(await grid.evaluate(node => node.scrollTop), 22);
});

test('copying takes the selected cells as tab-separated text in full', async () => {
  const grid = await show(10);
  await row(1).locator('[aria-colindex="5"]').click();
  assert.equal(await copied(grid), String(overlayRow(1)[4]));
  await row(2)
    .locator('[aria-colindex="6"]')
    .click({ modifiers: ['Shift'] });
  const copiedHeader = overlayColumns
    .slice(4, 6)
    .map(({ name }) => name)
    .join('\t');
  const expected = [1, 2].map(index => overlayRow(index).slice(4, 6).map(String).join('\t'));
  assert.equal(await copied(grid), [copiedHeader, ...expected].join('\n'));
  assert.equal(await grid.locator('.ms-selected').count(), 4);
});

test('the wheel scrolls the notebook once the rows are at their end', async () => {
  const grid = await show(300, 300);
  await resizePage(notebook.page, { width: 1900, height: 200 });
  await grid.hover();
  await scrollTo(grid, 1e6);
  await notebook.page.mouse.wheel(0, 120);
  await notebook.page.waitForFunction(() => window.scrollY > 0);
});

test('a column is made wider by dragging its edge', async () => {
  const grid = await show(10);
  const header = grid.getByRole('columnheader').nth(0);
  const before = await header.boundingBox();
  assert.ok(before);
  const { mouse } = notebook.page;
  await mouse.move(before.x + before.width - 3, before.y + 10);
  await mouse.down();
  await mouse.move(before.x + before.width + 57, before.y + 10);
  await mouse.up();
  await notebook.page.waitForFunction(
    wanted => document.querySelector('[role="columnheader"]')?.clientWidth === wanted,
    before.width + 60,
  );
  const cell = await row(0).locator('[aria-colindex="1"]').boundingBox();
  assert.equal(cell?.width, before.width + 60);
});

test('an edge pressed twice makes its column as wide as its texts', async () => {
  const grid = await show(10);
  await grid.getByRole('columnheader').nth(3).locator('.ms-edge').dblclick();
  await notebook.page.waitForFunction(() =>
    [...document.querySelectorAll('[aria-colindex="4"] .ms-text')].every(
      text => text.scrollWidth <= text.clientWidth,
    ),
  );
  const fitting = await grid.getByRole('columnheader').nth(3).boundingBox();
  assert.ok(fitting);
  const { mouse } = notebook.page;
  await mouse.move(fitting.x + fitting.width - 3, fitting.y + 10);
  await mouse.down();
  await mouse.move(fitting.x + fitting.width + 97, fitting.y + 10);
  await mouse.up();
  await grid.getByRole('columnheader').nth(3).locator('.ms-edge').dblclick();
  await notebook.page.waitForFunction(
    width => document.querySelector('[aria-colindex="4"]')?.clientWidth === width,
    fitting.width,
  );
  assert.equal((await notebook.sent()).length, asked);
});

test('the header stays while rows scroll, and moves with the columns', async () => {
  await resizePage(notebook.page, { width: 700, height: 700 });
  const grid = await show(10_000);
  const box = await grid.boundingBox();
  await scrollTo(grid, 500);
  await grid.evaluate(node => node.scrollTo({ left: 100, top: 500 }));
  const header = await grid.locator('.ms-header').boundingBox();
  assert.equal(header?.y, box?.y);
  assert.equal(header?.x, (box?.x ?? 0) - 100);
});

test('the cells of the last column are seen once the grid is scrolled there', async () => {
  await resizePage(notebook.page, { width: 700, height: 700 });
  const grid = await show(40);
  await grid.evaluate(node => node.scrollTo({ left: node.scrollWidth }));
  const last = row(2).locator('[aria-colindex="10"]');
  await last.waitFor();
  const isSeen = await last.evaluate(cell => {
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    return cell.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });
  assert.ok(isSeen, 'something else is where the cell should be seen');
});

test('of a thousand columns only those in view are in the page', async () => {
  const columns = Array.from({ length: 1000 }, (_, index) => ({
    name: `column_${index}`,
    type: 'BIGINT',
  }));
  const rows = [columns.map((_, index) => index)];
  await notebook.result('t', resultOutput({ table: { id: 'wide', columns, rowCount: 1, rows } }));
  const grid = notebook.page.getByRole('grid');
  assert.ok((await grid.getByRole('gridcell').count()) < 40);
  await grid.evaluate(node => node.scrollTo({ left: 1e6 }));
  await grid.getByText('column_999').waitFor();
  await grid.getByText('999', { exact: true }).waitFor();
});

test('hostile texts are shown as they are', async () => {
  const text = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
  const table = {
    id: text,
    columns: [{ name: text, type: text }],
    rowCount: 1,
    rows: [[text]],
  };
  await notebook.result('t', resultOutput({ table, notes: [text] }));
  const output = notebook.page.locator('#t');
  assert.equal(await output.locator('img, script').count(), 0);
  assert.equal(await output.getByRole('gridcell').innerText(), text);
  assert.equal(await notebook.page.title(), 'outputs');
});

test('a result without rows keeps its header and says that it is empty', async () => {
  await show(0);
  await notebook.page.getByRole('columnheader', { name: 'entity' }).waitFor();
  await notebook.page.getByText('The query returned no rows.').waitFor();
});

test('a kept result shows the rows at hand and asks for none', async () => {
  const output = resultOutput({ table: overlayTable(10_000), restored: true });
  await notebook.result('t', output);
  const grid = notebook.page.getByRole('grid');
  await scrollTo(grid, 1e9);
  await row(199).getByText('200', { exact: true }).waitFor();
  await notebook.page.getByText('Only the first 200 rows of 10,000 rows were kept.').waitFor();
  await notebook.page.getByText('from an earlier session').waitFor();
  assert.equal((await notebook.sent()).length, asked);
});

test('a bar of a score goes from zero to it, and fills its track where it is the greatest', async () => {
  const columns = [{ name: 'score', type: 'DOUBLE' }];
  const sharesOf = async (scores: readonly number[]): Promise<string[]> => {
    const rows = scores.map(score => [score]);
    const table = { id: `s${scores.join()}`, columns, rowCount: rows.length, rows };
    await notebook.result('t', resultOutput({ table }));
    return notebook.page
      .locator('#t .ms-bar-fill')
      .evaluateAll((fills: HTMLElement[]) =>
        fills.map(({ style }) => `${parseFloat(style.left)}+${parseFloat(style.width)}`),
      );
  };
  assert.deepEqual(await sharesOf([2, 1]), ['0+100', '0+50']);
  assert.deepEqual(await sharesOf([-2, -1]), ['0+100', '50+50']);
  assert.deepEqual(await sharesOf([3, -1]), ['25+75', '0+25']);
});

test('a number is shown with few digits, and its tooltip has it exactly', async () => {
  const exact = [1234.56789012, -0.1256, 98_765.4321];
  const columns = [{ name: 'price', type: 'DOUBLE' }];
  const rows = exact.map(value => [value]);
  const table = { id: resultId, columns, rowCount: rows.length, rows };
  await notebook.result('t', resultOutput({ table }));
  for (const [index, value] of exact.entries()) {
    const cell = row(index).getByRole('gridcell');
    assert.equal(await cell.getAttribute('title'), String(value).replace('-', '−'));
    assert.notEqual((await cell.innerText()).replace('−', '-').replace(',', ''), String(value));
  }
});
