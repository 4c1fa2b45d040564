import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { CellOutcome } from '../../src/core/protocol/outcome';
import { openSession, type TestSession } from './openSession';

let kernel: TestSession;

before(async () => {
  kernel = await openSession();
});

after(() => kernel.close());

const chartCell =
  'SELECT i AS v FROM range(5) t(i) VISUALISE v AS x DRAW histogram SETTING bins => 2';
const specificationCell = JSON.stringify({
  layer: [
    { data: { name: 'one' }, mark: 'point', encoding: { x: { field: 'a' } } },
    { data: { name: 'two' }, mark: 'point', encoding: { x: { field: 'a' } } },
  ],
});

test('200 results of no cell are kept, each with what its chart has made, and then the oldest goes with all of that', async () => {
  await ran('CREATE TABLE one AS SELECT 1 AS a; CREATE TABLE two AS SELECT 2 AS a');
  const first = await ran(chartCell);
  for (let count = 0; count < 20; count++) {
    await ran(chartCell);
    await ran(specificationCell, 'vega-lite');
  }
  for (let count = 0; count < 159; count++) {
    await ran('SELECT 1');
  }
  assert.deepEqual(await rowCounts(first), [5, 2]);
  // The first goes with the bins of its chart when the count itself has become a result.
  assert.equal(await tableCount(first), 2);
  await assert.rejects(rowCounts(first), /no longer kept/);
  assert.equal(await tableCount(first), 0);
});

test('the last result of every cell is kept with its chart, however many there are and however often one runs', async () => {
  const [first, again] = [
    await ran(chartCell, 'signals-sql', 'first'),
    await ran(chartCell, 'signals-sql', 'again'),
  ];
  for (let cell = 0; cell < 150; cell++) {
    await ran(chartCell, 'signals-sql', `chart ${cell}`);
  }
  for (let count = 0; count < 201; count++) {
    await ran('SELECT 1', 'signals-sql', 'again');
  }
  assert.deepEqual(await rowCounts(first), [5, 2]);
  await assert.rejects(rowCounts(again), /no longer kept/);
});

test('a cell that runs again and again needs no more disk space than a few of its results', async () => {
  const spillDirectory = await mkdtemp(path.join(tmpdir(), 'market-signals-test-'));
  const small = await openSession({ spillDirectory, spillLimit: '40MB' });
  try {
    const shown = await small.run('SELECT 42 AS a', { cell: 'other' });
    for (let count = 0; count < 30; count++) {
      const sql = 'SELECT hash(i) AS h FROM range(1000000) AS r(i)';
      const { error } = await small.run(sql, { cell: 'again' });
      assert.equal(error, null);
    }
    const [file = ''] = (await readdir(spillDirectory)).filter(name => name.endsWith('.duckdb'));
    assert.ok((await stat(path.join(spillDirectory, file))).size < 40_000_000);
    const question = { resultId: shown.table?.id ?? '', offset: 0, limit: 1 };
    assert.deepEqual((await small.session.ask('page', question)).rows, [[42]]);
  } finally {
    await small.close();
    await rm(spillDirectory, { recursive: true });
  }
});

test('a query that changes a sequence is stored as any other', async () => {
  await ran('CREATE SEQUENCE places; CREATE MACRO place() AS nextval($$places$$)');
  const [direct, hidden] = [
    await ran("SELECT nextval('places') AS n, i FROM range(3) AS r(i)"),
    await ran('SELECT place() AS n VISUALISE n AS x DRAW point'),
  ];
  assert.deepEqual(
    [direct.table?.rows, hidden.table?.rows],
    [
      [
        [1, 0],
        [2, 1],
        [3, 2],
      ],
      [[4]],
    ],
  );
});

test('results that need more disk space than is allowed are refused, and their space is used again', async () => {
  const small = await openSession({ spillLimit: '20MB' });
  try {
    const much = await small.run('SELECT hash(i) AS h FROM range(500000000) AS r(i)');
    assert.match(
      much.error?.message ?? '',
      /^The results of this notebook need more disk space than signals\.kernel\.spillLimit allows\./,
    );
    const { error, table } = await small.run('SELECT hash(i) AS h FROM range(1000000) AS r(i)');
    assert.deepEqual([error, table?.rowCount], [null, 1_000_000]);
  } finally {
    await small.close();
  }
});

test('the file of the results goes with the session', async () => {
  const spillDirectory = await mkdtemp(path.join(tmpdir(), 'market-signals-test-'));
  const ending = await openSession({ spillDirectory });
  await ending.run('SELECT 1');
  const files = async () => (await readdir(spillDirectory)).filter(name => name !== 'exports');
  assert.equal((await files()).length, 1);
  await ending.session.close();
  assert.deepEqual(await files(), []);
  await ending.close();
  await rm(spillDirectory, { recursive: true });
});

async function ran(
  text: string,
  language: 'signals-sql' | 'vega-lite' = 'signals-sql',
  cell: string | null = null,
): Promise<CellOutcome> {
  const outcome = await kernel.run(text, { language, cell });
  assert.equal(outcome.error, null);
  return outcome;
}

/** Tables of the result and of its chart's data, as DuckDB lists them. */
async function tableCount(outcome: CellOutcome): Promise<number> {
  // A chart's dataset is some columns of a table: the part of its id after the colon says which.
  const names = resultIds(outcome).map(id => `'${id.split(':')[0]}'`);
  const { table } = await ran(
    `SELECT count(*) FROM duckdb_tables()
     WHERE database_name = 'signals_results' AND schema_name = 'main' AND table_name IN (${names.join(', ')})`,
  );
  return Number(table?.rows[0]?.[0]);
}

/** Rows of the result and of its chart's data, as they are still kept. */
async function rowCounts(outcome: CellOutcome): Promise<number[]> {
  const pages = resultIds(outcome).map(resultId =>
    kernel.session.ask('page', { resultId, offset: 0, limit: 100 }),
  );
  return (await Promise.all(pages)).map(({ rows }) => rows.length);
}

function resultIds({ table, chart }: CellOutcome): string[] {
  return [table?.id, ...(chart?.datasets ?? []).map(({ resultId }) => resultId)].map(
    id => id ?? '',
  );
}
