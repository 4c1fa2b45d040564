import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { JsonObject } from '../../src/core/base/json';
import { gallery } from '../../src/core/gallery/gallery';
import { chartRows } from '../../src/core/visualise/chartRows';
import { fitSpec } from '../../src/view/chart/fitSpec';
import { assertValid, renderSvg } from '../core/visualise/render';
import { GallerySession, type DrawnCell } from '../support/galleryCharts';
import { inEachZone, saidBy } from './zones';

const specifications = 'test/charts/golden';
/** The texts of every drawing, by chart, in the order of the alphabet. */
const textsFile = 'test/charts/goldenTexts.json';
const cellWidth = 900;

const names = gallery.flatMap(chart => {
  const name = `${chart.id}-${chart.name}`;
  return chart.kind === 'vega-lite' ? [name, `${name}-alone`] : [name];
});
let session: GallerySession;
/** Specifications with their data. */
const charts = new Map<string, JsonObject>();
before(async () => {
  session = await GallerySession.open();
});
after(() => session.close());

for (const entry of gallery) {
  const name = `${entry.id}-${entry.name}`;
  test(`${name} has its golden specification, which Vega-Lite accepts`, async () => {
    charts.set(name, checked(name, await session.draw(entry)));
    if (entry.kind === 'vega-lite') {
      charts.set(`${name}-alone`, checked(`${name}-alone`, await session.drawAlone(entry)));
    }
  });
}

test('every chart of the gallery is drawn without a warning, with its golden texts in every time zone', async () => {
  const textsOf: Record<string, string[]> = {};
  const marksOf = new Map<string, string[]>();
  await inEachZone(async zone => {
    for (const [name, spec] of charts) {
      const svg = await renderSvg(spec, {});
      assert.ok(!svg.includes('NaN'), `${name}: a mark without a place`);
      const said = saidBy(svg);
      // Rows of one place in a query's order may come in any.
      const [texts, marks] = [said.texts.sort(), said.marks.sort()];
      assert.deepEqual(texts, textsOf[name] ?? texts, `${name} in ${zone}`);
      assert.deepEqual(marks, marksOf.get(name) ?? marks, `${name} in ${zone}`);
      textsOf[name] = texts;
      marksOf.set(name, marks);
    }
  });
  if (process.env['UPDATE'] === '1') {
    writeFileSync(textsFile, `${JSON.stringify(textsOf, null, 2)}\n`);
  }
  assert.deepEqual(Object.keys(textsOf).sort(), names.toSorted());
  assert.deepEqual(textsOf, JSON.parse(readFileSync(textsFile, 'utf8')));
});

test('no mark of what was reported when the score moved covers another', async () => {
  const spec = charts.get('G16-score-timeline-alone');
  assert.ok(spec);
  const svg = await renderSvg(spec, {});
  const marks = [...svg.matchAll(/<path aria-label="[^"]*Certainty: (?!null)[^>]*>/g)];
  const places = marks.map(([mark]) => /transform="translate\(([^)]*)\)"/.exec(mark)?.[1]);
  assert.ok(places.length > 5 && !places.includes(undefined), places.join(' '));
  assert.equal(new Set(places).size, places.length, places.join(' '));
});

test('a chart of one company says its name and its key', () => {
  const texts = JSON.parse(readFileSync(textsFile, 'utf8')) as Record<string, string[]>;
  const ofOne = gallery.filter(({ query }) => query.includes("'demo0048'"));
  assert.deepEqual(
    ofOne.map(({ id }) => id),
    ['G4', 'G16'],
  );
  for (const { id, name } of ofOne) {
    assert.ok(
      texts[`${id}-${name}`]?.some(text => /^\p{L}.+ · company:demo0048$/u.test(text)),
      id,
    );
  }
});

test('every golden file belongs to a chart', () => {
  assert.deepEqual(readdirSync(specifications).sort(), names.map(name => `${name}.json`).sort());
});

/** @returns The specification as it is drawn, with its data. */
function checked(name: string, { chart }: DrawnCell): JsonObject {
  compareGolden(name, chart.spec);
  assertValid(chart.spec, name);
  for (const dataset of chart.datasets) {
    assert.ok(dataset.rowCount > 0, `${name}: nothing in ${dataset.name}`);
  }
  const rows = chart.datasets.map(dataset => [
    dataset.name,
    chartRows(dataset.columns, dataset.rows ?? []),
  ]);
  return { ...fitSpec(chart.spec, cellWidth), datasets: Object.fromEntries(rows) as JsonObject };
}

function compareGolden(name: string, spec: JsonObject): void {
  const file = `${specifications}/${name}.json`;
  if (process.env['UPDATE'] === '1') {
    mkdirSync(specifications, { recursive: true });
    writeFileSync(file, `${JSON.stringify(spec, null, 2)}\n`);
  }
  assert.deepEqual(JSON.parse(JSON.stringify(spec)), JSON.parse(readFileSync(file, 'utf8')));
}
