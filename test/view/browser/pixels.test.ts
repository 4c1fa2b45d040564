/**
 * A reduced line against the full one, pixel by pixel.
 *
 * A line is painted in pieces, of which the full drawing has more: at its edge, pixels that several of them touch are a shade darker.
 */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ChartDataset } from '../../../src/core/protocol/outcome';
import { openSession, type TestSession } from '../../kernel/openSession';
import type { PixelDifference } from './page/drawn';
import { PixelPage, withoutTooltips, type DrawnRows } from './pixelPage';

const PAGE_ROWS = 100_000;

let page: PixelPage;
let opened: TestSession;

before(async () => {
  opened = await openSession();
  page = await PixelPage.open();
});

after(async () => {
  await page.close();
  await opened.close();
});

type Rows = Pick<ChartDataset, 'resultId' | 'columns' | 'rowCount'>;

async function* pagesOf({ resultId, columns, rowCount }: Rows): AsyncGenerator<DrawnRows> {
  for (let offset = 0; offset < rowCount; offset += PAGE_ROWS) {
    const asked = { resultId, offset, limit: PAGE_ROWS };
    yield { columns, ...(await opened.session.ask('page', asked)) };
  }
}

async function difference(text: string): Promise<PixelDifference> {
  const { chart, table, error } = await opened.run(text);
  assert.equal(error, null);
  const [dataset] = chart?.datasets ?? [];
  assert.ok(chart && table && dataset);
  const spec = withoutTooltips(chart);
  await page.draw('full', spec, pagesOf({ ...table, resultId: table.id }));
  await page.draw('reduced', spec, pagesOf(dataset));
  const pixels = await page.compare('full', 'reduced');
  console.log(`${table.rowCount} rows as ${dataset.rowCount}: ${JSON.stringify(pixels)}`);
  return pixels;
}

/**
 * Few pixels of an edge may be a shade lighter or darker: part of a column narrower than they are lies elsewhere.
 *
 * @param share Of the inked pixels, how many may differ visibly.
 */
function checkPixels(pixels: PixelDifference, share: number): void {
  assert.ok(pixels.inked > 5000, JSON.stringify(pixels));
  assert.ok(pixels.visibly <= pixels.inked * share, JSON.stringify(pixels));
}

const walk = (rows: number): string =>
  `SELECT TIMESTAMP '2026-01-01' + INTERVAL 1 SECOND * i AS t, sum((hash(i * 7 + 1) % 2001)::DOUBLE / 1000 - 1) OVER (ORDER BY i ROWS UNBOUNDED PRECEDING) AS price FROM range(${rows}) r(i)`;

test('a line of 100,000 points has the pixels of the full drawing', async () => {
  const line = `${walk(100_000)} VISUALISE t AS x, price AS y DRAW line`;
  checkPixels(await difference(line), 0.006);
});

test('so has a line of two series with gaps on a logarithmic axis', async () => {
  const two = `SELECT i + 1 AS n, CASE WHEN i % 2 = 0 THEN 'p' ELSE 'q' END AS s,
    CASE WHEN i % 10_000 < 900 THEN NULL ELSE (i % 2) * 3 + sin(i / 9000.0) + hash(i) % 100 / 90.0 END AS v FROM range(60_000) r(i)`;
  const line = `${two} VISUALISE n AS x, v AS y, s AS colour DRAW line SCALE x VIA log10`;
  // Most rows are in the last tenth of the width, where a column has a third of a pixel.
  checkPixels(await difference(line), 0.005);
});
