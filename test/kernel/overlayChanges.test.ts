import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { openOverlaySession, type OverlaySession } from '../support/overlaySession';

/** In a suite, since other files share the process: hooks outside of one would run around their tests too. */
describe('overlay_changes', () => {
  let session: OverlaySession;
  beforeEach(async () => {
    session = await openOverlaySession();
  });
  afterEach(() => session.close());

  /** Runs `text` on that day of November with these lists. */
  function on(day: number, bullish: string, text: string, bearish = '') {
    Object.assign(session, { day, bullish, bearish });
    return session.run(text);
  }

  /** Rows as lines of their values; null is `-`. */
  async function rows(text: string): Promise<string[]> {
    const { table, error } = await session.run(text);
    assert.equal(error, null, error?.message);
    return (table?.rows ?? []).map(row => row.map(value => value ?? '-').join(' '));
  }

  const columns =
    "replace(entity, 'company:', ''), change, previous_rank, rank, rank_move, compared_with";

  test('an answer is compared with the last one of an earlier day', async () => {
    await on(10, 'a b c', 'FROM bullish_stocks()');
    await on(12, 'b c d', 'FROM bullish_stocks()');
    await on(13, 'c b e', '');
    assert.deepEqual(await rows(`SELECT ${columns} FROM overlay_changes('bullish_stocks')`), [
      'c up 2 1 1 2026-11-12',
      'b down 1 2 -1 2026-11-12',
      'e entered - 3 - 2026-11-12',
      'd left 3 - - 2026-11-12',
    ]);
    assert.deepEqual(
      await rows(
        `SELECT ${columns} FROM overlay_changes('bullish_stocks', since := DATE '2026-11-11') LIMIT 1`,
      ),
      ['c up 3 1 2 2026-11-10'],
    );
  });

  test('what was known on a day is compared without asking the service', async () => {
    await on(10, 'a', 'FROM bullish_stocks()');
    await on(12, 'a b', 'FROM bullish_stocks()');
    session.day = 15;
    const asked = session.asked.length;
    const call =
      "overlay_changes('bullish_stocks', since := DATE '2026-11-10', until := DATE '2026-11-14')";
    assert.deepEqual(await rows(`SELECT ${columns} FROM ${call}`), [
      'a same 1 1 0 2026-11-10',
      'b entered - 2 - 2026-11-10',
    ]);
    assert.equal(session.asked.length, asked);
  });

  test('questions of other parameters have snapshots of their own, and an id names one of them', async () => {
    await on(10, 'a b c', 'FROM bullish_stocks(amount := 2)');
    session.day = 11;
    const first = await session.run("FROM overlay_changes('bullish_stocks', amount := 3)");
    assert.deepEqual(
      first.table?.rows.map(row => row[3]),
      [null, null, null],
    );
    assert.match(
      first.notes.join(' '),
      /no snapshot of bullish_stocks\(amount := 3\) before 2026-11-11/,
    );
    const id = String((await rows('SELECT id FROM snapshots ORDER BY taken_on LIMIT 1'))[0]);
    assert.deepEqual(
      await rows(
        `SELECT ${columns} FROM overlay_changes('bullish_stocks', amount := 3, snapshot := '${id}')`,
      ),
      ['a same 1 1 0 2026-11-10', 'b same 2 2 0 2026-11-10', 'c - - 3 - 2026-11-10'],
    );
  });

  test('the table of snapshots says what each is', async () => {
    await on(10, 'a b', "FROM bullish_stocks(industry := 'energy')");
    await on(11, '', 'FROM bearish_stocks()', 'x:-1');
    assert.deepEqual(
      await rows(
        'SELECT taken_on, taken_at, operation, parameters, rows, connection FROM snapshots',
      ),
      [
        "2026-11-10 2026-11-10T12:00:00+00:00 bullish_stocks industry := 'energy' 2 fixture",
        '2026-11-11 2026-11-11T12:00:00+00:00 bearish_stocks  1 fixture',
      ],
    );
  });

  test('a score that changed its sign is found in the opposite list of the same day', async () => {
    await on(10, 'a b', 'FROM bullish_stocks()');
    await on(10, 'a b', 'FROM bearish_stocks()', 'c:-0.5');
    await on(11, 'a c', 'FROM bearish_stocks()', 'b:-0.25');
    assert.deepEqual(
      await rows(
        "SELECT entity, change, previous_score, bull_bear_score FROM overlay_changes('bullish_stocks') WHERE sign_flipped",
      ),
      ['company:c flipped -0.5 1', 'company:b flipped 1 -0.25'],
    );
  });

  test('a cell with one ranked list says what changed, live or from the cache', async () => {
    const { changes: first } = await on(10, 'a b c', 'FROM bullish_stocks(amount := 3)');
    assert.equal(first?.counts, null);
    const { changes } = await on(11, 'b a d', 'SELECT count(*) FROM bullish_stocks(amount := 3)');
    const expected = {
      query: { operation: 'bullish_stocks', parameters: { amount: '3' } },
      counts: { since: '2026-11-10', entered: 1, left: 1, moved: 2, flipped: 0 },
    };
    assert.deepEqual(changes, expected);
    const again = await session.run('FROM bullish_stocks(amount := 3)');
    assert.equal(again.provenance.calls[0]?.cached, true);
    assert.deepEqual(again.changes, expected);
  });

  test('a cell with several lists, or one that compares already, says nothing of it', async () => {
    await on(10, 'a', 'FROM bullish_stocks()');
    session.day = 11;
    for (const text of [
      'SELECT 1',
      "FROM overlay_changes('bullish_stocks')",
      'FROM bullish_stocks() UNION ALL FROM bearish_stocks()',
      'FROM bullish_stocks(amount := 1); FROM bullish_stocks(amount := 2)',
    ]) {
      assert.equal((await session.run(text)).changes, undefined, text);
    }
  });

  test('a damaged snapshot is told of, and the one before it is compared with', async () => {
    await on(9, 'a', 'FROM bullish_stocks()');
    await on(10, 'a b', 'FROM bullish_stocks()');
    const folder = path.join(session.folder, 'sandbox');
    const [, last] = readdirSync(folder).sort();
    writeFileSync(path.join(folder, last ?? ''), '{"format":1');
    const { status, changes, notes } = await on(11, 'a b', 'FROM bullish_stocks()');
    assert.deepEqual([status, changes?.counts?.since], ['ok', '2026-11-09']);
    assert.match(notes.join(' '), /The snapshot \S+2026-11-10 cannot be read and is skipped/);
    assert.equal((await rows('FROM snapshots')).length, 2);
  });

  test('without a place nothing is kept, and the list is there without changes', async () => {
    session.bullish = 'a';
    const { table, notes, changes } = await session.run(
      "SELECT entity, change FROM overlay_changes('bullish_stocks')",
      { place: undefined },
    );
    assert.deepEqual(table?.rows, [['company:a', null]]);
    assert.match(notes.join(' '), /Snapshots are not kept here/);
    assert.equal(changes, undefined);
    assert.equal((await session.run('FROM snapshots', { place: undefined })).table?.rowCount, 0);
    assert.deepEqual(await session.store.usage(), { fileCount: 0, byteLength: 0 });
  });

  /** The message of the error, and where it is. */
  async function checkError(text: string, message: RegExp, column: number): Promise<void> {
    const { error } = await session.run(text);
    assert.match(error?.message ?? '', message, text);
    assert.equal(error?.at?.column, column, text);
  }

  test('a wrong argument is told of where it stands', async () => {
    await on(10, 'a', 'FROM bearish_stocks()', 'b:-1');
    const id = String((await rows('SELECT id FROM snapshots'))[0]);
    await checkError('FROM overlay_changes()', /takes the list's name first/, 6);
    await checkError("FROM overlay_changes('events_ts')", /, not 'events_ts'/, 22);
    await checkError(
      "FROM overlay_changes('bullish_stocks', sinc := DATE '2026-11-01')",
      /has no argument sinc\. Did you mean since\?/,
      40,
    );
    await checkError(
      "FROM overlay_changes('bullish_stocks', industry := 'tech')",
      /industry of bullish_stocks: 'tech' is not an allowed value/,
      40,
    );
    await checkError(
      "FROM overlay_changes('bullish_stocks', since := 'monday')",
      /since of overlay_changes: takes a date/,
      40,
    );
    await checkError(
      "FROM overlay_changes('bullish_stocks', since := DATE '2026-11-01', snapshot := 'x')",
      /keep one of them/,
      68,
    );
    await checkError(
      "FROM overlay_changes('bullish_stocks', snapshot := '../x')",
      /no snapshot with that id/,
      6,
    );
    await checkError(
      `FROM overlay_changes('bullish_stocks', snapshot := '${id}')`,
      /does not belong to bullish_stocks/,
      6,
    );
    await checkError(
      "FROM overlay_changes('bullish_stocks', until := DATE '2026-11-05')",
      /no snapshot of bullish_stocks\(\) on or before 2026-11-05\. The first is from 2026-11-10/,
      6,
    );
  });

  test('a call may hold another, and stand in a view', async () => {
    await on(10, 'a b c', 'FROM bullish_stocks(amount := 2)');
    await on(11, 'b a', '', 'x:-1 y:-1');
    const call =
      "overlay_changes('bullish_stocks', amount := (SELECT count(*) FROM bearish_stocks()))";
    await rows(`CREATE VIEW moved AS SELECT ${columns} FROM ${call}`);
    await rows('SELECT 1');
    assert.deepEqual(await rows('FROM moved'), [
      'b up 2 1 1 2026-11-10',
      'a down 1 2 -1 2026-11-10',
    ]);
  });
});
