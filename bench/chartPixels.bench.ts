/**
 * How much a reduced line differs from the full drawing, by the columns from which its rows are picked: those of the
 * product, fewer, more, and exactly one for each pixel of the plot, aligned with it.
 *
 * The full drawing has about as many rows as a chart may have marks.
 */

import type { JsonObject } from '../src/core/base/json';
import type { ResultColumn } from '../src/core/protocol/outcome';
import { openSession, type TestSession } from '../test/kernel/openSession';
import { PixelPage, withoutTooltips, type DrawnRows } from '../test/view/browser/pixelPage';

const ROWS = 390_000;
const PAGE_ROWS = 100_000;
const FIRST = "epoch(TIMESTAMP '2026-01-01')";
/** As many rows in all, so that many series are as long together as one. */
const SERIES = [1, 6, 12, 24, 48];

/** Rows of a result. */
interface Kept {
  readonly id: string;
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
}

function walk(series: number): string {
  const price = `sum((hash(i * 7 + s) % 2001)::DOUBLE / 1000 - 1) OVER (PARTITION BY s ORDER BY i ROWS UNBOUNDED PRECEDING) + 60 * s`;
  return `SELECT TIMESTAMP '2026-01-01' + INTERVAL 1 SECOND * i AS t, 'series ' || s AS series, ${price} AS price FROM range(${Math.floor(ROWS / series)}) r(i), range(1, ${series + 1}) q(s) ORDER BY t, s`;
}

async function* pagesOf(
  { session }: TestSession,
  { id, rowCount, columns }: Kept,
): AsyncGenerator<DrawnRows> {
  for (let offset = 0; offset < rowCount; offset += PAGE_ROWS) {
    const page = await session.ask('page', { resultId: id, offset, limit: PAGE_ROWS });
    yield { columns, ...page };
  }
}

/** M4 in columns that begin `shift` of a column before the first row. */
function picked(columns: number, shift: number): string {
  const place = `floor(${columns} * (epoch(t) - ${FIRST}) / ${ROWS - 1} + ${shift})`;
  return `SELECT t, price FROM walk WHERE rowid IN (SELECT unnest([arg_min(rowid, t), arg_max(rowid, t), arg_min(rowid, price), arg_max(rowid, price)]) FROM walk GROUP BY ${place}) ORDER BY t`;
}

class Comparison {
  constructor(
    private readonly page: PixelPage,
    private readonly opened: TestSession,
    private readonly spec: JsonObject,
  ) {}

  /** @returns Pixels between the axes at the left and the right. */
  async full(rows: Kept): Promise<number> {
    const plot = await this.page.draw('full', this.spec, pagesOf(this.opened, rows));
    return Math.round(plot.width);
  }

  async report(name: string, rows: Kept): Promise<void> {
    await this.page.draw('reduced', this.spec, pagesOf(this.opened, rows));
    const { inked, differing, visibly, largest } = await this.page.compare('full', 'reduced');
    const share = (count: number): string => `${((100 * count) / inked).toFixed(2)} %`;
    console.log(
      `${name}: ${rows.rowCount} rows; of the inked pixels ${share(differing)} differ, ${share(visibly)} by more than an eighth, none by more than ${largest.toFixed(0)} of 255`,
    );
  }
}

async function compare(page: PixelPage, opened: TestSession, series: number): Promise<void> {
  await opened.run(`CREATE OR REPLACE TABLE walk AS ${walk(series)}`);
  const colour = series > 1 ? ', series AS colour' : '';
  const { chart, table, error } = await opened.run(
    `FROM walk VISUALISE t AS x, price AS y${colour} DRAW line SETTING labels => false`,
  );
  const [dataset] = chart?.datasets ?? [];
  if (!chart || !table || !dataset) {
    throw new Error(error?.message ?? 'The line was not drawn.');
  }
  const comparison = new Comparison(page, opened, withoutTooltips(chart));
  const width = await comparison.full(table);
  console.log(`${series} series of ${Math.floor(ROWS / series)} rows on ${width} pixels`);
  await comparison.report('  as the product draws it', { ...dataset, id: dataset.resultId });
  const tried = [
    [width, 0, 'aligned with the pixels'],
    [width, 0.5, 'half a pixel beside them'],
    ...[2, 3, 4, 5, 6, 8, 10, 15].map(times => [times * width, 0, `${times} a pixel`] as const),
  ] as const;
  for (const [columns, shift, name] of series === 1 ? tried : []) {
    const made = await opened.run(picked(columns, shift));
    if (!made.table) {
      throw new Error(made.error?.message);
    }
    await comparison.report(`  ${columns} columns, ${name}`, made.table);
  }
}

async function main(): Promise<void> {
  const opened = await openSession();
  const page = await PixelPage.open();
  for (const series of SERIES) {
    await compare(page, opened, series);
  }
  await page.close();
  await opened.close();
}

void main();
