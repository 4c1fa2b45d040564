import { quotedName } from '../../src/core/base/quoted';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ResultChart, Value } from '../../src/core/protocol/outcome';
import { editableChart, type EditableChart } from '../../src/core/visualise/editableChart';
import { goldenCases } from '../core/visualise/goldenCases';
import { sampleColumns, sampleRows } from '../core/visualise/sampleResult';
import { openSession, type TestSession } from '../kernel/openSession';

const [first, reopened] = [await openSession(), await openSession()];
after(() => Promise.all([first.close(), reopened.close()]));

const definitions = sampleColumns.map(({ name, type }) => `${quotedName(name)} ${type}`).join(', ');
const values = sampleRows
  .map(row => row.map(value => (value === null ? 'NULL' : literal(value))).join(', '))
  .map(row => `(${row})`);
const tables = `CREATE TABLE sample (${definitions}); INSERT INTO sample VALUES ${values.join(', ')};
  CREATE TABLE events AS SELECT DATE '2026-03-20' + (i * 3)::INTEGER AS day, 'event ' || i AS headline, i AS impact
  FROM range(4) AS t(i)`;
for (const session of [first, reopened]) {
  assert.equal((await session.run(tables)).error, null);
}

function literal(value: unknown): string {
  return `'${String(value).replaceAll("'", "''")}'`;
}

async function chartOf(session: TestSession, text: string): Promise<ResultChart> {
  const { chart, error } = await session.run(text);
  assert.equal(error, null, text);
  assert.ok(chart, text);
  return chart;
}

async function specChart(session: TestSession, { data, specification }: EditableChart) {
  if (data !== null) {
    assert.equal((await session.run(data)).error, null, data);
  }
  const { chart, error } = await session.run(specification, { language: 'vega-lite' });
  assert.equal(error, null, specification);
  assert.ok(chart);
  return chart;
}

function edited(text: string, chart: ResultChart, notebookText = text): EditableChart {
  assert.ok(chart.source);
  const made = editableChart(text, { spec: chart.spec, source: chart.source }, notebookText);
  assert.ok(made, text);
  return made;
}

/** The rows of each data set, in order, with only the columns of `like`. */
async function rowsOf(session: TestSession, chart: ResultChart, like: ResultChart) {
  const all: Record<string, Value>[][] = [];
  for (const [index, { columns: wanted }] of like.datasets.entries()) {
    const dataset = chart.datasets[index];
    assert.ok(dataset);
    const { resultId, rowCount, columns } = dataset;
    const rows =
      dataset.rows ??
      (await session.session.ask('page', { resultId, offset: 0, limit: rowCount })).rows;
    all.push(
      rows.map(row =>
        Object.fromEntries(
          wanted.map(({ name }) => [
            name,
            rounded(row[columns.findIndex(own => own.name === name)] ?? null),
          ]),
        ),
      ),
    );
  }
  return all;
}

/** Sums of several threads differ in their last digits. */
function rounded(value: Value): Value {
  return typeof value === 'number' ? Number(value.toPrecision(9)) : value;
}

/** What a clause draws does not depend on the query before it: every fifth has the longer one. */
for (const [query, isLonger] of [
  ['FROM sample', false],
  ['SELECT * FROM sample WHERE true -- all of it\n', true],
] as const) {
  test(`golden clauses after ${query.trim()} draw the same as cells of their own, in a later session too`, async () => {
    const cases = Object.entries(goldenCases).filter((_, at) => (at % 5 === 0) === isLonger);
    for (const [name, clause] of cases) {
      const text = `${query} ${clause}`;
      const drawn = await chartOf(first, text);
      const cells = edited(text, drawn);
      const later = await specChart(reopened, cells);
      const names = new Map(
        later.datasets.map((dataset, index) => [dataset.name, drawn.datasets[index]?.name]),
      );
      const renamed = JSON.stringify(later.spec, (key, value: unknown) =>
        key === 'name' && names.has(String(value)) ? names.get(String(value)) : value,
      );
      assert.equal(renamed, JSON.stringify(drawn.spec), name);
      assert.deepEqual(
        await rowsOf(reopened, later, drawn),
        await rowsOf(first, drawn, drawn),
        name,
      );
      assert.equal(cells.specification, cells.specification.trim());
    }
  });
}

test('a plain table is drawn by its name, and everything else becomes a table', async () => {
  const check = async (query: string, expected: string | null): Promise<void> => {
    const text = `${query} VISUALISE date AS x, score AS y DRAW line`;
    const { data } = edited(text, await chartOf(first, text));
    assert.equal(data, expected, query);
  };
  await check('FROM sample', null);
  await check('select * from "sample"', null);
  await check(
    'SELECT date, score FROM sample',
    'CREATE OR REPLACE TABLE chart_data AS\nSELECT date, score FROM sample;',
  );
  await check(
    'WITH one AS (FROM sample) FROM one',
    'CREATE OR REPLACE TABLE chart_data AS\nWITH one AS (FROM sample) FROM one;',
  );
  await check('(FROM sample)', 'CREATE OR REPLACE TABLE chart_data AS\n(FROM sample);');
});

test('statistics are SQL over the rows, by names that belong together', async () => {
  const text = 'SELECT score FROM sample VISUALISE score AS x DRAW histogram';
  const { data, specification } = edited(text, await chartOf(first, text));
  assert.match(data ?? '', /^CREATE OR REPLACE TABLE chart_data AS\nSELECT score FROM sample;/);
  assert.match(
    data ?? '',
    /CREATE OR REPLACE TABLE chart_data_histogram AS\nWITH .* FROM chart_data/,
  );
  assert.doesNotMatch(data ?? '', /signals_results/);
  assert.match(specification, /"data": \{ "name": "chart_data_histogram" \}/);
  assert.match(specification, /^\{\n {2}"\$schema"/);
});

test('statements that are no queries are drawn too', async () => {
  const text = 'SUMMARIZE events VISUALISE column_name AS x, approx_unique AS y DRAW bar';
  const drawn = await chartOf(first, text);
  const later = await specChart(reopened, edited(text, drawn));
  assert.deepEqual(await rowsOf(reopened, later, drawn), await rowsOf(first, drawn, drawn));
});

test('a name that the notebook has is not taken again', async () => {
  const text = 'SELECT date, score FROM sample VISUALISE date AS x, score AS y DRAW line';
  const drawn = await chartOf(first, text);
  const check = (notebookText: string, expected: RegExp): void =>
    assert.match(edited(text, drawn, notebookText).data ?? '', expected, notebookText);
  check(text, /TABLE chart_data AS/);
  check('FROM CHART_DATA', /TABLE chart_data_2 AS/);
  check('FROM chart_data_rows', /TABLE chart_data_2 AS/);
  check('chart_data, chart_data_2', /TABLE chart_data_3 AS/);
  check('chart_data_2', /TABLE chart_data AS/);
});

test('the last clause of the cell is the one, and a cell without a clause has none', async () => {
  const text = `SELECT 1 AS a VISUALISE a AS x, a AS y DRAW bar;
    SELECT 2 AS b VISUALISE b AS x, b AS y DRAW bar; -- end`;
  const { data } = edited(text, await chartOf(first, text));
  assert.equal(data, 'CREATE OR REPLACE TABLE chart_data AS\nSELECT 2 AS b;');
  const source = { table: 't', rowId: 'rowid', queries: [] };
  assert.equal(editableChart('SELECT 1', { spec: {}, source }, ''), null);
});

test('rows that are reduced, and signal functions of a layer, are queries of the notebook too', async () => {
  const check = async (text: string, expected: RegExp): Promise<void> => {
    const drawn = await chartOf(first, text);
    const cells = edited(text, drawn);
    assert.match(cells.data ?? '', expected);
    assert.doesNotMatch(cells.data ?? '', /signals_results/);
    const later = await specChart(reopened, cells);
    assert.deepEqual(await rowsOf(reopened, later, drawn), await rowsOf(first, drawn, drawn));
  };
  const many =
    'SELECT i AS x, i % 97 AS y FROM range(120000) t(i) VISUALISE x AS x, y AS y DRAW line';
  await check(many, /TABLE chart_data_\w+ AS/);
  await check(`${many} FILTER y > 1`, /TABLE chart_data_all_\w+ AS/);
  await check(
    'FROM sample VISUALISE date AS x, score AS y DRAW line DRAW point MAPPING date AS x, bull_bear_score AS y FROM bullish_stocks()',
    /FROM bullish_stocks\(\)/,
  );
});
