import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { mostChartRows } from '../../src/core/visualise/chartSize';
import { openSession } from '../kernel/openSession';

const rows = 2_000_000;
/** Of a wide window; a fourth of the columns of the reduction. */
const pixels = 1125;

const opened = await openSession();
after(() => opened.close());

async function value(sql: string): Promise<unknown> {
  const { error, table } = await opened.run(sql);
  assert.equal(error, null, error?.message);
  return table?.rows[0]?.[0];
}

/** First, last, lowest and highest value in every column of `pixels`, as a text. */
function perPixel(table: string): string {
  return `SELECT md5(string_agg(concat_ws(' ', px, a, b, lo, hi), ',' ORDER BY px)) FROM (
    SELECT floor(${pixels} * epoch(t - TIMESTAMP '2026-01-01') / ${rows - 1}) AS px,
      arg_min(price, t) AS a, arg_max(price, t) AS b, min(price) AS lo, max(price) AS hi
    FROM ${table} GROUP BY px)`;
}

test('of two million points the page gets few, which have the extremes of every column of pixels, and that is said', async () => {
  // Each column of pixels is four columns of the reduction.
  await value(
    `CREATE TABLE prices AS SELECT TIMESTAMP '2026-01-01' + INTERVAL 1 SECOND * i AS t, sum((hash(i) % 2001)::DOUBLE / 1000 - 1) OVER (ORDER BY i ROWS UNBOUNDED PRECEDING) AS price FROM range(${rows}) r(i)`,
  );
  const { chart, notes, error } = await opened.run(
    'FROM prices VISUALISE t AS x, price AS y DRAW line',
  );
  assert.equal(error, null);
  const [dataset, ...others] = chart?.datasets ?? [];
  assert.ok(dataset);
  assert.deepEqual(others, []);
  assert.ok(dataset.rowCount > 10_000 && dataset.rowCount <= mostChartRows);
  assert.match(notes.join(), /line was reduced from 2,000,000 rows .*\(M4\), which look the same/);
  const kept = `signals_results."${dataset.resultId.split(':')[0] ?? ''}"`;
  assert.equal(await value(perPixel(kept)), await value(perPixel('prices')));
});
