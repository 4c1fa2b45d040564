import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { Arrangement } from '../../../src/core/protocol/arrangement';
import type {
  RendererMessage,
  RendererMessageOf,
} from '../../../src/core/protocol/rendererMessage';
import { NotebookPage } from './notebookPage';
import { overlayRow, overlayTable, rankSummary, resultOutput } from './outputs';
import { answerTo, askedIn, type Asked } from './questions';
import { resizePage } from './resizePage';
import { themes } from './themes';

type Question = Asked<'page'>;

let notebook: NotebookPage;
let asked = 0;
let shown = 0;
let resultId = '';

before(async () => {
  notebook = await NotebookPage.open();
  await resizePage(notebook.page, { width: 1500, height: 700 });
});

after(async () => {
  await notebook.close();
});

beforeEach(async () => {
  await notebook.dispose('t');
  asked = (await notebook.sent()).length;
  resultId = `result-${++shown}`;
});

/** Each test has a result of its own: how a grid was left is remembered by the result's name. */
async function show(rowCount: number, restored = false): Promise<Locator> {
  const table = { ...overlayTable(rowCount), id: resultId };
  await notebook.result('t', resultOutput({ table, restored }));
  return notebook.page.getByRole('grid');
}

function header(name: string): Locator {
  return notebook.page.getByRole('columnheader', { name, exact: false }).first();
}

/** The question that comes next, in the order they were sent; what is called off is passed over. */
async function next(): Promise<RendererMessageOf<'ask'>> {
  await notebook.page.waitForFunction(count => window.record.sent.length > count, asked);
  const found = (await notebook.sent())[asked] as RendererMessage;
  asked++;
  if (found.type === 'cancel') {
    return next();
  }
  assert.ok(found.type === 'ask');
  return found;
}

async function question(): Promise<Question> {
  const found = askedIn(await next(), 'page');
  assert.ok(found);
  return found;
}

/** In the menu of a header that the keyboard opened. */
async function openFilterByKey(): Promise<void> {
  const { keyboard } = notebook.page;
  const item = notebook.page.getByRole('menuitem', { name: 'Filter…' });
  await item.waitFor();
  while (!(await item.evaluate(node => node === document.activeElement))) {
    await keyboard.press('ArrowDown');
  }
  await keyboard.press('Enter');
}

/** Chooses of what a header offers. */
async function choose(name: string, label: string): Promise<void> {
  await header(name).hover();
  await header(name).locator('.ms-menu-mark').click();
  await notebook.page.getByRole('menu').getByText(label, { exact: true }).click();
}

/** Answers with the rows of the result from the end, which is all the page has to believe. */
async function answer({ requestId, offset, limit }: Question, rowCount: number): Promise<void> {
  const count = Math.max(0, Math.min(limit, rowCount - offset));
  const rows = Array.from({ length: count }, (_, index) => overlayRow(rowCount - offset - index));
  await notebook.answer(answerTo(requestId, 'page', { rows, rowCount }));
}

function firstCell(row: number): Locator {
  return notebook.page.locator(`[role="row"][aria-rowindex="${row + 2}"] [aria-colindex="1"]`);
}

async function checkSort(expected: Arrangement['sort'], rowCount: number): Promise<void> {
  const sent = await question();
  assert.deepEqual(sent.arrangement, { sort: expected, filters: [] });
  await answer(sent, rowCount);
}

async function sortStates(): Promise<string> {
  const headers = await notebook.page.getByRole('columnheader').all();
  const states = await Promise.all(headers.slice(0, 5).map(item => item.getAttribute('aria-sort')));
  return states.join(' ');
}

test('a click on a header sorts up, then down, then as the result came', async () => {
  await show(10_000);
  await header('rank').click();
  await checkSort([{ column: 0, descending: false }], 10_000);
  await firstCell(0).getByText('10,001').waitFor();
  assert.equal(await sortStates(), 'ascending none none none none');
  await header('rank').click();
  await checkSort([{ column: 0, descending: true }], 10_000);
  await header('rank').getByText('↓').waitFor();
  assert.equal(await sortStates(), 'descending none none none none');
  await header('rank').click();
  await firstCell(0).getByText('1', { exact: true }).waitFor();
  assert.equal(await sortStates(), 'none none none none none');
  assert.equal((await notebook.sent()).length, asked);
});

test('Shift and a click add a column, and the header says which comes first', async () => {
  await show(10_000);
  await header('date').click();
  await checkSort([{ column: 1, descending: false }], 10_000);
  await header('date').getByText('↑').waitFor();
  await header('score').click({ modifiers: ['Shift'] });
  await checkSort(
    [
      { column: 1, descending: false },
      { column: 4, descending: false },
    ],
    10_000,
  );
  await header('score').getByText('↑2').waitFor();
  await header('date').getByText('↑1').waitFor();
  await notebook.page
    .getByRole('status')
    .getByText('Sorted by date ascending, then score ascending.')
    .waitFor({ state: 'attached' });
});

test('the keyboard sorts from the header and keeps its place there', async () => {
  const grid = await show(10_000);
  const { keyboard } = notebook.page;
  await grid.locator('[tabindex="0"]').focus();
  await keyboard.press('ArrowUp');
  await keyboard.press('Enter');
  await checkSort([{ column: 0, descending: false }], 10_000);
  await header('rank').getByText('↑').waitFor();
  await keyboard.press('ArrowRight');
  await keyboard.press('Shift+Enter');
  await checkSort(
    [
      { column: 0, descending: false },
      { column: 1, descending: false },
    ],
    10_000,
  );
  await header('date').getByText('↑2').waitFor();
  assert.match((await notebook.page.locator(':focus').getAttribute('title')) ?? '', /^date/);
});

test('rows far into a sorted result are asked for in the same order', async () => {
  const grid = await show(10_000);
  await header('rank').click();
  await checkSort([{ column: 0, descending: false }], 10_000);
  await firstCell(0).getByText('10,001').waitFor();
  await grid.evaluate(node => node.scrollTo({ top: 5000 * 22 }));
  const sent = await question();
  assert.equal(sent.offset, 5000);
  assert.deepEqual(sent.arrangement?.sort, [{ column: 0, descending: false }]);
  await answer(sent, 10_000);
  await firstCell(5000).getByText('5,001').waitFor();
});

test('a header shows the order that is on its way, and leaves Ctrl+Enter to the notebook', async () => {
  await show(10_000);
  await header('rank').click();
  const sent = await question();
  assert.equal(await sortStates(), 'ascending none none none none');
  await notebook.page.keyboard.press('Control+Enter');
  await answer(sent, 10_000);
  await firstCell(0).getByText('10,001').waitFor();
  assert.equal((await notebook.sent()).length, asked);
  assert.equal(await sortStates(), 'ascending none none none none');
});

test('an answer to an order that was left again is dropped', async () => {
  await show(10_000);
  await header('rank').click();
  const first = await question();
  await header('rank').click();
  const second = await question();
  assert.deepEqual(second.arrangement?.sort, [{ column: 0, descending: true }]);
  await answer(second, 9000);
  await firstCell(0).getByText('9,001').waitFor();
  await answer(first, 10_000);
  await notebook.page.evaluate(() => new Promise(resolve => requestAnimationFrame(resolve)));
  assert.equal(await firstCell(0).innerText(), '9,001');
});

test('a failure leaves the rows as they were and says so', async () => {
  await show(10_000);
  await header('rank').click();
  const { requestId } = await question();
  await notebook.answer({ type: 'failed', requestId, message: 'The kernel has ended.' });
  await notebook.page.getByText('The rows stay as they were: The kernel has ended.').waitFor();
  assert.equal(await firstCell(0).innerText(), '1');
  assert.equal(await sortStates(), 'none none none none none');
});

test('a filter says how many rows are left, works with the order, and is cleared', async () => {
  const grid = await show(10_000);
  await header('rank').click();
  await checkSort([{ column: 0, descending: false }], 10_000);
  await header('rank').getByText('↑').waitFor();
  await choose('name', 'Filter…');
  const dialog = notebook.page.getByRole('dialog', { name: 'name' });
  await dialog.getByLabel('Text').fill('energy');
  await notebook.page.keyboard.press('Enter');
  const sent = await question();
  assert.deepEqual(sent.arrangement, {
    sort: [{ column: 0, descending: false }],
    filters: [{ kind: 'text', column: 3, operator: 'contains', text: 'energy' }],
  });
  await answer(sent, 42);
  await notebook.page.getByText('42 of 10,000 rows', { exact: true }).waitFor();
  assert.equal(await grid.getAttribute('aria-rowcount'), '43');
  assert.equal(await dialog.count(), 0);
  await notebook.page.getByRole('button', { name: 'Remove: name contains “energy”' }).click();
  await checkSort([{ column: 0, descending: false }], 10_000);
  await notebook.page.getByText('42 of 10,000 rows', { exact: true }).waitFor({ state: 'hidden' });
});

test('the header of a filtered column has a funnel in the accent colour, with the filter in words', async () => {
  await show(10_000);
  await choose('rank', 'Filter…');
  const dialog = notebook.page.getByRole('dialog', { name: 'rank' });
  await dialog.getByLabel('From').fill('5');
  await dialog.getByLabel('To').fill('900');
  await notebook.page.keyboard.press('Enter');
  await answer(await question(), 42);
  const mark = header('rank').locator('.ms-menu-mark');
  assert.equal(await mark.getAttribute('title'), 'rank from 5 to 900\nSort, filter, hide, move');
  const described = await header('rank').getAttribute('aria-description');
  assert.equal(described, 'filtered: rank from 5 to 900');
  assert.equal(await mark.textContent(), '', 'no arrow');
  assert.equal(await header('name').locator('.ms-menu-mark').textContent(), '▾');
  await notebook.page.mouse.move(0, 0);
  try {
    for (const theme of Object.values(themes)) {
      await notebook.theme(theme);
      const funnel = await mark.evaluate(node => {
        const [drawing] = node.getElementsByTagName('svg');
        const box = drawing?.getBoundingClientRect();
        const probe = document.createElement('i');
        probe.style.color = 'var(--vscode-textLink-foreground)';
        node.append(probe);
        const accent = getComputedStyle(probe).color;
        probe.remove();
        const isAccent = drawing !== undefined && getComputedStyle(drawing).fill === accent;
        return { isAccent, opacity: getComputedStyle(node).opacity, width: box?.width };
      });
      assert.deepEqual(funnel, { isAccent: true, opacity: '1', width: 14 }, theme.kind);
    }
  } finally {
    await notebook.theme(themes.light);
  }
});

test('the links of the filter are of one size', async () => {
  await show(10_000);
  await choose('name', 'Filter…');
  const links = notebook.page.getByRole('dialog').locator('.ms-link');
  await links.filter({ hasText: 'Show facts' }).waitFor();
  const sizes = await links.evaluateAll(all => all.map(link => getComputedStyle(link).fontSize));
  assert.equal(sizes.length, 3);
  assert.equal(new Set(sizes).size, 1, sizes.join());
});

test('the keyboard opens the filter of a header, and Escape goes back to it', async () => {
  const grid = await show(10_000);
  const { keyboard } = notebook.page;
  await grid.locator('[tabindex="0"]').focus();
  await keyboard.press('ArrowUp');
  await keyboard.press('Alt+ArrowDown');
  await openFilterByKey();
  const dialog = notebook.page.getByRole('dialog', { name: 'rank' });
  await dialog.waitFor();
  const focused = (): Promise<string> =>
    notebook.page.evaluate(() => document.activeElement?.closest('label')?.textContent ?? '');
  assert.equal(await focused(), 'From');
  await keyboard.press('Tab');
  assert.equal(await focused(), 'To');
  // Tab stays in the dialog, which only Escape or a press closes.
  await keyboard.press('Shift+Tab');
  await keyboard.press('Shift+Tab');
  assert.equal(await dialog.locator(':focus').textContent(), 'Clear');
  await keyboard.press('Tab');
  assert.equal(await focused(), 'From');
  await keyboard.press('Escape');
  assert.equal(await dialog.count(), 0);
  assert.match((await notebook.page.locator(':focus').getAttribute('title')) ?? '', /^rank/);
  assert.equal((await notebook.sent()).length, asked);
});

test('a bound that is not a number keeps the dialog open, with what to write', async () => {
  const grid = await show(10_000);
  const { keyboard } = notebook.page;
  await grid.locator('[tabindex="0"]').focus();
  await keyboard.press('ArrowUp');
  await keyboard.press('Alt+ArrowDown');
  await openFilterByKey();
  const dialog = notebook.page.getByRole('dialog', { name: 'rank' });
  const asked = (await notebook.sent()).length;
  await keyboard.press('Tab');
  await keyboard.type('1,000');
  await keyboard.press('Enter');
  await dialog.getByText('“1,000” is not a number: write it as 0.25 or 1e6').waitFor();
  const to = dialog.getByLabel('To');
  assert.equal(await to.getAttribute('aria-invalid'), 'true');
  assert.ok(await to.evaluate(field => field === document.activeElement));
  assert.equal((await notebook.sent()).length, asked);
  await to.fill('1000');
  await keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  assert.equal((await notebook.sent()).length, asked + 1);
});

test('a filter that no row fits shows that and can be taken away', async () => {
  const grid = await show(10_000);
  await grid.locator('[tabindex="0"]').focus();
  await notebook.page.keyboard.press('ArrowUp');
  await notebook.page.keyboard.press('Alt+ArrowDown');
  await openFilterByKey();
  await notebook.page.getByRole('dialog').getByLabel('From').fill('99999');
  await notebook.page.getByRole('button', { name: 'Apply' }).click();
  await answer(await question(), 0);
  await notebook.page
    .getByText('No row of 10,000 rows fits the filters', { exact: true })
    .waitFor();
  await notebook.page.getByRole('button', { name: 'Clear all' }).click();
  await firstCell(0).getByText('1', { exact: true }).waitFor();
});

test('the menu of a header asks for the facts at once', async () => {
  await show(10_000);
  await choose('rank', 'Show facts');
  assert.equal((await next()).question.name, 'summary');
});

test('the facts of a column are asked for', async () => {
  await show(10_000);
  await choose('rank', 'Filter…');
  const dialog = notebook.page.getByRole('dialog', { name: 'rank' });
  await dialog.getByRole('button', { name: 'Show facts' }).click();
  const { requestId, question: sent } = await next();
  assert.deepEqual(sent, { name: 'summary', params: { resultId, column: 0, filters: [] } });
  await notebook.answer(answerTo(requestId, 'summary', rankSummary));
  await dialog.getByText('about 9,000').waitFor();
  const facts = await dialog.locator('.ms-facts dd').allTextContents();
  assert.deepEqual(facts.slice(3), [
    ...['−12.50', 'about 25.25', 'about 50.00', '1,234.57', 'about 75.00'],
    ...['10,000.00', '28.87'],
  ]);
  const exact = await dialog
    .locator('.ms-facts dd')
    .evaluateAll(all => all.map(value => value.getAttribute('title')));
  assert.deepEqual(exact.slice(3), [
    ...['−12.5', 'about 25.25', 'about 50', '1234.56789', 'about 75', '10000', '28.8675134'],
  ]);
  const [ends, starts] = await dialog.locator('.ms-facts dd').evaluateAll(all => {
    const boxes = all.map(value => {
      const range = document.createRange();
      range.selectNodeContents(value);
      return range.getBoundingClientRect();
    });
    return [boxes.map(({ right }) => right), boxes.map(({ left }) => left)].map(
      sides => new Set(sides.map(Math.round)).size,
    );
  });
  assert.equal(ends, 1, 'numbers end one below the other');
  assert.ok(starts !== undefined && starts > 1);
  await dialog.locator('.ms-summary:focus').waitFor();
  await dialog
    .getByRole('img', { name: 'Histogram from −12.5 to 10,000.0, at most 2,500 rows in a bin' })
    .waitFor();
  const output = await notebook.page.locator('#t').boundingBox();
  const box = await dialog.boundingBox();
  assert.ok(output && box && box.y + box.height <= output.y + output.height);
});

test('values are searched by the kernel, chosen, and kept as a filter', async () => {
  await show(10_000);
  await choose('rank', 'Filter…');
  const dialog = notebook.page.getByRole('dialog', { name: 'rank' });
  await dialog.getByRole('button', { name: 'Choose values…' }).click();
  const { requestId, question: sent } = await next();
  const params = { resultId, column: 0, search: '', filters: [] };
  assert.deepEqual(sent, { name: 'values', params });
  const values = [
    { text: '7', count: 1200 },
    { text: null, count: 3 },
  ];
  await notebook.answer(answerTo(requestId, 'values', { values, hasMore: true }));
  await dialog.getByText('The 2 most frequent. Search for others.').waitFor();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Space', 'ArrowUp', 'Space']) {
    await notebook.page.keyboard.press(key);
  }
  await notebook.page.keyboard.press('ArrowUp');
  await notebook.page.keyboard.type('<b>');
  const second = askedIn(await next(), 'values');
  assert.equal(second?.search, '<b>');
  const counts = { values: [{ text: '<b>8</b>', count: 1 }], hasMore: false };
  await notebook.answer(answerTo(second.requestId, 'values', counts));
  await dialog.getByLabel('<b>8</b>').check();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  const filtered = await question();
  assert.deepEqual(filtered.arrangement?.filters, [
    { kind: 'values', column: 0, values: [null, '7', '<b>8</b>'] },
  ]);
  await answer(filtered, 5);
  await notebook.page.getByText('5 of 10,000 rows', { exact: true }).waitFor();
  await notebook.page.getByText('rank is missing or 7 or <b>8</b>').waitFor();
});

test('a minus sign that was copied from the grid is that of a number in the search and the range', async () => {
  await show(10_000);
  await choose('rank', 'Filter…');
  const dialog = notebook.page.getByRole('dialog', { name: 'rank' });
  await dialog.getByRole('button', { name: 'Choose values…' }).click();
  await next();
  await dialog.getByLabel('Search values').fill('\u22125');
  assert.equal(askedIn(await next(), 'values')?.search, '-5');
  await dialog.getByLabel('From').fill('\u22125');
  await dialog.getByLabel('To').fill('\u22121.5e\u22123');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  assert.deepEqual((await question()).arrangement?.filters, [
    { kind: 'range', column: 0, from: '-5', to: '-1.5e-3' },
  ]);
});

test('a column takes several conditions, a date both its ends', async () => {
  await show(10_000);
  await choose('name', 'Filter…');
  const name = notebook.page.getByRole('dialog', { name: 'name' });
  await name.getByLabel('Text').fill('bank');
  await name.getByRole('button', { name: 'Add condition' }).click();
  await name.getByLabel('Condition').nth(1).selectOption('is not');
  await name.getByLabel('Text').nth(1).fill('Umbra Bank');
  await notebook.page.keyboard.press('Enter');
  const texts = [
    { kind: 'text', column: 3, operator: 'contains', text: 'bank' },
    { kind: 'text', column: 3, operator: 'notEquals', text: 'Umbra Bank' },
  ];
  const first = await question();
  assert.deepEqual(first.arrangement?.filters, texts);
  await answer(first, 50);
  await notebook.page.getByText('name is not “Umbra Bank”').waitFor();
  await choose('date', 'Filter…');
  const date = notebook.page.getByRole('dialog', { name: 'date' });
  await date.getByLabel('From').fill('2026-11-03');
  await date.getByLabel('To').fill('2026-11-05');
  await date.getByRole('button', { name: 'Apply' }).click();
  const range = { kind: 'range', column: 1, from: '2026-11-03', to: '2026-11-05' };
  const second = await question();
  assert.deepEqual(second.arrangement?.filters, [...texts, range]);
  await answer(second, 7);
  await notebook.page.getByText('date from 2026-11-03 to 2026-11-05').waitFor();
  await choose('name', 'Filter…');
  assert.equal(await name.getByLabel('Text').nth(1).inputValue(), 'Umbra Bank');
  await name.getByRole('button', { name: 'Clear' }).click();
  const third = await question();
  assert.deepEqual(third.arrangement?.filters, [range]);
});

test('a sort that takes long says so, and can be stopped', async () => {
  await show(10_000_000);
  await header('rank').click();
  const sent = await question();
  await notebook.page.getByText('Arranging 10,000,000 rows…').waitFor();
  await notebook.page.getByRole('button', { name: 'Stop' }).click();
  const called = (await notebook.sent()).at(-1);
  assert.deepEqual(called, { type: 'cancel', requestId: sent.requestId });
  await notebook.page.getByText('Arranging').waitFor({ state: 'hidden' });
  assert.equal(await sortStates(), 'none none none none none');
  assert.equal(await notebook.page.getByRole('grid').getAttribute('aria-busy'), 'false');
});

test('a new order calls off the one before it', async () => {
  await show(10_000);
  await header('rank').click();
  const first = await question();
  await header('date').click();
  await question();
  const cancelled = (await notebook.sent()).filter(
    message => (message as RendererMessage).type === 'cancel',
  );
  assert.deepEqual(cancelled.at(-1), { type: 'cancel', requestId: first.requestId });
});

test('an order that was still on its way when the output was drawn anew is asked for again', async () => {
  await show(10_000);
  await header('rank').click();
  await question();
  await notebook.dispose('t');
  await show(10_000);
  await checkSort([{ column: 0, descending: false }], 10_000);
  await header('rank').getByText('↑').waitFor();
});

test('a kept result does not sort or filter, and says why', async () => {
  await show(100, true);
  await header('rank').click();
  await notebook.page.getByText('Sorting and filtering need the kernel').waitFor();
  assert.equal((await notebook.sent()).length, asked);
});
