import assert from 'node:assert/strict';
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

test('200 results are kept, each with what its chart has made, and then the oldest goes with all of that', async () => {
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

async function ran(
  text: string,
  language: 'signals-sql' | 'vega-lite' = 'signals-sql',
): Promise<CellOutcome> {
  const outcome = await kernel.run(text, { language });
  assert.equal(outcome.error, null);
  return outcome;
}

/** Tables of the result and of its chart's data, as DuckDB lists them. */
async function tableCount(outcome: CellOutcome): Promise<number> {
  // A chart's dataset is some columns of a table: the part of its id after the colon says which.
  const names = resultIds(outcome).map(id => `'${id.split(':')[0]}'`);
  const { table } = await ran(
    `SELECT count(*) FROM duckdb_tables()
     WHERE schema_name = 'signals_results' AND table_name IN (${names.join(', ')})`,
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
