import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { CancellationSource, CancelledError } from '../../src/core/base/cancellation';
import type { SortKey } from '../../src/core/protocol/arrangement';
import { openSession, type TestSession } from '../kernel/openSession';

/** More than the memory that the engine is given: 24 bytes a row. */
const ROW_COUNT = 8_000_000;
const query = `SELECT range AS i, range % 1000 AS k, hash(range) AS h FROM range(${ROW_COUNT})`;

let kernel: TestSession;
let spillDirectory = '';
let resultId = '';

before(async () => {
  spillDirectory = await mkdtemp(path.join(tmpdir(), 'market-signals-huge-'));
  kernel = await openSession({ spillDirectory, memoryLimit: '160MiB' });
  const { table, error } = await kernel.run(query);
  assert.equal(error, null);
  assert.equal(table?.rowCount, ROW_COUNT);
  resultId = table?.id ?? '';
});

after(async () => {
  await kernel.close();
  await rm(spillDirectory, { recursive: true, force: true });
});

/** The first two columns of rows from `offset`, as text. */
async function check(offset: number, sort: readonly SortKey[], expected: string): Promise<void> {
  const arrangement = { sort, filters: [] };
  const { rows } = await kernel.session.ask('page', { resultId, offset, limit: 2, arrangement });
  assert.equal(rows.map(([i, k]) => `${String(i)}/${String(k)}`).join(' '), expected);
}

test('rows beyond the memory are on disk, below the directory given, and read from anywhere', async () => {
  const files = readdirSync(spillDirectory).filter(name => name !== 'exports');
  assert.ok(files.length > 0, 'nothing was put on disk');
  await check(0, [], '0/0 1/1');
  await check(ROW_COUNT - 2, [], '7999998/998 7999999/999');
});

test('such rows are sorted, and a page of the order is found at its beginning and at its end', async () => {
  const sort = [{ column: 1, descending: true }];
  await check(0, sort, '999/999 1999/999');
  // Read with two questions: one for the rows before the two thousandth, one for those from there on.
  await check(1_999, sort, '1999999/999 2000999/999');
  await check(ROW_COUNT / 2 - 1, sort, '7999500/500 499/499');
  await check(ROW_COUNT - 2, sort, '7998000/0 7999000/0');
});

test('a sort that is stopped gives back what it needed', async () => {
  const source = new CancellationSource();
  const arrangement = { sort: [{ column: 2, descending: false }], filters: [] };
  const question = { resultId, offset: 0, limit: 2, arrangement };
  const sorting = kernel.session.ask('page', question, source);
  source.cancel();
  await assert.rejects(sorting, CancelledError);
  await check(0, [], '0/0 1/1');
});

test('values of a column are counted in all rows', async () => {
  const counts = await kernel.session.ask('values', {
    resultId,
    column: 1,
    search: '',
    filters: [],
  });
  assert.deepEqual(counts.values[0], { text: '0', count: ROW_COUNT / 1000 });
  assert.equal(counts.hasMore, true);
});

test('nothing stays on disk once the session is closed', async () => {
  await kernel.close();
  assert.ok(!existsSync(path.join(spillDirectory, 'duckdb_temp_storage_DEFAULT-0.tmp')));
  const left = existsSync(spillDirectory) ? readdirSync(spillDirectory) : [];
  assert.deepEqual(
    left.filter(name => name !== 'exports'),
    [],
  );
  kernel = await openSession();
});
