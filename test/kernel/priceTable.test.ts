import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { sandboxPriceColumns } from '../../src/core/service/sandboxPrices';
import { openSession, type TestSession } from './openSession';

const rows = {
  columns: sandboxPriceColumns,
  rowCount: 3,
  values: [
    ['company:a', 'company:a', 'company:b'],
    [20_000, 20_001, 20_000],
    [10, 11, 12.5],
  ],
};
const dayMs = 86_400_000;
let kernel: TestSession;
let asked = 0;
before(async () => {
  const prices = () => {
    asked++;
    return Promise.resolve(rows);
  };
  kernel = await openSession({}, { prices });
});
after(() => kernel.close());

test('the prices of the sandbox are asked for once a day, when a statement names them', async () => {
  await kernel.run("SELECT 'sandbox_prices' -- sandbox_prices");
  assert.equal(asked, 0);
  const { table } = await kernel.run('FROM Sandbox_Prices; FROM "sandbox_prices"');
  assert.deepEqual(table?.rows, [
    ['company:a', '2024-10-04', 10],
    ['company:a', '2024-10-05', 11],
    ['company:b', '2024-10-04', 12.5],
  ]);
  assert.equal(asked, 1);
  kernel.clock.ms += dayMs;
  const again = await kernel.run('SELECT count(*) FROM sandbox_prices');
  assert.deepEqual([again.table?.rows, asked], [[[3]], 2]);
});

test('a connection that has no prices is an error where they are named, which says what to write', async () => {
  const live = { name: 'live', synthetic: false, epoch: '2' };
  const { error } = await kernel.run('SELECT 1;\nFROM sandbox_prices', { connection: live });
  assert.deepEqual([error?.code, error?.at], ['prices', { line: 2, column: 6 }]);
  assert.ok(error);
  assert.match(error.message, /^The service has no prices.*FROM 'prices\.csv'/);
  const elsewhere = await openSession();
  assert.equal((await elsewhere.run('FROM sandbox_prices')).error?.code, 'prices');
  await elsewhere.close();
});

test('prices of a file are read beside scores of a connection that has none', async () => {
  const workspace = await mkdtemp(path.join(tmpdir(), 'market-signals-test-'));
  const file = path.join(workspace, 'closes.csv');
  await writeFile(file, 'entity,date,close\ncompany:c0,2026-01-05,10\ncompany:c0,2026-01-06,11\n');
  const reading = await openSession({ readableDirectories: [workspace] });
  const connection = { name: 'live', synthetic: false, epoch: '1' };
  const { table, error } = await reading.run(
    `SELECT entity, count(score) > 0, max(close) FROM bull_bear_score_ts('c0')
     JOIN (SELECT entity, close FROM '${file}') USING (entity) GROUP BY entity`,
    { connection },
  );
  assert.equal(error, null);
  assert.deepEqual(table?.rows, [['company:c0', true, 11]]);
  await reading.close();
  await rm(workspace, { recursive: true });
});
