/** Results of any kind in the explorer: hostile texts, every type, nothing but nulls, no row, one row. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { exploredCell } from '../../../src/core/explorer/exploredCell';
import type { ResultColumn } from '../../../src/core/protocol/outcome';
import { until } from '../../support/until';
import { ExplorerPage } from './explorerPage';

let explorer: ExplorerPage;
before(async () => {
  explorer = await ExplorerPage.open('SELECT 1 AS one');
});
after(() => explorer.close());

/** Explores the result of another cell in the same tab. */
async function explore(
  text: string,
): Promise<{ rowCount: number; columns: readonly ResultColumn[] }> {
  const { page } = explorer;
  await page.evaluate(() => {
    window.tab.state = undefined;
  });
  const outcome = await explorer.run(text);
  assert.ok(outcome.table);
  await explorer.hear({
    ...{ type: 'result', shown: null, place: { notebook: 'file:///a.signals', cell: 0, text: '' } },
    output: { ...outcome, version: 1, chart: null, restored: false },
  });
  const { rowCount, columns } = outcome.table;
  await page.waitForSelector(`.ms-x-body[data-ms-rows="${rowCount}"]`);
  return { rowCount, columns };
}

/** What the page says of failures, in its status lines. */
async function failures(): Promise<string[]> {
  const texts = await explorer.page
    .locator('.ms-x > .ms-empty, .ms-x-listed .ms-empty')
    .allInnerTexts();
  return texts.filter(text => text !== '');
}

/** Clicks each value that is listed, compares its count with the rows that are kept, and with those of its cell. */
async function clickValues(text: string, columns: readonly ResultColumn[]): Promise<number> {
  const { page } = explorer;
  const rowCount = Number(await page.getAttribute('.ms-x-body', 'data-ms-rows'));
  for (const closed of await page.locator('.ms-x-title[aria-expanded=false]').all()) {
    await closed.click();
  }
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.ms-x-facet')].every(each =>
      each.querySelector('.ms-x-value, .ms-x-more span'),
    ),
  );
  const facets = await page.locator('.ms-x-facet').count();
  let clicked = 0;
  for (let at = 0; at < facets; at++) {
    const facet = page.locator('.ms-x-facet').nth(at);
    const first = facet.locator('.ms-x-value').first();
    const n = Number((await first.locator('.ms-x-n').innerText()).replaceAll(',', ''));
    await first.click();
    await facet.locator('.ms-x-selected').waitFor();
    await explorer.rows(n);
    assert.deepEqual(await failures(), [], await facet.innerText());
    explorer.orders.length = 0;
    await page.getByRole('button', { name: 'Open as Cell' }).click();
    await until(() => explorer.orders.length > 0);
    const [order] = explorer.orders;
    assert.ok(order?.type === 'writeSql');
    const cell = exploredCell({ text, columns }, order.arrangement, order.what);
    const { table } = await explorer.run(cell);
    assert.equal(table?.rowCount, n, cell);
    await first.click();
    await explorer.rows(rowCount);
    clicked++;
  }
  return clicked;
}

const hostile = [
  '<img src=x onerror="document.title = 1"><script>document.title = 2</script>',
  '[a link](https://example.test) **bold** `code`',
  '\u001b[31mred\u001b[0m\u0007',
  '\u202efed cba\u202c \u2066x\u2069',
  "Robert'); DROP TABLE results; --",
  'a\nb\tc\r\nd',
  '\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67 e\u0301',
  '',
  '   ',
  'null',
];

function literal(text: string): string {
  const codes = [...text].map(each => `chr(${each.codePointAt(0)})`);
  return codes.length === 0 ? `''` : codes.join(' || ');
}

test('hostile texts in values and names are shown as texts, and filtered as what they are', async () => {
  const rows = hostile.map((text, at) => `(${literal(text)}, DATE '2026-11-01' + ${at})`);
  const name = `"<b>x</b> \u202e"" '; --"`;
  const text = `SELECT t AS ${name}, d AS date, t AS event_name, 'company:a' AS entity, t AS role
    FROM (VALUES ${[...rows, ...rows].join(', ')}) AS v(t, d)`;
  const { columns } = await explore(text);
  assert.ok((await clickValues(text, columns)) >= 3);
  const { page } = explorer;
  assert.equal(await page.title(), 'explorer');
  assert.equal(await page.locator('.ms-x img, .ms-x b, .ms-x script, .ms-x a').count(), 0);
  const shown = await page.locator('.ms-x').innerText();
  assert.doesNotMatch(shown, /[\u202e\u2066\u001b\u0007]/);
  // The details show the same, and the comparison.
  await page.click('.ms-row[aria-rowindex="4"] .ms-cell:not([aria-haspopup])');
  await page.keyboard.press('Space');
  await page.locator('.ms-x-details h3', { hasText: '2 mentions of this event' }).waitFor();
  await page.click('[aria-label="Compare two parts"]');
  await page.waitForSelector('.ms-x-compared tbody tr');
  assert.doesNotMatch(await page.locator('.ms-x').innerText(), /[\u202e\u2066\u001b\u0007]/);
  await page.click('[aria-label="Group mentions by event"]');
  await page.click('[aria-label="Compare two parts"]');
  await page.waitForSelector(`.ms-x-rows .ms-table[aria-rowcount="${hostile.length + 1}"]`);
  assert.deepEqual(await failures(), []);
});

test('a text of a megabyte is explored, and read in the details', async () => {
  const text = `SELECT repeat('<x> ', 250000) || i AS story, (i % 2)::VARCHAR AS half, DATE '2026-11-01' + i::INTEGER AS date FROM range(4) AS r(i)`;
  const { columns } = await explore(text);
  // Nobody reads it as a value, and no filter has it.
  assert.equal(await clickValues(text, columns), 1);
  const { page } = explorer;
  assert.equal(await page.locator('.ms-x-title', { hasText: 'story' }).count(), 0);
  await page.click('.ms-row[aria-rowindex="2"] .ms-cell:not([aria-haspopup])');
  await page.keyboard.press('Space');
  await page.locator('.ms-x-details dd', { hasText: /^<x> / }).waitFor();
  assert.deepEqual(await failures(), []);
});

test('every type of DuckDB is explored, with nulls among the values', async () => {
  const text = `SELECT COLUMNS(t -> t NOT IN ('medium_enum', 'large_enum')) FROM test_all_types()`;
  const { columns } = await explore(text);
  // A truth, a text and an enumeration have few values; the others are in the grid.
  assert.equal(await clickValues(text, columns), 3);
});

test('a result without a value, of no row or of one row is explored', async () => {
  const nothing = `SELECT NULL::DATE AS date, NULL::VARCHAR AS a, NULL::INTEGER AS b, NULL::STRUCT(x INTEGER) AS c FROM range(5)`;
  const { columns } = await explore(nothing);
  await clickValues(nothing, columns);
  await explore(`SELECT DATE '2026-11-01' AS date, 'x' AS a WHERE false`);
  assert.ok(await explorer.page.getByText('The query returned no rows.').isVisible());
  const one = `SELECT DATE '2026-11-01' AS date, 'x' AS a`;
  const { columns: ofOne } = await explore(one);
  assert.equal(await clickValues(one, ofOne), 0);
  await explorer.page.locator('.ms-row .ms-cell').first().click();
  await explorer.page.keyboard.press('Space');
  await explorer.page.locator('.ms-x-details dd', { hasText: '2026-11-01' }).waitFor();
  assert.deepEqual(await failures(), []);
});

test('rows without a day, with quoted names and with U+0000 are explored', async () => {
  const values = [`chr(0)`, `'a' || chr(0) || 'b'`, `'it''s'`, `'"x"'`, `'%_\\'`];
  const rows = values.map(each => `(${each})`).join(', ');
  const text = `SELECT v AS "it's ""so""", v AS "select", 'k' AS " " FROM (VALUES ${rows}) AS t(v), range(3)`;
  const { columns } = await explore(text);
  assert.ok((await clickValues(text, columns)) >= 2);
  assert.equal(await explorer.page.locator('.ms-x-timeline').count(), 0);
  await explorer.page.fill('.ms-x-search', "it's");
  await explorer.rows(3);
  assert.deepEqual(await failures(), []);
});

test('a relation of a thousand columns is explored, with a name of thousands of letters', async () => {
  const long = 'n'.repeat(5_000);
  const parts = Array.from({ length: 998 }, (_, at) => `i % ${(at % 7) + 1} = 0 AS c${at}`);
  const text = `SELECT DATE '2026-11-01' + i::INTEGER AS date, 'x' || i % 2 AS "${long}", ${parts.join(', ')} FROM range(20) AS r(i)`;
  await explore(text);
  const { page } = explorer;
  const facets = await page.locator('.ms-x-facet').count();
  assert.ok(facets > 0 && facets <= 24, String(facets));
  const first = page.locator('.ms-x-value').first();
  const n = Number(await first.locator('.ms-x-n').innerText());
  await first.click();
  await explorer.rows(n);
  assert.deepEqual(await failures(), []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
  await explorer.shot('thousand-columns');
});

test('of many clicks at once only the last answer is drawn', async () => {
  await explore(
    `SELECT DATE '2026-11-01' + (i % 9)::INTEGER AS date, 'v' || i % 5 AS v, i % 3 = 0 AS third FROM range(200_000) AS r(i)`,
  );
  const { page } = explorer;
  const drawn = await page.evaluate(async () => {
    const body = document.querySelector<HTMLElement>('.ms-x-body');
    const seen: (string | undefined)[] = [];
    const observer = new MutationObserver(() => seen.push(body?.dataset['msRows']));
    if (body) {
      observer.observe(body, { attributes: true, attributeFilter: ['data-ms-rows'] });
    }
    const click = (shown: string): void => {
      const values = [...document.querySelectorAll<HTMLElement>('.ms-x-value')];
      values.find(each => each.querySelector('.ms-x-name')?.textContent === shown)?.click();
    };
    // An even number of clicks leaves a value as it was.
    for (let turn = 0; turn < 30; turn++) {
      click(`v${turn % 5}`);
    }
    click('true');
    await new Promise<void>(resolve => {
      const look = (): void => {
        if (seen.length > 0) {
          resolve();
        } else {
          setTimeout(look, 20);
        }
      };
      look();
    });
    observer.disconnect();
    return seen;
  });
  assert.deepEqual(drawn, ['66667']);
  await page.waitForSelector('.ms-x-rows .ms-table[aria-rowcount="66668"]');
  assert.deepEqual(
    await page.locator('.ms-x-main > .ms-filters .ms-chip .ms-text').allInnerTexts(),
    ['third is true'],
  );
});

test('days that no calendar has make no timeline of a million bars', async () => {
  const text = `SELECT * FROM (VALUES (DATE 'infinity', 'a'), (DATE '-infinity', 'b'), (DATE '0044-03-15 (BC)', 'c'), (DATE '2026-11-01', 'd'), (DATE '294000-01-01', 'e')) AS v(date, a)`;
  const { columns } = await explore(text);
  await clickValues(text, columns);
});
