import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json';
import { NotebookPage } from './notebookPage';
import { barChart, chartOf, facetChart, lineChart, overlayTable, resultOutput } from './outputs';
import { resizePage } from './resizePage';

const columns = [
  { name: 'day', type: 'DATE' },
  { name: 'score', type: 'DOUBLE' },
  { name: 'volume', type: 'BIGINT' },
  { name: 'name', type: 'VARCHAR' },
];
const names = ['Northwind Energy Holdings', 'Halcyon', 'Umbra', 'Kestrel'];
const rows = Array.from({ length: 40 }, (_, index) => [
  `2026-11-${String(1 + (index % 10)).padStart(2, '0')}`,
  Math.sin(index) * 8,
  1_000_000 * (index + 1),
  names[index % 4] ?? '',
]);

const x = { field: 'day', type: 'temporal', scale: { type: 'utc' } };
const score = { field: 'score', type: 'quantitative' };
const line = { mark: 'line', encoding: { x, y: score, detail: { field: 'name' } } };
const bars = { mark: 'bar', encoding: { x, y: { field: 'volume', type: 'quantitative' } } };
const ranks = { mark: 'bar', encoding: { x: score, y: { field: 'name', type: 'nominal' } } };
const brush = { params: [{ name: 'brush', select: { type: 'interval', encodings: ['x'] } }] };

const concatenations: Readonly<Record<string, JsonObject>> = {
  vconcat: { vconcat: [line, bars, ranks] },
  hconcat: { hconcat: [line, ranks] },
  concat: { concat: [line, bars, ranks, line], columns: 2 },
  nested: { vconcat: [{ hconcat: [line, bars, ranks] }, ranks] },
  'nested across': { hconcat: [{ vconcat: [line, bars] }, ranks] },
  facet: { facet: { field: 'name' }, spec: line, columns: 2 },
  'facet in columns': { facet: { column: { field: 'name' } }, spec: line },
  'facet grid': { facet: { row: { field: 'name' }, column: { field: 'day' } }, spec: line },
  'facet in rows': { facet: { row: { field: 'name' } }, spec: line },
  'brushed panels': { vconcat: [{ ...line, ...brush }, bars] },
};

let notebook: NotebookPage;

before(async () => {
  notebook = await NotebookPage.open();
});

after(async () => {
  await notebook.close();
});

/** Waits until the drawing fills the cell, hardly narrower, and what was drawn to measure it is gone. */
async function untilFilled(name: string, cell: number): Promise<void> {
  const filled = notebook.page.waitForFunction(
    wanted => {
      const drawn = document.querySelector('#c .ms-canvas svg')?.getBoundingClientRect().width ?? 0;
      const canvas = document.querySelector('#c .ms-canvas');
      const scrolls = canvas !== null && canvas.scrollWidth > canvas.clientWidth;
      return drawn <= wanted && drawn > wanted * 0.85 && !scrolls;
    },
    cell,
    { timeout: 8_000 },
  );
  await filled.catch(async () => {
    const svg = await notebook.page.locator('#c .ms-canvas svg').boundingBox();
    assert.fail(`${name} is ${svg?.width} px wide in a cell of ${cell}`);
  });
}

test('charts of several parts are as wide as the cell and follow it', async () => {
  for (const [name, parts] of Object.entries(concatenations)) {
    const chart = chartOf({ data: { name: 'result' }, ...parts }, columns, rows);
    await resizePage(notebook.page, { width: 1100, height: 700 });
    await notebook.result('c', resultOutput({ chart }));
    for (const width of [1100, 760]) {
      await resizePage(notebook.page, { width, height: 700 });
      await untilFilled(name, width - 32);
    }
  }
});

test('titles of panels beside each other are at one height, also above a label that only one panel has', async () => {
  const label = {
    transform: [{ filter: "datum.name === 'Umbra'" }],
    mark: { type: 'text', dy: -40 },
    encoding: { text: { field: 'score' } },
  };
  const encoding = { x, y: score };
  const spec = { encoding, layer: [{ mark: 'line' }, label] };
  const facet = { facet: { field: 'name' }, columns: 4, resolve: { scale: { y: 'independent' } } };
  await resizePage(notebook.page, { width: 1100, height: 700 });
  const chart = chartOf({ data: { name: 'result' }, ...facet, spec }, columns, rows);
  await notebook.result('c', resultOutput({ chart }));
  const tops = await notebook.page
    .locator('#c .ms-canvas .role-scope .role-title-text')
    .evaluateAll(all => all.map(title => Math.round(title.getBoundingClientRect().top)));
  assert.equal(tops.length, 4);
  assert.equal(new Set(tops).size, 1, tops.join());
});

test('heights are those of a chart: 260 px, or 18 a bar', async () => {
  await resizePage(notebook.page, { width: 900, height: 700 });
  await notebook.result('c', resultOutput({ chart: lineChart(2) }));
  const plot = notebook.page.locator('#c .mark-group.role-frame > g > path.background').first();
  assert.equal((await plot.boundingBox())?.height, 260);
  await notebook.result('c', resultOutput({ chart: barChart() }));
  assert.equal((await plot.boundingBox())?.height, 12 * 18);
});

/** How far the page scrolls by a turn of the wheel over the middle of `selector`. */
async function scrolledBy(selector: string, turn: number): Promise<number> {
  const before = await notebook.page.evaluate(() => window.scrollY);
  const box = await notebook.page.locator(selector).first().boundingBox();
  assert.ok(box, selector);
  await notebook.page.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height / 2, 60));
  await notebook.page.mouse.wheel(0, turn);
  await notebook.page
    .waitForFunction(from => window.scrollY !== from, before, { timeout: 2_000 })
    .catch(() => undefined);
  return (await notebook.page.evaluate(() => window.scrollY)) - before;
}

test('the wheel over a chart or a short table scrolls the notebook', async () => {
  const page = { data: { name: 'result' } };
  const brushed = chartOf({ ...page, ...line, ...brush }, columns, rows);
  await notebook.dispose(null);
  const zoomed = {
    ...page,
    ...line,
    params: [{ name: 'grid', select: 'interval', bind: 'scales' }],
  };
  const outputs = [
    { chart: lineChart(2) },
    { chart: facetChart() },
    { chart: brushed },
    { chart: chartOf(zoomed, columns, rows) },
    { table: overlayTable(5) },
  ];
  for (const parts of outputs) {
    await notebook.result('c', resultOutput(parts));
    await notebook.result('long', resultOutput({ table: overlayTable(100) }));
    for (const id of ['d', 'e', 'f']) {
      await notebook.result(id, resultOutput({ chart: lineChart(1) }));
    }
    await notebook.page.evaluate(() => window.scrollTo(0, 0));
    const target = parts.table ? '#c .ms-table' : '#c .ms-canvas';
    assert.ok((await scrolledBy(target, 80)) > 0, JSON.stringify(parts).slice(0, 200));
  }
});

test('a long table scrolls, and passes the wheel on at its ends', async () => {
  await notebook.page.evaluate(() => {
    document.querySelector('#long')?.scrollIntoView({ block: 'center' });
  });
  const grid = notebook.page.locator('#long .ms-table');
  const top = (): Promise<number> => grid.evaluate(node => node.scrollTop);
  assert.equal(await scrolledBy('#long .ms-table', 300), 0);
  assert.ok((await top()) > 0);
  await grid.evaluate(node => node.scrollTo({ top: node.scrollHeight }));
  await notebook.page.waitForFunction(() => {
    const node = document.querySelector('#long .ms-table');
    return node && node.scrollTop + node.clientHeight >= node.scrollHeight - 1;
  });
  assert.ok((await scrolledBy('#long .ms-table', 200)) > 0, 'down');
  await grid.evaluate(node => node.scrollTo({ top: 0 }));
  await notebook.page.waitForFunction(
    () => document.querySelector('#long .ms-table')?.scrollTop === 0,
  );
  assert.ok((await scrolledBy('#long .ms-table', -100)) < 0, 'up');
});
