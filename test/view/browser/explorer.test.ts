import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { exploredCell } from '../../../src/core/explorer/exploredCell';
import { asks } from '../../../src/core/explorer/questionState';
import { until } from '../../support/until';
import { ExplorerPage } from './explorerPage';
import { themes } from './themes';

const text = `FROM company_events((SELECT list(entity) FROM bullish_stocks(amount := 40)),
  date_from := DATE '2026-09-01', date_to := DATE '2026-11-20')`;

let explorer: ExplorerPage;
let whole: number;
before(async () => {
  explorer = await ExplorerPage.open(text);
  whole = await count('true');
});
after(() => explorer.close());
beforeEach(async () => {
  const clear = explorer.page.locator('.ms-x-main > .ms-filters >> text=Clear all');
  if (await clear.isVisible()) {
    await clear.click();
  }
  await explorer.rows(whole);
});

async function count(where: string): Promise<number> {
  const { table } = await explorer.run(`SELECT count(*) AS n FROM (${text}) WHERE ${where}`);
  return Number(table?.rows[0]?.[0]);
}

async function counted(name: string, where: string): Promise<string[]> {
  const { table } = await explorer.run(
    `SELECT ${name}, count(*) AS n FROM (${text}) WHERE ${where} GROUP BY ALL ORDER BY n DESC, 1 LIMIT 6`,
  );
  return (table?.rows ?? []).map(([shown, n]) => `${String(shown)} ${String(n)}`);
}

async function undo(): Promise<void> {
  await explorer.page.click('[aria-label="Back"]');
}

test('values are selected and excluded, and each facet counts under the filters of the others', async () => {
  await explorer.shot('first-light');
  const before = await explorer.colours();
  await explorer.value('factuality', 'possible').click();
  await explorer.rows(await count(`factuality = 'possible'`));
  await explorer.value('factuality', 'probable').click();
  const some = `factuality IN ('possible', 'probable')`;
  await explorer.rows(await count(some));
  assert.deepEqual(await explorer.listed('factuality'), await counted('factuality', 'true'));
  assert.deepEqual(await explorer.listed('temporality'), await counted('temporality', some));
  await explorer.value('temporality', 'past').click({ modifiers: ['Alt'] });
  await explorer.rows(await count(`${some} AND temporality <> 'past'`));
  await explorer.chips('factuality is possible or probable', 'temporality is not past');
  assert.equal(await explorer.value('factuality', 'possible').getAttribute('aria-pressed'), 'true');
  assert.deepEqual(
    await explorer.colours(),
    before.filter(each => /^(possible|probable) /.test(each)),
  );
  await explorer.shot('selected-light');
  await explorer.theme(themes.dark);
  await explorer.shot('selected-dark');
  await explorer.theme(themes.light);
  await explorer.page.click('[aria-label="Remove: temporality is not past"]');
  await explorer.rows(await count(some));
  await undo();
  await explorer.rows(await count(`${some} AND temporality <> 'past'`));
  await undo();
  await undo();
  await explorer.rows(await count(`factuality = 'possible'`));
  assert.ok(!(await explorer.leaves('Alt+ArrowRight')), 'VS Code leaves the editor with this key');
  await explorer.rows(await count(some));
});

test('the arrow keys move within a facet, Enter selects and Delete excludes', async () => {
  await explorer.value('temporality', 'past').focus();
  await explorer.page.keyboard.press('ArrowDown');
  await explorer.page.keyboard.press('Enter');
  await explorer.rows(await count(`temporality = 'present'`));
  await explorer.page.keyboard.press('ArrowDown');
  await explorer.page.keyboard.press('Delete');
  await explorer.page.waitForFunction(() =>
    document.querySelector('.ms-x-excluded .ms-x-value:focus'),
  );
  await explorer.chips('temporality is present', 'temporality is not future');
});

test('the brush selects days while it moves, with the mouse and with the keyboard', async () => {
  const plot = explorer.page.locator('.ms-x-plot-place');
  const box = await plot.boundingBox();
  assert.ok(box);
  const day = (index: number): number => box.x + 44 + ((box.width - 44) * (index + 0.5)) / 80;
  await explorer.page.mouse.move(day(10), box.y + 50);
  await explorer.page.mouse.down();
  await explorer.page.mouse.move(day(20), box.y + 50, { steps: 5 });
  const moving = `date BETWEEN '2026-09-11' AND '2026-09-21'`;
  await explorer.rows(await count(moving));
  assert.deepEqual(await explorer.listed('temporality'), await counted('temporality', moving));
  // The rows follow when the button is released.
  assert.equal(await explorer.page.locator('.ms-chip').count(), 0);
  await explorer.page.mouse.move(day(30), box.y + 50, { steps: 5 });
  await explorer.page.mouse.up();
  const range = `date BETWEEN '2026-09-11' AND '2026-10-01'`;
  await explorer.rows(await count(range));
  await explorer.page.waitForSelector('.ms-chip:has-text("date from 2026-09-11 to 2026-10-01")');
  await explorer.shot('brushed-light');
  // An edge can be taken.
  await explorer.page.mouse.move(box.x + 44 + ((box.width - 44) * 31) / 80, box.y + 50);
  await explorer.page.mouse.down();
  await explorer.page.mouse.move(day(40), box.y + 50, { steps: 3 });
  await explorer.page.mouse.up();
  await explorer.rows(await count(`date BETWEEN '2026-09-11' AND '2026-10-11'`));
  await plot.focus();
  await explorer.page.keyboard.press('Escape');
  await explorer.rows(whole);
  await explorer.page.keyboard.press('Home');
  await explorer.page.keyboard.press('ArrowRight');
  await explorer.page.keyboard.down('Shift');
  await explorer.page.keyboard.press('ArrowRight');
  await explorer.page.keyboard.press('ArrowRight');
  await explorer.page.keyboard.up('Shift');
  await explorer.rows(await count(`date BETWEEN '2026-09-02' AND '2026-09-04'`));
  assert.match(
    (await plot.getAttribute('aria-valuetext')) ?? '',
    /^2026-09-04 · \d+ rows?.*selected from 2026-09-02 to 2026-09-04$/,
  );
  const readout = explorer.page.locator('.ms-x-readout');
  assert.match(await readout.innerText(), /^2026-09-04 · /);
  await plot.blur();
  assert.equal(await readout.innerText(), '');
});

test('bars are days, weeks or months, stacked by the facet of choice', async () => {
  await explorer.page.selectOption('label:has-text("Bars") select', 'month');
  await explorer.page.selectOption('label:has-text("Stack by") select', { label: 'role' });
  await explorer.page.waitForSelector('.ms-x-facet:has-text("role") .ms-x-dot:visible');
  const { table } = await explorer.run(
    `SELECT count(DISTINCT (date_trunc('month', date), CASE WHEN place <= 5 THEN role END)) FROM (${text})
     JOIN (SELECT role, row_number() OVER (ORDER BY count(*) DESC, role) AS place FROM (${text}) GROUP BY role) USING (role)`,
  );
  const marks = explorer.page.locator('.ms-x-mark');
  assert.equal(await marks.count(), Number(table?.rows[0]?.[0]));
  await undo();
  await undo();
});

test('the timeline is taken along as a chart', async () => {
  await explorer.value('temporality', 'past').click();
  await explorer.rows(await count(`temporality = 'past'`));
  explorer.orders.length = 0;
  await explorer.page.click('[aria-label="Open timeline as chart"]');
  const [order] = explorer.orders;
  assert.ok(order?.type === 'writeSql');
  const source = { text, columns: explorer.outcome.table?.columns ?? [] };
  const cell = exploredCell(source, order.arrangement, order.what);
  assert.match(cell, /\nVISUALISE day AS x, mentions AS y, factuality AS fill\nDRAW bar$/);
  assert.ok((await explorer.run(cell)).chart);
  const [query] = cell.split('\nVISUALISE');
  const { table } = await explorer.run(`SELECT sum(mentions)::BIGINT AS n FROM (${query})`);
  assert.equal(table?.rows[0]?.[0], await count(`temporality = 'past'`));
});

test('a text is searched in names, and marked where it is', async () => {
  await explorer.page.fill('.ms-x-search', 'PRODUCT');
  const searched =
    'event_name, company, factuality, temporality, role, country, industry, supersector, sector, subsector, city';
  await explorer.rows(await count(`concat_ws(chr(10), ${searched}) ILIKE '%product%'`));
  await explorer.page.waitForFunction(() => (CSS.highlights.get('ms-found')?.size ?? 0) > 10);
  const marked = await explorer.page.evaluate(() =>
    [...(CSS.highlights.get('ms-found') ?? [])].map(range => String(range).toLowerCase()),
  );
  assert.deepEqual([...new Set(marked)], ['product']);
  await explorer.shot('search-light');
  await explorer.page.fill('.ms-x-search', '');
  await explorer.rows(whole);
});

test('more values of a facet are listed, and searched', async () => {
  await explorer.facet('company').locator('text=/more$/').click();
  await explorer.page.waitForFunction(
    () => document.querySelectorAll('.ms-x-facet:nth-child(2) .ms-x-value').length === 36,
  );
  await explorer.facet('company').locator('input').fill('labs');
  const { table } = await explorer.run(
    `SELECT count(DISTINCT company) FROM (${text}) WHERE company ILIKE '%labs%'`,
  );
  await explorer.page.waitForFunction(
    n => document.querySelectorAll('.ms-x-facet:nth-child(2) .ms-x-value').length === n,
    Number(table?.rows[0]?.[0]),
  );
  await explorer.facet('company').locator('text=Fewer').click();
});

test('the grid sorts and filters with the facets, and Open as Cell returns its rows', async () => {
  await explorer.value('factuality', 'probable').click();
  await explorer.rows(await count(`factuality = 'probable'`));
  await explorer.page.click('.ms-header [role=columnheader]:has-text("company")');
  await explorer.page.waitForSelector('[aria-sort="ascending"]');
  explorer.orders.length = 0;
  await explorer.page.click('text=Open as Cell');
  await explorer.page.click('[aria-label="Copy as SQL"]');
  await explorer.page.click('[aria-label="Export rows…"]');
  const [cell, copy, file] = explorer.orders;
  assert.ok(cell?.type === 'writeSql' && copy?.type === 'writeSql');
  assert.deepEqual([cell.target, copy.target], ['cell', 'clipboard']);
  assert.ok(file?.type === 'export');
  assert.deepEqual(file.shown?.arrangement, cell.arrangement);
  const { table } = explorer.outcome;
  const sql = exploredCell({ text, columns: table?.columns ?? [] }, cell.arrangement);
  assert.equal(sql, `${text}\nWHERE factuality = 'probable'\nORDER BY company ASC NULLS LAST`);
  const { table: same } = await explorer.run(sql);
  assert.equal(same?.rowCount, await count(`factuality = 'probable'`));
  // The header shows the order before its rows have arrived.
  const first = explorer.page.locator('.ms-row[aria-rowindex="2"]');
  await first.filter({ hasText: String(same?.rows[0]?.[5]) }).waitFor();
});

test('mentions are grouped by event, and ungrouped again', async () => {
  await explorer.value('factuality', 'fact').click();
  await explorer.rows(await count(`factuality = 'fact'`));
  await explorer.page.click('[aria-label="Group mentions by event"]');
  const grouped = `SELECT date, entity, event_name, count(*) AS mentions FROM (${text})
    WHERE factuality = 'fact' GROUP BY date, entity, event_name, event_id, company`;
  const { table } = await explorer.run(
    `SELECT count(*) AS n, max(mentions) AS most FROM (${grouped})`,
  );
  const [events, most] = table?.rows[0] ?? [];
  const grid = explorer.page.locator(`.ms-x-rows .ms-table[aria-rowcount="${Number(events) + 1}"]`);
  await grid.waitFor();
  const mentions = explorer.page.locator('[role=columnheader]:has-text("mentions")');
  const place = await mentions.getAttribute('aria-colindex');
  const first = explorer.page.locator(`.ms-row[aria-rowindex="2"] [aria-colindex="${place}"]`);
  assert.equal(await first.innerText(), String(most));
  await explorer.shot('grouped-light');
  explorer.orders.length = 0;
  await explorer.page.click('text=Open as Cell');
  const [order] = explorer.orders;
  assert.ok(order?.type === 'writeSql');
  assert.deepEqual(order.what, { kind: 'events' });
  const source = { text, columns: explorer.outcome.table?.columns ?? [] };
  const { table: same } = await explorer.run(exploredCell(source, order.arrangement, order.what));
  assert.equal(same?.rowCount, events);
  // Another filter groups anew.
  await explorer.value('temporality', 'past').click();
  await grid.waitFor({ state: 'detached' });
  await explorer.page.click('[aria-label="Group mentions by event"]');
  await explorer.page.waitForSelector(
    `.ms-x-rows .ms-table[aria-rowcount="${(await count(`factuality = 'fact' AND temporality = 'past'`)) + 1}"]`,
  );
});

test('a row opens its details, with all mentions of its event, and Escape returns to the row', async () => {
  const { page } = explorer;
  await explorer.value('event_name', 'Acquisition').click();
  const found = await count(`event_name = 'Acquisition'`);
  await explorer.rows(found);
  await page.waitForSelector(`.ms-x-rows .ms-table[aria-rowcount="${found + 1}"]`);
  const { table } = await explorer.run(
    `FROM (${text}) WHERE event_name = 'Acquisition' ORDER BY ALL LIMIT 1`,
  );
  assert.ok(table);
  // A click on a company opens its menu.
  const date = table.columns.findIndex(({ name }) => name === 'date') + 1;
  const cell = (row: number): string =>
    `.ms-row[aria-rowindex="${row + 1}"] [aria-colindex="${date}"]`;
  await page.click(cell(1));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  const details = page.locator('.ms-x-details');
  await details.and(page.locator(':focus')).waitFor();
  const fields = await details.locator('.ms-x-fields dt').allTextContents();
  assert.deepEqual(
    fields,
    table.columns.map(({ name }) => name),
  );
  const of = async (name: string): Promise<string> =>
    details.locator('.ms-x-fields dd').nth(fields.indexOf(name)).innerText();
  const [day, entity] = [await of('date'), await of('entity')];
  const same = `date = '${day}' AND entity = '${entity}' AND event_name = 'Acquisition'`;
  const mentions = await count(same);
  await details
    .locator(`h3:text-is("${mentions} mention${mentions === 1 ? '' : 's'} of this event")`)
    .waitFor();
  assert.match(await details.locator('.ms-x-details-title').innerText(), /^Acquisition · /);
  // The series are requested when they are wanted, and cost what was said.
  const load = details.locator('.ms-x-load');
  await load.waitFor();
  assert.equal(await load.innerText(), 'Load: 2 requests');
  await explorer.shot('details-light');
  await load.click();
  const drawing = details.locator('svg[role=img]');
  await drawing.waitFor();
  const { table: scores } = await explorer.run(
    `SELECT count(*) FROM bull_bear_score_ts('${entity}', date_from := DATE '${day}' - 20, date_to := DATE '${day}' + 11)`,
  );
  assert.equal(await drawing.locator('circle').count(), Number(scores?.rows[0]?.[0]));
  assert.match(
    (await drawing.getAttribute('aria-label')) ?? '',
    new RegExp(`^Score: .* on ${day}, Volume: .* on ${day}$`),
  );
  assert.match(await details.innerText(), /sandbox · .* · 2 requests/);
  await explorer.shot('details-loaded-light');
  await explorer.theme(themes.dark);
  await explorer.shot('details-loaded-dark');
  await explorer.theme(themes.light);
  await details.focus();
  await page.keyboard.press('Escape');
  await page.waitForSelector('.ms-x-details', { state: 'hidden' });
  await page.waitForSelector(`${cell(2)}:focus`);
  // While they are open, they follow the row.
  await page.keyboard.press('Space');
  await page.click(cell(4));
  await page.waitForSelector('.ms-x-details[aria-label="Details of row 4"]');
  // Of an event, the details have as many mentions as its row counts.
  await page.click('[aria-label="Group mentions by event"]');
  const place = await page
    .locator('[role=columnheader]:has-text("mentions")')
    .getAttribute('aria-colindex');
  const most = page.locator(`.ms-row[aria-rowindex="2"] [aria-colindex="${place}"]`);
  await most.click();
  await details.locator(`h3:text-is("${await most.innerText()} mentions of this event")`).waitFor();
  await page.waitForFunction(
    n => document.querySelectorAll('.ms-x-mentions tbody tr').length === n,
    Number(await most.innerText()),
  );
  await explorer.shot('details-event-light');
  await page.click('[aria-label="Close details"]');
  await page.click('[aria-label="Group mentions by event"]');
});

test('two periods or portfolios are compared, the largest difference first', async () => {
  const { page } = explorer;
  await explorer.value('temporality', 'past').click();
  await explorer.rows(await count(`temporality = 'past'`));
  const { table: companies } = await explorer.run(
    `SELECT entity FROM (${text}) GROUP BY entity ORDER BY count(*) DESC LIMIT 2`,
  );
  const [one = '', other = ''] = (companies?.rows ?? []).map(([entity]) => String(entity));
  explorer.portfolios.push(
    ...[
      { name: 'one', entities: [one] },
      // More companies than a request has.
      {
        name: 'other',
        entities: [other, ...Array.from({ length: 900 }, (_, at) => `company:x${at}`)],
      },
    ],
    { name: 'large', entities: null },
  );
  await page.click('[aria-label="Compare two parts"]');
  const shares = async (column: string, sides: readonly string[]): Promise<string[]> => {
    const sums = sides.map(
      (side, at) => `count(*) FILTER (${side}) / sum(count(*) FILTER (${side})) OVER () AS s${at}`,
    );
    const { table } = await explorer.run(
      `SELECT ${column}, 100 * s0, 100 * s1 FROM (SELECT ${column}, ${sums.join(', ')} FROM (${text})
       WHERE temporality = 'past' GROUP BY ${column}) ORDER BY abs(s1 - s0) DESC LIMIT 1`,
    );
    const [shown, first, second] = table?.rows[0] ?? [];
    const [a, b] = [Number(first), Number(second)];
    const points = (b - a).toFixed(1).replace('-', '\u2212');
    return [
      String(shown),
      `${a.toFixed(1)} %`,
      `${b.toFixed(1)} %`,
      `${b > a ? '+' : ''}${points}`,
    ];
  };
  const row = page.locator('.ms-x-compared table', { hasText: 'factuality' }).locator('tbody tr');
  const shows = async (expected: readonly string[]): Promise<void> => {
    await row
      .first()
      .filter({ hasText: expected[2] ?? '' })
      .waitFor();
    assert.deepEqual(await row.first().locator('th, td').allInnerTexts(), expected);
  };
  await shows(await shares('factuality', [`date <= '2026-10-10'`, `date > '2026-10-10'`]));
  const heads = page.locator('.ms-x-compared table', { hasText: 'factuality' }).locator('thead th');
  const titles = ['factuality', 'Earlier half', 'Later half', 'Difference'];
  assert.deepEqual(await heads.allInnerTexts(), titles);
  await explorer.shot('compare-light');
  const large = page.locator('[aria-label="One side"] option', { hasText: 'more than 5,000' });
  assert.ok(await large.isDisabled());
  // What is filtered by a value of its own says nothing.
  assert.equal(await page.locator('.ms-x-compared table', { hasText: 'temporality' }).count(), 0);
  await page.selectOption('[aria-label="One side"]', { label: 'Portfolio one' });
  await page.selectOption('[aria-label="Other side"]', { label: 'Portfolio other' });
  await shows(await shares('factuality', [`entity = '${one}'`, `entity = '${other}'`]));
  // What is compared is part of the question: Back and Forward walk through it, and it is saved.
  await undo();
  await page.waitForSelector('[aria-label="Other side"]:has(:checked:text("Later half"))');
  await undo();
  await undo();
  await page.waitForSelector('.ms-x-compare', { state: 'hidden' });
  const forward = () => page.click('[aria-label="Forward"]');
  await forward();
  await forward();
  await forward();
  await shows(await shares('factuality', [`entity = '${one}'`, `entity = '${other}'`]));
  assert.match(
    await page.evaluate(() => JSON.stringify(window.tab.state)),
    /"compared":\["portfolio one","portfolio other"\]/,
  );
  await explorer.hear(resultMessage());
  await shows(await shares('factuality', [`entity = '${one}'`, `entity = '${other}'`]));
  await explorer.theme(themes.dark);
  await explorer.shot('compare-dark');
  await explorer.theme(themes.light);
  await page.focus('[aria-label="One side"]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.ms-x-compare', { state: 'hidden' });
  await page.waitForSelector('[aria-label="Compare two parts"]:focus');
  assert.ok(await page.locator('.ms-x-rows .ms-table').isVisible());
});

test('if nothing is found, the filters are named without which there is something', async () => {
  await explorer.value('factuality', 'probable').click();
  await explorer.rows(await count(`factuality = 'probable'`));
  await explorer.page.fill('.ms-x-search', 'no such text');
  await explorer.rows(0);
  const advice = explorer.page.locator('.ms-x-nothing');
  assert.match(await advice.innerText(), /Remove: contains “no such text” +\d+ rows/);
  await explorer.shot('nothing-light');
  await advice.locator('text=/^Remove/').click();
  await explorer.rows(await count(`factuality = 'probable'`));
  assert.ok(await explorer.page.locator('.ms-x-rows').isVisible());
});

/** The result again, as for a page that the tab loads anew. */
function resultMessage(provenance = explorer.outcome.provenance) {
  return {
    ...{ type: 'result', shown: null, place: { notebook: 'file:///a.signals', cell: 0, text: '' } },
    output: { ...explorer.outcome, provenance, version: 1, chart: null, restored: false },
  };
}

test('an incomplete result says so, and Resume asks the same of the whole', async () => {
  const { page } = explorer;
  await explorer.value('temporality', 'future').click();
  await explorer.rows(await count(`temporality = 'future'`));
  const missing = [{ function: 'company_events', requests: 2, of: 4, reason: null }];
  await explorer.hear(resultMessage({ ...explorer.outcome.provenance, missing }));
  const line = page.locator('.ms-incomplete');
  await line.getByText('Incomplete: 2 of 4 requests of company_events were cancelled').waitFor();
  explorer.requests.length = 0;
  await explorer.rows(await count(`temporality = 'future'`));
  await explorer.shot('incomplete-light');
  await line.getByRole('button', { name: 'Resume' }).click();
  const [again] = explorer.requests;
  assert.ok(again?.type === 'askAgain');
  assert.deepEqual(asks(again.question), ['temporality is future']);
  await explorer.theme(themes.dark);
  await explorer.shot('incomplete-dark');
  await explorer.theme(themes.light);
  await explorer.hear(resultMessage());
  await line.waitFor({ state: 'detached' });
  await explorer.chips('temporality is future');
});

test('the state is kept for the next page of the tab, without rows', async () => {
  await explorer.value('temporality', 'future').click();
  await explorer.rows(await count(`temporality = 'future'`));
  const kept = await explorer.page.evaluate(() => JSON.stringify(window.tab.state));
  assert.match(kept, /"values":\["future"\]/);
  assert.ok(kept.length < 500, kept);
  explorer.requests.length = 0;
  await explorer.page.click('[aria-label="Save question…"]');
  const [saved] = explorer.requests;
  assert.ok(saved?.type === 'saveQuestion');
  assert.deepEqual(asks(saved.question), ['temporality is future']);
  await explorer.hear(resultMessage());
  await explorer.rows(await count(`temporality = 'future'`));
  await explorer.chips('temporality is future');
});

test('a saved question is asked of other rows, as far as they have its columns; counts lead to mentions', async () => {
  await explorer.page.evaluate(() => {
    window.tab.state = undefined;
  });
  const question = {
    ...{ columns: ['mood', 'factuality'], unit: null, stack: null, grouped: false },
    filters: [
      { kind: 'values', column: 0, values: ['glad'] },
      { kind: 'values', column: 1, values: ['probable'] },
    ],
  };
  const tab = resultMessage();
  await explorer.hear({ ...tab, question, isOverview: true });
  await explorer.rows(await count(`factuality = 'probable'`));
  await explorer.chips('factuality is probable');
  await explorer.page.waitForSelector('text=These rows have no column mood');
  explorer.requests.length = 0;
  await explorer.page.click('text=Load Mentions…');
  const [load] = explorer.requests;
  assert.ok(load?.type === 'loadMentions');
  assert.deepEqual(asks(load.question), ['factuality is probable']);
  await explorer.shot('overview-light');
  await explorer.hear(tab);
  await explorer.rows(await count(`factuality = 'probable'`));
  await explorer.page.waitForSelector('.ms-x-overview', { state: 'detached' });
});

test('without its session the explorer stays as it is, and says so', async () => {
  const { page } = explorer;
  // It ends while a click is being answered.
  explorer.refusal = 'No kernel has these rows.';
  const ended = { type: 'ended', sentence: 'The session has ended.' };
  await explorer.value('temporality', 'past').evaluate((value, message) => {
    (value as HTMLElement).click();
    window.postMessage(message, '*');
  }, ended);
  await page.waitForSelector('.ms-banner:has-text("The session has ended.")');
  assert.ok(await explorer.facet('role').locator('xpath=ancestor::*[@inert]').first().isVisible());
  for (const label of ['Back', 'Forward', 'Group mentions by event', 'Compare two parts']) {
    const tool = page.locator(`[aria-label="${label}"]`);
    assert.ok(await tool.isDisabled(), label);
    assert.match((await tool.getAttribute('title')) ?? '', /session has ended/);
  }
  assert.ok(await page.locator('[aria-label="Export rows…"]').isDisabled());
  assert.ok(await page.locator('.ms-x-search').isDisabled());
  // Neither a key nor the header of a column asks what nothing answers; the query is at hand all the same.
  await page.keyboard.press('Alt+ArrowLeft');
  await page.click('.ms-x-rows [role=columnheader]:has-text("date")');
  await page.getByText('Sorting and filtering need the kernel that made this result').waitFor();
  await page.click('.ms-row[aria-rowindex="3"] .ms-cell:not([aria-haspopup])');
  await page.keyboard.press('Space');
  const details = page.locator('.ms-x-details');
  await details.getByText('Mentions and series cannot be loaded').waitFor();
  assert.equal(await details.locator('.ms-x-load').count(), 0);
  explorer.orders.length = 0;
  await page.getByRole('button', { name: 'Open as Cell' }).click();
  await until(() => explorer.orders.some(order => order.type === 'writeSql'));
  explorer.requests.length = 0;
  await explorer.page.click('.ms-banner >> text=Ask again');
  const [again] = explorer.requests;
  assert.ok(again?.type === 'askAgain');
  assert.deepEqual(asks(again.question), ['temporality is past']);
  await explorer.shot('ended-light');
});

test('a question is kept before it is answered, and what ends meanwhile is over once it is', async () => {
  const { page } = explorer;
  await page.evaluate(() => {
    window.tab.state = undefined;
  });
  explorer.refusal = 'No kernel has these rows.';
  const question = {
    ...{ columns: ['factuality'], unit: null, stack: null, grouped: false },
    filters: [{ kind: 'values', column: 0, values: ['probable'] }],
  };
  await explorer.hear({ ...resultMessage(), question });
  await page.getByText('These rows cannot be explored: No kernel has these rows.').waitFor();
  assert.match(await page.evaluate(() => JSON.stringify(window.tab.state)), /"probable"/);
  const ended = { type: 'ended', sentence: 'The session has ended.' };
  await explorer.hear(ended);
  const again = async (): Promise<void> => {
    explorer.requests.length = 0;
    await page.locator('.ms-banner').getByRole('button', { name: 'Ask again' }).click();
    await until(() => explorer.requests.length > 0);
    const [asked] = explorer.requests;
    assert.ok(asked?.type === 'askAgain');
    assert.deepEqual(asks(asked.question), ['factuality is probable']);
  };
  await again();
  explorer.refusal = null;
  await Promise.all([explorer.hear(resultMessage()), explorer.hear(ended)]);
  await page.locator('.ms-x-ended').waitFor();
  await again();
});
