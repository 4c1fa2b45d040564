import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { JsonObject } from '../../src/core/base/json';
import { gallery } from '../../src/core/gallery/gallery';
import { chartRows } from '../../src/core/visualise/datum';
import { fitSpec } from '../../src/view/chart/fitSpec';
import { assertValid, renderSvg, svgTexts } from '../core/visualise/render';
import { GallerySession, type DrawnCell } from '../support/galleryCharts';

/** Set in the processes that this file starts of itself, each in a time zone of its own: the file of the charts. */
const CHARTS = 'SIGNALS_TEST_GALLERY';
const zones = ['UTC', 'Pacific/Kiritimati', 'America/St_Johns'];
const golden = 'test/charts/golden';
const cellWidth = 900;

/** Specifications with their data, by number. */
type Charts = Readonly<Record<string, JsonObject>>;

interface Drawing {
  /** Minutes of the zone, so that a child that ignored TZ is noticed. */
  readonly offset: number;
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

const handed = process.env[CHARTS];
if (handed !== undefined) {
  process.stdout.write(JSON.stringify(await drawAll(handed)));
} else {
  const names = gallery.flatMap(chart => {
    const name = `${chart.id}-${chart.name}`;
    return chart.kind === 'vega-lite' && chart.alone ? [name, `${name}-alone`] : [name];
  });
  let session: GallerySession;
  const charts: Record<string, JsonObject> = {};
  before(async () => {
    session = await GallerySession.open();
  });
  after(() => session.close());

  for (const entry of gallery) {
    const name = `${entry.id}-${entry.name}`;
    test(`${name} has its golden specification, which Vega-Lite accepts`, async () => {
      charts[name] = checked(name, await session.draw(entry));
      if (entry.kind === 'vega-lite' && entry.alone) {
        charts[`${name}-alone`] = checked(`${name}-alone`, await session.drawAlone(entry));
      }
    });
  }

  test('every chart of the gallery is drawn without a warning, and says the same in three time zones', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'market-signals-charts-'));
    try {
      const file = path.join(folder, 'charts.json');
      writeFileSync(file, JSON.stringify(charts));
      const drawings = await Promise.all(zones.map(zone => drawIn(zone, file)));
      const [first] = drawings;
      assert.ok(first);
      assert.equal(new Set(drawings.map(({ offset }) => offset)).size, zones.length);
      assert.equal(Object.keys(first.texts).length, names.length);
      for (const { texts } of drawings) {
        assert.deepEqual(texts, first.texts);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('every golden file belongs to a chart', () => {
    assert.deepEqual(readdirSync(golden).sort(), names.map(name => `${name}.json`).sort());
  });
}

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
  const file = `${golden}/${name}.json`;
  if (process.env['UPDATE'] === '1') {
    mkdirSync(golden, { recursive: true });
    writeFileSync(file, `${JSON.stringify(spec, null, 2)}\n`);
  }
  assert.deepEqual(JSON.parse(JSON.stringify(spec)), JSON.parse(readFileSync(file, 'utf8')));
}

async function drawIn(zone: string, charts: string): Promise<Drawing> {
  const inherited = Object.entries(process.env).filter(([key]) => key !== 'NODE_TEST_CONTEXT');
  const file = process.argv[1];
  assert.ok(file);
  const { stdout } = await promisify(execFile)(process.execPath, [file], {
    env: { ...Object.fromEntries(inherited), TZ: zone, [CHARTS]: charts },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return JSON.parse(stdout) as Drawing;
}

async function drawAll(file: string): Promise<Drawing> {
  const charts = JSON.parse(readFileSync(file, 'utf8')) as Charts;
  const texts: Record<string, readonly string[]> = {};
  for (const [id, spec] of Object.entries(charts)) {
    const svg = await renderSvg(spec, {});
    assert.ok(!svg.includes('NaN'), `${id}: a mark without a place`);
    texts[id] = [...svgTexts(svg), ...ariaLabels(svg)];
    assert.ok(texts[id].length > 4, `${id}: axes with labels`);
  }
  return { offset: new Date(2026, 2, 20).getTimezoneOffset(), texts };
}

/** What a screen reader says of each mark, and so what a tooltip would. */
function ariaLabels(svg: string): string[] {
  return [...svg.matchAll(/aria-label="([^"]*)"/g)].map(match => match[1] ?? '');
}
