/** How the explorer looks in every theme and in narrow windows. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, afterEach, before, test } from 'node:test';
import { ExplorerPage } from './explorerPage';
import { themes } from './themes';
import { resizePage } from './resizePage';

const text = `FROM company_events((SELECT list(entity) FROM bullish_stocks(amount := 20)),
  date_from := DATE '2026-10-01', date_to := DATE '2026-11-20')`;

let explorer: ExplorerPage;
before(async () => {
  explorer = await ExplorerPage.open(text);
});
after(() => explorer.close());
afterEach(async () => {
  await resizePage(explorer.page, { width: 1280, height: 800 });
  const clear = explorer.page.locator('.ms-x-main > .ms-filters >> text=Clear all');
  if (await clear.isVisible()) {
    await clear.click();
  }
});

async function count(where: string): Promise<number> {
  const { table } = await explorer.run(`SELECT count(*) AS n FROM (${text}) WHERE ${where}`);
  return Number(table?.rows[0]?.[0]);
}

test('axe finds nothing serious in any theme', async () => {
  await explorer.value('temporality', 'past').click({ modifiers: ['Alt'] });
  await explorer.value('role', 'Target').click();
  await explorer.rows(await count(`temporality <> 'past' AND role = 'Target'`));
  await explorer.page.evaluate(
    readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
  );
  const { page } = explorer;
  const states: readonly (readonly [place: string, open: () => Promise<void>])[] = [
    ['body', () => Promise.resolve()],
    ['.ms-x-details', () => explorer.openDetails()],
    [
      '.ms-x-compare',
      async () => {
        await page.click('[aria-label="Compare two parts"]');
        await page.waitForSelector('.ms-x-compared tbody tr');
      },
    ],
  ];
  for (const [place, open] of states) {
    await open();
    for (const theme of Object.values(themes)) {
      await explorer.checkAxe(place, theme);
    }
    await explorer.theme(themes.light);
  }
  await page.click('[aria-label="Compare two parts"]');
  await page.click('[aria-label="Close details"]');
});

test('in a narrow window nothing overlaps', async () => {
  await resizePage(explorer.page, { width: 800, height: 600 });
  await explorer.value('role', 'Target').click();
  await explorer.rows(await count(`role = 'Target'`));
  await explorer.fits();
  await explorer.shot('narrow-light');
  // As wide as half of a window, beside its notebook.
  await resizePage(explorer.page, { width: 510, height: 800 });
  await explorer.fits();
  await explorer.shot('beside-light');
  await resizePage(explorer.page, { width: 800, height: 600 });
  await explorer.openDetails();
  await explorer.shot('narrow-details-light');
  const parts = await explorer.page.evaluate(() => {
    const of = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    const [details, rows, load] = ['.ms-x-details', '.ms-x-rows', '.ms-x-around'].map(of);
    return {
      areBeside: (rows?.right ?? 0) <= (details?.left ?? 0) && (details?.right ?? 0) <= 800,
      rows: rows?.width ?? 0,
      isFitting: (load?.right ?? 0) <= (details?.right ?? 0),
    };
  });
  assert.ok(parts.areBeside && parts.isFitting && parts.rows > 200, JSON.stringify(parts));
  await explorer.page.click('[aria-label="Close details"]');
});

test('in a tab of half a small window the values are above the table, and both have room', async () => {
  await resizePage(explorer.page, { width: 340, height: 420 });
  const [facets, main, table] = await Promise.all(
    ['.ms-x-facets', '.ms-x-main', '.ms-x-rows .ms-table'].map(selector =>
      explorer.page.locator(selector).boundingBox(),
    ),
  );
  await explorer.shot('half-light');
  assert.ok(facets && main && table);
  assert.ok(facets.y + facets.height <= main.y && facets.height >= 140, JSON.stringify(facets));
  assert.ok(main.width >= 310 && table.width >= 300, JSON.stringify(main));
  assert.ok(table.height >= 66, JSON.stringify(table));
});

test('keys that differ only at their end are told apart where their bars are narrow', async () => {
  await resizePage(explorer.page, { width: 524, height: 800 });
  await explorer.facet('entity').locator('.ms-x-title').click();
  const names = explorer.facet('entity').locator('.ms-x-name');
  await names.first().waitFor();
  const shown = await names.evaluateAll(all =>
    all.map(each => {
      const [kind, rest] = [...each.children];
      const isWhole = rest && rest.scrollWidth <= rest.clientWidth;
      const isCut = kind && kind.scrollWidth > kind.clientWidth;
      return { isCut, rest: isWhole ? rest.textContent : '', text: each.textContent };
    }),
  );
  assert.ok(shown.length > 2 && shown.every(({ isCut }) => isCut), JSON.stringify(shown));
  assert.equal(new Set(shown.map(({ rest }) => rest)).size, shown.length, JSON.stringify(shown));
  const titles = await explorer
    .facet('entity')
    .locator('.ms-x-value')
    .evaluateAll(all => all.map(each => each.getAttribute('title')?.split(': ')[0]));
  assert.deepEqual(
    titles,
    shown.map(({ text }) => text),
  );
  await explorer.shot('keys-light');
});

test('a header that is cut names its column in full at the pointer, in a tab too', async () => {
  const { page } = explorer;
  const edge = page.locator('.ms-x-rows .ms-head[title^="news_publish_time ·"] .ms-edge');
  const handle = await edge.boundingBox();
  assert.ok(handle);
  await page.mouse.move(handle.x + 2, handle.y + 5);
  await page.mouse.down();
  await page.mouse.move(handle.x - 58, handle.y + 5, { steps: 3 });
  await page.mouse.up();
  const cut = await page.locator('.ms-x-rows .ms-head').evaluateAll(heads =>
    heads.flatMap(head => {
      const text = head.querySelector('.ms-text');
      return text && text.scrollWidth > text.clientWidth
        ? [[head.getAttribute('title'), text.textContent]]
        : [];
    }),
  );
  assert.ok(cut.some(([, name]) => name === 'news_publish_time'));
  for (const [title, name] of cut) {
    assert.ok(title?.startsWith(`${name} · `), `${title} for ${name}`);
  }
});

test('at a zoom of 200 % every item of a column menu is seen when the keyboard reaches it', async () => {
  const { page } = explorer;
  await resizePage(page, { width: 720, height: 450 });
  const head = page.locator('.ms-x-rows .ms-head').first();
  await head.hover();
  await head.locator('.ms-menu-mark').click();
  const items = page.getByRole('menu').locator('.ms-menu-item');
  await items.first().waitFor();
  await explorer.shot('menu-zoomed-light');
  for (let place = 0; place < (await items.count()); place++) {
    const isSeen = await page.locator(':focus').evaluate(item => {
      const { left, top, bottom } = item.getBoundingClientRect();
      return [top + 2, bottom - 2].every(y =>
        item.contains(document.elementFromPoint(left + 8, y)),
      );
    });
    assert.ok(isSeen, `item ${place}`);
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Escape');
});
