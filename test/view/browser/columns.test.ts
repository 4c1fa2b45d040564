import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { RendererMessage } from '../../../src/core/protocol/rendererMessage';
import { NotebookPage } from './notebookPage';
import { overlayColumns, overlayRow, overlayTable, resultOutput } from './outputs';
import { resizePage } from './resizePage';

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
  resultId = `columns-${++shown}`;
});

async function show(rowCount: number, restored = false): Promise<Locator> {
  const table = { ...overlayTable(rowCount), id: resultId };
  await notebook.result('t', resultOutput({ table, restored }));
  return notebook.page.getByRole('grid');
}

async function sent(): Promise<RendererMessage[]> {
  await notebook.page.waitForFunction(count => window.record.sent.length > count, asked);
  return (await notebook.sent()).slice(asked) as RendererMessage[];
}

function header(name: string): Locator {
  return notebook.page.locator(`[role="columnheader"][title^="${name} ·"]`);
}

async function choose(name: string, label: string): Promise<void> {
  await header(name).hover();
  await header(name).locator('.ms-menu-mark').click();
  await notebook.page.getByRole('menu').getByText(label, { exact: true }).click();
}

/** The names of the columns that are shown, in order. */
async function names(): Promise<string> {
  const titles = await notebook.page
    .getByRole('columnheader')
    .evaluateAll(cells => cells.map(cell => cell.getAttribute('title')?.split(' ')[0]));
  return titles.join(' ');
}

function cell(row: number, column: number): Locator {
  return notebook.page.locator(
    `[role="row"][aria-rowindex="${row + 2}"] [aria-colindex="${column}"]`,
  );
}

async function copied(grid: Locator): Promise<string> {
  return grid.evaluate(node => {
    const data = new DataTransfer();
    const given = { clipboardData: data, bubbles: true, cancelable: true };
    node.querySelector('[tabindex="0"]')?.dispatchEvent(new ClipboardEvent('copy', given));
    return data.getData('text/plain');
  });
}

const whole = overlayColumns.map(({ name }) => name).join(' ');
const others = whole.split(' ').slice(3).join(' ');

test('a hidden column is gone from the grid and from what is copied, until all are shown', async () => {
  const grid = await show(10);
  await choose('date', 'Hide column');
  assert.equal(await names(), `rank entity ${others}`);
  assert.equal(await grid.getAttribute('aria-colcount'), '9');
  await cell(1, 1).click();
  await cell(1, 3).click({ modifiers: ['Shift'] });
  const [rank, , entity, name] = overlayRow(1);
  assert.equal(
    await copied(grid),
    `rank\tentity\tname\n${String(rank)}\t${String(entity)}\t${String(name)}`,
  );
  await notebook.page.getByRole('button', { name: 'Remove: 1 hidden column' }).click();
  assert.equal(await names(), whole);
  assert.equal((await notebook.sent()).length, asked);
});

test('the keyboard moves and hides columns, and stays on its column', async () => {
  const grid = await show(10);
  const { keyboard } = notebook.page;
  await grid.locator('[tabindex="0"]').focus();
  await keyboard.press('ArrowUp');
  await keyboard.press('Alt+ArrowRight');
  assert.equal(await names(), `date rank entity ${others}`);
  await keyboard.press('Alt+ArrowRight');
  await keyboard.press('Alt+ArrowLeft');
  assert.match((await notebook.page.locator(':focus').getAttribute('title')) ?? '', /^rank/);
  await keyboard.press('Delete');
  assert.equal(await names(), `date entity ${others}`);
  assert.match((await notebook.page.locator(':focus').getAttribute('title')) ?? '', /^entity/);
  await keyboard.press('Alt+ArrowDown');
  await notebook.page.getByRole('menuitem', { name: 'Show all columns' }).click();
  assert.equal(await names(), `rank date entity ${others}`);
});

test('a header that is dragged takes its column along and does not sort', async () => {
  await show(10);
  const from = await header('entity').boundingBox();
  const to = await header('rank').boundingBox();
  assert.ok(from && to);
  const { mouse } = notebook.page;
  await mouse.move(from.x + 20, from.y + 10);
  await mouse.down();
  await mouse.move(from.x - 40, from.y + 10);
  await mouse.move(to.x + 4, to.y + 10);
  assert.equal(await notebook.page.locator('.ms-drop').count(), 1);
  await mouse.up();
  assert.equal(await names(), `entity rank date ${others}`);
  assert.equal(await cell(0, 1).innerText(), String(overlayRow(0)[2]));
  assert.equal(await notebook.page.locator('.ms-drop').count(), 0);
  assert.equal((await notebook.sent()).length, asked);
});

test('a drag that Escape breaks off changes nothing', async () => {
  await show(10);
  const from = await header('entity').boundingBox();
  assert.ok(from);
  const { mouse, keyboard } = notebook.page;
  await mouse.move(from.x + 20, from.y + 10);
  await mouse.down();
  await mouse.move(from.x - 300, from.y + 10);
  await keyboard.press('Escape');
  await mouse.up();
  assert.equal(await names(), whole);
});

test('raw values are in full and ungrouped', async () => {
  await show(10);
  await choose('rank', 'Raw values');
  const [, , , , score, volume, price, , , time] = overlayRow(3);
  for (const [column, value] of [
    [5, score],
    [6, volume],
    [7, price],
    [10, String(time).replace('T', ' ')],
  ] as const) {
    assert.equal(await cell(3, column).innerText(), String(value));
  }
  assert.equal(await cell(4, 4).innerText(), 'null');
  await choose('rank', 'Raw values');
  assert.equal(await cell(3, 10).innerText(), String(time).replace('T', ' '));
});

test('a grid that is drawn anew is as it was left', async () => {
  await show(10);
  await choose('date', 'Hide column');
  await choose('rank', 'Raw values');
  await notebook.dispose('t');
  await show(10);
  assert.equal(await names(), `rank entity ${others}`);
  await notebook.page.getByText('1 hidden column').waitFor();
  assert.equal(await cell(3, 5).innerText(), String(overlayRow(3)[5]));
});

test('a grid that begins with an order shows the column that decides it, until the reader moves', async () => {
  const last = overlayColumns.at(-1)?.name ?? '';
  const shown = async (): Promise<boolean> =>
    header(last).evaluate(node => {
      const grid = node.closest('[role="grid"]')?.getBoundingClientRect();
      const { left, right } = node.getBoundingClientRect();
      return grid !== undefined && left >= grid.left && right <= grid.right;
    });
  await show(10_000);
  await header(last).click();
  await header(last).locator('.ms-sort').waitFor();
  await notebook.dispose('t');
  await resizePage(notebook.page, { width: 600, height: 700 });
  const grid = await show(10_000);
  await header(last).waitFor();
  assert.ok(await shown(), 'cut');
  await resizePage(notebook.page, { width: 520, height: 700 });
  assert.ok(await shown(), 'cut in less room');
  await grid.hover();
  await notebook.page.mouse.wheel(-5000, 0);
  await header('rank').waitFor();
  await resizePage(notebook.page, { width: 600, height: 700 });
  await notebook.page.waitForTimeout(100);
  assert.equal(await grid.evaluate(node => node.scrollLeft), 0);
});

test('the arrow that opens the menu of a column is 16 pixels or more in both directions', async () => {
  await show(10);
  for (const name of ['rank', 'entity', 'score']) {
    const { width = 0, height = 0 } =
      (await header(name).locator('.ms-menu-mark').boundingBox()) ?? {};
    assert.ok(width >= 16 && height >= 16, `${name}: ${width} × ${height}`);
  }
});

test('a company offers its score, its events and its portfolios', async () => {
  const grid = await show(10);
  const company = String(overlayRow(2)[2]);
  await cell(2, 3).locator('.ms-key').click();
  const menu = notebook.page.getByRole('menu', { name: company });
  await menu.getByRole('menuitem', { name: 'Score, last 90 days' }).click();
  const key = { column: 'entity', value: company };
  assert.deepEqual(await sent(), [{ type: 'follow', resultId, link: 'score', key }]);
  assert.equal(await menu.count(), 0);
  await notebook.page.keyboard.press('Enter');
  await menu.waitFor();
  await notebook.page.keyboard.press('ArrowUp');
  await notebook.page.keyboard.press('Enter');
  await notebook.page.waitForFunction(count => window.record.sent.length > count, asked + 1);
  assert.deepEqual((await sent()).at(-1), { type: 'follow', resultId, link: 'portfolios', key });
  assert.equal(await grid.locator(':focus').count(), 1);
  await cell(3, 3).click({ button: 'right' });
  await notebook.page.getByRole('menuitem', { name: 'Events, last 90 days' }).waitFor();
  await notebook.page.keyboard.press('Escape');
  assert.equal(await notebook.page.getByRole('menu').count(), 0);
  await cell(3, 5).click({ button: 'right' });
  assert.equal(await notebook.page.getByRole('menu').count(), 0);
  // Its name offers the same, by the key of the row.
  await cell(2, 4).locator('.ms-key').click();
  await menu.getByRole('menuitem', { name: 'Events, last 90 days' }).click();
  assert.deepEqual((await sent()).at(-1), { type: 'follow', resultId, link: 'events', key });
  // The second click of a double click is on the cell below the item, which was closed.
  await cell(2, 3).locator('.ms-key').click();
  await menu.getByRole('menuitem', { name: 'Score, last 90 days' }).dblclick();
  assert.deepEqual((await sent()).at(-1), { type: 'follow', resultId, link: 'score', key });
  assert.equal(await notebook.page.getByRole('menu').count(), 0);
});

test('the first column stays where the others scroll sideways, and any other can be pinned beside it', async () => {
  await resizePage(notebook.page, { width: 600, height: 700 });
  const grid = await show(50);
  const left = async (column: number): Promise<number> =>
    ((await cell(1, column).boundingBox())?.x ?? NaN) - ((await grid.boundingBox())?.x ?? NaN);
  await choose('name', 'Pinned');
  const order = `rank name date entity ${others.split(' ').slice(1).join(' ')}`;
  assert.ok(order.startsWith(await names()));
  const second = await left(2);
  assert.ok(second > 0);
  await grid.evaluate(node => node.scrollTo({ left: 150 }));
  await notebook.page.waitForFunction(
    () => !document.querySelector('[aria-rowindex="3"] [aria-colindex="3"]'),
  );
  assert.deepEqual([await left(1), await left(2)], [0, second]);
  assert.equal(await header('rank').locator('.ms-text').textContent(), 'rank');
  // A click and a drag take the cell that is seen.
  await cell(1, 1).click();
  await cell(2, 2).click({ modifiers: ['Shift'] });
  assert.equal((await copied(grid)).split('\n')[0], 'rank\tname');
  // What the keyboard comes to is not under the pinned columns.
  await cell(1, 5).click();
  await notebook.page.keyboard.press('ArrowLeft');
  await notebook.page.keyboard.press('ArrowLeft');
  const width = (await cell(1, 2).boundingBox())?.width ?? NaN;
  assert.ok((await left(3)) >= second + width - 1);
  await choose('name', 'Pinned');
  await grid.evaluate(node => node.scrollTo({ left: 400 }));
  await notebook.page.waitForFunction(
    () => !document.querySelector('[aria-rowindex="4"] [aria-colindex="2"]'),
  );
  assert.equal(await left(1), 0);
});

test('no more columns are pinned than leave room for the others', async () => {
  const grid = await show(50);
  for (const name of ['date', 'entity']) {
    await choose(name, 'Pinned');
  }
  const pinned = notebook.page.locator('.ms-header .ms-pinned [role="columnheader"]');
  await resizePage(notebook.page, { width: 800, height: 700 });
  await pinned.nth(2).waitFor();
  await resizePage(notebook.page, { width: 260, height: 700 });
  await pinned.nth(2).waitFor({ state: 'detached' });
  const box = await notebook.page.locator('.ms-header .ms-pinned').boundingBox();
  assert.ok(box && box.width <= 0.6 * ((await grid.boundingBox())?.width ?? 0));
});

test('a filter begins in its text, and gives the keyboard back to its header', async () => {
  await show(10);
  await cell(2, 1).click();
  await choose('name', 'Filter…');
  const dialog = notebook.page.getByRole('dialog', { name: 'name' });
  await notebook.page.keyboard.type('bank');
  assert.equal(await dialog.getByLabel('Text').inputValue(), 'bank');
  await notebook.page.keyboard.press('Escape');
  assert.match((await notebook.page.locator(':focus').getAttribute('title')) ?? '', /^name/);
});

test('the arrow of the menu covers no letter: it is at the right of text, and at the left of numbers', async () => {
  await show(10);
  const sides = new Set<string>();
  const names = overlayColumns.slice(0, 7).map(({ name }) => name);
  for (const [name, width] of names.flatMap(one => [[one, 2200] as const, [one, 1000] as const])) {
    await resizePage(notebook.page, { width, height: 700 });
    await header(name).hover();
    const { arrow, texts, isNumber, isCut } = await header(name).evaluate(node => {
      const box = (part: Element): { left: number; right: number } => {
        const { left, right } = part.getBoundingClientRect();
        return { left, right };
      };
      const [mark] = node.querySelectorAll('.ms-menu-mark');
      const [text] = node.querySelectorAll('.ms-text');
      return {
        arrow: mark && getComputedStyle(mark).opacity === '1' ? box(mark) : null,
        texts: [...node.querySelectorAll('.ms-text, .ms-mark, .ms-sort')].map(box),
        isNumber: node.classList.contains('ms-number'),
        isCut: text !== undefined && text.scrollWidth > text.clientWidth,
      };
    });
    assert.ok(arrow && texts.length > 0, name);
    assert.ok(!isCut || width < 2200, `${name} is cut though it has room`);
    for (const { left, right } of texts) {
      assert.ok(isNumber ? arrow.right <= left : arrow.left >= right, `${name} is covered`);
    }
    sides.add(isNumber ? 'left' : 'right');
  }
  assert.deepEqual([...sides].sort(), ['left', 'right']);
});

test('a short name is whole beside the arrow of sorting, also where columns lack room', async () => {
  await show(10);
  await resizePage(notebook.page, { width: 600, height: 700 });
  const rank = header('rank').locator('.ms-text');
  await header('rank').click();
  await header('rank').locator('.ms-sort').waitFor();
  assert.equal(await rank.innerText(), 'rank');
  assert.ok(await rank.evaluate(text => text.scrollWidth <= text.clientWidth));
});

test('a header that is cut names its column in full at the pointer', async () => {
  await resizePage(notebook.page, { width: 1000, height: 700 });
  const columns = overlayColumns.map(column =>
    column.name === 'rank' ? { ...column, name: 'rank_in_the_list_of_the_week_before' } : column,
  );
  await notebook.result('t', resultOutput({ table: { ...overlayTable(10), columns } }));
  const cut = await notebook.page
    .locator('.ms-head .ms-text')
    .evaluateAll(texts =>
      texts
        .filter(text => text.scrollWidth > text.clientWidth)
        .map(text => [text.textContent, text.closest<HTMLElement>('[title]')?.title]),
    );
  assert.ok(cut.length > 0);
  for (const [name, title] of cut) {
    const column = columns.find(one => one.name === name);
    assert.equal(title, `${column?.name} · ${column?.type}`);
  }
});

test('a header shows its whole focus ring beside the arrow of a filter', async () => {
  await show(10);
  for (const { name } of overlayColumns.slice(0, 7)) {
    await header(name).hover();
    const gaps = await header(name).evaluate(node => {
      const [ring, arrow] = [node, node.querySelector('.ms-menu-mark')].map(part =>
        part?.getBoundingClientRect(),
      );
      return ring && arrow
        ? [
            arrow.top - ring.top,
            ring.bottom - arrow.bottom,
            arrow.left - ring.left,
            ring.right - arrow.right,
          ]
        : [];
    });
    assert.equal(gaps.length, 4);
    assert.ok(
      gaps.every(px => px >= 1),
      `${name}: the arrow covers the ring (${gaps.join()})`,
    );
  }
});

test('where less than five items can be seen, the menu stays within that, and the keyboard reaches every item', async () => {
  await resizePage(notebook.page, { width: 720, height: 90 });
  await show(60);
  await header('name').hover();
  await header('name').locator('.ms-menu-mark').click();
  const menu = notebook.page.getByRole('menu');
  await menu.waitFor();
  const count = await menu.locator('.ms-menu-item').count();
  assert.ok(count > 5);
  for (let place = 0; place < count; place++) {
    await notebook.page.waitForFunction(() => {
      const [popup, focused] = [document.querySelector('.ms-popover'), document.activeElement];
      const [outer, inner] = [popup, focused].map(node => node?.getBoundingClientRect());
      return (
        outer &&
        inner &&
        popup?.contains(focused) &&
        Math.min(outer.top, inner.top) >= 0 &&
        Math.max(outer.bottom, inner.bottom) <= window.innerHeight &&
        inner.top >= outer.top &&
        inner.bottom <= outer.bottom
      );
    });
    await notebook.page.keyboard.press('ArrowDown');
  }
  await notebook.page.keyboard.press('Escape');
});

test('in a small window the menu and the dialog fit, scroll inside, and the keyboard reaches every item', async () => {
  await resizePage(notebook.page, { width: 720, height: 260 });
  await show(60);
  const { keyboard } = notebook.page;
  const fits = async (part: Locator): Promise<void> => {
    await part.waitFor();
    await notebook.page.waitForFunction(() => {
      const box = document.querySelector('.ms-popover')?.getBoundingClientRect();
      return box && box.top >= 0 && box.bottom <= window.innerHeight && box.height > 60;
    });
  };
  const isSeen = (part: Locator): Promise<boolean> =>
    part.evaluate(node => {
      const { left, top, bottom } = node.getBoundingClientRect();
      return [top + 2, bottom - 2].every(y =>
        node.contains(document.elementFromPoint(left + 8, y)),
      );
    });
  await header('name').hover();
  await header('name').locator('.ms-menu-mark').click();
  const menu = notebook.page.getByRole('menu');
  await fits(menu);
  const items = menu.locator('.ms-menu-item');
  const count = await items.count();
  for (let place = 0; place < count; place++) {
    assert.ok(await isSeen(notebook.page.locator(':focus')), `item ${place}`);
    await keyboard.press('ArrowDown');
  }
  await menu.getByText('Show facts').click();
  const dialog = notebook.page.getByRole('dialog', { name: 'name' });
  await fits(dialog);
  const focused = notebook.page.locator(':focus');
  while ((await focused.textContent()) !== 'Clear') {
    await keyboard.press('Tab');
    assert.ok(await isSeen(focused));
  }
  await fits(dialog);
  assert.equal(await notebook.page.evaluate(() => window.scrollY), 0);
  await keyboard.press('Escape');
  // A row's menu, whose cell is at the lower edge.
  await cell(6, 3).click({ button: 'right' });
  await fits(menu);
  await keyboard.press('Escape');
});

test('the next result of a cell keeps the focused cell in view, whatever decides the order', async () => {
  const last = overlayColumns.at(-1)?.name ?? '';
  await show(10_000);
  await header(last).click();
  await header(last).locator('.ms-sort').waitFor();
  await resizePage(notebook.page, { width: 520, height: 700 });
  // The first column is pinned, and in view wherever the others are.
  const second = notebook.page.locator('[aria-rowindex="3"] [aria-colindex="2"]');
  await notebook.page.getByRole('grid').evaluate(node => node.scrollTo({ left: 0 }));
  await second.click();
  const grid = await show(10_000);
  await notebook.page.waitForTimeout(100);
  assert.equal(await grid.evaluate(node => node.scrollLeft), 0);
  assert.ok(await second.evaluate(node => node === document.activeElement));
});
