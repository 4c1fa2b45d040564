import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json';
import { NotebookPage } from './notebookPage';
import { chartOf, resultOutput } from './outputs';
import { resizePage } from './resizePage';

const columns = [
  { name: 'at', type: 'VARCHAR' },
  { name: 'name', type: 'VARCHAR' },
  { name: 'value', type: 'DOUBLE' },
  { name: 'label', type: 'VARCHAR' },
];
type Row = readonly [at: string, name: string, value: number, label: string];

const canvas = '#c .ms-canvas';
const at = { field: 'at', type: 'nominal', sort: null };
const name = { field: 'name', type: 'nominal' };
const value = { field: 'value', type: 'quantitative' };
const label = { field: 'label', type: 'nominal' };
const texts = (mark: JsonObject, when?: string): JsonObject => ({
  ...(when === undefined ? {} : { transform: [{ filter: `datum.at === '${when}'` }] }),
  mark: { type: 'text', ...mark },
  encoding: { text: label, tooltip: [label] },
});

let notebook: NotebookPage;

before(async () => {
  notebook = await NotebookPage.open();
});

after(async () => {
  await notebook.close();
});

interface Box {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** @returns The texts of marks that are drawn, with their places from the corner of the picture, and its width. */
async function drawnTexts(
  spec: JsonObject,
  rows: readonly Row[],
  width: number,
): Promise<{ readonly boxes: readonly Box[]; readonly width: number; readonly plot: number }> {
  await resizePage(notebook.page, { width, height: 700 });
  const fitted = { width: 'container', ...spec, data: { name: 'result' } };
  await notebook.result('c', resultOutput({ chart: chartOf(fitted, columns, rows) }));
  return measured();
}

async function measured() {
  return notebook.page.locator(`${canvas} svg`).evaluate(picture => {
    const corner = picture.getBoundingClientRect();
    const boxes = [...picture.querySelectorAll('.mark-text.role-mark text')].flatMap(text => {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      const [x, y] = [corner.left, corner.top];
      const place = { left: left - x, right: right - x, top: top - y, bottom: bottom - y };
      return text.getAttribute('opacity') === '0'
        ? []
        : [{ text: text.textContent ?? '', ...place }];
    });
    const frame = picture.querySelector('.role-frame > g > path.background');
    const plot = frame?.getBoundingClientRect().width ?? 0;
    return { boxes, width: corner.width, plot };
  });
}

function assertInside(boxes: readonly Box[], width: number, about: string): void {
  for (const { text, left, right } of boxes) {
    assert.ok(left >= -1 && right <= width + 1, `${about}: ${text} from ${left} to ${right}`);
  }
}

function overlaps(boxes: readonly Box[]): string[] {
  return boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter(
        b => a.left < b.right && b.left < a.right && a.top + 3 < b.bottom && b.top + 3 < a.bottom,
      )
      .map(b => `${a.text} ${b.text}`),
  );
}

test('names beside the ends of lines stay in the picture, which leaves the lines half of it', async () => {
  const names = ['Tarevra Biologics', 'Istavtek International Holdings', 'Garodor Brands', 'Bank'];
  const rows = ['before', 'now'].flatMap((when, column) =>
    names.map((each, place): Row => [when, each, column ? place : 3 - place, `${place} ${each}`]),
  );
  const spec = {
    encoding: { x: at, y: value },
    layer: [
      { mark: 'line', encoding: { detail: name } },
      texts({ align: 'right', dx: -8 }, 'before'),
      texts({ align: 'left', dx: 8 }, 'now'),
    ],
  };
  for (const width of [1200, 800, 400]) {
    const { boxes, width: whole, plot } = await drawnTexts(spec, rows, width);
    assert.equal(boxes.length, rows.length);
    assertInside(boxes, whole, `${width}`);
    assert.ok(whole <= width && plot >= whole * 0.4, `${plot} of ${whole}`);
    const cut = boxes.filter(({ text }) => text.endsWith('…'));
    assert.equal(cut.length > 0, width === 400, cut.map(({ text }) => text).join());
    // A short name is whole wherever it is.
    assert.equal(boxes.filter(({ text }) => /^\d Bank$/.test(text)).length, 2);
  }
  // A tooltip has the whole name.
  await notebook.page
    .locator(`${canvas} .mark-text text`, { hasText: '1 Istav' })
    .first()
    .hover({ force: true });
  await notebook.page
    .locator('.ms-tooltip', { hasText: '1 Istavtek International Holdings' })
    .waitFor();
});

function heatMap(write: (place: number) => string): readonly Row[] {
  const many = Array.from({ length: 18 }, (_, place) => `t${String(place).padStart(2, '0')}`);
  return many.flatMap((x, column) =>
    many.map((y, row): Row => [x, y, column * row, write(column * 18 + row)]),
  );
}

const tiles = {
  height: { step: 18 },
  encoding: { x: at, y: name },
  layer: [{ mark: 'rect', encoding: { color: value } }, texts({})],
};

test('numbers on tiles are all drawn or all hidden, also after the cell became narrow', async () => {
  const rows = heatMap(place => (place / 20).toFixed(2));
  for (const width of [1200, 800]) {
    const { boxes } = await drawnTexts(tiles, rows, width);
    assert.equal(boxes.length, rows.length, `${width}`);
    assert.deepEqual(overlaps(boxes), []);
    assert.deepEqual(boxes.map(({ text }) => text).sort(), rows.map(row => row[3]).sort());
  }
  await resizePage(notebook.page, { width: 400, height: 700 });
  await notebook.page.waitForFunction(
    selector =>
      [...document.querySelectorAll(selector)].every(text => text.getAttribute('opacity') === '0'),
    `${canvas} .mark-text.role-mark text`,
  );
  await resizePage(notebook.page, { width: 800, height: 700 });
  await notebook.page.waitForFunction(
    selector =>
      [...document.querySelectorAll(selector)].every(text => text.getAttribute('opacity') !== '0'),
    `${canvas} .mark-text.role-mark text`,
  );
  assert.deepEqual(overlaps((await measured()).boxes), []);
  // A hidden number covers no other tile: each tooltip is that of the tile at the pointer.
  await drawnTexts(tiles, rows, 400);
  const tile = notebook.page.locator(`${canvas} .mark-rect.role-mark path`).nth(20);
  await tile.hover({ force: true });
  await notebook.page.locator('.ms-tooltip', { hasText: rows[20]?.[3] ?? '' }).waitFor();
});

test('words on tiles are shortened, and whole where they fit', async () => {
  const rows = heatMap(() => 'unchanged').filter(row => row[0] <= 't07');
  const wide = await drawnTexts(tiles, rows, 1200);
  assert.ok(wide.boxes.every(({ text }) => text === 'unchanged'));
  const { boxes } = await drawnTexts(tiles, rows, 400);
  assert.equal(boxes.length, rows.length);
  assert.ok(
    boxes.every(({ text }) => /^u.*…$/.test(text)),
    boxes[0]?.text,
  );
  assert.deepEqual(overlaps(boxes), []);
});

test('numbers above bars are all hidden where they touch', async () => {
  const labels = heatMap(place => `${1_000_000 + place}`).filter(row => row[1] === 't01');
  const rows = labels.map(([x, y, , text]): Row => [x, y, 5, text]);
  const bars = {
    encoding: { x: at, y: value },
    layer: [{ mark: 'bar' }, texts({ dy: -8 })],
  };
  for (const width of [1200, 800, 400]) {
    const { boxes } = await drawnTexts(bars, rows, width);
    assert.deepEqual(overlaps(boxes), []);
    assert.equal(boxes.length, width === 1200 ? rows.length : 0, `${width}`);
  }
});

test('a text that is as long as the picture is shortened to the half beside the plot', async () => {
  const long =
    'A sentence that is much longer than a telephone is wide, and goes on and on. '.repeat(3);
  const rows: readonly Row[] = [
    ['a', 'a', 1, 'short'],
    ['b', 'b', 2, long],
  ];
  const spec = {
    encoding: { x: value, y: at },
    layer: [{ mark: 'point' }, texts({ align: 'left', dx: 6 })],
  };
  for (const width of [1200, 800, 400]) {
    const { boxes, width: whole, plot } = await drawnTexts(spec, rows, width);
    assertInside(boxes, whole, `${width}`);
    assert.ok(boxes.some(({ text }) => text === 'short'));
    assert.ok(boxes.some(({ text }) => /^A sent.*…$/.test(text)));
    assert.ok(plot > whole / 3, `${plot} of ${whole}`);
  }
});
