import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { parsePlainDate, type PlainDate } from '../../src/core/base/plainDate';
import { historyFile, snapshotFile } from '../../src/core/lake/lakeFile';
import { unrecognisedQuery, type Unit } from '../../src/core/lake/syncPlan';
import type { Snapshot } from '../../src/core/overlays/snapshot';
import type { CellOutcome } from '../../src/core/protocol/outcome';
import { SnapshotStore } from '../../src/io/snapshotStore';
import { writeLakeFile, type WrittenFile } from '../support/writeLake';
import { openSession, type TestSession } from './openSession';

const nowMs = Date.UTC(2026, 0, 20, 12);
const call = "FROM bull_bear_score_ts('company:a', date_from := DATE '2026-01-01'";
let folder: string;
let fixture: TestSession;
let store: SnapshotStore;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'market-signals-lake-kernel-'));
  store = new SnapshotStore(path.join(folder, 'store'), () => 400);
  fixture = await openSession({ readableDirectories: [folder] }, { snapshots: store });
  fixture.clock.ms = nowMs;
});
after(async () => {
  await fixture.close();
  await rm(folder, { recursive: true, force: true });
});

function day(text: string): PlainDate {
  const date = parsePlainDate(text);
  assert.ok(date, text);
  return date;
}

/** Writes the scores of January 2026 of company:a, requested at the end of the 10th. */
async function writeScores(directory: string, change: Partial<WrittenFile> = {}): Promise<string> {
  const file = historyFile(directory, 'bull_bear_score_ts', '2026-01');
  await writeLakeFile({
    ...{ file, function: 'bull_bear_score_ts' },
    rows: `SELECT 'company:a' AS entity, DATE '2026-01-02' + i::INTEGER AS date, i / 10 AS score FROM range(3) r(i)`,
    covered: [
      {
        entities: ['company:a'],
        ...{ from: day('2026-01-01'), to: day('2026-01-11') },
        requestedAtMs: Date.UTC(2026, 0, 10, 23),
      },
    ],
    ...change,
  });
  return file;
}

/** Writes a ranked list of two companies. */
async function writeList(
  directory: string,
  on: string,
  score: number,
  time = 'T07:00:00Z',
): Promise<void> {
  const requestedAtMs = Date.parse(`${on}${time}`);
  await writeLakeFile({
    file: snapshotFile(directory, 'bullish_stocks', day(on)),
    function: 'bullish_stocks',
    rows: `SELECT 'company:c0' AS entity, ${score} AS bull_bear_score, DATE '${on}' AS date, 'company:own-lake' AS vendor_id, 'Company 0' AS name
           UNION ALL SELECT 'company:gone', 0.1, DATE '${on}', 'company:own-gone', 'Gone'`,
    covered: [{ entities: [], from: day(on), to: day('2026-01-20'), requestedAtMs }],
    arguments: { amount: 2 },
  });
}

function run(text: string, directory: string, place?: string): Promise<CellOutcome> {
  return fixture.run(text, {
    connection: {
      ...{ name: 'fixture', synthetic: true, epoch: directory },
      lake: { directory, place: 'sandbox' },
      ...(place !== undefined && { place }),
    },
  });
}

function sent(): string[] {
  return fixture.service.asked
    .splice(0)
    .map(({ entities, parameters }) => `${entities.join(',')} ${JSON.stringify(parameters)}`);
}

async function refuses(directory: string, message: RegExp): Promise<void> {
  sent();
  const { error, status } = await run(`${call})`, directory);
  assert.equal(status, 'error');
  assert.equal(error?.code, 'lake');
  assert.match(error.message, message);
  assert.deepEqual(error.at, { line: 1, column: 6 });
  assert.deepEqual(sent(), [], 'the service is not asked instead');
}

describe('a lake', () => {
  // Within this file: tests of several files can run in one process.
  beforeEach(() => (fixture.clock.ms += 3_600_000));

  test('final days come from the lake, the rest from the service, and the record of the call says how many rows', async () => {
    const directory = path.join(folder, `it's a [lake] "x"`);
    await writeScores(directory);
    const whole = await run(`${call}, date_to := DATE '2026-01-08')`, directory);
    assert.equal(whole.error, null);
    assert.deepEqual(whole.provenance.calls[0]?.lake, { rowCount: 3, isWhole: true });
    assert.equal(whole.copyright?.contact_email, 'rights@service.test');
    assert.deepEqual(sent(), []);
    const part = await run(`${call})`, directory);
    assert.deepEqual(part.provenance.calls[0]?.lake, { rowCount: 3, isWhole: false });
    // The 8th to the 10th were younger than three days.
    assert.deepEqual(sent(), ['company:a {"date_from":"2026-01-08"}']);
  });

  test('a company with rows in the lake is not said to be without data, if the last days have none', async () => {
    const directory = path.join(folder, 'volumes');
    const file = historyFile(directory, 'trading_volume_ts', '2026-01');
    const rows = `SELECT 'company:a' AS entity, DATE '2026-01-05' AS date, 7.0 AS trading_volume`;
    await writeScores(directory, { file, function: 'trading_volume_ts', rows });
    const volumes = "FROM trading_volume_ts('company:a', date_from := DATE '2026-01-01')";
    const { table, notes } = await run(volumes, directory);
    assert.equal(table?.rowCount, 1);
    assert.deepEqual(notes, []);
    assert.deepEqual(sent(), ['company:a {"date_from":"2026-01-08"}']);
    const alone = await fixture.run(volumes);
    assert.deepEqual(alone.notes, ['1 of 1 entity returned without data: company:a.']);
    sent();
  });

  test('a sync while the session runs counts from the next call on', async () => {
    const directory = path.join(folder, 'synced');
    const file = await writeScores(directory);
    const first = await run(`${call}, date_to := DATE '2026-01-06')`, directory);
    assert.equal(first.table?.rowCount, 3);
    const covered = { entities: ['company:a'], from: day('2026-01-01'), to: day('2026-01-16') };
    const synced = await writeScores(path.join(folder, 'next'), {
      rows: `SELECT 'company:a' AS entity, DATE '2026-01-02' + i::INTEGER AS date, i / 10 AS score FROM range(8) r(i)`,
      covered: [{ ...covered, requestedAtMs: Date.UTC(2026, 0, 19, 23) }],
    });
    await rename(synced, file);
    const later = await run(`${call}, date_to := DATE '2026-01-15')`, directory);
    assert.equal(later.table?.rowCount, 8);
    assert.deepEqual(later.provenance.calls[0]?.lake, { rowCount: 8, isWhole: true });
    assert.deepEqual(sent(), []);
  });

  test('a lake that cannot be used is an error that says what to do, and the service is not asked', async () => {
    await refuses(path.join(folder, 'nowhere'), /The lake \S+nowhere does not exist\. /);
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    await refuses(file, /file does not exist/);

    const unlisted = path.join(folder, 'unlisted');
    await mkdir(unlisted);
    await writeFile(path.join(unlisted, 'bull_bear_score_ts'), '');
    await refuses(unlisted, /bull_bear_score_ts cannot be listed: ENOTDIR: .* may read/);

    const other = path.join(folder, 'other');
    await writeScores(other, { place: 'abc' });
    await refuses(other, /other is of another connection \(service\.test\)\. Give each connection/);

    const later = path.join(folder, 'later');
    await writeScores(later, { lake: { version: 2, place: 'sandbox' } });
    await refuses(later, /history\.parquet has version 2 of a lake's files, .* reads version 1/);

    const foreign = path.join(folder, 'foreign');
    await writeScores(foreign, { lake: {} });
    await refuses(foreign, /history\.parquet is damaged, or was not written by signals sync/);
  });

  test('a damaged file is named, and other files in the folder do not matter', async () => {
    const directory = path.join(folder, 'damaged');
    const file = await writeScores(directory);
    const scores = path.join(directory, 'bull_bear_score_ts');
    await writeFile(path.join(scores, 'notes.parquet'), 'notes');
    await mkdir(path.join(scores, 'month=2026-02'));
    await writeFile(path.join(scores, 'month=2026-02', 'mine.parquet'), 'mine');
    assert.equal((await run(`${call})`, directory)).error, null);
    for (const length of [400, 0]) {
      await truncate(file, length);
      fixture.clock.ms += 3_600_000;
      await refuses(directory, /month=2026-01.history\.parquet is damaged/);
    }
  });

  test('ranked lists of the lake are snapshots, beside those that the host stores', async () => {
    const directory = path.join(folder, 'lists');
    await writeList(directory, '2026-01-18', 0.5);
    await writeList(directory, '2026-01-19', 0.7);
    const changes = await run(
      "SELECT entity, change, compared_with::VARCHAR FROM overlay_changes('bullish_stocks', amount := 2) ORDER BY entity",
      directory,
    );
    assert.equal(changes.error, null);
    const rows = changes.table?.rows.map(row => row.join(' '));
    assert.ok(rows?.includes('company:c1 entered 2026-01-19'), rows?.join('\n'));
    assert.ok(rows?.includes('company:gone left 2026-01-19'), rows?.join('\n'));

    const listed = await run('SELECT id, parameters, rows FROM snapshots', directory, 'sandbox');
    assert.deepEqual(
      listed.table?.rows.map(([id]) => id),
      ['bullish_stocks-lake-2026-01-18', 'bullish_stocks-lake-2026-01-19'],
    );
    const { snapshots } = await fixture.session.lakeLists({ directory, place: 'sandbox' }).list();
    assert.deepEqual(
      snapshots.map(({ id, query: asked }) => `${id} ${asked.parameters['amount']}`),
      ['bullish_stocks-lake-2026-01-18 2', 'bullish_stocks-lake-2026-01-19 2'],
    );
    const named = await run(
      "SELECT DISTINCT compared_with::VARCHAR FROM overlay_changes('bullish_stocks', snapshot := 'bullish_stocks-lake-2026-01-18')",
      directory,
    );
    assert.deepEqual(named.table?.rows, [['2026-01-18']]);
  });

  test('of a list that lake and host have of one day, the later one is the snapshot', async () => {
    const directory = path.join(folder, 'once');
    await writeList(directory, '2026-01-20', 0.5);
    await run('FROM bullish_stocks(amount := 2)', directory, 'once');
    await run('FROM bullish_stocks(amount := 1)', directory, 'once');
    assert.equal((await store.list('once')).snapshots.length, 2);
    const listed = await run(
      'SELECT id, parameters FROM snapshots ORDER BY parameters',
      directory,
      'once',
    );
    const rows = listed.table?.rows.map(row => row.join(' ')) ?? [];
    assert.match(rows[0] ?? '', /^bullish_stocks-[0-9a-f]{16}-2026-01-20 amount := 1$/);
    assert.match(rows[1] ?? '', /^bullish_stocks-[0-9a-f]{16}-2026-01-20 amount := 2$/);
    assert.equal(rows.length, 2);
    await writeList(directory, '2026-01-20', 0.5, 'T23:59:00Z');
    const later = await run(
      "SELECT id FROM snapshots WHERE parameters = 'amount := 2'",
      directory,
      'once',
    );
    assert.deepEqual(later.table?.rows, [['bullish_stocks-lake-2026-01-20']]);
  });

  test('a list that cannot be read is a note, and the other lists are compared with', async () => {
    const directory = path.join(folder, 'unreadable');
    await writeList(directory, '2026-01-18', 0.5);
    for (const on of ['2026-01-15', '2026-01-19']) {
      await writeList(directory, on, 0.7);
      await truncate(snapshotFile(directory, 'bullish_stocks', day(on)), 400);
    }
    const compared =
      "SELECT DISTINCT compared_with::VARCHAR FROM overlay_changes('bullish_stocks', amount := 2)";
    const changes = await run(compared, directory);
    assert.deepEqual(changes.table?.rows, [['2026-01-18']]);
    const damaged = changes.notes.filter(note => /snapshot\.parquet is damaged/.test(note));
    assert.equal(damaged.length, 2, changes.notes.join('\n'));

    const gone = path.join(folder, 'no lists');
    const list = await run('FROM bullish_stocks(amount := 2)', gone, 'sandbox');
    assert.equal(list.error, null);
    assert.match(list.notes.join('\n'), /The lake \S+no lists does not exist/);
  });

  test("the service's own ids for company_events come from earlier ranked lists, and from earlier events", async () => {
    const directory = path.join(folder, 'ids');
    await writeList(directory, '2026-01-18', 0.5);
    sent();
    await run(
      "FROM company_events('company:gone', date_from := DATE '2026-01-05', date_to := DATE '2026-01-06')",
      directory,
    );
    assert.match(sent().join(), /^company:own-gone /);

    const [from, to] = [day('2025-12-01'), day('2026-01-01')];
    await writeLakeFile({
      file: historyFile(directory, 'company_events', '2025-12'),
      function: 'company_events',
      rows: `SELECT 'company:unlisted' AS entity, DATE '2025-12-05' AS date, 'company:own-unlisted' AS vendor_id`,
      covered: [{ entities: ['company:unlisted'], from, to, requestedAtMs: nowMs }],
    });
    await run(
      "FROM company_events('company:unlisted', date_from := DATE '2026-01-05', date_to := DATE '2026-01-06')",
      directory,
    );
    assert.match(sent().join(), /^company:own-unlisted /);

    const kept: Snapshot['table'] = {
      columns: [
        { name: 'entity', type: 'VARCHAR', doc: '' },
        { name: 'vendor_id', type: 'VARCHAR', doc: '' },
      ],
      rowCount: 1,
      values: [['company:kept'], ['company:own-kept']],
    };
    const query = { operation: 'bearish_stocks', parameters: {} } as const;
    await store.keep('ids', {
      query,
      connection: 'fixture',
      takenAtMs: nowMs - 86_400_000,
      table: kept,
    });
    await fixture.run(
      "FROM company_events('company:kept', date_from := DATE '2026-01-05', date_to := DATE '2026-01-06')",
      {
        connection: { name: 'fixture', synthetic: true, epoch: 'ids', place: 'ids' },
      },
    );
    assert.match(sent().join(), /^company:own-kept /);
  });
});

test('a company without events is taken for unknown only where the service gives its own ids', async () => {
  const keys = { function: { first: 'companies' }, part: { entities: ['company:a', 'company:b'] } };
  const query = unrecognisedQuery(keys as unknown as Unit, 'came');
  assert.ok(query !== null);
  await fixture.run('CREATE OR REPLACE TABLE came (entity VARCHAR, vendor_id VARCHAR)');
  const { table: none } = await fixture.run(query);
  assert.equal(none?.rowCount, 2);
  for (const [rows, unknown] of [
    ["('company:a', 'id-1')", ['company:b']],
    ["('company:a', NULL)", []],
  ] as const) {
    await fixture.run(
      `CREATE OR REPLACE TABLE came AS SELECT * FROM (VALUES ${rows}) v(entity, vendor_id)`,
    );
    const { table } = await fixture.run(`${query} ORDER BY entity`);
    assert.deepEqual(
      table?.rows.map(([entity]) => entity),
      unknown,
      rows,
    );
  }
});
