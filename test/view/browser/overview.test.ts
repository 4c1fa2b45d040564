import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { HostMessage } from '../../../src/core/protocol/hostMessage';
import type { ResultTable } from '../../../src/core/protocol/outcome';
import type { RendererMessage } from '../../../src/core/protocol/rendererMessage';
import { openSession, type TestSession } from '../../kernel/openSession';
import { until } from '../../support/until';
import { NotebookPage } from './notebookPage';
import { answerTo, askedIn } from './questions';
import { resultOutput } from './outputs';
import { resizePage } from './resizePage';

let kernel: TestSession;
let notebook: NotebookPage;
let table: ResultTable;

before(async () => {
  kernel = await openSession();
  notebook = await NotebookPage.open();
  await resizePage(notebook.page, { width: 900, height: 900 });
  await notebook.answerWith(answer);
});

after(async () => {
  await notebook.close();
  await kernel.close();
});

beforeEach(async () => {
  await notebook.dispose('t');
  await notebook.hear({ type: 'gridChoices', choices: { overview: false, rows: null } });
  table =
    await made(`SELECT i AS number, CASE WHEN i % 10 = 0 THEN NULL WHEN i % 3 = 0 THEN 'often' ELSE 'text ' || i END AS word,
    DATE '2026-01-01' + (i // 10)::INTEGER AS day, 'key ' || i AS key FROM range(1000) r(i)`);
});

async function answer(message: RendererMessage): Promise<HostMessage | null> {
  const { session } = kernel;
  const page = askedIn(message, 'page');
  if (page) {
    return answerTo(page.requestId, 'page', await session.ask('page', page));
  }
  const values = askedIn(message, 'values');
  if (values) {
    return answerTo(values.requestId, 'values', await session.ask('values', values));
  }
  const asked = askedIn(message, 'summary');
  return asked ? answerTo(asked.requestId, 'summary', await session.ask('summary', asked)) : null;
}

async function made(sql: string): Promise<ResultTable> {
  const { table: result } = await kernel.run(sql);
  assert.ok(result);
  return result;
}

async function show(shown = table, restored = false): Promise<Locator> {
  await notebook.result('t', resultOutput({ table: shown, restored }));
  return notebook.page.getByRole('grid');
}

const button = (): Locator => notebook.page.getByRole('button', { name: 'Show column overviews' });

/** The part of the strip for a column, once it is filled. */
async function strip(name: string): Promise<Locator> {
  const cell = notebook.page.locator(`.ms-overview-cell[title^="${name} ·"]`);
  await cell.waitFor();
  return cell;
}

async function rowsSaid(text: string): Promise<void> {
  await notebook.page.getByText(text, { exact: true }).first().waitFor();
}

async function remembered(): Promise<unknown> {
  const messages = (await notebook.sent()) as RendererMessage[];
  return messages.findLast(message => message.type === 'rememberGrid')?.choices;
}

test('the strip shows histograms, frequent values, distinct and missing ones, and is remembered', async () => {
  const grid = await show();
  assert.equal(await notebook.page.locator('.ms-overview').isVisible(), false);
  const before = await grid.boundingBox();
  await button().click();
  const number = await strip('number');
  assert.equal(await number.locator('.ms-bin').count(), 16);
  await number.getByText(/^(1,000|1k)( distinct)?$/).waitFor();
  const word = await strip('word');
  await word.getByText('often').waitFor();
  await word.locator('.ms-overview-missing', { hasText: /^100/ }).waitFor();
  const key = await strip('key');
  assert.equal(await key.locator('.ms-top').count(), 0, 'values that differ are not frequent');
  assert.match((await word.getAttribute('title')) ?? '', /1,000 rows, 100 missing \(10\.0 %\)/);
  const now = await grid.boundingBox();
  assert.equal((now?.height ?? 0) - (before?.height ?? 0), 60);
  assert.deepEqual(await remembered(), { overview: true, rows: null });
  assert.equal(await button().getAttribute('aria-pressed'), 'true');
  // The next grid has it from the beginning.
  await show(await made('SELECT 1 AS other FROM range(3)'));
  await strip('other');
  await button().click();
  assert.equal(await notebook.page.locator('.ms-overview').isVisible(), false);
  assert.deepEqual(await remembered(), { overview: false, rows: null });
});

test('a table of one row, which has no distribution, has no strip and no button for it', async () => {
  await show();
  await button().click();
  await strip('number');
  await show(await made('SELECT 1 AS alone'));
  await notebook.page.getByRole('columnheader', { name: 'alone' }).waitFor();
  assert.equal(await notebook.page.locator('.ms-overview').isVisible(), false);
  assert.equal(await button().count(), 0);
  // A filter that leaves one row keeps both: they lead back to the others.
  await show(await made('SELECT i AS n, i = 0 AS first FROM range(9) r(i)'));
  await (await strip('n')).locator('.ms-bin').first().click();
  await rowsSaid('1 of 9 rows');
  await strip('n');
  assert.equal(await button().count(), 1);
});

test('narrow columns have their numbers in short, and frequent values that end with an ellipsis', async () => {
  await show(
    await made(`SELECT i % 3 AS b, CASE WHEN i % 2 = 0 THEN NULL WHEN i % 8 = 1 THEN 'y' ELSE 'zz' END AS w,
      i % 3500 AS n, CASE WHEN i % 4 > 0 THEN '${'long '.repeat(40)}' ELSE 'x' END AS t FROM range(4000) r(i)`),
  );
  await button().click();
  for (const [name, expected, whole] of [
    ['b', ['3', '0…2'], '3 distinct'],
    ['w', ['2', '2k'], '2,000 missing'],
    ['n', ['3.5k'], '3,500 distinct'],
  ] as const) {
    const cell = await strip(name);
    const texts = cell.locator(':scope > .ms-text, .ms-overview-missing');
    assert.deepEqual(await texts.allTextContents(), expected);
    const isCut = (nodes: Element[]): boolean =>
      nodes.some(node => node.scrollWidth > node.clientWidth);
    assert.equal(await texts.evaluateAll(isCut), false, name);
    assert.ok((await cell.getAttribute('title'))?.includes(whole), name);
  }
  const long = (await strip('t')).locator('.ms-top').first();
  assert.equal(await long.getAttribute('title'), `${'long '.repeat(40)}: 3,000 rows`);
  const style = await long
    .locator('.ms-text')
    .evaluate(node => getComputedStyle(node).textOverflow);
  assert.equal(style, 'ellipsis');
  await notebook.dispose('t');
  await show(await made('SELECT i // 1 AS m FROM range(1234567) r(i)'));
  const short = (await strip('m')).locator(':scope > .ms-text').first();
  assert.match((await short.textContent()) ?? '', /^≈1(\.\d)?M$/);
  await button().click();
});

test('the last line of the strip is what is missing, otherwise the range, or frequent values have its room', async () => {
  await resizePage(notebook.page, { width: 1600, height: 900 });
  await show(
    await made(`SELECT i - 500.25 AS number_with_a_name, 1000000 + i AS number, i AS in_order, DATE '2026-01-01' + i::INTEGER AS day,
      TIMESTAMP '2025-12-31 08:30:00' + INTERVAL (i) HOUR AS at, 'key ' || (100 + i) AS key,
      CASE WHEN i % 2 = 0 THEN NULL ELSE i END AS some, ['a', 'b', 'c', 'd'][i % 4 + 1] AS word, i > 100 AS late
      FROM range(300) r(i)`),
  );
  await button().click();
  for (const [name, expected] of [
    ['number_with_a_name', /^−500\.25 to −201\.25$/],
    // Where it has no room, the bars are higher.
    ['number', /^300( distinct)?$/],
    ['in_order', /^0 to 299$/],
    ['day', /^(2026-01 to 2026-10|2026-01…2026-10|01-01…10-27)$/],
    ['at', /^2025-12(-31)? to 2026-01(-12)?$/],
    ['key', /^key 100 to key 399$/],
    ['some', /^150( missing)?$/],
    ['word', /^4( distinct)?$/],
    ['late', /^2( distinct)?$/],
  ] as const) {
    const cell = await strip(name);
    assert.match((await cell.locator(':scope > :last-child').textContent()) ?? '', expected, name);
    const room = await cell.evaluate(node => {
      const last = node.lastElementChild?.getBoundingClientRect();
      return last && node.getBoundingClientRect().bottom - last.bottom;
    });
    assert.ok(room !== undefined && room >= 0 && room <= 2, `${name} ends ${room} px above`);
  }
  const heights = async (name: string): Promise<number[]> =>
    (await strip(name))
      .locator('.ms-top')
      .evaluateAll(all => all.map(value => Math.round(value.getBoundingClientRect().height)));
  assert.deepEqual(await heights('word'), [13, 13, 13]);
  assert.deepEqual(await heights('late'), [20, 20]);
  await button().click();
  await resizePage(notebook.page, { width: 900, height: 900 });
});

test('every minus of a number in the grid is the true minus', async () => {
  await resizePage(notebook.page, { width: 1600, height: 900 });
  const columns: Record<string, string> = {
    ...{
      score: '-4.5 + i',
      number: '(-i / 7)::DOUBLE',
      small: '-1e-9 * i',
      price: '(-i)::DECIMAL(18,3)',
    },
    ...{ whole: '-i * 1000', paid_id: '-i', huge: '(-i)::HUGEINT * 1000000000000000000' },
  };
  const selected = Object.entries(columns).map(([name, sql]) => `${sql} AS ${name}`);
  await show(await made(`SELECT ${selected.join()} FROM range(1, 9) r(i)`));
  await button().click();
  const { page } = notebook;
  const place = page.locator('.ms-table-place');
  for (const name of Object.keys(columns)) {
    await strip(name);
    const header = page.locator(`[role="columnheader"][title^="${name} ·"]`);
    await header.hover();
    await header.locator('.ms-menu-mark').click();
    await page.getByRole('menu').getByText('Show facts', { exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Std deviation').waitFor();
    await dialog.getByRole('button', { name: 'Choose values…' }).click();
    await dialog.getByRole('checkbox').first().check();
    const parts = '.ms-facts dd, .ms-choice, .ms-histogram, .ms-bin';
    const facts = await dialog
      .locator(parts)
      .evaluateAll(all =>
        all.map(part => [part.textContent, part.getAttribute('title'), part.ariaLabel].join(' ')),
      );
    assert.match(facts.join(' '), /−\d/, name);
    assert.doesNotMatch(facts.join(' '), /-\d/, name);
    await dialog.getByRole('textbox', { name: 'From' }).fill('-1e30');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(`${name} from −1e30`, { exact: false }).first().waitFor();
    const strips = await page
      .locator('.ms-overview-cell, .ms-overview-cell *, .ms-menu-mark')
      .evaluateAll(all => all.map(part => part.getAttribute('title') ?? ''));
    assert.doesNotMatch(`${await place.innerText()} ${strips.join(' ')}`, /-\d/, name);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByText(`${name} from`, { exact: false }).first().waitFor({ state: 'hidden' });
  }
  await button().click();
  await resizePage(page, { width: 900, height: 900 });
});

test('a press on a bar keeps exactly its rows, one on it again lets the others come back', async () => {
  await show();
  await button().click();
  const number = await strip('number');
  const bar = number.locator('.ms-bin').nth(15);
  assert.equal(await bar.getAttribute('title'), '945 to 999: 55 rows');
  await bar.click();
  await rowsSaid('55 of 1,000 rows');
  await notebook.page.getByText('number from 945 to 999').waitFor();
  // The filtered column still has all of its bars; the others are of the rows that are left.
  const word = await strip('word');
  await word.getByText('5 missing').waitFor();
  assert.equal(await number.locator('.ms-bin').count(), 16);
  const opacities = await number
    .locator('.ms-bin-bar')
    .evaluateAll(bars => bars.map(bar => getComputedStyle(bar).opacity));
  assert.deepEqual(opacities, [...Array.from({ length: 15 }, () => '0.35'), '1']);
  await number.locator('.ms-chosen').click();
  await rowsSaid('1,000 rows');
  await word.locator('.ms-overview-missing', { hasText: /^100/ }).waitFor();
});

test('a bar stays chosen where another column is filtered too, and a text condition stays', async () => {
  await show();
  await button().click();
  const number = await strip('number');
  await number.locator('.ms-bin').nth(15).click();
  await rowsSaid('55 of 1,000 rows');
  const word = await strip('word');
  // Drawn anew of the rows that are left: a press on what is replaced is lost.
  await word.getByText('5 missing').waitFor();
  await word.getByText('often').click();
  await notebook.page.getByText('word is often').waitFor();
  await number.locator('.ms-chosen').first().waitFor();
  await number.locator('.ms-chosen').first().click();
  await rowsSaid('300 of 1,000 rows');
  const header = notebook.page.locator('[role="columnheader"][title^="key ·"]');
  await header.hover();
  await header.locator('.ms-menu-mark').click();
  await notebook.page.getByRole('menuitem', { name: 'Filter…' }).click();
  await notebook.page.keyboard.type('9');
  await notebook.page.keyboard.press('Enter');
  const left = await notebook.page.getByText('key contains “9”').textContent();
  assert.ok(left);
  await (await strip('day')).locator('.ms-presses').last().click();
  await notebook.page.getByText('day from', { exact: false }).first().waitFor();
  assert.equal(await notebook.page.getByText('key contains “9”').count(), 1);
});

test('a bar that changes while it is pressed is chosen all the same', async () => {
  await show();
  await button().click();
  const number = await strip('number');
  const bar = number.locator('.ms-bin').nth(15);
  await bar.hover();
  await notebook.page.mouse.down();
  const pressed = await bar.elementHandle();
  const last = await strip('day');
  const before = await last.innerHTML();
  const often = (await strip('word')).getByText('often');
  await often.evaluate(node => (node as HTMLElement).click());
  await rowsSaid('300 of 1,000 rows');
  await until(async () => (await last.innerHTML()) !== before);
  assert.ok(await pressed?.evaluate(node => node.isConnected));
  await notebook.page.mouse.up();
  await notebook.page.getByText('number from').waitFor();
  await number.locator('.ms-chosen').first().waitFor();
});

test('the last row can be reached after the strip was switched on at the end', async () => {
  const grid = await show(await made('SELECT i AS n FROM range(150) r(i)'));
  await grid.evaluate(node => node.scrollTo({ top: node.scrollHeight }));
  const last = notebook.page.locator('[aria-rowindex="151"]');
  await last.waitFor();
  await button().click();
  await strip('n');
  await grid.evaluate(node => node.scrollTo({ top: node.scrollHeight }));
  const edge = async (of: Locator): Promise<number> => {
    const box = await of.boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0));
  };
  await notebook.page.waitForFunction(
    () => document.querySelector('[aria-rowindex="151"]') !== null,
  );
  assert.ok((await edge(last)) <= (await edge(grid)));
});

test('a press on a value, or on what is missing, keeps its rows', async () => {
  await show();
  await button().click();
  const word = await strip('word');
  await word.getByText('often').click();
  await rowsSaid('300 of 1,000 rows');
  await word.locator('.ms-overview-missing', { hasText: /^100/ }).click();
  await rowsSaid('100 of 1,000 rows');
  await notebook.page.getByText('word is missing').waitFor();
});

test('the cell that was pressed stays while the others are drawn of new answers', async () => {
  await show();
  await button().click();
  const word = await strip('word');
  await word.getByText('often').waitFor();
  // Each has been drawn of its first answer.
  for (const name of ['number', 'day', 'key']) {
    await strip(name);
  }
  await word.evaluate(node => {
    const replaced: string[] = [];
    new MutationObserver(changes => {
      for (const { addedNodes } of changes) {
        addedNodes.forEach(
          each => each instanceof HTMLElement && replaced.push(each.title.split(' ')[0] ?? ''),
        );
      }
    }).observe(node.parentElement ?? node, { childList: true });
    Object.assign(window, { replaced });
  });
  await word.getByText('often').click();
  await rowsSaid('300 of 1,000 rows');
  for (const name of ['word', 'number', 'day', 'key']) {
    await notebook.page.waitForFunction(
      each => (window as unknown as { replaced: string[] }).replaced.includes(each),
      name,
    );
  }
  const replaced = await notebook.page.evaluate(
    () => (window as unknown as { replaced: string[] }).replaced,
  );
  assert.deepEqual(replaced.toSorted(), ['day', 'key', 'number', 'word']);
});

test('what was chosen earlier is told after grids were made, and holds for them', async () => {
  const grid = await show();
  const sent = (await notebook.sent()) as RendererMessage[];
  assert.ok(sent.some(({ type }) => type === 'gridChoices'));
  await notebook.hear({ type: 'gridChoices', choices: { overview: true, rows: 5 } });
  await strip('number');
  assert.equal((await grid.boundingBox())?.height, 24 + 60 + 5 * 22);
  assert.equal(await button().getAttribute('aria-pressed'), 'true');
  await button().click();
  assert.equal(await button().getAttribute('aria-pressed'), 'false');
  // Drawn anew as it was left, whatever other grids begin with.
  await notebook.hear({ type: 'gridChoices', choices: { overview: false, rows: null } });
  await button().click();
  await notebook.dispose('t');
  await notebook.result('o', resultOutput({ table: await made('FROM range(3)') }));
  await button().click();
  await notebook.dispose('o');
  await show();
  await strip('number');
  assert.equal(await button().getAttribute('aria-pressed'), 'true');
});

test('rows of an earlier session have no strip', async () => {
  await notebook.hear({ type: 'gridChoices', choices: { overview: true, rows: null } });
  await show({ ...table, id: 'earlier' }, true);
  assert.equal(await button().count(), 0);
  assert.equal(await notebook.page.locator('.ms-overview').isVisible(), false);
});

test('the lower edge changes how many rows are in view, by dragging and with the keyboard', async () => {
  const grid = await show();
  const height = async (): Promise<number> => (await grid.boundingBox())?.height ?? 0;
  assert.equal(await height(), 24 + 12 * 22);
  const handle = notebook.page.getByRole('separator', { name: 'Rows in view' });
  const box = await handle.boundingBox();
  assert.ok(box);
  await notebook.page.mouse.move(box.x + 50, box.y + 3);
  await notebook.page.mouse.down();
  await notebook.page.mouse.move(box.x + 50, box.y + 3 + 8 * 22, { steps: 4 });
  await notebook.page.mouse.up();
  assert.equal(await height(), 24 + 20 * 22);
  assert.deepEqual(await remembered(), { overview: false, rows: 20 });
  await notebook.page.locator('[aria-rowindex="21"]').waitFor();
  await handle.focus();
  await notebook.page.keyboard.press('ArrowUp');
  assert.equal(await height(), 24 + 19 * 22);
  assert.equal(await handle.getAttribute('aria-valuenow'), '19');
  // Redrawn, it is as it was left, and so is the next one.
  await notebook.dispose('t');
  await show();
  assert.equal(await height(), 24 + 19 * 22);
  await show(await made('FROM range(100)'));
  assert.equal(await height(), 24 + 19 * 22);
  await show(await made('FROM range(3)'));
  assert.equal(await handle.count(), 0);
});

test('a tab is asked for as the grid was left, and over the notebook where that is narrow', async () => {
  await show();
  const open = notebook.page.getByRole('button', { name: 'Open in editor tab' });
  const asked = async (): Promise<unknown> => {
    await open.click();
    return ((await notebook.sent()) as RendererMessage[]).findLast(
      message => message.type === 'openBeside',
    );
  };
  await notebook.page.locator('[role="columnheader"][title^="number ·"]').click();
  await notebook.page.getByText('sorted by number', { exact: false }).first().waitFor();
  const word = notebook.page.locator('[role="columnheader"][title^="word ·"]');
  await word.hover();
  await word.locator('.ms-menu-mark').click();
  await notebook.page.getByRole('menu').getByText('Pinned', { exact: true }).click();
  const shown = {
    arrangement: { sort: [{ column: 0, descending: false }], filters: [] },
    columns: [0, 1, 2, 3],
    pinnedCount: 2,
    widths: [],
  };
  const message = { type: 'openBeside', resultId: table.id, shown };
  assert.deepEqual(await asked(), message);
});

test('the page reports whether a tab beside it would be too narrow, for commands of the palette', async () => {
  for (const [width, isNarrow] of [
    [1600, false],
    // A window of 1,440 px without its side bar.
    [1392, true],
    [900, true],
    [1500, false],
  ] as const) {
    await resizePage(notebook.page, { width, height: 900 });
    await notebook.page.waitForFunction(wanted => window.record.isNarrow === wanted, isNarrow);
  }
});

test('characters that turn the direction of writing are written out in the strip, the header and the chip', async () => {
  await show(await made(`SELECT chr(8238) || 'gnp.exe' AS "word" FROM range(3)`));
  await button().click();
  const word = await strip('word');
  await word.locator('.ms-top').click();
  await notebook.page.getByText('word is \\u{202e}gnp.exe').waitFor();
  const shown = await notebook.page.locator('.ms-output').innerHTML();
  assert.equal(shown.includes('\u202e'), false);
  assert.equal(await word.locator('.ms-top .ms-text').textContent(), '\\u{202e}gnp.exe');
});

test('texts and names that would be cut off take the room that the columns leave free', async () => {
  const text = `'${'a caveat in many words, '.repeat(2)}'`;
  const shown = await made(`SELECT 1 AS i, ${text} AS a_rather_long_name_of_a_column`);
  await show(shown);
  const cut = notebook.page.locator('[role="grid"] .ms-text, [role="columnheader"] .ms-name');
  const isCut = (): Promise<boolean> =>
    cut.evaluateAll(nodes => nodes.some(node => node.scrollWidth > node.clientWidth));
  assert.equal(await isCut(), false);
  const { width = 0, height = 0 } = notebook.page.viewportSize() ?? {};
  await resizePage(notebook.page, { width: 300, height });
  await notebook.page.waitForFunction(
    () => (document.querySelector('[role="columnheader"]:last-of-type')?.clientWidth ?? 999) < 260,
  );
  assert.equal(await isCut(), true);
  await resizePage(notebook.page, { width, height });
});

test('a column grows to fit the rows that are scrolled to, unless its width was chosen', async () => {
  const wide = `CASE WHEN i > 5000 THEN '${'x'.repeat(25)}' ELSE 'x' END`;
  const shown = await made(`SELECT i, ${wide} AS w, i AS chosen FROM range(2000000) r(i)`);
  const grid = await show(shown);
  const width = async (column: number): Promise<number> =>
    (await notebook.page.getByRole('columnheader').nth(column).boundingBox())?.width ?? 0;
  const before = [await width(0), await width(1)];
  const handle = notebook.page.locator('[role="columnheader"][title^="chosen ·"] .ms-edge');
  const box = await handle.boundingBox();
  assert.ok(box);
  await notebook.page.mouse.move(box.x + 2, box.y + 5);
  await notebook.page.mouse.down();
  await notebook.page.mouse.move(box.x - 8, box.y + 5, { steps: 3 });
  await notebook.page.mouse.up();
  const chosen = await width(2);
  await grid.evaluate(node => node.scrollTo({ top: node.scrollHeight }));
  const last = notebook.page.locator('[aria-rowindex="2000001"] .ms-text');
  await last.first().getByText('1,999,999', { exact: true }).waitFor();
  for (const column of [0, 1]) {
    assert.ok((await width(column)) > (before[column] ?? 0), String(column));
    assert.equal(
      await last.nth(column).evaluate(node => node.scrollWidth > node.clientWidth),
      false,
    );
  }
  assert.equal(await width(2), chosen);
  const grown = await width(0);
  await grid.evaluate(node => node.scrollTo({ top: 0 }));
  await notebook.page.locator('[aria-rowindex="2"]').getByText('x', { exact: true }).waitFor();
  assert.equal(await width(0), grown);
});
