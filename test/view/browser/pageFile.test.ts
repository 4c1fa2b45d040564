import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import type { AxeResults } from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { barChart, chartOf, errorOutput, lineChart, overlayTable, resultOutput } from './outputs';
import type { PageCell } from '../../../src/core/page/pageCells';
import { openWritten, prose, query, withPage } from './writtenPage';
import { resizePage } from './resizePage';

const screenshots = 'out/screenshots/page';

const hostile = '</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>';

/** The texts of a column's cells in the rows that are drawn. */
async function columnTexts(grid: Locator, column: number): Promise<string[]> {
  const cells = grid.locator(`.ms-row [aria-colindex="${column}"]`);
  return (await cells.allTextContents()).slice(0, 8);
}

async function choose(page: Page, name: string, label: string): Promise<void> {
  const header = page.getByRole('columnheader', { name }).first();
  await header.hover();
  await header.locator('.ms-menu-mark').click();
  await page.getByRole('menu').getByText(label, { exact: true }).click();
}

test('a page opens from disk with all its rows, and sorts and filters them without asking anyone', async () => {
  const table = overlayTable(3_000, 3_000);
  const opened = openWritten([query('FROM bullish_stocks()', resultOutput({ table }))]);
  await withPage(opened, async page => {
    const grid = page.getByRole('grid');
    await grid.waitFor();
    assert.equal(await grid.getAttribute('aria-rowcount'), '3001');
    await choose(page, 'rank', 'Sort descending');
    await page.waitForFunction(() =>
      document.querySelector('.ms-row [aria-colindex="1"]')?.textContent?.startsWith('3,000'),
    );
    assert.deepEqual((await columnTexts(grid, 1)).slice(0, 3), ['3,000', '2,999', '2,998']);
    await choose(page, 'rank', 'Filter…');
    await page.getByRole('dialog').getByLabel('From').fill('2990');
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    await page.locator('[role=grid][aria-rowcount="12"]').waitFor();
    await choose(page, 'name', 'Filter…');
    await page.getByRole('button', { name: 'Choose values…' }).click();
    await page.locator('.ms-choice').filter({ hasText: 'Kestrel' }).first().waitFor();
    await page.keyboard.press('Escape');
    // The last rows of the page are there too.
    await page.getByRole('button', { name: 'Remove: rank from 2990' }).click();
    await page.locator('[role=grid][aria-rowcount="3001"]').waitFor();
    await grid.evaluate(node => node.scrollTo(0, node.scrollHeight));
    await page.locator('.ms-row[data-row="2999"]').waitFor();
    // A company leads nowhere: there is no notebook to put a cell in.
    assert.equal(await page.locator('.ms-key').count(), 0);
  });
});

test('a chart is drawn when it comes into view, with tooltips and its rows folded below it', async () => {
  const table = overlayTable(30, 30);
  const far = Array.from({ length: 4 }, () =>
    query('SELECT 1', resultOutput({ chart: lineChart(3), table })),
  );
  const opened = openWritten([query('SELECT 1', resultOutput({ chart: lineChart(1) })), ...far]);
  await withPage(opened, async page => {
    const places = page.locator('[data-result]');
    await places.nth(0).locator('.ms-canvas > *').waitFor();
    assert.equal(await places.nth(4).locator('.ms-canvas').count(), 0);
    await places
      .nth(0)
      .locator('.ms-canvas')
      .hover({ position: { x: 400, y: 150 } });
    await page.locator('.ms-tooltip').filter({ hasText: 'score' }).waitFor();
    await places.nth(4).scrollIntoViewIfNeeded();
    await places.nth(4).locator('.ms-canvas > *').waitFor();
    await places.nth(4).getByText('Show rows').click();
    await places.nth(4).getByRole('grid').waitFor();
  });
});

test('texts of the service and of the notebook are texts, wherever they come', async () => {
  const columns = [{ name: `n ${hostile}`, type: 'VARCHAR' }];
  const rows = [[hostile], ['<!--<script>'], ['\u2028 ]]> &amp;']];
  const table = { id: 'r', columns, rowCount: 3, rows };
  const spec = {
    data: { name: 'result' },
    title: hostile,
    mark: { type: 'bar', tooltip: true },
    encoding: { y: { field: columns[0]?.name ?? '', type: 'nominal' } },
  };
  const chart = { ...chartOf(spec, columns, rows), description: hostile };
  const copyright = { contact_email: hostile, copyright_info: `Rights ${hostile}` };
  const result = resultOutput({ table, copyright, notes: [hostile] });
  const failed = { error: { code: 'sql', message: hostile, at: null, request: null }, notes: [] };
  const cells = [
    prose(
      `# ${hostile}\n\n${hostile}\n\n[link](javascript:alert(1)) ![far](https://example.com/x.png)`,
    ),
    query(`SELECT '${hostile}' -- ${hostile}`, result),
    query('SELECT 1', resultOutput({ chart })),
    { ...query(`--| x: ${hostile}\nSELECT nope`), errors: [{ ...failed }] as never },
  ];
  const opened = openWritten(cells, { title: hostile, description: hostile });
  await withPage(opened, async (page, html) => {
    await page.getByRole('grid').waitFor();
    await page.locator('[data-result="1"] .ms-canvas > *').waitFor();
    await page.getByText('Show query').first().click();
    assert.equal(await page.evaluate(() => 'hacked' in window), false);
    assert.equal(await page.title(), hostile);
    const found = await page.evaluate(() => ({
      scripts: document.scripts.length,
      pictures: document.images.length,
      links: [...document.links].map(({ href }) => href),
    }));
    assert.deepEqual(found, { scripts: 3, pictures: 0, links: [] });
    assert.match((await page.locator('footer').textContent()) ?? '', /Rights <\/script>/);
    assert.equal(html.includes(hostile), false);
    assert.equal(
      await page.locator('pre').first().textContent(),
      `SELECT '${hostile}' -- ${hostile}`,
    );
  });
});

test('the policy of the file refuses other scripts, and requests', async () => {
  const written = await openWritten([prose('text')]);
  const { names, isHacked } = await written.page.evaluate(async () => {
    const refused: string[] = [];
    const ended = new Promise<void>(resolve => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        refused.push(effectiveDirective.replace('-elem', ''));
        if (['script-src', 'img-src', 'connect-src'].every(name => refused.includes(name))) {
          resolve();
        }
      });
    });
    const script = document.createElement('script');
    script.textContent = 'window.hacked = 1';
    document.body.append(script);
    const picture = new Image();
    picture.src = 'https://example.com/x.png';
    await fetch('https://example.com/').catch(() => undefined);
    await ended;
    try {
      Reflect.construct(Function, ['return 1']);
    } catch {
      refused.push('eval');
    }
    return { names: refused, isHacked: 'hacked' in window };
  });
  await assert.rejects(written.close(), /Content Security Policy/);
  assert.equal(isHacked, false);
  assert.ok(names.includes('eval'), names.join());
});

test('a page follows the scheme of its reader, who may choose the other one', async () => {
  const result = resultOutput({ chart: barChart(), table: overlayTable(20) });
  await withPage(openWritten([prose('# A title'), query('SELECT 1', result)]), async page => {
    const background = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.locator('.ms-canvas > *').waitFor();
    assert.equal(await background(), 'rgb(255, 255, 255)');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark');
    assert.equal(await background(), 'rgb(22, 24, 28)');
    await page.getByRole('button', { name: 'Light' }).click();
    assert.equal(await background(), 'rgb(255, 255, 255)');
    await page.getByRole('button', { name: 'Dark' }).waitFor();
    // On a narrow page the title has the whole width, and the buttons are below it.
    await resizePage(page, { width: 400, height: 800 });
    const [title, tools, main] = await Promise.all(
      ['h1', '.tools', 'main'].map(name => page.locator(name).boundingBox()),
    );
    assert.ok(title && tools && main);
    assert.equal(title.width, main.width);
    assert.ok(tools.y >= title.y + title.height);
  });
});

test('cells of half the width are beside each other, and below each other where there is no room', async () => {
  const half = '--| column: half\n--| echo: false\nSELECT 1';
  const result = resultOutput({ table: overlayTable(5) });
  const cells = [query('SELECT 0', result), query(half, result), query(half, result)];
  await withPage(openWritten(cells), async page => {
    const tops = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.cell')].map(cell => cell.getBoundingClientRect().top),
      );
    const [whole = 0, left, right] = await tops();
    assert.ok(left === right && left !== undefined && left > whole);
    assert.equal(await page.getByText('Show query').count(), 1);
    await resizePage(page, { width: 700, height: 800 });
    const [, upper = 0, lower = 0] = await tops();
    assert.ok(lower > upper);
    // Paper has room for both, with the columns that fit in a half.
    await page.emulateMedia({ media: 'print' });
    await resizePage(page, { width: 690, height: 1000 });
    await page
      .getByText(/The first \d of 10 columns are printed/)
      .first()
      .waitFor();
    const [, one, other] = await tops();
    assert.equal(one, other);
    const widths = await page
      .locator('.half .printed.upright table')
      .evaluateAll(tables => tables.map(table => table.getBoundingClientRect().width));
    assert.ok(widths.length === 2 && widths.every(width => width <= 330), widths.join());
  });
});

test('the rights notice is in view wherever the reader is, once', async () => {
  const copyright = { contact_email: 'data@example.com', copyright_info: 'All rights reserved.' };
  const result = resultOutput({ table: overlayTable(200), copyright });
  const cells = Array.from({ length: 6 }, () => query('SELECT 1', result));
  await withPage(openWritten(cells), async page => {
    const notice = page.getByText('All rights reserved.');
    assert.equal(await notice.count(), 1);
    for (const top of [0, 600, 1e6]) {
      await page.evaluate(y => scrollTo(0, y), top);
      const box = await notice.boundingBox();
      assert.ok(box && box.y > 0 && box.y + box.height <= 800, `at ${top}: ${JSON.stringify(box)}`);
    }
  });
});

test('a page can be read by everyone, in light and dark', async () => {
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  const copyright = { contact_email: 'data@example.com', copyright_info: 'All rights reserved.' };
  const result = resultOutput({ table: overlayTable(20), chart: barChart(), copyright });
  const failure = { ...query('SELECT nope'), errors: [errorOutput()] };
  const cells = [
    prose('# Title\n\nText with `code`, a [link](https://example.com) and\n\n> a quotation.'),
    query('-- why\nSELECT 1', { ...result, notes: ['A note.'] }),
    query('SELECT 2', resultOutput({ table: overlayTable(20) })),
    { ...failure, staleReasons: ['The text changed.'] },
  ];
  await withPage(openWritten(cells, { description: 'What it is about' }), async page => {
    await page.getByRole('grid').waitFor();
    for (const summary of await page.locator('summary').all()) {
      await summary.click();
    }
    await page.evaluate(await readFile(axe, 'utf8'));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForFunction(
        name => document.documentElement.dataset['theme'] === name,
        colorScheme,
      );
      const { violations } = await page.evaluate(() =>
        (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
      );
      const found = violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
      assert.deepEqual(found, [], colorScheme);
    }
  });
});

test('a query is copied from the page as it is shown, and the button is not printed', async () => {
  const text = "SELECT '<b>' AS a -- x\n  FROM t";
  const opened = openWritten([query(`--| name: a\n${text}`, resultOutput({}))]);
  await withPage(opened, async page => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('Show query').click();
    const copy = page.locator('.copy');
    await copy.click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await copy.isVisible(), false);
  });
});

const kinds = {
  columns: [
    { name: 'kind', type: 'VARCHAR' },
    { name: 'v', type: 'DOUBLE' },
    { name: 'n', type: 'BIGINT' },
  ],
  rows: [
    ['a', 2, 1],
    ['b', 4, 2],
    ['b', 1, 3],
    ['c', 3, 4],
  ],
};

/** A bar for each row of the chart's data, beside the table of `kinds`. */
function barsOf(value: string, rows: readonly (readonly (string | number)[])[]): PageCell {
  const { columns, rows: all } = kinds;
  const spec = {
    data: { name: 'result' },
    mark: { type: 'bar', tooltip: true },
    encoding: {
      x: { field: 'kind', type: 'nominal' },
      y: { field: value, type: 'quantitative' },
      xOffset: { field: value, type: 'nominal' },
    },
  };
  const drawn = [
    { name: 'kind', type: 'VARCHAR' },
    { name: value, type: 'DOUBLE' },
  ];
  const table = { id: 'r', columns, rowCount: all.length, rows: all };
  return query('SELECT 1', resultOutput({ table, chart: chartOf(spec, drawn, rows) }));
}

test('a click on a mark shows its rows: those of the result, or those that are drawn', async () => {
  await mkdir(screenshots, { recursive: true });
  const plain = barsOf(
    'v',
    kinds.rows.map(([kind = '', v = 0]) => [kind, v]),
  );
  const means = barsOf('mean of v', [
    ['a', 2],
    ['b', 2.5],
    ['c', 3],
  ]);
  const others = barsOf('mean of v', [['x', 2]]);
  const mixed = barsOf('v', [
    ['a', 2],
    ['x', 9],
  ]);
  await withPage(openWritten([plain, means, others, mixed]), async page => {
    const place = (at: number): Locator => page.locator('[data-result]').nth(at);
    const said = (at: number): Locator => place(at).locator('.ms-mark-rows');
    const press = async (at: number, bar: number): Promise<string> => {
      await place(at).scrollIntoViewIfNeeded();
      await place(at).locator('.mark-rect.role-mark path').nth(bar).click();
      await said(at).filter({ hasText: 'of the mark' }).waitFor();
      return said(at).innerText();
    };
    const shownRows = async (at: number, count: number): Promise<string[]> => {
      const rows = place(at).locator('[role=grid] .ms-row');
      await rows.nth(count - 1).waitFor();
      return rows.allInnerTexts().then(texts => texts.map(text => text.replace(/\s+/g, ' ')));
    };
    assert.match(await press(0, 2), /^1 row of the mark: Kind b, v 1\. · Close$/);
    assert.deepEqual(await shownRows(0, 1), ['b 1 3']);
    assert.match(await press(1, 1), /same kind\. · Close$/);
    assert.deepEqual(await shownRows(1, 2), ['b 4 2', 'b 1 3']);
    await page.screenshot({ path: `${screenshots}/mark-rows.png` });
    await page.keyboard.press('Escape');
    await said(1).waitFor({ state: 'hidden' });
    assert.equal(await place(1).getByRole('grid').isVisible(), false);
    assert.match(await press(2, 0), /These are the rows that are drawn: .* · Close$/);
    assert.deepEqual(await shownRows(2, 1), ['x 2']);
    // By the keyboard, and where the reader had the rows open already.
    await place(2).getByText('Show rows').click();
    await place(2).locator('.ms-canvas').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await said(2).getByRole('button', { name: 'Close' }).click();
    assert.ok(await place(2).locator('details.rows [role=grid]').isVisible());
    // From a mark of the result to one that is not of it: the first grid shows all rows again, the second stays.
    await press(3, 0);
    const folded = place(3).locator('details.rows [role=grid]');
    assert.equal(await folded.getAttribute('aria-rowcount'), '2');
    await place(3).locator('.mark-rect.role-mark path').nth(1).click();
    await said(3).filter({ hasText: 'the rows that are drawn' }).waitFor();
    await page.waitForFunction(
      grid => grid?.getAttribute('aria-rowcount') === '5',
      await folded.elementHandle(),
    );
    assert.ok(await said(3).isVisible());
    assert.deepEqual(await place(3).locator('.on-screen [role=grid] .ms-row').count(), 1);
    assert.equal(await folded.isVisible(), false);
  });
});

test('a page says once that marks have rows, which a finger finds too, and not on paper', async () => {
  const chart = (): PageCell =>
    barsOf(
      'v',
      kinds.rows.map(([kind = '', v = 0]) => [kind, v]),
    );
  const table = query('SELECT 1', resultOutput({ table: overlayTable(5) }));
  await withPage(openWritten([table, chart(), chart()]), async page => {
    const phone = await page
      .context()
      .browser()
      ?.newPage({ viewport: { width: 400, height: 800 }, hasTouch: true });
    assert.ok(phone);
    await phone.goto(page.url());
    const hint = phone.getByText('Click or tap a mark to see its rows.');
    await hint.waitFor();
    await phone.locator('[data-result]').nth(2).scrollIntoViewIfNeeded();
    const mark = phone.locator('[data-result]').nth(2).locator('.mark-rect.role-mark path').nth(2);
    await mark.tap();
    await phone.getByText('1 row of the mark: Kind b, v 1.').waitFor();
    assert.equal(await hint.count(), 1);
    await phone.emulateMedia({ media: 'print' });
    assert.equal(await hint.isVisible(), false);
  });
});

test('the sentence on marks is below the first chart of those that are drawn, in whichever order they are', async () => {
  const tall = prose('A line of a text.\n\n'.repeat(60));
  const chart = barsOf('v', [['a', 1]]);
  await withPage(openWritten([tall, chart, tall, chart]), async page => {
    const hintOf = (at: number): Locator => page.locator('[data-result]').nth(at).locator('.hint');
    await page.locator('[data-result]').nth(1).scrollIntoViewIfNeeded();
    await hintOf(1).waitFor();
    await page.locator('[data-result]').nth(0).scrollIntoViewIfNeeded();
    await hintOf(0).waitFor();
    assert.equal(await hintOf(1).count(), 0);
  });
});

test('a test that passes is a line without an empty table, and one that fails has its rows', async () => {
  const empty = { id: 'r', columns: kinds.columns, rowCount: 0, rows: [] };
  const cells = [
    query('SELECT 1', resultOutput({ table: empty, test: { name: 'gaps', failedRows: 0 } })),
    query(
      'SELECT 2',
      resultOutput({
        table: { ...empty, ...kinds, rowCount: 4 },
        test: { name: 'kinds', failedRows: 4 },
      }),
    ),
  ];
  await withPage(openWritten(cells), async page => {
    await page.getByText('✓ gaps passed').waitFor();
    await page.getByText('✗ kinds: 4 rows fail').waitFor();
    await page.locator('[role=grid] .ms-row').nth(3).waitFor();
    assert.equal(await page.getByRole('grid').count(), 1);
  });
});
