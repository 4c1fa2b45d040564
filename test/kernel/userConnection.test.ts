import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { Definitions } from '../../src/kernel/engine/definitions';
import { Refused } from '../../src/kernel/engine/refused';
import { UserConnection } from '../../src/kernel/engine/userConnection';
import { until } from '../support/until';

let instance: DuckDBInstance;
let definer: DuckDBConnection;
let user: UserConnection;
/** The macros of the session are there from now on. */
let define: () => void;
/** Their creation has begun. */
let isBegun: boolean;

beforeEach(async () => {
  instance = await DuckDBInstance.create(':memory:', { errors_as_json: 'true' });
  definer = await instance.connect();
  const defined = new Promise<void>(resolve => (define = resolve));
  isBegun = false;
  user = await UserConnection.open(instance, new Definitions(), () => {
    isBegun = true;
    return defined;
  });
});

afterEach(() => {
  user.closeSync();
  definer.closeSync();
  instance.closeSync();
});

async function valueOf(sql: string): Promise<unknown> {
  return (await user.runAndReadAll(sql)).getRowsJS()[0]?.[0];
}

test('queries and changes of rows do not wait for the macros of the session, and do not begin them', async () => {
  await user.trusted.run('CREATE TABLE t AS SELECT 3 AS n');
  assert.equal(await valueOf("SELECT 'x' || n FROM t"), 'x3');
  assert.equal(await valueOf('FROM t'), 3);
  assert.equal(await valueOf('WITH u AS (FROM t) FROM u'), 3);
  await user.run('CREATE TABLE kept AS SELECT n FROM t');
  await user.run('CREATE OR REPLACE TABLE kept AS SELECT n + 1 AS n FROM kept');
  await user.run('INSERT INTO kept VALUES (6)');
  await user.run('UPDATE kept SET n = 7 WHERE n = 6');
  await user.run('DELETE FROM kept WHERE n = 4');
  assert.equal(await valueOf('FROM kept'), 7);
  assert.equal(isBegun, false);
});

test('a query that names a macro runs once it is there, and one that names none fails then', async () => {
  const named = valueOf('SELECT twice(21)');
  await until(() => isBegun);
  await definer.run('CREATE MACRO twice(n) AS n * 2');
  define();
  assert.equal(await named, 42);
  await assert.rejects(valueOf('SELECT thrice(1)'), /thrice/);
});

for (const sql of [
  'CREATE MACRO own() AS 1',
  '-- SELECT\nCREATE OR REPLACE MACRO own() AS 1',
  'CREATE OR REPLACE TABLE main.portfolios AS SELECT 1 AS n',
  'CREATE OR REPLACE TABLE main . portfolios AS SELECT 1 AS n',
  'DROP TABLE IF EXISTS portfolios',
  'ALTER TABLE IF EXISTS portfolios RENAME TO others',
  'BEGIN',
  'CREATE VIEW v AS SELECT 1',
  'SELECT function_name FROM duckdb_functions()',
  'FROM information_schema.tables',
  'FROM pg_proc',
]) {
  test(`waits for the macros of the session: ${sql}`, async () => {
    let isRun = false;
    const run = user.run(sql).then(() => (isRun = true));
    await until(() => isBegun);
    // As long as such a statement takes, on another connection.
    await definer.run('SELECT 2');
    await definer.run('SELECT 2');
    assert.equal(isRun, false);
    define();
    await run;
  });
}

/** None of them waits for the macros of the session. */
const refusedAtOnce = [
  'FROM enable_profiling()',
  'CREATE OR REPLACE TABLE t AS FROM enable_profiling()',
  'INSERT INTO t SELECT 1 FROM enable_profiling()',
  'DELETE FROM t USING enable_profiling()',
  'UPDATE EXTENSIONS',
  'SELECT 1; CREATE MACRO own() AS 1',
];

test('a refused statement is refused whether or not the macros are there', async () => {
  await user.trusted.run('CREATE TABLE t AS SELECT 3 AS n');
  for (const sql of refusedAtOnce) {
    await assert.rejects(user.run(sql), Refused, sql);
  }
  assert.equal(isBegun, false);
  define();
  for (const sql of ["COPY (SELECT 1) TO 'written.csv'", ...refusedAtOnce]) {
    await assert.rejects(user.run(sql), Refused, sql);
  }
});
