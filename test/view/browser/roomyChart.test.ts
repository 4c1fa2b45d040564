import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json';
import { NotebookPage } from './notebookPage';
import { until } from '../../support/until';
import { chartOf, resultOutput } from './outputs';
import { resizePage } from './resizePage';

const columns = [
  { name: 'day', type: 'DATE' },
  { name: 'score', type: 'DOUBLE' },
  { name: 'name', type: 'VARCHAR' },
];
const x = { field: 'day', type: 'temporal', scale: { type: 'utc' } };
const y = { field: 'score', type: 'quantitative' };
const name = { field: 'name', type: 'nominal' };
const line = { mark: 'line', encoding: { x, y } };
const canvas = '#c .ms-canvas';

let notebook: NotebookPage;

before(async () => {
  notebook = await NotebookPage.open();
});

after(async () => {
  await notebook.close();
});

/** Draws so many companies of ten days each in a page of this width. */
async function show(
  spec: JsonObject,
  count: number,
  width: number,
  prefix = 'company:demo',
): Promise<void> {
  const rows = Array.from({ length: 10 * count }, (_, index) => [
    `2026-11-${String(1 + (index % 10)).padStart(2, '0')}`,
    Math.sin(index),
    `${prefix}${String(Math.floor(index / 10)).padStart(4, '0')}`,
  ]);
  await resizePage(notebook.page, { width, height: 700 });
  const chart = chartOf({ data: { name: 'result' }, ...spec }, columns, rows);
  await notebook.result('c', resultOutput({ chart }));
}

/** The texts of a role that are wholly inside the chart. */
async function seen(role: string): Promise<string[]> {
  const { right } = await notebook.page
    .locator(canvas)
    .evaluate(node => node.getBoundingClientRect());
  const texts = await notebook.page.locator(`${canvas} .${role} text`).evaluateAll(all =>
    all.map(text => ({
      text: text.textContent,
      opacity: text.getAttribute('opacity'),
      right: text.getBoundingClientRect().right,
    })),
  );
  return texts.filter(text => text.opacity !== '0' && text.right <= right).map(({ text }) => text);
}

/** How wide the plot is without its axes, px. */
async function plotWidth(): Promise<number> {
  const plot = notebook.page.locator(`${canvas} .mark-group.role-frame > g > path.background`);
  return (await plot.first().boundingBox())?.width ?? 0;
}

test('a legend of many entries has as many rows as it needs, also after the cell became narrow', async () => {
  await show({ mark: 'line', encoding: { x, y, color: name } }, 12, 900);
  assert.equal((await seen('role-legend-label')).length, 12);
  await resizePage(notebook.page, { width: 480, height: 700 });
  await notebook.page.waitForFunction(
    selector => (document.querySelector(selector)?.getBoundingClientRect().width ?? 0) < 480,
    `${canvas} svg`,
  );
  // It is drawn anew until its width fits, each time from nothing.
  let labels: string[] = [];
  for (let look = 0; look < 1_000 && labels.length !== 12; look++) {
    await notebook.page.evaluate(() => new Promise(requestAnimationFrame));
    labels = await seen('role-legend-label');
  }
  assert.equal(labels.length, 12);
});

test('a legend in one row ends within the picture, or has more rows', async () => {
  const bare = { x: { ...x, axis: null }, y: { ...y, axis: null } };
  const layer = [
    { mark: 'point', encoding: { color: name } },
    // The plot begins where there is room for them.
    { mark: { type: 'text', align: 'right', dx: -8 }, encoding: { text: name } },
  ];
  // The last ones have room for a row.
  for (let cell = 692; cell < 712; cell += 2) {
    await show({ encoding: bare, layer }, 4, cell);
    const ends = await notebook.page.evaluate(selector => {
      const edges = (found: Iterable<Element>): number[] =>
        [...found].map(each => each.getBoundingClientRect().right);
      return {
        picture: Math.max(...edges(document.querySelectorAll(`${selector} svg`))),
        legend: Math.max(
          ...edges(document.querySelectorAll(`${selector} .role-legend-label text`)),
        ),
      };
    }, canvas);
    assert.ok(ends.legend > 0 && ends.legend <= ends.picture, `${cell}: ${JSON.stringify(ends)}`);
  }
});

test('names below bars are tilted where they would be left out', async () => {
  const axis = { labelAngle: 0, labelOverlap: 'parity' };
  const bars = (look: JsonObject): JsonObject => ({
    mark: 'bar',
    encoding: { x: { ...name, axis: look }, y: { ...y, aggregate: 'sum' } },
  });
  await show(bars(axis), 12, 700);
  assert.equal((await seen('role-axis-label')).filter(text => /company/.test(text)).length, 12);
  await show(bars(axis), 3, 700);
  const label = notebook.page.locator(`${canvas} .role-axis-label text`, { hasText: 'company' });
  assert.doesNotMatch((await label.first().getAttribute('transform')) ?? '', /rotate/);
});

test('names below panels are tilted where long names beside them leave too little room', async () => {
  const axis = { labelAngle: 0, labelOverlap: 'parity' };
  const transform = [
    { calculate: '"n" + slice(datum.name, -4)', as: 'short' },
    { calculate: '"all"', as: 'panel' },
  ];
  const tile = {
    height: { step: 18 },
    mark: 'rect',
    encoding: { x: { field: 'short', type: 'nominal', axis }, y: name, color: y },
  };
  const facet = { field: 'panel', type: 'nominal' };
  await show({ transform, facet, columns: 3, spec: tile }, 6, 400, 'a long name of a company ');
  const labels = (await seen('role-axis-label')).filter(text => /^n\d{4}$/.test(text));
  assert.equal(labels.length, 6, labels.join());
});

test('a long title is broken into lines and leaves the chart its width', async () => {
  const title =
    'Which of the companies moved furthest from where they began the month, and which came back to where they were?';
  await show({ title, ...line }, 1, 450);
  const lines = notebook.page.locator(`${canvas} .role-title-text tspan`);
  assert.ok((await lines.count()) > 1);
  assert.ok((await plotWidth()) > 330, `${await plotWidth()} px`);
});

test('panels stand in even rows, and none has its axis below an empty place', async () => {
  const dates = async (): Promise<number> =>
    notebook.page.locator(`${canvas} .role-axis[aria-label^="X-axis"]`).count();
  await show({ facet: name, spec: line }, 4, 900);
  const tops = await notebook.page
    .locator(`${canvas} .role-frame.root .role-scope > g > path.background`)
    .evaluateAll(all => all.map(panel => Math.round(panel.getBoundingClientRect().top)));
  assert.equal(tops.length, 4);
  assert.deepEqual([tops[0], tops[2]], [tops[1], tops[3]]);
  assert.equal(await dates(), 2);
  await show({ facet: name, spec: line }, 5, 900);
  assert.equal(await dates(), 5);
});

test('many panels with long names fit in the cell, in as many columns as their author chose', async () => {
  const longName = 'A company with a name that is longer than its panel is wide, ';
  const drawnColumns = async (columns: number, width: number, panel: JsonObject = line) => {
    await show({ facet: name, columns, spec: panel }, 24, width, longName);
    const place = await notebook.page.locator(canvas).evaluate(node => ({
      excess: node.scrollWidth - node.clientWidth,
      note: node.parentElement?.querySelector('.ms-chart-message')?.textContent ?? '',
    }));
    assert.equal(place.excess, 0, `${columns} columns in ${width} px`);
    const lefts = await notebook.page
      .locator(`${canvas} .role-scope > g > path.background`)
      .evaluateAll(all => all.map(each => Math.round(each.getBoundingClientRect().left)));
    return { columns: new Set(lefts).size, note: place.note };
  };
  assert.deepEqual(await drawnColumns(8, 1338), { columns: 8, note: '' });
  assert.deepEqual(await drawnColumns(12, 1338), { columns: 12, note: '' });
  assert.deepEqual(await drawnColumns(12, 732), {
    columns: 6,
    note: '12 columns of panels do not fit in this width: 6 are drawn.',
  });
  // Texts are as wide as they are, however narrow their panels.
  const texts = { mark: 'text', encoding: { x, y, text: name } };
  const { columns, note } = await drawnColumns(8, 1338, texts);
  assert.ok(columns < 8 && note.includes(`${columns} are drawn`), note);
});

test('names of a specification that states no angle are level while all of them have room so', async () => {
  const spec = { mark: 'bar', encoding: { x: { field: 'name' }, y: { ...y, aggregate: 'mean' } } };
  const angles = async (): Promise<string> => {
    const label = `${canvas} .role-axis-label text[text-anchor="middle"], ${canvas} .role-axis-label text[transform*="rotate"]`;
    const all = await notebook.page
      .locator(label)
      .evaluateAll(texts =>
        texts
          .filter(text => /^name/.test(text.textContent ?? ''))
          .map(text => /rotate\(([^)]*)\)/.exec(text.getAttribute('transform') ?? '')?.[1] ?? '0'),
      );
    return `${all.length}: ${[...new Set(all)].join()}`;
  };
  const shown = async (): Promise<number> =>
    (await seen('role-axis-label')).filter(text => text.startsWith('name')).length;
  await show(spec, 6, 900, 'name ');
  assert.equal(await angles(), '6: 0');
  assert.equal(await shown(), 6);
  await resizePage(notebook.page, { width: 300, height: 700 });
  await until(async () => (await angles()) === '6: 270', angles);
  await resizePage(notebook.page, { width: 900, height: 700 });
  await until(async () => (await angles()) === '6: 0', angles);
  await show(spec, 25, 900, 'name ');
  await until(async () => (await angles()) === '25: 270', angles);
  assert.equal(await shown(), 25);
});
