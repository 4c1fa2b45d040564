/** The rows of each mark of a chart, compared with a query that counts them another way. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import type { ChartDataset, ResultChart } from '../../src/core/protocol/outcome';
import type { MarkAnswer } from '../../src/core/protocol/questions';
import { openCharts } from './openCharts';

const { opened, chartOf, rowsOf } = await openCharts();
after(() => opened.close());

/** Days, kinds with a missing one, and numbers with a missing one and an infinite one. */
const data = `CREATE OR REPLACE TABLE days AS SELECT
  i AS n, DATE '2026-01-01' + (i % 8 * 6)::INTEGER AS day, ['a', 'b', NULL][1 + i % 3] AS kind, i % 2 = 0 AS even,
  CASE i WHEN 5 THEN NULL WHEN 6 THEN 'infinity'::DOUBLE ELSE (i * 7919 % 1000) / 10.0 END AS v
FROM range(60) AS _(i)`;
assert.equal((await opened.run(data)).error, null);

function datasetOf({ datasets }: ResultChart, name?: string): ChartDataset {
  const dataset = datasets.find(each => name === undefined || each.name === name);
  assert.ok(dataset);
  return dataset;
}

function mark({ resultId }: ChartDataset, rows: readonly number[]): Promise<MarkAnswer> {
  return opened.session.ask('mark', { resultId, rows, limit: 10 });
}

/** The values of one column of the rows of a mark. */
async function valuesOf({ table, mark: number, rowCount }: MarkAnswer, name: string) {
  const filter = { kind: 'mark', column: null, mark: number, label: '' } as const;
  const arrangement = { sort: [], filters: [filter] };
  const asked = { resultId: table.id, offset: 0, limit: 50_000, arrangement };
  const page = await opened.session.ask('page', asked);
  assert.equal(page.rowCount, rowCount);
  const at = table.columns.findIndex(column => column.name === name);
  return page.rows.map(row => row[at]);
}

/** The marks of a chart whose rows a query counts another way. */
const comparedMarks = 20;

/**
 * `check(clause, condition, sql)`: together the marks have the rows of `days` that match the condition, each once, and
 * those of a mark are the ones that the query returns as `n` for its values, which are variables.
 */
async function check(
  clause: string,
  condition: string,
  sql: (row: Readonly<Record<string, unknown>>) => string,
): Promise<void> {
  const { chart } = await chartOf(`FROM days\nVISUALISE ${clause}`);
  const dataset = datasetOf(chart);
  const drawn = await rowsOf(chart);
  assert.ok(drawn.length > 0, clause);
  const expected = await numbersOf(drawn.slice(0, comparedMarks).map(sql));
  const all: unknown[] = [];
  for (const at of drawn.keys()) {
    const found = await valuesOf(await mark(dataset, [at]), 'n');
    if (at < comparedMarks) {
      assert.deepEqual(found, expected[at], `${clause}, mark ${at}`);
    }
    all.push(...found);
  }
  all.sort((a, b) => Number(a) - Number(b));
  assert.deepEqual(all, await numbers(`SELECT n FROM days WHERE ${condition}`), clause);
}

async function numbers(sql: string): Promise<unknown[]> {
  const { table, error } = await opened.run(`SELECT n FROM (${sql}) ORDER BY n`, {
    firstPageRows: 1000,
  });
  assert.equal(error, null, sql);
  return table?.rows.map(([n]) => n) ?? [];
}

/** @returns The numbers of each query, which all run as one. */
async function numbersOf(queries: readonly string[]): Promise<unknown[][]> {
  const all = queries.map((sql, at) => `SELECT ${at} AS at, n FROM (${sql})`);
  const text = `${all.join(' UNION ALL ')} ORDER BY ALL`;
  const { table, error } = await opened.run(text, { firstPageRows: 10_000 });
  assert.equal(error, null, text);
  const rows = table?.rows ?? [];
  assert.equal(rows.length, table?.rowCount);
  return queries.map((_, own) => rows.flatMap(([at, n]) => (at === own ? [n] : [])));
}

const is = (name: string, value: unknown): string =>
  `${name} IS NOT DISTINCT FROM ${value === null ? 'NULL' : `'${String(value)}'`}`;
const days = (condition: string): string => `SELECT n FROM days WHERE ${condition}`;

test('a mark that draws a row has that row', async () => {
  await check('n AS x, v AS y DRAW point', 'true', ({ n }) => days(is('n', n)));
  await check('n AS x, v AS y DRAW point FILTER even', 'even', ({ n }) => days(is('n', n)));
  await check('n AS x, v AS y DRAW text MAPPING kind AS label FACET kind', 'true', ({ n }) =>
    days(is('n', n)),
  );
});

test('a bar of a histogram has the rows of its bin and its kind', async () => {
  const isIn = (row: Readonly<Record<string, unknown>>, last: number): string => {
    const [low, high] = [Number(row['v']), Number(row['v end'])];
    return `isfinite(v) AND v >= ${low} - 1e-9 AND (v < ${high} - 1e-9 OR ${high} >= ${last})`;
  };
  await check('v AS x DRAW histogram SETTING bins => 7', 'isfinite(v)', row =>
    days(isIn(row, 97.5)),
  );
  await check(
    'v AS x, kind AS fill DRAW histogram SETTING binwidth => 10 FACET even',
    'isfinite(v)',
    row => days(`${isIn(row, 1000)} AND ${is('kind', row['kind'])} AND ${is('even', row['even'])}`),
  );
  await check(
    'v AS x DRAW histogram MAPPING n AS weight FILTER n > 20',
    'isfinite(v) AND n > 20',
    row => days(`${isIn(row, 97.5)} AND n > 20`),
  );
});

test('a mark of an aggregate has the rows that it was computed from', async () => {
  const ofDay = ({ day, kind }: Readonly<Record<string, unknown>>): string =>
    days(`isfinite(v) AND ${is('day', day)} AND ${is('kind', kind)}`);
  for (const layer of ['bar', 'line', 'area']) {
    const clause = `day AS x, v AS y, kind AS fill DRAW ${layer} SETTING aggregate => 'mean'`;
    await check(layer === 'line' ? clause.replace('fill', 'stroke') : clause, 'isfinite(v)', ofDay);
  }
  await check(
    "kind AS x, v AS y DRAW bar SETTING aggregate => 'count'",
    'v IS NOT NULL',
    ({ kind }) => days(`v IS NOT NULL AND ${is('kind', kind)}`),
  );
});

test('a bar of a binned axis has the rows of its bin', async () => {
  await check(
    "day AS x, kind AS fill DRAW bar SCALE BINNED x SETTING breaks => 'month'",
    'true',
    row =>
      days(
        `day >= '${String(row['day start'])}' AND day < '${String(row['day end'])}' AND ${is('kind', row['kind'])}`,
      ),
  );
});

test('a box has the rows of its group, and an outlier those of its value', async () => {
  const text = `SELECT n, kind, CASE WHEN n = 33 THEN 900 ELSE v END AS v FROM days WHERE isfinite(v)
VISUALISE kind AS x, v AS y DRAW boxplot`;
  const { chart } = await chartOf(text);
  const dataset = datasetOf(chart);
  const drawn = await rowsOf(chart);
  for (const [at, { kind, median }] of drawn.entries()) {
    const found = await valuesOf(await mark(dataset, [at]), 'n');
    const expected = median === null ? 'n = 33' : is('kind', kind);
    assert.deepEqual(found, await numbers(days(`isfinite(v) AND ${expected}`)));
  }
  assert.equal(drawn.filter(({ median }) => median === null).length, 1);
});

test('a curve has all rows of its group, and says so', async () => {
  for (const clause of [
    'v AS x, kind AS fill DRAW density',
    'n AS x, v AS y, kind AS stroke DRAW smooth',
    "n AS x, v AS y, kind AS stroke DRAW smooth SETTING method => 'ols'",
  ]) {
    const { chart } = await chartOf(`FROM days\nVISUALISE ${clause}`);
    const drawn = await rowsOf(chart);
    const at = drawn.findIndex(({ kind }) => kind === 'b');
    const found = await mark(datasetOf(chart), [at]);
    assert.match(found.note ?? '', /all rows of its group/);
    assert.deepEqual(
      await valuesOf(found, 'n'),
      await numbers(days("isfinite(v) AND kind = 'b'")),
      clause,
    );
  }
});

test('layers with different rows in panels have their own rows', async () => {
  const { chart } = await chartOf(`FROM days
VISUALISE n AS x FACET kind
DRAW point MAPPING v AS y FILTER even
DRAW bar MAPPING v AS y SETTING aggregate => 'mean' FILTER n < 50`);
  const dataset = datasetOf(chart);
  const relation = await opened.session.ask('page', {
    resultId: dataset.resultId,
    offset: 0,
    limit: 1000,
  });
  const counts: number[] = [];
  for (const at of relation.rows.keys()) {
    counts.push((await mark(dataset, [at])).rowCount);
  }
  const [evens, first] = [
    await numbers(days('even')),
    await numbers(days('n < 50 AND isfinite(v)')),
  ];
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    evens.length + first.length,
  );
});

test('a layer of another table has the rows of that table', async () => {
  const { chart } = await chartOf(`SELECT 1 AS x
VISUALISE DRAW bar MAPPING kind AS x, v AS y FROM days SETTING aggregate => 'count'`);
  const drawn = await rowsOf(chart);
  const at = drawn.findIndex(({ kind }) => kind === 'a');
  const found = await mark(datasetOf(chart), [at]);
  const expected = await numbers(days("v IS NOT NULL AND kind = 'a'"));
  assert.deepEqual(await valuesOf(found, 'n'), expected);
  const again = await mark(datasetOf(chart), [at]);
  assert.deepEqual(await valuesOf(again, 'n'), expected);
  await assert.rejects(valuesOf(found, 'n'), /no longer kept/);
});

test('the marks of a vega-lite cell have the rows of its table', async () => {
  const text = '{"data": {"name": "days"}, "mark": "point", "encoding": {"x": {"field": "n"}}}';
  const { chart } = await opened.run(text, { language: 'vega-lite' });
  assert.ok(chart);
  const found = await mark(datasetOf(chart), [3, 1, 3]);
  assert.deepEqual(await valuesOf(found, 'n'), [1, 3]);
});

/** `large(clause)`: of 200,000 rows; how many rows all marks together have, each once, and those of the first. */
async function large(
  clause: string,
): Promise<{ all: number; first: MarkAnswer; chart: ResultChart; dataset: ChartDataset }> {
  const { chart } =
    await chartOf(`SELECT i AS n, i // 1000 AS place, (i * 7919 % 10007) - 5000 AS v, i % 2 AS part
FROM range(200000) AS _(i)\nVISUALISE ${clause}`);
  const dataset = datasetOf(chart);
  const rows = Array.from({ length: dataset.rowCount }, (_, at) => at);
  const { rowCount: all } = await mark(dataset, rows);
  return { all, first: await mark(dataset, [0]), chart, dataset };
}

test('reduced marks have the rows that they were reduced from', async () => {
  const line = await large('n AS x, v AS y DRAW line');
  assert.equal(line.all, 200_000);
  assert.match(line.first.note ?? '', /one of its 4,500 columns/);
  assert.deepEqual(
    await valuesOf(line.first, 'n'),
    Array.from({ length: 45 }, (_, n) => n),
  );

  const series = await large('n AS x, v AS y, part AS stroke DRAW line SCALE DISCRETE stroke');
  assert.equal(series.all, 200_000);
  assert.equal(new Set(await valuesOf(series.first, 'part')).size, 1);

  const tiles = await large('n AS x, v AS y DRAW point');
  assert.equal(tiles.all, 200_000);

  const bars = await large('place AS x, v AS y, part AS fill DRAW bar SCALE DISCRETE fill');
  assert.equal(bars.all, 200_000);
  const up = await valuesOf(bars.first, 'v');
  assert.ok(up.length > 200 && up.length < 300, String(up.length));
  const sum = up.reduce<number>((total, v) => total + Number(v), 0);
  assert.equal(sum, (await rowsOf(bars.chart))[0]?.['v'], 'the rows add up to the bar');

  const counted = await large('place AS x DRAW bar');
  assert.equal(counted.all, 200_000);
  assert.equal(counted.first.rowCount, 1000);

  const filtered = await large('n AS x, v AS y DRAW line FILTER part = 1');
  assert.equal(filtered.all, 100_000);
  assert.ok((await valuesOf(filtered.first, 'part')).every(part => part === 1));

  const stacks = await large('place AS x, n AS y, part AS fill DRAW area SCALE DISCRETE fill');
  assert.match(stacks.first.note ?? '', /stacks were reduced/);
  assert.equal(stacks.first.rowCount, 500);

  const thinned = await large('n AS x, v AS y DRAW path');
  assert.equal(thinned.all, thinned.dataset.rowCount);
});

/** `once(text)`: each mark has rows of its own, and together they have as many as `rows`. */
async function once(text: string, rows: number): Promise<void> {
  const { chart } = await chartOf(text);
  const dataset = datasetOf(chart);
  const all: unknown[] = [];
  for (let at = 0; at < dataset.rowCount; at++) {
    all.push(...(await valuesOf(await mark(dataset, [at]), 'n')));
  }
  assert.equal(all.length, rows, text);
  assert.equal(new Set(all).size, rows, text);
}

test('bins of axes and panels, listed values, tiles, ranges and a column named rowid keep their rows apart', async () => {
  const few = 'FROM days WHERE n < 24\nVISUALISE';
  await once(`${few} n AS x, n AS y DRAW point SCALE BINNED x SETTING breaks => [0, 10, 24]`, 24);
  await once(
    `${few} day AS x, n AS y DRAW point FACET day SCALE panel SETTING breaks => 'month'`,
    24,
  );
  await once(`${few} kind AS x DRAW bar FACET day SCALE panel SETTING breaks => 'month'`, 24);
  await once(
    `${few} day AS x, kind AS fill DRAW bar FACET n SCALE panel SETTING breaks => [0, 10, 24]`,
    24,
  );
  await once(`${few} day AS x, kind AS y, n AS fill DRAW tile`, 24);
  await once(`${few} n AS x, n AS ymin, n AS ymax DRAW range FILTER n > 9`, 14);
  await once(`${few} n AS x, n AS y, kind AS fill DRAW point SCALE fill FROM ['a', null]`, 24);
  await once(
    'SELECT n, n % 7 AS rowid FROM days VISUALISE rowid AS x DRAW histogram SETTING bins => 3',
    60,
  );
});

test('reduced layers with rows of their own in panels lead through their own queries', async () => {
  const clause = `n AS x, v AS y FACET part
DRAW line FILTER n < 150000
DRAW point FILTER n >= 150000`;
  const { first, dataset } = await large(clause);
  const line = await valuesOf(first, 'n');
  assert.ok(line.length > 0 && line.every(n => Number(n) < 150_000));
  const tile = await mark(dataset, [dataset.rowCount - 1]);
  const points = await valuesOf(tile, 'n');
  assert.ok(points.length > 0 && points.every(n => Number(n) >= 150_000));
  const { rows } = await opened.session.ask('page', {
    resultId: dataset.resultId,
    ...{ offset: dataset.rowCount - 1, limit: 1 },
  });
  const at = dataset.columns.findIndex(({ name }) => name === 'points');
  assert.equal(points.length, Number(rows[0]?.[at]));
});

test('a transaction that is open does not hide the rows of a mark', async () => {
  assert.equal((await opened.run('BEGIN; CREATE TABLE fresh AS FROM days')).error, null);
  await once("FROM fresh VISUALISE kind AS x, v AS y DRAW bar SETTING aggregate => 'mean'", 58);
  assert.equal((await opened.run('ROLLBACK')).error, null);
});

test('the rows of a mark are sorted, filtered, counted and exported as those of any table', async () => {
  const { chart } = await chartOf(
    "SELECT n, kind FROM days VISUALISE kind AS x DRAW bar FILTER kind = 'a'",
  );
  const dataset = datasetOf(chart);
  // The page counts the rows of the bar.
  const found = await mark(dataset, [...Array(dataset.rowCount).keys()]);
  const { id: resultId } = found.table;
  const own = { kind: 'mark', column: null, mark: found.mark, label: 'a' } as const;
  const some = { kind: 'range', column: 0, from: '30', to: null } as const;
  const filters = [own, some];
  const arrangement = { sort: [{ column: 0, descending: true }], filters };
  const expected = (await numbers(days("kind = 'a' AND n >= 30"))).toReversed();
  const page = await opened.session.ask('page', { resultId, offset: 0, limit: 500, arrangement });
  assert.deepEqual(
    page.rows.map(([n]) => n),
    expected,
  );
  const summary = await opened.session.ask('summary', { resultId, column: 1, filters });
  assert.equal(summary.rowCount, expected.length);
  const values = await opened.session.ask('values', { resultId, column: 1, search: '', filters });
  assert.deepEqual(values.values, [{ text: 'a', count: expected.length }]);
  const shown = { arrangement, columns: [0] };
  const exported = { resultId, format: 'csv', record: null, shown } as const;
  const { path } = await opened.session.ask('export', exported);
  const [, ...lines] = (await readFile(path, 'utf8')).trim().split('\n');
  assert.deepEqual(lines.map(Number), expected);
});

test('a mark of a result that is gone, and rows that do not exist, are errors or nothing', async () => {
  const { chart } = await chartOf('FROM days VISUALISE v AS x DRAW histogram');
  const dataset = datasetOf(chart);
  assert.equal((await mark(dataset, [5000])).rowCount, 0);
  await assert.rejects(
    opened.session.ask('mark', { resultId: 'r999', rows: [0], limit: 10 }),
    /no longer kept/,
  );
  const { table } = await mark(dataset, [0]);
  const filter = { kind: 'mark', column: null, mark: 99_999, label: '' } as const;
  await assert.rejects(
    opened.session.ask('page', {
      resultId: table.id,
      ...{ offset: 0, limit: 1, arrangement: { sort: [], filters: [filter] } },
    }),
    /click the mark again/,
  );
});
