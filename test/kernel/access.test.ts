import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { DuckDBConnection } from '@duckdb/node-api';
import { CancellationSource } from '../../src/core/base/cancellation';
import type { AccessLevel } from '../../src/core/protocol/kernelRpc';
import { refusedForReading } from '../../src/kernel/engine/allowed';
import { treeOf } from './hostileWorkspace';
import { openSession, type TestSession } from './openSession';

/** A word that is only in files of the workspace. */
const secret = 'umbrella7719';

let workspace: string;
let kernel: TestSession;

before(async () => {
  workspace = mkdtempSync(path.join(tmpdir(), 'market-signals-access-'));
  writeFileSync(path.join(workspace, 'prices.csv'), `${secret},b\n1,2\n`);
  writeFileSync(path.join(workspace, 'broken.csv'), `a,b\n1,"${secret}\n2,3,4,5\n`);
  writeFileSync(path.join(workspace, 'note.txt'), secret);
  writeFileSync(path.join(workspace, 'later.csv'), 'a,b\n1,2\n');
  mkdirSync(path.join(workspace, 'out'));
  kernel = await openSession({ readableDirectories: [workspace] });
  await setUp();
  const file = (name: string): string => `'${path.join(workspace, name)}'`;
  // What a cell makes can hide what a tool may not call. A file can change after its view was made.
  const { error } = await kernel.run(
    `CREATE VIEW over_file AS FROM ${file('later.csv')};
     CREATE VIEW over_text AS FROM read_text(${file('note.txt')});
     CREATE VIEW over_setting AS SELECT current_setting('temp_directory') AS s;
     CREATE VIEW over_settings AS FROM duckdb_settings();
     CREATE VIEW over_view AS FROM over_setting;
     CREATE VIEW pivoted AS FROM prices PIVOT (sum(i) FOR side IN ('a', 'b'));
     CREATE VIEW named("as", b) AS WITH run AS (FROM range(3)) SELECT range, 1 FROM run;
     CREATE TABLE computed(a INTEGER, s VARCHAR AS (current_setting('temp_directory')));
     CREATE SEQUENCE more_numbers;
     CREATE TABLE numbered(a INTEGER DEFAULT nextval('more_numbers'));
     CREATE SCHEMA aside;
     CREATE TABLE aside."prices.csv"(a INTEGER);
     CREATE MACRO setting(name) AS current_setting(name);
     CREATE MACRO next_number() AS nextval('numbers');
     CREATE MACRO text_of(name) AS (SELECT content FROM read_text(name));
     CREATE MACRO rows_of(name) AS (SELECT list(t) FROM query_table(name) t);
     CREATE MACRO nope_of(name) AS (SELECT nope FROM query_table(name));
     CREATE MACRO run(sql) AS TABLE FROM query(sql);
     CREATE MACRO nested(name) AS TABLE SELECT setting(name) AS s;
     CREATE MACRO more(x) AS x + 1;
     CREATE MACRO most(x) AS more(more(x));
     CREATE MACRO by_default(a, b := current_setting('temp_directory')) AS b;
     CREATE MACRO rows_by_default(a, b := current_setting('temp_directory')) AS TABLE SELECT b AS s;
     CREATE MACRO by_overload(a) AS a, (a, b := current_setting('temp_directory')) AS b;
     CREATE MACRO name_by_default(a, b := 'over_setting') AS TABLE FROM query_table(b);
     CREATE MACRO calls_default(a) AS by_default(a);
     CREATE MACRO glued(x, y) AS TABLE FROM query_table(x || y);
     CREATE MACRO through(name) AS TABLE FROM whole(name);
     CREATE MACRO all_of(names) AS TABLE FROM query_table(names);
     CREATE MACRO plain_setting() AS current_setting('temp_directory');
     CREATE VIEW over_default AS SELECT by_default(1) AS s;
     CREATE TABLE by_macro(a INTEGER DEFAULT nextval('more_numbers'), s VARCHAR AS (plain_setting()));
     CREATE TABLE halves("GENERATED ALWAYS AS(" INTEGER DEFAULT nextval('more_numbers'), a INTEGER, b INTEGER AS (a // 2));
     CREATE VIEW "over İ" AS SELECT current_setting('temp_directory') AS s`,
  );
  assert.equal(error, null, error?.message);
  writeFileSync(path.join(workspace, 'later.csv'), `${secret},b\n1,2\n`);
});
after(async () => {
  await kernel.close();
  rmSync(workspace, { recursive: true });
});

async function setUp(): Promise<void> {
  const { error } = await kernel.run(
    `CREATE OR REPLACE TABLE prices AS SELECT 1 AS i, 'a' AS side;
     CREATE OR REPLACE TABLE other (i INTEGER);
     CREATE OR REPLACE TEMP TABLE kept AS SELECT 1 AS i;
     CREATE OR REPLACE SEQUENCE numbers;
     CREATE OR REPLACE VIEW seen AS FROM prices;
     CREATE OR REPLACE MACRO whole(name) AS TABLE FROM query_table(name);
     SET VARIABLE since = DATE '2026-01-02'`,
  );
  assert.equal(error, null, error?.message);
}

/** What the session and the workspace hold. */
async function state(): Promise<unknown> {
  const { table } = await kernel.run(
    `SELECT (SELECT list(table_name ORDER BY ALL) FROM duckdb_tables() WHERE schema_name = 'main' AND database_name <> 'signals_results') AS tables,
            (SELECT list(view_name ORDER BY ALL) FROM duckdb_views() WHERE NOT internal) AS views,
            (SELECT list(name ORDER BY ALL) FROM duckdb_variables()) AS variables,
            (SELECT count(*) FROM duckdb_types() WHERE NOT internal) AS types,
            (SELECT count(*) FROM duckdb_functions() WHERE NOT internal) AS macros,
            (SELECT list(last_value ORDER BY ALL) FROM duckdb_sequences()) AS numbers,
            (SELECT list(prices) FROM prices) AS rows, (SELECT list(kept) FROM kept) AS kept, current_schemas(false) AS path`,
  );
  return [table?.rows, treeOf(workspace)];
}

/** Statements, and the levels at which they run: r(ead), s(ession), f(iles). */
const catalogue: readonly (readonly [levels: string, sql: string])[] = [
  // Reading.
  ['rsf', 'SELECT 1 AS a'],
  ['rsf', 'FROM prices'],
  ['rsf', 'FROM seen'],
  ['rsf', 'FROM kept'],
  ['rsf', 'TABLE prices'],
  ['rsf', 'VALUES (1), (2)'],
  ['rsf', 'WITH p AS (FROM prices) SELECT count(*) FROM p'],
  ['rsf', 'WITH RECURSIVE a AS (SELECT 1 x UNION ALL SELECT x + 1 FROM a WHERE x < 3) FROM a'],
  ['rsf', `SELECT getvariable('since')`],
  ['rsf', 'SELECT * FROM range(3), generate_series(1, 2)'],
  ['rsf', 'SELECT unnest([1, 2]) AS n'],
  ['rsf', `FROM json_each('[1, 2]')`],
  ['rsf', 'DESCRIBE prices'],
  ['rsf', 'SUMMARIZE prices'],
  ['rsf', 'SHOW TABLES'],
  ['rsf', 'FROM duckdb_columns()'],
  ['rsf', 'SELECT table_name FROM information_schema.tables'],
  ['rsf', 'FROM main.prices'],
  ['rsf', 'FROM memory.main.prices'],
  ['rsf', 'FROM memory.prices'],
  ['rsf', `FROM prices PIVOT (count(*) FOR side IN ('a', 'b'))`],
  ['rsf', 'UNPIVOT (SELECT 1 AS a, 2 AS b) ON a, b'],
  ['rsf', 'FROM prices QUALIFY row_number() OVER () = 1'],
  ['rsf', 'FROM prices ASOF JOIN other ON prices.i >= other.i'],
  ['rsf', 'FROM prices POSITIONAL JOIN other'],
  ['rsf', 'FROM event_types LIMIT 1'],
  ['rsf', `FROM whole('prices')`],
  ['rsf', `FROM bullish_stocks(amount := 2)`],
  ['rsf', `SELECT count(*) FROM bullish_stocks(amount := (SELECT 2))`],
  ['rsf', 'SELECT most(i) FROM prices'],
  ['rsf', `SELECT rows_of('prices')`],
  ['rsf', 'FROM pivoted'],
  ['rsf', 'FROM named'],
  ['rsf', 'FROM numbered'],
  ['rsf', 'DESCRIBE seen'],
  ['rsf', 'FROM aside."prices.csv"'],
  ['rsf', 'PIVOT prices ON side IN (a, b) USING sum(i)'],
  ['rsf', 'SELECT list_transform([1, 2], lambda x: x + 1)'],
  ['rsf', 'SELECT * FROM prices, LATERAL (SELECT i + 1) t'],
  ['rsf', 'SELECT by_default(1, 2)'],
  ['rsf', 'SELECT by_default(b := 1, a := 2)'],
  ['rsf', 'SELECT by_overload(1, 2)'],
  ['rsf', 'SELECT * FROM rows_by_default(1, b := 2)'],
  ['rsf', 'FROM halves'],
  ['rsf', `FROM through('main.prices')`],
  ['rsf', `FROM all_of(['prices', 'prices'])`],
  ['rsf', `SELECT 'over_setting' AS word`],
  ['rsf', `FROM check_row_count('prices')`],
  ['rsf', `FROM check_row_count('prices', at_most := 2)`],
  ['rsf', 'SELECT 1 /* ; DROP TABLE prices */; -- and no more'],
  // What changes the session.
  ['sf', 'CREATE TABLE made AS SELECT 1'],
  ['sf', 'CREATE TEMP TABLE made AS SELECT 1'],
  ['sf', 'CREATE VIEW made AS SELECT 1'],
  ['sf', 'CREATE MACRO made() AS 1'],
  ['sf', 'CREATE SCHEMA made'],
  ['sf', 'CREATE SEQUENCE made'],
  ['sf', `CREATE TYPE made AS ENUM ('a')`],
  ['sf', 'CREATE INDEX made ON other (i)'],
  ['sf', 'INSERT INTO prices VALUES (2, $$b$$)'],
  ['sf', 'INSERT INTO other VALUES (2) RETURNING *'],
  ['sf', 'UPDATE prices SET i = 3'],
  ['sf', 'DELETE FROM prices'],
  ['sf', 'TRUNCATE prices'],
  ['sf', 'MERGE INTO other USING prices USING (i) WHEN NOT MATCHED THEN INSERT (i) VALUES (9)'],
  ['sf', 'DROP TABLE prices CASCADE'],
  ['sf', 'DROP VIEW seen'],
  ['sf', 'ALTER TABLE prices ADD COLUMN added INTEGER'],
  ['sf', 'COMMENT ON TABLE prices IS $$x$$'],
  ['sf', 'SET VARIABLE made = 1'],
  ['sf', 'RESET VARIABLE since'],
  ['sf', `SELECT nextval('numbers')`],
  ['sf', `SELECT NextVal('numbers')`],
  ['sf', `SELECT system.main.nextval('numbers')`],
  ['sf', `SELECT i FROM prices WHERE nextval('numbers') > 0`],
  ['sf', 'SELECT setseed(0.5)'],
  ['sf', 'PREPARE made AS SELECT 1'],
  ['sf', 'ANALYZE'],
  ['sf', 'CALL checkpoint()'],
  ['sf', 'CHECKPOINT'],
  ['sf', 'BEGIN; ROLLBACK'],
  ['sf', 'PIVOT prices ON side USING sum(i)'],
  ['sf', 'FROM (PIVOT prices ON side USING sum(i))'],
  ['sf', 'EXPLAIN SELECT 1'],
  ['sf', 'EXPLAIN ANALYZE SELECT 1'],
  ['sf', 'PRAGMA version'],
  ['sf', 'SELECT 1; SELECT 2'],
  ['sf', 'SELECT 1 AS x VISUALISE x AS x DRAW histogram'],
  // What reads files or the machine.
  ['sf', `FROM read_text('note.txt')`],
  ['sf', `SELECT (SELECT content FROM read_text('note.txt'))`],
  ['sf', `FROM read_csv('prices.csv')`],
  ['sf', `FROM read_blob('note.txt')`],
  ['sf', `FROM glob('*')`],
  ['sf', `FROM sniff_csv('prices.csv')`],
  ['sf', `FROM 'prices.csv'`],
  ['sf', `FROM prices.csv`],
  ['sf', `DESCRIBE 'prices.csv'`],
  ['sf', `SUMMARIZE 'prices.csv'`],
  ['sf', `DESCRIBE FROM whole('prices.csv')`],
  ['sf', `FROM whole('prices.csv')`],
  ['sf', `SELECT * FROM (WITH "prices.csv" AS (SELECT 1 AS a) SELECT 1), 'prices.csv'`],
  ['sf', `FROM query('FROM prices')`],
  ['sf', `FROM query_table('prices')`],
  ['sf', `FROM sql_auto_complete('SEL')`],
  ['sf', `SELECT json_serialize_plan('FROM ''prices.csv''')`],
  ['sf', `SELECT current_setting('temp_directory')`],
  ['sf', 'FROM duckdb_settings()'],
  ['sf', 'FROM duckdb_databases()'],
  ['sf', 'SHOW DATABASES'],
  ['sf', `FROM bullish_stocks(industry := (SELECT 'energy' FROM read_text('note.txt')))`],
  ['sf', `FROM histogram('prices.csv', b)`],
  ['sf', `SELECT * FROM prices, LATERAL (FROM read_text('note.txt')) t`],
  ['sf', `SELECT CASE WHEN false THEN (SELECT content FROM read_text('note.txt')) END`],
  ['sf', `FROM range((SELECT count(*) FROM read_text('note.txt')))`],
  ['sf', `FROM 'prices.csv' PIVOT (count(*) FOR b IN (2))`],
  ['sf', `FROM (DESCRIBE 'prices.csv')`],
  ['sf', `SELECT list_transform(['temp_directory'], lambda x: current_setting('temp_directory'))`],
  ['sf', `SELECT i FROM prices ORDER BY nextval('numbers')`],
  ['sf', `SELECT [nextval('numbers') FOR x IN [1]]`],
  ['sf', 'FROM duckdb_secrets()'],
  ['sf', 'FROM duckdb_logs'],
  ['sf', 'FROM pg_catalog.pg_settings'],
  ['sf', 'FROM pg_catalog.pg_database'],
  ['sf', `FROM pragma_table_info('over_file')`],
  ['sf', 'FROM over_file'],
  ['sf', 'DESCRIBE over_file'],
  ['sf', 'SHOW over_file'],
  ['sf', 'SUMMARIZE over_file'],
  ['sf', 'SELECT 1 FROM over_file'],
  ['sf', 'FROM over_text'],
  ['sf', 'FROM over_setting'],
  ['sf', 'SUMMARIZE over_setting'],
  ['sf', 'FROM over_settings'],
  ['sf', 'DESCRIBE over_settings'],
  ['sf', 'FROM over_view'],
  ['sf', 'FROM computed'],
  ['sf', `SELECT setting('temp_directory')`],
  ['sf', 'SELECT next_number()'],
  ['sf', `SELECT text_of('note.txt')`],
  ['sf', `SELECT rows_of('prices.csv')`],
  ['sf', `DESCRIBE SELECT rows_of('prices.csv')`],
  ['sf', `FROM nested('temp_directory')`],
  ['sf', `FROM run('SELECT 1')`],
  ['sf', `FROM whole('over_setting')`],
  // The default of a parameter, which the catalogue does not show.
  ['sf', 'SELECT by_default(1)'],
  ['sf', 'SELECT by_default(a := 1)'],
  ['sf', 'SELECT (1).by_default()'],
  ['', 'SELECT by_default(*COLUMNS(*)) FROM (SELECT 1 AS z)'],
  ['sf', 'SELECT by_default(CASE WHEN true THEN 1 END)'],
  ['sf', 'FROM rows_by_default(1)'],
  ['sf', 'FROM prices, LATERAL (FROM rows_by_default(1))'],
  ['sf', 'SELECT calls_default(1)'],
  ['sf', 'SELECT s FROM over_default'],
  ['sf', 'FROM name_by_default(1)'],
  ['', 'SELECT by_overload(1)'],
  // The name of a table that is only known when the statement runs.
  ['sf', `FROM whole('over_' || 'setting')`],
  ['sf', `FROM whole('main.over_setting')`],
  ['sf', `FROM whole('memory.main."over_setting"')`],
  ['sf', `FROM whole('OVER_SETTING')`],
  ['sf', `FROM whole("name" := concat('over', '_setting'))`],
  ['sf', `FROM through('over_' || 'setting')`],
  ['sf', `FROM through(name := replace('over-setting', '-', '_'))`],
  ['sf', `SELECT rows_of('over_' || 'setting')`],
  ['sf', `FROM glued('over_', 'setting')`],
  ['sf', `FROM all_of(['over_setting', 'over_setting'])`],
  ['sf', `FROM all_of(['over_setting', 'over_' || 'setting'])`],
  ['sf', `FROM all_of(list_transform(['over_'], lambda x: x || 'setting'))`],
  ['sf', `FROM histogram('over_' || 'setting', s)`],
  ['sf', `FROM check_row_count('over_' || 'setting')`],
  ['sf', `FROM whole('over İ')`],
  // A computed column.
  ['sf', 'FROM by_macro'],
  ['sf', 'SELECT s FROM by_macro'],
  ['sf', `FROM whole('by_macro')`],
  // What writes files.
  ['f', `COPY (SELECT 1) TO 'out/made.csv'`],
  ['f', `COPY prices TO 'out/made.parquet'`],
  ['f', `EXPORT DATABASE 'out/made'`],
  ['f', `ATTACH 'out/made.db'; DETACH made`],
  // Nobody.
  ['', 'INSTALL httpfs'],
  ['', 'LOAD httpfs'],
  ['', 'SET threads = 1'],
  ['', `SET lock_configuration = false`],
  ['', 'CALL enable_profiling()'],
  ['', `PRAGMA enable_profiling = 'json'`],
  ['', `FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))`],
  ['', `IMPORT DATABASE 'nothere'`],
  ['', `CREATE SECRET s (TYPE s3)`],
  ['', `FROM parquet_metadata('none.parquet')`],
  ['', `FROM '*.csv'`],
  ['', `FROM 'http://127.0.0.1:1/prices.csv'`],
  ['', `FROM read_csv('http://127.0.0.1:1/prices.csv')`],
  ['', `FROM arrow_scan(1, 2, 3)`],
  ['', `SELECT getenv('HOME')`],
  ['', 'SELECT ?'],
  ['', 'SELECT $name'],
  ['', 'WITH w AS (INSERT INTO prices VALUES (9, $$z$$) RETURNING *) FROM w'],
  ['', 'FROM (DELETE FROM prices RETURNING *)'],
  ['', `FROM run('DROP TABLE prices')`],
  ['', `FROM run('SELECT 1; SELECT 2')`],
  ['', `FROM nothere."prices.csv"`],
  ['', `FROM read_text('/etc/passwd')`],
  ['', `FROM '/etc/passwd'`],
  // Last, since it changes what names mean.
  ['sf', 'USE memory.main'],
];

/** Of the catalogue, those that begin so leave nothing behind that another one needs. */
const isQuery = /^(?:SELECT|FROM|WITH|VALUES|TABLE|DESCRIBE|SUMMARIZE|SHOW|EXPLAIN)\b/;

const otherLevels: readonly AccessLevel[] = ['session', 'files'];

test('each statement runs at the levels of the catalogue, and at no other', async () => {
  const folder = process.cwd();
  process.chdir(workspace);
  try {
    // First, since after a run at another level the next one that only reads has to read the names again.
    const reads = new Set<string>();
    for (const [, sql] of catalogue) {
      const { status } = await kernel.run(sql, { access: 'read' });
      if (status === 'ok') {
        reads.add(sql);
      }
    }
    for (const [expected, sql] of catalogue) {
      const ran = reads.has(sql) ? ['r'] : [];
      for (const access of otherLevels) {
        const { status } = await kernel.run(sql, { access });
        ran.push(status === 'ok' ? access.charAt(0) : '');
        if (status === 'ok' && !isQuery.test(sql)) {
          await tidy(sql);
        }
      }
      assert.equal(ran.join(''), expected, sql);
    }
  } finally {
    process.chdir(folder);
  }
});

/** Removes what a statement of the catalogue has made, and restores what it has changed. */
async function tidy(sql: string): Promise<void> {
  const [, kind] = /^CREATE (?:TEMP )?(\w+) made/.exec(sql) ?? [];
  await kernel.run(kind ? `DROP ${kind} made` : 'DEALLOCATE made');
  await kernel.run('RESET VARIABLE made');
  rmSync(path.join(workspace, 'out'), { recursive: true });
  mkdirSync(path.join(workspace, 'out'));
  await setUp();
}

test('at the level read nothing changes, neither in the session nor in the workspace', async () => {
  await setUp();
  const before = await state();
  for (const [, sql] of catalogue) {
    await kernel.run(sql, { access: 'read' });
  }
  assert.deepEqual(await state(), before);
});

test('at the level read no error quotes a file', async () => {
  const file = (name: string): string => path.join(workspace, name);
  const statements = [
    `SELECT nope FROM '${file('prices.csv')}'`,
    `SELECT nope FROM read_csv('${file('prices.csv')}')`,
    `SELECT nope FROM whole('${file('prices.csv')}')`,
    `SELECT * FROM whole('${file('prices.csv')}') WHERE nope`,
    `FROM whole('${file('broken.csv')}')`,
    `FROM read_csv('${file('broken.csv')}', strict_mode := true)`,
    `SELECT (SELECT content FROM read_text('${file('note.txt')}'))::INTEGER`,
    `SELECT error((SELECT content FROM read_text('${file('note.txt')}')))`,
    `SELECT json_serialize_plan('SELECT nope FROM ''${file('prices.csv')}''')`,
    `DESCRIBE FROM whole('${file('prices.csv')}')`,
    `SELECT nope_of('${file('prices.csv')}')`,
    `DESCRIBE SELECT rows_of('${file('prices.csv')}')`,
    'SELECT nope FROM over_file',
    'DESCRIBE over_file',
    `FROM pragma_table_info('over_file')`,
    `FROM bullish_stocks(industry := (SELECT content FROM read_text('${file('note.txt')}')))`,
  ];
  for (const sql of statements) {
    const outcome = await kernel.run(sql, { access: 'read' });
    assert.equal(outcome.status, 'error', sql);
    assert.ok(!JSON.stringify(outcome).includes(secret), `${sql}: ${outcome.error?.message}`);
  }
  const control = await kernel.run(`SELECT nope FROM '${file('prices.csv')}'`);
  assert.ok(JSON.stringify(control).includes(secret), 'the same text quotes it at another level');
});

test('at the level read the error of a text keeps its place, and a refusal says what can run', async () => {
  const check = async (sql: string, message: RegExp): Promise<void> => {
    const { error } = await kernel.run(sql, { access: 'read' });
    assert.match(error?.message ?? '', message, sql);
  };
  const { error } = await kernel.run('SELECT 1,\n nope FROM prices', { access: 'read' });
  assert.deepEqual(error?.at, { line: 2, column: 2 });
  await check('SELEC 1', /^Parser error: syntax error/);
  await check('SELECT nope FROM prices', /Candidate bindings: "side"/);
  await check('DROP TABLE prices', /^Only one statement that reads can run here/);
  await check(`SELECT nextval('numbers')`, /^nextval is refused here: it changes a sequence/);
  await check(`FROM read_text('x')`, /^read_text is refused here: only tables/);
  await check(`FROM 'x.csv'`, /^There is no such table, and no file is read here/);
});

test('a reading run keeps no result, waits for its turn and can be cancelled', async () => {
  const { table } = await kernel.run('FROM range(1000)', { access: 'read', firstPageRows: 3 });
  assert.deepEqual([table?.rowCount, table?.rows], [1000, [[0], [1], [2]]]);
  const before = (await kernel.session.contents()).results.length;
  await kernel.run('SELECT 1', { access: 'read' });
  assert.equal((await kernel.session.contents()).results.length, before);
  const cancellation = new CancellationSource();
  const running = kernel.run(
    'SELECT count(*) FROM range(1e12::BIGINT) a, range(1e12::BIGINT) b WHERE a.range % 7 = b.range',
    { access: 'read' },
    cancellation,
  );
  cancellation.cancel();
  assert.equal((await running).status, 'cancelled');
  assert.equal((await kernel.run('SELECT 1', { access: 'read' })).status, 'ok');
  await kernel.run('BEGIN');
  const open = await kernel.run('SELECT 1', { access: 'read' });
  assert.match(open.error?.message ?? '', /has begun a transaction/);
  await kernel.run('ROLLBACK');
});

test('a reading run that is cancelled at any moment fails no later one', async () => {
  // What names mean is read again after a cell.
  await kernel.run('SELECT 1');
  const begun = performance.now();
  await kernel.run('SELECT 2', { access: 'read' });
  const wholeMs = performance.now() - begun;
  const moments = 30;
  for (let moment = 0; moment < moments; moment++) {
    await kernel.run('SELECT 1');
    const delayMs = (wholeMs * moment) / moments;
    const cancellation = new CancellationSource();
    const running = kernel.run('SELECT 2', { access: 'read' }, cancellation);
    const until = performance.now() + delayMs;
    while (performance.now() < until) {
      await setImmediate();
    }
    cancellation.cancel();
    await running;
    const { status, error } = await kernel.run('SELECT 3', { access: 'read' });
    assert.equal(status, 'ok', `after ${delayMs} ms: ${error?.message}`);
  }
});

test('a macro with the name of a function of DuckDB stops every reading, since DuckDB may call it', async () => {
  const secretOf = `AS current_setting('temp_directory')`;
  const made: readonly (readonly [create: string, drop: string, sql: string])[] = [
    [`MACRO stddev(x) ${secretOf}`, 'MACRO stddev', 'SUMMARIZE prices'],
    [`MACRO list_concat(a, b) ${secretOf}`, 'MACRO list_concat', 'SELECT list_append([1], 2)'],
    [`MACRO "+"(a, b := 1) ${secretOf}`, 'MACRO "+"', 'SELECT +1'],
    [
      'MACRO aside.query(x) AS TABLE SELECT 1',
      'MACRO TABLE aside.query',
      `FROM query('SELECT current_setting(''temp_directory'')')`,
    ],
  ];
  for (const [create, drop, sql] of made) {
    assert.equal((await kernel.run(`CREATE ${create}`)).error, null, create);
    const { error } = await kernel.run(sql, { access: 'read' });
    assert.match(error?.message ?? '', /^A cell has made a macro .* needs another name: DROP/, sql);
    assert.equal((await kernel.run(`DROP ${drop}`)).error, null, drop);
    assert.equal((await kernel.run('SELECT 1', { access: 'read' })).status, 'ok', drop);
  }
});

test('a macro of the extension that a cell replaces is one of a cell', async () => {
  const other = await openSession();
  try {
    const sql = `FROM check_row_count('event_types')`;
    assert.equal((await other.run(sql, { access: 'read' })).status, 'ok');
    const { error: made } = await other.run(
      `CREATE OR REPLACE MACRO signals.check_row_count(data, at_least := current_setting('temp_directory')) AS TABLE SELECT at_least AS s`,
    );
    assert.equal(made, null);
    const { error } = await other.run(sql, { access: 'read' });
    assert.match(error?.message ?? '', /fewer than 2 arguments.*: data, at_least\.$/);
  } finally {
    await other.close();
  }
});

test('no error at the level read shows the default of a parameter', async () => {
  const setting = 'market-signals-test-';
  for (const call of [
    'by_default()',
    'by_default(1, 2, 3)',
    'by_default(x := 1, b := 2)',
    'by_default(1, b := nope)',
    'by_overload(1)',
    'by_overload(1, 2, 3)',
  ]) {
    const { error } = await kernel.run(`SELECT ${call}`, { access: 'read' });
    assert.ok(error && !error.message.includes(setting), `${call}: ${error?.message}`);
  }
  const control = await kernel.run('SELECT by_default(1, 2, 3)');
  assert.ok(control.error?.message.includes(setting), 'the same text shows it at another level');
});

test('a refusal says how the statement can be written so that it is judged', async () => {
  const check = async (sql: string, message: RegExp): Promise<void> => {
    const { error } = await kernel.run(sql, { access: 'read' });
    assert.match(error?.message ?? '', message, sql);
  };
  await check('SELECT by_default(1)', /defaults .* cannot be seen\. Write each of them: a, b\.$/);
  await check(
    `FROM whole('over_' || 'setting')`,
    /could name .+, and that cannot be read here\. Write the name as a text: FROM macro\('prices'\)\.$/,
  );
});

test('the catalogue is read once for several statements, and again after a cell has run', async context => {
  const other = await openSession();
  const spy = context.mock.method(DuckDBConnection.prototype, 'runAndReadAll');
  const scans = (): number => {
    const texts = spy.mock.calls.map(({ arguments: [sql] }) => sql);
    spy.mock.resetCalls();
    return texts.filter(sql => sql.includes('FROM duckdb_functions()')).length;
  };
  try {
    const reading = (sql: string) => other.run(sql, { access: 'read' });
    await reading('SELECT 1');
    assert.equal(scans(), 2, 'definitions, and names of functions');
    await reading('SELECT 2');
    assert.equal(scans(), 0);
    await other.run(`CREATE VIEW v AS SELECT current_setting('temp_directory')`);
    assert.equal((await reading('FROM v')).status, 'error');
    assert.equal(scans(), 1);
    await other.run('CREATE OR REPLACE VIEW v AS SELECT 1');
    assert.equal((await reading('FROM v')).status, 'ok');
  } finally {
    await other.close();
  }
});

test('every function with side effects was looked at', async () => {
  const harmless = [
    'current_connection_id',
    'current_query',
    'current_query_id',
    'current_transaction_id',
    'currval',
    'error',
    'gen_random_uuid',
    'random',
    'stats',
    'uuid',
    'uuidv4',
    'uuidv7',
  ];
  const { table } = await kernel.run(
    'SELECT DISTINCT function_name FROM duckdb_functions() WHERE has_side_effects ORDER BY ALL',
  );
  const names = table?.rows.map(([name]) => String(name)) ?? [];
  assert.deepEqual(
    names.filter(name => !refusedForReading.has(name)),
    harmless,
  );
});
