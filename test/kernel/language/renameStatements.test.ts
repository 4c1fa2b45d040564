import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { rename, brokenBy, editedNotebook } from '../../../src/core/language/rename';
import { AnalystFixture, notebookOf } from './analysed';

const fixture = new AnalystFixture();
after(() => fixture.close());

const make = 'CREATE TABLE t AS SELECT 1 AS a';

/** Statements that name the table `t`, or something else of that name. */
const statements = [
  'WITH t AS (SELECT 2 AS a) SELECT t.a FROM t',
  'SELECT t.a FROM (SELECT 3 AS a) AS t',
  'CREATE TABLE other AS SELECT 1 AS a; SELECT t.a FROM other AS t',
  "SELECT 't' AS name FROM t",
  'SELECT (SELECT max(u.b) FROM (SELECT 1 AS b) u WHERE u.b = t.a) FROM t',
  'SELECT t.a FROM t AS t',
  'SELECT t FROM (SELECT 1 AS t)',
  'UPDATE t SET a = t.a + 1; DELETE FROM t WHERE t.a = 1; INSERT INTO t VALUES (1)',
  'INSERT INTO t (a) SELECT a FROM t',
  'WITH t AS (SELECT a + 1 AS a FROM t) SELECT a FROM t',
  'SELECT * FROM (WITH t AS (SELECT 1 AS a) FROM t), t',
  'SELECT * FROM t, (WITH t AS (SELECT 1 AS a) FROM t)',
  'WITH RECURSIVE t AS (SELECT 1 AS a UNION ALL SELECT a + 1 FROM t WHERE a < 3) FROM t',
  'CREATE MACRO m(t) AS t + 1; SELECT m(1)',
  'CREATE MACRO n() AS TABLE SELECT t.a FROM t; FROM n()',
  'SELECT x.a FROM t AS x(a)',
  'SELECT x.a, y.a FROM t x, t y WHERE x.a = y.a',
  'SELECT main.t.a FROM main.t',
  'CREATE INDEX i ON t (a)',
  'EXPLAIN SELECT a FROM t',
  'SELECT t.* EXCLUDE (a), 1 AS z FROM t',
  'SELECT t.a FROM t SEMI JOIN t AS u USING (a)',
  'SELECT a FROM t WHERE EXISTS (FROM t AS i WHERE i.a = t.a)',
  "COPY t TO 'x.csv'",
  'DESCRIBE t; SUMMARIZE t; SHOW t',
  'PIVOT t ON a USING count(*)',
  'UNPIVOT t ON a',
  'SELECT a FROM t TABLESAMPLE 10%',
  'ALTER TABLE t RENAME a TO b; SELECT t.b FROM t',
  "COMMENT ON TABLE t IS 'x'",
  'TRUNCATE t',
  'DELETE FROM t USING t AS u WHERE t.a = u.a',
  'UPDATE t AS x SET a = 2 WHERE x.a = 1',
  'SELECT a FROM t UNION BY NAME SELECT a FROM t ORDER BY a',
  'FROM t SELECT t.a WHERE t.a > 0',
  'CREATE TABLE IF NOT EXISTS t AS SELECT 5 AS a',
  'SELECT a FROM t POSITIONAL JOIN (SELECT 1 AS t)',
  'SELECT a, row_number() OVER w FROM t WINDOW w AS (ORDER BY t.a)',
  'FROM t VISUALISE a AS x, a AS y DRAW point DRAW line MAPPING a AS x, a AS y FROM t FILTER t.a > 0',
  'VISUALISE a AS x, a AS y FROM t DRAW point',
  "FROM query_table('t')",
  'VALUES ((SELECT max(a) FROM t))',
  'CREATE VIEW v AS (SELECT a FROM t); DROP VIEW v',
  'SELECT [x FOR x IN [1]] FROM t',
  'SELECT {"t": 1}.t FROM t',
  'SELECT "t".a FROM "t"',
  'WITH t AS (SELECT t.a + 1 AS a FROM t) SELECT t.a FROM t',
  'SELECT a FROM t -- t is here\n /* t */ WHERE t.a = 1',
];

test('renaming a table leaves every kind of statement as right as it was', async () => {
  for (const statement of statements) {
    const cells = [make, statement];
    const before = await fixture.analyse(cells);
    const place = { cell: 0, offset: make.indexOf('t AS') };
    const renamed = rename(notebookOf(cells), before, place, 'renamed');
    assert.ok('edits' in renamed, statement);
    const edited = editedNotebook(notebookOf(cells), renamed.edits);
    const again = await fixture.analyse(edited.cells.map(({ text }) => text));
    const codes = ({ cells: analysed }: typeof before): string[] =>
      analysed.flatMap(({ problems }) => problems.map(({ code }) => code));
    assert.deepEqual([codes(before), codes(again)], [[], []], statement);
    assert.equal(brokenBy(before, again, 't'), null);
  }
});

/** `expected`: what is said of the cell that names the table `t` once that is renamed. */
async function checkBroken(statement: string, expected: RegExp): Promise<void> {
  const cells = [make, statement];
  const before = await fixture.analyse(cells);
  const renamed = rename(notebookOf(cells), before, { cell: 0, offset: 13 }, 'renamed');
  assert.ok('edits' in renamed);
  const edited = editedNotebook(notebookOf(cells), renamed.edits);
  const again = await fixture.analyse(edited.cells.map(({ text }) => text));
  assert.match(brokenBy(before, again, renamed.from) ?? 'nothing', expected, statement);
}

test('a renaming that would break a statement is told by the cell and what is wrong then', async () => {
  const rows =
    /^Cell 2 uses the rows of t as a value, .* First give the table that alias there: t AS t\.$/;
  await checkBroken('SELECT t FROM t', rows);
  await checkBroken('SELECT count(T) FROM t', rows);
  await checkBroken('SELECT (t).a FROM t', rows);
  await checkBroken('CREATE VIEW v AS SELECT "t" FROM t', rows);
  await checkBroken('SELECT t FROM t AS t', /^nothing$/);
  await checkBroken('SELECT t.a FROM t, (SELECT 1 AS a) renamed', /^Cell 2 would no longer run\. /);
});
