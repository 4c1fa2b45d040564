import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { after, before, beforeEach, test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { JsonObject } from '../../../src/core/base/json';
import { compileChart } from '../../../src/core/visualise/compile';
import { parseVisualise } from '../../../src/core/visualise/parser';
import type { ResultChart } from '../../../src/core/protocol/outcome';
import { NotebookPage } from './notebookPage';
import { barChart, chartOf, facetChart, lineChart, resultOutput } from './outputs';
import { themes } from './themes';
import { resizePage } from './resizePage';

const screenshots = 'out/screenshots/crosshair';

let notebook: NotebookPage;

before(async () => {
  await mkdir(screenshots, { recursive: true });
  notebook = await NotebookPage.open();
});

after(async () => {
  await notebook.close();
});

beforeEach(async () => {
  await notebook.dispose('c');
  await notebook.theme(themes.light);
  await resizePage(notebook.page, { width: 900, height: 700 });
  await notebook.page.mouse.move(1, 1);
});

function output(): Locator {
  return notebook.page.locator('#c');
}

async function draw(chart: ResultChart): Promise<void> {
  await notebook.result('c', resultOutput({ chart }));
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Corners of a drawn line, in px of the page. */
async function corners(line: Locator): Promise<Place[]> {
  return line.evaluate((path: SVGPathElement) => {
    const matrix = path.getScreenCTM();
    const numbers =
      path
        .getAttribute('d')
        ?.match(/-?[\d.]+/g)
        ?.map(Number) ?? [];
    return numbers.flatMap((x, at) => {
      const y = numbers[at + 1];
      const place = at % 2 === 0 && y !== undefined && matrix && new DOMPoint(x, y);
      const { x: left, y: top } = place ? place.matrixTransform(matrix) : { x: NaN, y: NaN };
      return place ? [{ x: left, y: top }] : [];
    });
  });
}

async function centre(mark: Locator): Promise<Place> {
  const box = await mark.boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function checkNear(one: Place | undefined, other: Place | undefined): void {
  assert.ok(one && other);
  assert.ok(Math.hypot(one.x - other.x, one.y - other.y) < 1, JSON.stringify([one, other]));
}

const circles = (): Locator => output().locator('.ms-crosshair circle');
const rule = (): Locator => output().locator('.ms-crosshair line');
const tooltipText = (): Promise<string> => output().locator('.ms-tooltip').innerText();

test('the pointer anywhere over a line marks the row next to it and shows its values', async () => {
  await draw(lineChart(1));
  const places = await corners(output().locator('.mark-line path'));
  assert.equal(places.length, 60);
  for (const [at, day] of [
    [10, '30'],
    [41, '31'],
  ] as const) {
    const place = places[at];
    assert.ok(place);
    // Far above or below the line, and not quite at the row.
    await notebook.page.mouse.move(place.x + 3, place.y > 200 ? place.y - 90 : place.y + 90);
    checkNear(await centre(circles().first()), place);
    assert.equal(await circles().count(), 1);
    assert.ok(Math.abs((await centre(rule())).x - place.x) < 1);
    assert.match(await tooltipText(), new RegExp(`^Date\\s+2026-\\d\\d-${day}\\s+Score\\s+−?\\d`));
  }
});

test('all lines are named at that place, from top to bottom, the one next to the pointer in bold', async () => {
  await draw(lineChart(3));
  const lines = output().locator('.mark-line path');
  const places = await Promise.all([0, 1, 2].map(at => corners(lines.nth(at))));
  const rows = places.map(line => line[30]);
  const lowest = rows.toSorted((a, b) => (b?.y ?? 0) - (a?.y ?? 0))[0];
  assert.ok(lowest);
  await notebook.page.mouse.move(lowest.x - 2, lowest.y + 4);
  assert.equal(await circles().count(), 3);
  const drawn = await Promise.all([0, 1, 2].map(at => centre(circles().nth(at))));
  const ordered = rows.toSorted((a, b) => (a?.y ?? 0) - (b?.y ?? 0));
  drawn.forEach((place, at) => checkNear(place, ordered[at]));
  const colours = await Promise.all([0, 1, 2].map(at => circles().nth(at).getAttribute('fill')));
  assert.equal(new Set(colours).size, 3);
  const named = output().locator('.ms-tooltip-line', {
    has: notebook.page.locator('.ms-tooltip-swatch'),
  });
  assert.equal(await named.count(), 3);
  assert.equal(await output().locator('.ms-nearest').count(), 1);
  assert.equal(await named.last().evaluate(line => line.classList.contains('ms-nearest')), true);
  // The day is said once.
  assert.equal((await tooltipText()).match(/Date/g)?.length, 1);
  await output().screenshot({ path: `${screenshots}/lines-light.png` });
});

test('only the panel under the pointer is marked', async () => {
  await draw(facetChart());
  const second = await corners(output().locator('.mark-line path').nth(1));
  const place = second[20];
  assert.ok(place);
  await notebook.page.mouse.move(place.x, place.y + 20);
  assert.equal(await circles().count(), 1);
  checkNear(await centre(circles().first()), place);
});

test('lines that lead from top to bottom are read along y', async () => {
  const { spec, ...chart } = lineChart(2);
  const encoding = spec['encoding'] as JsonObject;
  const transposed = { ...encoding, x: encoding['y'] ?? null, y: encoding['x'] ?? null };
  await draw({
    ...chart,
    spec: { ...spec, encoding: transposed, mark: { type: 'line', orient: 'horizontal' } },
  });
  const places = await corners(output().locator('.mark-line path').first());
  const place = places[25];
  assert.ok(place);
  await notebook.page.mouse.move(place.x + 40, place.y);
  assert.equal(await circles().count(), 2);
  const box = await rule().boundingBox();
  assert.ok(box && box.width > 100 && box.height < 2 && Math.abs(box.y - place.y) < 1.5);
});

test('a path that turns back has the one row that is nearest', async () => {
  const spec = {
    data: { name: 'result' },
    mark: { type: 'line', order: false },
    encoding: { x: { field: 'a', type: 'quantitative' }, y: { field: 'b', type: 'quantitative' } },
  };
  const columns = [
    { name: 'a', type: 'DOUBLE' },
    { name: 'b', type: 'DOUBLE' },
  ];
  const circle = Array.from({ length: 40 }, (_, at) => [Math.cos(at / 6), Math.sin(at / 6)]);
  await draw(chartOf(spec, columns, circle));
  const places = await corners(output().locator('.mark-line path'));
  const place = places[7];
  assert.ok(place);
  await notebook.page.mouse.move(place.x + 2, place.y - 2);
  checkNear(await centre(circles().first()), place);
});

test('a line whose colour changes along it, which is drawn in pieces, is read like any other', async () => {
  const columns = ['a', 'b'].map(name => ({ name, type: 'DOUBLE' }));
  const { spec } = compileChart(
    parseVisualise('VISUALISE a AS x, b AS y, a AS colour DRAW line'),
    columns,
  );
  const rows = Array.from({ length: 60 }, (_, at) => [at, Math.sin(at / 9)]);
  await draw(chartOf(spec, columns, rows));
  const pieces = output().locator('.mark-rule:not(.role-axis-domain, .role-axis-grid) line');
  await output().locator('.mark-symbol path').first().waitFor({ state: 'attached' });
  const [last, canvas] = [await pieces.last().boundingBox(), output().locator('.ms-canvas')];
  assert.ok(last);
  // The last row begins no piece.
  await notebook.page.mouse.move(last.x + last.width, (await centre(canvas)).y);
  assert.equal(await circles().count(), 1);
  assert.match(await tooltipText(), /^a\s+59\s+b\s/);
  await notebook.page.mouse.move(last.x - 200, (await centre(canvas)).y - 30);
  assert.equal(await circles().count(), 1);
  assert.match(await tooltipText(), /^a\s+\d+\s+b\s/);
});

test('nothing is left when the pointer leaves, drags or is over a chart without lines', async () => {
  await draw(lineChart(2));
  const { x, y } = await centre(output().locator('.ms-canvas'));
  await notebook.page.mouse.move(x, y);
  assert.equal(await rule().count(), 1);
  await notebook.page.mouse.down();
  await notebook.page.mouse.move(x + 5, y);
  assert.equal(await rule().count(), 0);
  await notebook.page.mouse.up();
  await notebook.page.mouse.move(x + 8, y);
  assert.equal(await rule().count(), 1);
  await notebook.page.mouse.move(1, 1);
  assert.equal(await rule().count(), 0);
  assert.equal(await output().locator('.ms-tooltip').isVisible(), false);
  await notebook.dispose('c');
  await draw(barChart());
  await notebook.page.mouse.move(x, y);
  assert.equal(await rule().count(), 0);
});

test('a mark with a tooltip of its own keeps it', async () => {
  const { spec, ...chart } = lineChart(1);
  const layer = [
    { mark: 'line' },
    { mark: { type: 'point', size: 200 }, encoding: { tooltip: { value: 'own words' } } },
  ];
  await draw({
    ...chart,
    spec: { data: { name: 'result' }, encoding: spec['encoding'] ?? null, layer },
  });
  const place = (await corners(output().locator('.mark-line path')))[12];
  assert.ok(place);
  await notebook.page.mouse.move(place.x, place.y);
  assert.equal(await tooltipText(), 'own words');
  await notebook.page.mouse.move(place.x, place.y > 200 ? place.y - 60 : place.y + 60);
  assert.match(await tooltipText(), /Score/);
});

test('of 50,000 rows no invisible marks are made, and any of them is found', async () => {
  const spec = {
    data: { name: 'result' },
    encoding: {
      x: { field: 'a', type: 'quantitative' },
      y: { field: 'b', type: 'quantitative', scale: { domain: [-1, 1] } },
    },
    layer: [
      { mark: 'line' },
      {
        mark: { type: 'point', opacity: 0, size: 100 },
        encoding: { tooltip: [{ field: 'a', type: 'nominal' }] },
      },
    ],
  };
  const columns = [
    { name: 'a', type: 'DOUBLE' },
    { name: 'b', type: 'DOUBLE' },
  ];
  const rows = Array.from({ length: 50_000 }, (_, at) => [at, Math.sin(at / 3000)]);
  await draw(chartOf(spec, columns, rows));
  const box = await output().locator('canvas').boundingBox();
  assert.ok(box);
  const seen: number[] = [];
  for (const share of [0.2, 0.5, 0.8]) {
    await notebook.page.mouse.move(box.x + box.width * share, box.y + 40);
    seen.push(Number(/^a\s+(\d+)$/.exec(await tooltipText())?.[1]));
  }
  const [first = 0, second = 0, third = 0] = seen;
  assert.ok(first > 0 && Math.abs(second - first - (third - second)) < 200, seen.join());
  assert.ok(third - first > 25_000, seen.join());
});

test('rule and points have the colours of the theme', async () => {
  for (const name of ['light', 'dark'] as const) {
    await notebook.theme(themes[name]);
    await draw(lineChart(1));
    const { x, y } = await centre(output().locator('.ms-canvas'));
    await notebook.page.mouse.move(x, y);
    const { variables } = themes[name];
    assert.equal(await rule().getAttribute('stroke'), variables['--vscode-descriptionForeground']);
    assert.equal(
      await circles().first().getAttribute('stroke'),
      variables['--vscode-editor-background'],
    );
    await notebook.dispose('c');
  }
});
