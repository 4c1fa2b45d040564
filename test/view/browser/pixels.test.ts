/**
 * A reduced line against the full one, pixel by pixel.
 *
 * The full drawing of a million segments takes Chromium most of a minute: it is one path, filled with antialiasing.
 */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as esbuild from 'esbuild';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { JsonObject } from '../../../src/core/base/json';
import type { ResultChart } from '../../../src/core/protocol/outcome';
import { openSession, type TestSession } from '../../kernel/openSession';
import type { DrawnTask, PixelDifference } from './page/drawn';

const ORIGIN = 'http://chart.test';
const WIDTH = 860;
const PAGE_ROWS = 100_000;

let browser: Browser;
let page: Page;
let opened: TestSession;
const files = new Map<string, string>();

before(async () => {
  opened = await openSession();
  const built = await esbuild.build({
    entryPoints: ['test/view/browser/page/drawn.ts'],
    bundle: true,
    format: 'esm',
    write: false,
  });
  files.set('/', '<!doctype html><body></body>');
  files.set('/drawn.js', built.outputFiles[0]?.text ?? '');
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  page = await browser.newPage({ viewport: { width: 900, height: 700 } });
  await page.route(`${ORIGIN}/**`, route => {
    const { pathname } = new URL(route.request().url());
    const contentType = { '': 'text/html', js: 'text/javascript' }[pathname.split('.')[1] ?? ''];
    return route.fulfill({
      contentType: contentType ?? 'application/json',
      body: files.get(pathname) ?? '',
    });
  });
  await page.goto(`${ORIGIN}/`);
  await page.addScriptTag({ url: `${ORIGIN}/drawn.js`, type: 'module' });
  await page.waitForFunction(() => 'drawChart' in window);
});

after(async () => {
  await browser.close();
  await opened.close();
});

/** Puts all rows of a result where the page can load them. */
async function serveRows(address: string, resultId: string, rowCount: number): Promise<string> {
  const lines: string[] = [];
  let columns: unknown = [];
  for (let offset = 0; offset < rowCount; offset += PAGE_ROWS) {
    const read = await opened.session.page({ resultId, offset, limit: PAGE_ROWS });
    ({ columns } = read);
    lines.push(...read.rows.map(row => JSON.stringify(row)));
  }
  files.set(address, `{"columns": ${JSON.stringify(columns)}, "rows": [${lines.join(',')}]}`);
  return ORIGIN + address;
}

async function drawAs(name: string, spec: JsonObject, rows: string): Promise<void> {
  const task: DrawnTask = { name, spec, width: WIDTH, datasets: { result: rows } };
  await page.evaluate(text => window.drawChart(text), JSON.stringify(task));
}

/** The specification over a dataset named `result`, without the invisible points that carry the tooltips. */
function plain({ spec }: ResultChart): JsonObject {
  const text = JSON.stringify({ ...spec, data: { name: 'result' } });
  const copy = JSON.parse(text, (_key, value: unknown) =>
    Array.isArray(value) ? value.filter(item => !isInvisible(item)) : value,
  ) as JsonObject;
  return copy;
}

function isInvisible(layer: unknown): boolean {
  return JSON.stringify(layer)?.includes('"opacity":0,"size":100') ?? false;
}

async function difference(text: string): Promise<PixelDifference> {
  const { chart, table, error } = await opened.run(text);
  assert.equal(error, null);
  const [dataset] = chart?.datasets ?? [];
  assert.ok(chart && table && dataset);
  const spec = plain(chart);
  await drawAs('full', spec, await serveRows('/full.json', table.id, table.rowCount));
  await drawAs('reduced', spec, await serveRows('/few.json', dataset.resultId, dataset.rowCount));
  const pixels = await page.evaluate(() => window.comparePixels('full', 'reduced'));
  console.log(`${table.rowCount} rows as ${dataset.rowCount}: ${JSON.stringify(pixels)}`);
  return pixels;
}

/** Few pixels of an edge may be a shade lighter or darker: part of a column narrower than they are lies elsewhere. */
function checkPixels(pixels: PixelDifference): void {
  assert.ok(pixels.inked > 5000, JSON.stringify(pixels));
  assert.ok(pixels.visibly <= pixels.inked * 0.003, JSON.stringify(pixels));
}

const walk = (rows: number): string =>
  `SELECT TIMESTAMP '2026-01-01' + INTERVAL 1 SECOND * i AS at, sum((hash(i * 7 + 1) % 2001)::DOUBLE / 1000 - 1) OVER (ORDER BY i ROWS UNBOUNDED PRECEDING) AS price FROM range(${rows}) r(i)`;

test('a line of a million points has the pixels of the full drawing', async () => {
  checkPixels(await difference(`${walk(1_000_000)} VISUALISE at AS x, price AS y DRAW line`));
});

test('so has a line of two series with gaps on a logarithmic axis', async () => {
  const two = `SELECT i + 1 AS n, CASE WHEN i % 2 = 0 THEN 'p' ELSE 'q' END AS s,
    CASE WHEN i % 10_000 < 900 THEN NULL ELSE (i % 2) * 3 + sin(i / 9000.0) + hash(i) % 100 / 90.0 END AS v FROM range(60_000) r(i)`;
  checkPixels(
    await difference(`${two} VISUALISE n AS x, v AS y, s AS colour DRAW line SCALE x VIA log10`),
  );
});
