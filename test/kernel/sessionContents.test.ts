import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSession } from './openSession';

test('a session holds what its cells made, with rows and the names that SQL needs', async () => {
  const opened = await openSession();
  await opened.run('CREATE TABLE plain AS FROM range(3); FROM bullish_stocks()');
  await opened.run(
    'CREATE TABLE "A ""b" AS SELECT 1 AS x, [2] AS "y z"; CREATE TABLE "select" (a INT)',
  );
  await opened.run("CREATE TEMP VIEW v AS SELECT 'a' AS a; DELETE FROM plain WHERE range = 1");
  await opened.run('CREATE SCHEMA other; CREATE TABLE other.plain (a INT)');
  await opened.run(
    'CREATE MACRO twice(a, b := 2) AS a * b; CREATE MACRO rows_of(n) AS TABLE FROM range(n)',
  );
  await opened.run("SET VARIABLE day = DATE '2026-01-02'");
  const { relations, macros, variables } = await opened.session.contents();
  assert.deepEqual(
    relations.map(({ kind, sql, rowCount, isTemporary }) => [kind, sql, rowCount, isTemporary]),
    [
      ['table', '"A ""b"', 1, false],
      ['table', 'plain', 2, false],
      ['table', '"select"', 0, false],
      ['view', 'v', null, true],
      ['table', 'other.plain', 0, false],
    ],
  );
  assert.deepEqual(relations[0]?.columns, [
    { name: 'x', type: 'INTEGER' },
    { name: 'y z', type: 'INTEGER[]' },
  ]);
  assert.deepEqual(
    macros.map(({ kind, sql, parameters }) => [kind, sql, parameters]),
    [
      ['table', 'rows_of', ['n']],
      ['scalar', 'twice', ['a', 'b']],
    ],
  );
  assert.deepEqual(variables, [{ name: 'day', value: '2026-01-02', type: 'DATE' }]);
  await opened.close();
});

test('a name means the same table after USE and beside a temporary one, and can be dropped', async () => {
  const opened = await openSession();
  await opened.run('CREATE TABLE t AS SELECT 1 AS a; CREATE TEMP TABLE t AS SELECT 2 AS b');
  await opened.run('CREATE TABLE u AS SELECT 3 AS c; CREATE SCHEMA s; USE s');
  const { relations } = await opened.session.contents();
  const read: unknown[] = [];
  for (const { sql } of relations) {
    const { table } = await opened.run(`FROM ${sql}`);
    read.push(table?.columns.map(({ name }) => name));
  }
  assert.deepEqual(
    read,
    relations.map(({ columns }) => columns.map(({ name }) => name)),
  );
  for (const { fullSql } of relations) {
    assert.equal((await opened.run(`DROP TABLE ${fullSql}`)).status, 'ok', fullSql);
  }
  assert.deepEqual((await opened.session.contents()).relations, []);
  await opened.close();
});

test('results are listed while they are kept, and contents while a transaction has failed', async () => {
  const opened = await openSession();
  const { table } = await opened.run('SELECT 1 AS x FROM range(7)');
  await opened.run('CREATE TABLE t AS SELECT 1 AS a');
  const before = await opened.session.contents();
  assert.deepEqual(before.results, [
    { id: table?.id, columns: [{ name: 'x', type: 'INTEGER' }], rowCount: 7 },
  ]);
  await opened.run('BEGIN');
  await opened.run("SELECT error('no')");
  const { relations } = await opened.session.contents();
  assert.deepEqual(relations, before.relations);
  await opened.close();
});

test('what a press on a row runs is permitted: rows, a summary, a drop', async () => {
  const opened = await openSession();
  await opened.run('CREATE VIEW "v w" AS FROM range(5); CREATE MACRO m() AS 1; SET VARIABLE x = 1');
  await opened.run('CREATE MACRO tm() AS TABLE SELECT 1');
  for (const text of [
    'FROM "v w"',
    'SUMMARIZE FROM "v w"',
    'DROP VIEW "memory"."main"."v w"',
    'DROP MACRO "memory"."main"."m"',
    'DROP MACRO TABLE "memory"."main"."tm"',
    'RESET VARIABLE "x"',
  ]) {
    const outcome = await opened.run(text);
    assert.equal(outcome.status, 'ok', `${text}: ${outcome.error?.message}`);
  }
  const { relations, macros, variables } = await opened.session.contents();
  assert.deepEqual([relations, macros, variables], [[], [], []]);
  await opened.close();
});

test('a view over a dropped table has the reason why it cannot be read', async () => {
  const opened = await openSession();
  await opened.run('CREATE TABLE gone AS SELECT 1 AS a; CREATE TABLE here AS SELECT 1 AS b');
  await opened.run('CREATE VIEW broken AS FROM gone; CREATE VIEW whole AS FROM here');
  await opened.run('DROP TABLE gone');
  const { relations } = await opened.session.contents();
  const problems = new Map(relations.map(({ name, problem }) => [name, problem]));
  assert.match(problems.get('broken') ?? '', /gone does not exist/);
  assert.equal(problems.get('whole'), null);
  assert.equal(problems.get('here'), null);
  await opened.close();
});

test('none of our macros has the name of a function of DuckDB, which a query would call before they are created', async () => {
  const opened = await openSession();
  const { table } = await opened.run(
    `SELECT count(*) AS own, count(*) FILTER (function_name IN
       (SELECT function_name FROM duckdb_functions() WHERE internal)) AS hiding
     FROM duckdb_functions() WHERE schema_name = 'signals'`,
  );
  const [[own, hiding] = []] = table?.rows ?? [];
  assert.ok(Number(own) > 20);
  assert.equal(Number(hiding), 0);
  await opened.close();
});

test('our macros are there for the first cell that names one, after queries that named none', async () => {
  const opened = await openSession();
  const rows = async (sql: string): Promise<unknown> => (await opened.run(sql)).table?.rows;
  assert.deepEqual(await rows('SELECT 1 AS a'), [[1]]);
  await opened.run('CREATE TABLE scores AS SELECT 1 AS entity, 0.5 AS score');
  assert.deepEqual(await rows("FROM check_row_count('scores', at_least := 2)"), [
    ['1 rows, and at least 2 are expected', 1],
  ]);
  await opened.close();
});
