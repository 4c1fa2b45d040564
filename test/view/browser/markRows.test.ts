/** The rows of a clicked mark, asked of a real session. */

import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { after, before, beforeEach, test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { RunCellParams } from '../../../src/core/protocol/kernelRpc';
import type { HostMessage } from '../../../src/core/protocol/hostMessage';
import { openSession, type TestSession } from '../../kernel/openSession';
import { NotebookPage } from './notebookPage';
import { resultOutput } from './outputs';
import { themes } from './themes';

const screenshots = 'out/screenshots/markRows';

let notebook: NotebookPage;
let opened: TestSession;

before(async () => {
  await mkdir(screenshots, { recursive: true });
  opened = await openSession();
  notebook = await NotebookPage.open();
  await notebook.answerWith(async message => {
    if (message.type !== 'ask') {
      return null;
    }
    const { requestId, question } = message;
    try {
      assert.ok(question.name === 'mark' || question.name === 'page');
      const value = await opened.session.ask(question.name, question.params);
      return { type: 'answer', requestId, answer: { name: question.name, value } } as HostMessage;
    } catch (error) {
      return { type: 'failed', requestId, message: String(error) };
    }
  });
});

after(async () => {
  await notebook.close();
  await opened.close();
});

beforeEach(async () => {
  await notebook.dispose('c');
  await notebook.theme(themes.light);
  await notebook.page.mouse.move(1, 1);
});

const output = (): Locator => notebook.page.locator('#c');
const said = (): Locator => output().locator('.ms-mark-rows');
const grid = (): Locator => output().locator('[role=grid]');

/** Runs the cell and shows its output. */
async function show(text: string, params: Partial<RunCellParams> = {}): Promise<void> {
  const { error, table, chart, notes } = await opened.run(text, params);
  assert.equal(error, null, error?.message);
  await notebook.result('c', resultOutput({ table, chart, notes }));
  assert.equal(
    await output()
      .locator('.ms-chart-message')
      .filter({ visible: true })
      .allInnerTexts()
      .then(String),
    '',
  );
}

/** The texts of a column, by its place from 1, after the grid has that many rows. */
async function column(place: number, count: number): Promise<string[]> {
  const cells = grid().locator(`[role=row] [role=gridcell][aria-colindex="${place}"]`);
  await cells.nth(count - 1).waitFor();
  await notebook.page.waitForFunction(
    ({ wanted, at }) =>
      document.querySelectorAll(`#c [role=row] [role=gridcell][aria-colindex="${at}"]`).length ===
      wanted,
    { wanted: count, at: place },
  );
  return cells.allInnerTexts();
}

const data = `FROM (VALUES (1, 'a', 2.0), (2, 'a', 3.0), (3, 'b', 4.0), (4, 'b', 1.0), (5, 'b', 2.5)) AS _(n, kind, v)`;

test('a click on a bar shows its rows below the chart, and Escape closes them', async () => {
  await show(`${data} VISUALISE kind AS x DRAW bar`);
  const bars = output().locator('.mark-rect.role-mark path');
  await bars.nth(1).click();
  assert.deepEqual(await column(1, 3), ['3', '4', '5']);
  assert.match(await said().innerText(), /^3 rows of the mark: Kind b, Rows 3\./);
  assert.ok(await bars.first().isVisible());
  await bars.nth(0).click();
  assert.deepEqual(await column(1, 2), ['1', '2']);
  await notebook.page.screenshot({ path: `${screenshots}/bar.png` });
  await grid().locator('[role=gridcell]').first().focus();
  await notebook.page.keyboard.press('Escape');
  await said().waitFor({ state: 'hidden' });
  assert.equal(await grid().isVisible(), false);
  assert.ok(
    await output()
      .locator('.ms-canvas')
      .evaluate(node => node === document.activeElement),
  );
});

test('a mark with many decimals is named with few of them', async () => {
  await show(`SELECT 'a' AS kind, -2 / 3 AS v VISUALISE kind AS x, v AS y DRAW bar`);
  await output().locator('.mark-rect.role-mark path').first().click();
  await column(1, 1);
  assert.match(await said().innerText(), /^1 row of the mark: Kind a, v \u22120\.66667\./);
});

test('after the rows are closed the table has all rows again', async () => {
  await show(`${data} VISUALISE kind AS x DRAW bar`);
  await output().locator('.mark-rect.role-mark path').nth(1).click();
  await column(1, 3);
  // Beside the bars.
  await output()
    .locator('.ms-canvas')
    .click({ position: { x: 4, y: 4 } });
  await said().waitFor({ state: 'hidden' });
  await output().getByRole('button', { name: 'Show table' }).click();
  assert.deepEqual(await column(1, 5), ['1', '2', '3', '4', '5']);
});

test('removing the filter of the mark closes its rows', async () => {
  await show(`${data} VISUALISE kind AS x DRAW bar`);
  await output().locator('.mark-rect.role-mark path').nth(1).click();
  await column(1, 3);
  await output().getByRole('button', { name: 'Remove: rows of the mark Kind b, Rows 3' }).click();
  await said().waitFor({ state: 'hidden' });
  assert.equal(await grid().isVisible(), false);
});

test('the tooltip of a group stays what it was', async () => {
  await show(`${data} VISUALISE kind AS x DRAW bar`);
  await output().locator('.mark-rect.role-mark path').nth(1).hover();
  const tooltip = await output().locator('.ms-tooltip').innerText();
  assert.match(tooltip, /^Kind\s+b\s+Rows\s+3$/);
});

test('anywhere over a line, a click shows the row that the crosshair marks', async () => {
  await show(`${data} VISUALISE n AS x, v AS y DRAW line`);
  const box = await output().locator('.mark-line path').boundingBox();
  assert.ok(box);
  await notebook.page.mouse.click(box.x + box.width * 0.5, box.y + 5);
  assert.deepEqual(await column(1, 1), ['3']);
});

test('a point, a facet and a layer that Vega-Lite aggregates have their own rows', async () => {
  await show(`${data} VISUALISE n AS x, v AS y DRAW point FACET kind`);
  const points = output().locator('.mark-symbol.role-mark path');
  await points.nth(3).click();
  assert.deepEqual(await column(1, 1), ['4']);
  await opened.run(`CREATE OR REPLACE TABLE numbers AS ${data}`);
  const spec = {
    ...{ data: { name: 'numbers' }, mark: 'bar' },
    encoding: {
      x: { field: 'v', bin: { step: 2 } },
      y: { aggregate: 'count' },
      color: { field: 'kind' },
    },
  };
  await show(JSON.stringify(spec), { language: 'vega-lite' });
  const bars = output().locator('.mark-rect.role-mark path');
  const counts: number[] = [];
  for (let at = 0; at < (await bars.count()); at++) {
    await bars.nth(at).click();
    await said().filter({ hasText: /^\d/ }).waitFor();
    const rows = /^(\d) rows? of the mark/.exec(await said().innerText());
    counts.push(Number(rows?.[1]));
    await column(1, Number(rows?.[1]));
    await notebook.page.keyboard.press('Escape');
    await said().waitFor({ state: 'hidden' });
  }
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    5,
  );
});

test('a mark that Vega-Lite computes from all rows says that it has none', async () => {
  await opened.run(`CREATE OR REPLACE TABLE numbers AS ${data}`);
  const spec = {
    data: { name: 'numbers' },
    transform: [{ density: 'v', steps: 20 }],
    mark: 'area',
    encoding: {
      x: { field: 'value', type: 'quantitative' },
      y: { field: 'density', type: 'quantitative' },
    },
  };
  await show(JSON.stringify(spec), { language: 'vega-lite' });
  await output().locator('.mark-area path').click();
  await said().filter({ hasText: 'No rows belong to this mark' }).waitFor();
  await show(
    `${data} VISUALISE n AS x, v AS y DRAW point PLACE rule SETTING y => 2, linewidth => 8`,
  );
  await output().locator('.mark-rule.role-mark line').click({ force: true });
  await said().filter({ hasText: 'No rows belong to this mark' }).waitFor();
});

test('the keyboard goes from mark to mark, and Enter shows the rows', async () => {
  await show(`${data} VISUALISE kind AS x DRAW bar`);
  await output().locator('.ms-canvas').focus();
  const { keyboard } = notebook.page;
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  assert.ok(await output().locator('.ms-mark-ring').isVisible());
  assert.match(await output().locator('.ms-tooltip').innerText(), /^Kind\s+b/);
  await notebook.page.screenshot({ path: `${screenshots}/ring.png` });
  await keyboard.press('End');
  assert.match(await output().locator('.ms-chart .ms-unseen').innerText(), /b/);
  await keyboard.press('Enter');
  assert.deepEqual(await column(1, 3), ['3', '4', '5']);
  assert.ok(await grid().evaluate(node => node.contains(document.activeElement)));
  await keyboard.press('Escape');
  await said().waitFor({ state: 'hidden' });
});

test('a mark of one company and one day offers its events', async () => {
  await show(`FROM (VALUES ('company:a', DATE '2026-11-10', 1), ('company:b', DATE '2026-11-11', 2)) AS _(entity, date, score)
VISUALISE date AS x, score AS y DRAW point`);
  await output().locator('.mark-symbol.role-mark path').first().click();
  const seen = (await notebook.sent()).length;
  await said().getByRole('button', { name: 'Events around 2026-11-10' }).click();
  const [message] = (await notebook.sent(seen)).slice(-1);
  const key = { column: 'entity', value: 'company:a' };
  const { resultId, ...about } = message as { resultId: string };
  assert.match(resultId, /^r\d+$/);
  assert.deepEqual(about, { type: 'eventsAround', key, day: '2026-11-10' });
});

test('the menu of a company in a grid offers the events around the day of its row', async () => {
  await show(`FROM (VALUES ('company:a', 1, DATE '2026-11-10')) AS _(entity, score, date)`);
  await grid().locator('[aria-haspopup=menu][role=gridcell]').first().click();
  await output().getByRole('menuitem', { name: 'Events around 2026-11-10' }).click();
  const [message] = (await notebook.sent()).slice(-1);
  assert.equal((message as { type: string }).type, 'eventsAround');
});
