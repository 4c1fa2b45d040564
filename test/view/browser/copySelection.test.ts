import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { NotebookPage } from './notebookPage';
import { overlayTable, resultOutput } from './outputs';
import { themes } from './themes';

let notebook: NotebookPage;

before(async () => {
  notebook = await NotebookPage.open();
  const { origin } = new URL(notebook.page.url());
  const permissions = ['clipboard-read', 'clipboard-write'];
  await notebook.page.context().grantPermissions(permissions, { origin });
});

after(async () => {
  await notebook.close();
});

async function show(rowCount: number): Promise<void> {
  const table = { ...overlayTable(rowCount), id: `rows-${rowCount}` };
  await notebook.result('t', resultOutput({ table }));
  await notebook.page.locator('[aria-rowindex="4"] [aria-colindex="2"]').click();
}

const press = (key: string): Promise<void> => notebook.page.keyboard.press(key);

async function copied(): Promise<string[]> {
  return (await notebook.page.evaluate(() => navigator.clipboard.readText())).split('\n');
}

/** What has the focus. */
async function focused(): Promise<string | null> {
  return notebook.page.locator(':focus').textContent();
}

test('more cells than a clipboard is for are not copied in part', async () => {
  await show(1_000_000);
  await press('Control+c');
  const before = await copied();
  await press('Control+a');
  await press('Control+c');
  await notebook.page
    .getByText(/^Nothing was copied: the selection has .* cells, but at most/)
    .waitFor();
  assert.deepEqual(await copied(), before);
});

test('selecting all leaves the keyboard where it is, and Escape gives the selection up', async () => {
  await show(50);
  const before = await focused();
  await press('Control+a');
  assert.equal(await focused(), before);
  assert.ok((await notebook.page.locator('.ms-selected').count()) > 50);
  await press('Escape');
  assert.equal(await notebook.page.locator('.ms-selected').count(), 0);
  assert.equal(await focused(), before);
  await press('Shift+ArrowDown');
  assert.equal(await notebook.page.locator('.ms-selected').count(), 2);
});

test('Escape goes on to the notebook where one cell is selected', async () => {
  await show(10);
  const isTaken = await notebook.page.locator(':focus').evaluate(node => {
    const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    return !node.dispatchEvent(event);
  });
  assert.equal(isTaken, false);
});

async function dragTo(row: number, column: number): Promise<void> {
  const box = await cell(row, column).boundingBox();
  assert.ok(box);
  await notebook.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
}

const cell = (row: number, column: number) =>
  notebook.page.locator(`[aria-rowindex="${row + 2}"] [aria-colindex="${column + 1}"]`);

test('dragging over cells selects them and no text of the page, and they are copied as a table', async () => {
  await show(50);
  const { mouse } = notebook.page;
  await dragTo(3, 3);
  await mouse.down();
  await dragTo(6, 1);
  assert.equal(await notebook.page.locator('.ms-selected').count(), 12);
  await mouse.up();
  await dragTo(8, 3);
  assert.equal(await notebook.page.locator('.ms-selected').count(), 12);
  assert.equal(await notebook.page.evaluate(() => document.getSelection()?.isCollapsed), true);
  await press('Control+c');
  const lines = await copied();
  assert.deepEqual([lines.length, lines[0]?.split('\t').length], [5, 3]);
  const html = await notebook.page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return (await item?.getType('text/html'))?.text();
  });
  assert.equal(html?.match(/<tr/g)?.length, 5);
});

test('a drag beyond an edge scrolls and selects on until it is let go', async () => {
  await show(50);
  const { mouse } = notebook.page;
  await cell(1, 1).click();
  await dragTo(1, 1);
  await mouse.down();
  const box = await notebook.page.locator('.ms-table').boundingBox();
  assert.ok(box);
  await mouse.move(box.x + 10, box.y + box.height + 30, { steps: 3 });
  await cell(49, 0).and(notebook.page.locator('.ms-selected')).waitFor();
  await mouse.move(box.x + 10, box.y - 30, { steps: 3 });
  await cell(0, 0).and(notebook.page.locator('.ms-selected')).waitFor();
  await mouse.up();
  assert.equal(await notebook.page.locator(':focus').textContent(), await cell(0, 0).textContent());
});

test('a drag beyond the right edge scrolls sideways and back', async () => {
  const { page } = notebook;
  await show(50);
  const grid = page.getByRole('grid');
  const columns = Number(await grid.getAttribute('aria-colcount'));
  await cell(1, 1).click();
  await dragTo(1, 1);
  await page.mouse.down();
  const box = await grid.boundingBox();
  assert.ok(box);
  const last = page.locator(`[aria-rowindex="3"] [aria-colindex="${columns}"].ms-selected`);
  assert.equal(await last.count(), 0);
  const middle = box.y + 60;
  await page.mouse.move(box.x + box.width + 30, middle, { steps: 3 });
  await last.waitFor();
  await page.mouse.move(box.x - 30, middle, { steps: 3 });
  await page.waitForFunction(() => document.querySelector('[role=grid]')?.scrollLeft === 0);
  await page.mouse.up();
});

test('what was copied is said for a moment', async () => {
  await notebook.page.clock.install();
  await show(50);
  await press('Shift+ArrowDown');
  await press('Shift+ArrowRight');
  await press('Control+c');
  const said = notebook.page.getByText('Copied 2 rows, 2 columns.');
  await said.waitFor();
  await notebook.page.clock.fastForward(5_000);
  assert.equal(await said.isVisible(), true);
  await notebook.page.clock.fastForward(2_000);
  await said.waitFor({ state: 'hidden' });
});

test('what was copied is confirmed where it moves nothing', async () => {
  await show(50);
  const foot = notebook.page.locator('#t .ms-foot');
  const before = await foot.boundingBox();
  await press('Shift+ArrowDown');
  await press('Control+c');
  await notebook.page.getByText('Copied 2 rows, 1 column.').waitFor();
  assert.deepEqual(await foot.boundingBox(), before);
});

test('selected cells have the colours of the selection of lists, weaker where the focus is elsewhere', async () => {
  await show(50);
  const selected = notebook.page.locator('.ms-selected').first();
  const colours = async (): Promise<string[]> =>
    selected.evaluate(node => {
      const { backgroundImage, color } = getComputedStyle(node);
      return [...new Set(backgroundImage.match(/rgb[^)]*\)/g)), color];
    });
  await press('Shift+ArrowDown');
  assert.deepEqual(await colours(), ['rgb(0, 96, 192)', 'rgb(255, 255, 255)']);
  await selected.hover();
  assert.deepEqual(await colours(), ['rgb(0, 96, 192)', 'rgb(255, 255, 255)']);
  await notebook.page.locator(':focus').evaluate(node => (node as HTMLElement).blur());
  assert.equal((await colours())[0], 'rgb(228, 230, 241)');
});

test('selected cells have a frame and a fill in high contrast, whose lists have no fill', async () => {
  await notebook.theme(themes.highContrast);
  await show(50);
  await press('Shift+ArrowDown');
  const [frame, fill] = await notebook.page
    .locator('.ms-selected')
    .first()
    .evaluate(node => [getComputedStyle(node).boxShadow, getComputedStyle(node).backgroundColor]);
  assert.match(frame ?? '', /^rgb\(243, 133, 24\)/);
  assert.match(fill ?? '', /^color\(srgb 0\.28/);
  await notebook.theme(themes.light);
});
