import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ResultChart } from '../../src/core/protocol/outcome';
import { mostChartRows } from '../../src/core/visualise/chartSize';
import { openSession } from '../kernel/openSession';

const opened = await openSession();
after(() => opened.close());

async function chartOf(text: string): Promise<{ chart: ResultChart; notes: string }> {
  const { error, chart, notes } = await opened.run(text);
  assert.equal(error, null, `${text}: ${error?.message}`);
  assert.ok(chart);
  const rows = chart.datasets.reduce((sum, { rowCount }) => sum + rowCount, 0);
  assert.ok(rows <= mostChartRows, `${rows} rows`);
  return { chart, notes: notes.join('\n') };
}

/** The table in which the kernel keeps the rows of a dataset. */
function tableOf({ datasets }: ResultChart, name = datasets[0]?.name): string {
  const dataset = datasets.find(candidate => candidate.name === name);
  assert.ok(dataset, String(name));
  return `signals_results."${dataset.resultId.split(':')[0] ?? ''}"`;
}

async function value(sql: string): Promise<unknown> {
  const { error, table } = await opened.run(sql);
  assert.equal(error, null, sql);
  return table?.rows[0]?.[0];
}

/** Fails where the query gives another value over the chart's rows than over all rows. */
async function checkSame(text: string, query: string): Promise<void> {
  const [all = ''] = text.split('VISUALISE');
  const { chart } = await chartOf(text);
  const kept = await value(`WITH source AS (FROM ${tableOf(chart)}) ${query}`);
  const whole = await value(`WITH source AS (${all}) ${query}`);
  assert.ok(String(whole).length > 0);
  assert.equal(kept, whole, text);
}

const noise = 'sin(i / 999.0) * 100 + hash(i) % 1000 / 100.0';
const long = `SELECT i AS t, CASE WHEN i % 2 = 0 THEN 'p' ELSE 'q' END AS s, ${noise} AS v FROM range(200_000) r(i)`;

/** First, last, lowest and highest value of every column of pixels and series, as a text. */
function perColumn(columns: number, along = 't', series = 's'): string {
  const ends = `(SELECT min(${along}) AS lo, max(${along}) AS hi FROM source)`;
  return `SELECT md5(string_agg(concat_ws(' ', s, px, a, b, lo, hi), ',' ORDER BY s, px)) FROM (
    SELECT ${series} AS s, floor(${columns} * (${along} - ends.lo) / (ends.hi - ends.lo)) AS px,
      arg_min(v, (${along}, v)) AS a, arg_max(v, (${along}, v)) AS b, min(v) AS lo, max(v) AS hi
    FROM source, ${ends} AS ends GROUP BY 1, 2)`;
}

test('a reduced line has the first, last, lowest and highest row of every column of pixels', async () => {
  const { notes } = await chartOf(`${long} VISUALISE t AS x, v AS y, s AS colour DRAW line`);
  assert.match(notes, /line was reduced from 200,000 rows .* each of 4,500 columns \(M4\)/);
  await checkSame(`${long} VISUALISE t AS x, v AS y, s AS colour DRAW line`, perColumn(4500));
  await checkSame(`${long} VISUALISE t AS x, v AS y DRAW line`, perColumn(4500, 't', "''"));
  await checkSame(
    `${long} ORDER BY hash(t) VISUALISE t AS x, v AS y DRAW line`,
    perColumn(4500, 't', "''"),
  );
});

test('columns follow the scale: logarithms, limits, dates and a line that goes upwards', async () => {
  const all = long.replace('i AS t', 'i + 1 AS t');
  const logs = 'ln(t)';
  await checkSame(
    `${all} VISUALISE t AS x, v AS y DRAW line SCALE x VIA log10`,
    perColumn(4500, logs, "''"),
  );
  await checkSame(
    `${long} VISUALISE v AS x, t AS y DRAW line SETTING orientation => 'transposed'`,
    perColumn(4500, 't', "''"),
  );
  const inside =
    'SELECT md5(string_agg(concat_ws(chr(32), px, lo, hi), chr(44) ORDER BY px)) FROM (SELECT floor(4500 * (t - 1000) / 1000) AS px, min(v) AS lo, max(v) AS hi FROM source WHERE t BETWEEN 1000 AND 2000 GROUP BY 1)';
  await checkSame(`${long} VISUALISE t AS x, v AS y DRAW line SCALE x FROM [1000, 2000]`, inside);
  const stamped = long.replace('i AS t', "TIMESTAMP '2026-01-01' + INTERVAL 1 SECOND * i AS t");
  await checkSame(
    `${stamped} VISUALISE t AS x, v AS y DRAW line`,
    perColumn(4500, 'epoch(t)', "''"),
  );
  await checkSame(
    `${stamped} VISUALISE t AS x, v AS y DRAW line SCALE x FROM ['2026-01-01', '2026-01-02 00:00']`,
    "SELECT md5(string_agg(concat_ws(chr(32), px, lo, hi), chr(44) ORDER BY px)) FROM (SELECT floor(4500 * epoch(t - DATE '2026-01-01') / 86400) AS px, min(v) AS lo, max(v) AS hi FROM source WHERE t <= DATE '2026-01-02' GROUP BY 1)",
  );
});

test('rows at one place keep their order, so that the line leaves it where the full one does', async () => {
  const steps = `SELECT i // 1000 AS t, hash(i) % 997 AS v FROM range(100_000) r(i)`;
  const { chart } = await chartOf(`${steps} VISUALISE t AS x, v AS y DRAW line`);
  const table = tableOf(chart);
  const ends = (from: string): string =>
    `SELECT string_agg(concat_ws(' ', t, a, b), ',' ORDER BY t) FROM (SELECT t, arg_min(v, n) AS a, arg_max(v, n) AS b FROM (SELECT *, row_number() OVER () AS n FROM ${from}) GROUP BY t)`;
  assert.equal(await value(ends(`${table}`)), await value(ends(`(${steps})`)));
});

test('a missing value goes on breaking a reduced line, and pieces between are whole', async () => {
  const gaps = `SELECT i AS t, CASE WHEN i % 20_000 < 5 THEN NULL ELSE ${noise} END AS v FROM range(200_000) r(i)`;
  const runs = `SELECT string_agg(concat_ws(' ', a, b, lo, hi), ',' ORDER BY a) FROM (
    SELECT min(t) AS a, max(t) AS b, min(v) AS lo, max(v) AS hi
    FROM (SELECT *, sum((v IS NULL)::INTEGER) OVER (ORDER BY t ROWS UNBOUNDED PRECEDING) AS run FROM source) WHERE v IS NOT NULL GROUP BY run HAVING count(*) > 1)`;
  await checkSame(`${gaps} VISUALISE t AS x, v AS y DRAW line`, runs);
  const { chart } = await chartOf(`${gaps} VISUALISE t AS x, v AS y DRAW line`);
  // One before each piece, and the row at which the axis begins.
  assert.equal(await value(`SELECT count(*) FROM ${tableOf(chart)} WHERE v IS NULL`), 11);
});

test('a line with more gaps than columns keeps within the limit and joins nothing', async () => {
  const dotted = `SELECT i AS t, CASE WHEN i % 2 = 1 THEN NULL ELSE i % 4 END AS v FROM range(300_000) r(i)`;
  const { chart } = await chartOf(`${dotted} VISUALISE t AS x, v AS y DRAW line`);
  const joined = await value(
    `SELECT count(*) FROM (SELECT v, t, lag(v) OVER w AS before, lag(t) OVER w AS past FROM ${tableOf(chart)} WINDOW w AS (ORDER BY t)) WHERE v IS NOT NULL AND before IS NOT NULL AND past <> t`,
  );
  assert.equal(joined, 0);
});

test('a line at one place, and one of hundreds of series, stay within the limit', async () => {
  await chartOf(
    'SELECT 1 AS t, i AS v FROM range(100_000) r(i) VISUALISE t AS x, v AS y DRAW line',
  );
  const { notes } = await chartOf(
    `SELECT i AS t, i % 500 AS s, ${noise} AS v FROM range(200_000) r(i) VISUALISE t AS x, v AS y DRAW line PARTITION BY s`,
  );
  assert.match(
    notes,
    /every high and low is drawn, at most .* of the width from its place. Fewer series/,
  );
});

test('panels with an axis of their own have columns of their own', async () => {
  const two = `SELECT CASE WHEN i % 2 = 0 THEN i / 1e6 ELSE i END AS t, i % 2 AS s, ${noise} AS v FROM range(200_000) r(i)`;
  const { chart } = await chartOf(
    `${two} VISUALISE t AS x, v AS y DRAW line FACET s SETTING free => 'x'`,
  );
  const rows = await value(
    `SELECT min(n) FROM (SELECT count(*) AS n FROM ${tableOf(chart)} GROUP BY s)`,
  );
  assert.ok(Number(rows) > 10_000, String(rows));
});

test('areas and ribbons keep their outlines, and a stack keeps whole stacks', async () => {
  await checkSame(`${long} VISUALISE t AS x, v AS y DRAW area`, perColumn(4500, 't', "''"));
  const band = `SELECT i AS t, ${noise} - 1 AS low, ${noise} + hash(i) % 7 AS v FROM range(200_000) r(i)`;
  await checkSame(
    `${band} VISUALISE t AS x, low AS ymin, v AS ymax DRAW ribbon`,
    `SELECT md5(string_agg(concat_ws(' ', px, lo, hi), ',' ORDER BY px)) FROM (SELECT floor(4500 * t / 199_999) AS px, min(low) AS lo, max(v) AS hi FROM source GROUP BY 1)`,
  );
  const { chart, notes } = await chartOf(
    `SELECT i // 4 AS t, i % 4 AS s, 1 + hash(i) % 9 AS v FROM range(200_000) r(i) VISUALISE t AS x, v AS y, s::VARCHAR AS fill DRAW area`.replace(
      's::VARCHAR',
      's',
    ),
  );
  assert.match(notes, /whole stacks/);
  assert.equal(
    await value(
      `SELECT count(*) FROM (SELECT t FROM ${tableOf(chart)} GROUP BY t HAVING count(*) <> 4)`,
    ),
    0,
  );
});

test('bars are added up, counted and compared before they are drawn', async () => {
  const rows = `SELECT 'k' || i % 5 AS k, CASE WHEN i % 3 = 0 THEN -1 ELSE 2 END AS v FROM range(90_000) r(i)`;
  const { chart, notes } = await chartOf(`${rows} VISUALISE k AS x, v AS y DRAW bar`);
  assert.match(notes, /added up/);
  assert.deepEqual(
    await value(`SELECT list(v ORDER BY k, v) FROM ${tableOf(chart)}`),
    [-6000, 24000, -6000, 24000, -6000, 24000, -6000, 24000, -6000, 24000],
  );
  const counted = await chartOf(`${rows} VISUALISE k AS x DRAW bar`);
  assert.deepEqual(
    await value(`SELECT list("rows") FROM ${tableOf(counted.chart)}`),
    [18000, 18000, 18000, 18000, 18000],
  );
  const apart = await chartOf(
    `${rows} VISUALISE k AS x, v AS y DRAW bar SETTING position => 'identity'`,
  );
  assert.deepEqual(
    await value(`SELECT list(DISTINCT v ORDER BY v) FROM ${tableOf(apart.chart)}`),
    [-1, 2],
  );
});

test('points beyond the limit are counted in tiles, and none is lost', async () => {
  for (const clause of [
    't AS x, v AS y DRAW point',
    's AS x, v AS y DRAW point',
    't AS x, v AS y DRAW point FACET s',
  ]) {
    const { chart, notes } = await chartOf(`${long} VISUALISE ${clause}`);
    assert.match(notes, /200,000 points .* counted in tiles/);
    assert.equal(
      Number(await value(`SELECT sum(points) FROM ${tableOf(chart, 'tiles')}`)),
      200_000,
    );
  }
});

test('what cannot be made smaller is drawn in part, and that is said', async () => {
  for (const clause of [
    't AS x, v AS y, s AS label DRAW text',
    't AS x, v AS y DRAW path',
    't AS x, v AS y, t AS xend, 0 AS yend DRAW segment',
    's AS x, v AS y DRAW line',
    't AS x DRAW rule',
    't AS x, v AS y, t AS fill DRAW tile',
  ]) {
    const { chart, notes } = await chartOf(`${long} VISUALISE ${clause}`);
    assert.match(notes, /One of every 4 rows is drawn because 200,000 are more/, clause);
    assert.equal(Number(await value(`SELECT count(*) FROM ${tableOf(chart)}`)), 50_000);
  }
});

test('a large table of one layer, a filter and a statistic are reduced like the result', async () => {
  await opened.run(`CREATE OR REPLACE TABLE ticks AS ${long}`);
  const other = await chartOf(
    'SELECT 1 AS a, 2 AS b VISUALISE a AS x, b AS y DRAW point DRAW line MAPPING t AS x, v AS y FROM ticks',
  );
  assert.match(other.notes, /reduced from 200,000 rows/);
  const some = await chartOf(`${long} VISUALISE t AS x, v AS y DRAW line FILTER s = 'p'`);
  assert.match(some.notes, /reduced from 100,000 rows/);
  const moving = await chartOf(
    `${long} VISUALISE t AS x, v AS y DRAW smooth SETTING method => 'moving', window => 5`,
  );
  assert.match(moving.notes, /reduced from 199,996 rows/);
});

test('all layers together stay within the limit, and that is said', async () => {
  const both = await chartOf(`${long} VISUALISE t AS x, v AS y DRAW line DRAW point DRAW area`);
  assert.equal(both.chart.datasets.length, 3);
  assert.match(both.notes, /at most 50,000 rows, those of its 3 layers together/);
  await opened.run(`CREATE OR REPLACE TABLE part AS ${long} LIMIT 40_000`);
  const two = await chartOf(
    `FROM part VISUALISE t AS x, v AS y DRAW line DRAW text MAPPING s AS label FROM part`,
  );
  assert.equal(two.chart.datasets.length, 2);
});

test('rows that several layers draw count once for each of them', async () => {
  const few = `${long} LIMIT 20_000`;
  const two = await chartOf(`${few} VISUALISE t AS x, v AS y DRAW line DRAW point`);
  assert.deepEqual(
    two.chart.datasets.map(({ name, rowCount }) => [name, rowCount]),
    [['result', 20_000]],
  );
  const { chart, notes } = await chartOf(
    `${few} VISUALISE t AS x, v AS y DRAW line DRAW text MAPPING s AS label DRAW rule MAPPING t AS x`,
  );
  assert.match(notes, /those of its 3 layers together/);
  assert.deepEqual(
    chart.datasets.map(({ name }) => name),
    ['line', 'sample', 'sample 2'],
  );
});

test('layers in panels are reduced each in its own way, panel by panel', async () => {
  const clause = 't AS x, v AS y DRAW line DRAW point DRAW text MAPPING s AS label FACET s';
  const { chart, notes } = await chartOf(`${long} VISUALISE ${clause}`);
  assert.match(notes, /line was reduced/);
  assert.match(notes, /200,000 points .* counted in tiles/);
  assert.match(notes, /One of every 12 rows is drawn/);
  const [only, ...others] = chart.datasets;
  assert.deepEqual([only?.name, others], ['panels', []]);
  const parts = `FROM ${tableOf(chart)} WHERE "layer part" =`;
  const columns = 2081;
  const seen = await value(`WITH source AS (${parts} 1) ${perColumn(columns)}`);
  assert.equal(seen, await value(`WITH source AS (${long}) ${perColumn(columns)}`));
  assert.equal(Number(await value(`SELECT sum(points) ${parts} 2`)), 200_000);
  assert.equal(Number(await value(`SELECT count(DISTINCT s) ${parts} 3`)), 2);
});

test('tiles of many panels and bands are fewer, and count every point', async () => {
  const many = `SELECT i AS t, 'p' || i % 40 AS s, ${noise} AS v FROM range(200_000) r(i)`;
  for (const clause of ['t AS x, v AS y DRAW point FACET s', 't AS x, s AS y DRAW point FACET s']) {
    const { chart } = await chartOf(`${many} VISUALISE ${clause}`);
    assert.equal(
      Number(await value(`SELECT sum(points) FROM ${tableOf(chart, 'tiles')}`)),
      200_000,
    );
  }
  const free = `SELECT i AS t, i % 2 AS s, if(i % 2 = 0, 1e6, 1) * (hash(i) % 1000) AS v FROM range(200_000) r(i)`;
  const { chart } = await chartOf(
    `${free} VISUALISE t AS x, v AS y DRAW point FACET s SETTING free => 'y'`,
  );
  const rows = await value(
    `SELECT min(n) FROM (SELECT count(DISTINCT v) AS n FROM ${tableOf(chart)} GROUP BY s)`,
  );
  assert.equal(Number(rows), 60);
});

test('a column named rowid is a column like others', async () => {
  const named = long.replace('i AS t', 'i // 2 + 7 AS rowid, i AS t');
  for (const clause of [
    'rowid AS x, v AS y DRAW line',
    'rowid AS x, v AS y DRAW line FILTER rowid > 20',
    'rowid AS x, v AS y, s AS fill DRAW area',
    'rowid AS x, v AS y DRAW point',
    's AS x, rowid AS y DRAW bar',
    'rowid AS x, v AS y, s AS label DRAW text',
    'rowid AS x, v AS y DRAW line DRAW point FACET s',
    "rowid AS x, v AS y DRAW smooth SETTING method => 'moving', window => 5",
  ]) {
    await chartOf(`${named} VISUALISE ${clause}`);
  }
  const line = await chartOf(`${named} VISUALISE rowid AS x, v AS y, s AS colour DRAW line`);
  const drawn = `SELECT * RENAME (rowid_ AS rowid) FROM ${tableOf(line.chart)}`;
  assert.equal(
    await value(`WITH source AS (${drawn}) ${perColumn(4500, 'rowid')}`),
    await value(`WITH source AS (${named}) ${perColumn(4500, 'rowid')}`),
  );
  const { chart } = await chartOf(`${named} VISUALISE rowid AS x, v AS y, s AS label DRAW text`);
  assert.equal(await value(`SELECT count(*) FROM ${tableOf(chart)}`), 50_000);
});

test('a specification is given the first rows of a large table, and says so', async () => {
  await opened.run(`CREATE OR REPLACE TABLE ticks AS ${long}`);
  const spec = {
    layer: ['ticks', 'ticks again'].map(name => ({
      data: { name },
      mark: 'point',
      encoding: { x: { field: 't' } },
    })),
  };
  await opened.run('CREATE OR REPLACE VIEW "ticks again" AS FROM ticks');
  const { error, chart, notes } = await opened.run(JSON.stringify(spec), { language: 'vega-lite' });
  assert.equal(error, null);
  assert.deepEqual(
    chart?.datasets.map(({ rowCount }) => rowCount),
    [25_000, 25_000],
  );
  assert.match(notes.join(), /first 25,000 of 200,000 rows of ticks: aggregate/);
});
