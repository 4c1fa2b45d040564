import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CancelledError } from '../../src/core/base/cancellation';
import { openSession, type TestSession } from './openSession';

let kernel: TestSession;
before(async () => {
  kernel = await openSession();
});
after(() => kernel.close());

const lines = 'VISUALISE i AS x, v AS y DRAW line';
const histogram = 'VISUALISE v AS x DRAW histogram SETTING bins => 4';

/** @returns The result of many rows. */
async function large(): Promise<string> {
  const { table } = await kernel.run('SELECT i, i % 97 AS v FROM range(300000) t(i)');
  assert.ok(table);
  return table.id;
}

/** Tables that hold results. The count itself is a result, whose table the query may or may not see. */
async function keptCount(): Promise<number> {
  await kernel.run(
    "SET VARIABLE kept = (SELECT count(*) FROM duckdb_tables() WHERE database_name = 'signals_results' AND schema_name = 'main')",
  );
  const { table } = await kernel.run("SELECT getvariable('kept')");
  return Number(table?.rows[0]?.[0]);
}

test('a preview has all its rows, which are few however many the result has', async () => {
  const resultId = await large();
  for (const [clause, least] of Object.entries({ [lines]: 500, [histogram]: 4 })) {
    const { datasets } = await kernel.session.ask('chart', { resultId, clause });
    const counts = datasets.map(({ rows }) => rows?.length ?? Infinity);
    assert.ok(
      counts.every(count => count >= least && count <= 2000),
      `${clause}: ${counts.join()}`,
    );
  }
});

test('nothing of a preview is kept, and the result itself stays', async () => {
  const resultId = await large();
  const before = await keptCount();
  await kernel.session.ask('chart', { resultId, clause: lines });
  await kernel.session.ask('chart', { resultId, clause: histogram });
  // The first count is a result itself.
  assert.equal(await keptCount(), before + 1);
  const { rows } = await kernel.session.ask('page', { resultId, offset: 299_999, limit: 1 });
  assert.deepEqual(rows, [[299_999, 299_999 % 97]]);
});

test('a clause that does not fit is an error, and leaves nothing', async () => {
  const resultId = await large();
  const before = await keptCount();
  const clause = 'VISUALISE v AS x DRAW bar FILTER nothing > 1';
  await assert.rejects(kernel.session.ask('chart', { resultId, clause }));
  assert.equal(await keptCount(), before + 1);
});

test('a preview that is cancelled ends at once, and the session goes on', async () => {
  const { table } = await kernel.run('SELECT i AS v FROM range(10) t(i)');
  assert.ok(table);
  const cancellation = {
    isCancellationRequested: false,
    onCancellationRequested: (listener: () => void) => {
      setTimeout(() => {
        cancellation.isCancellationRequested = true;
        listener();
      }, 50);
      return { dispose: () => undefined };
    },
  };
  const endless =
    'VISUALISE v AS x DRAW histogram FILTER (SELECT sum(hash(a.range)) FROM range(1000000) a, range(1000000) b) > 0';
  const asked = kernel.session.ask('chart', { resultId: table.id, clause: endless }, cancellation);
  await assert.rejects(asked, CancelledError);
  assert.equal((await kernel.run('SELECT 1')).status, 'ok');
});
