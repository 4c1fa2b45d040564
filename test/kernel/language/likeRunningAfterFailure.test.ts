/** What is told of cells behind one that fails, or whose transaction failed, beside what running does. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CancellationSource } from '../../../src/core/base/cancellation';
import { Analyst } from '../../../src/kernel/language/analyst';
import { analystOptions, notebookOf } from './analysed';
import { checkLikeRunning } from './besideRunning';

const analyst = new Analyst(analystOptions, { now: () => 0 });
after(() => analyst.close());

/** Cells of a notebook, by ` | `. */
const notebooks: Readonly<Record<string, readonly string[]>> = {
  'a cell stops at its first error': [
    'BEGIN; SELECT nope; COMMIT | ROLLBACK | ROLLBACK',
    'BEGIN; SELECT nope; ROLLBACK | COMMIT',
    'SELECT nope; BEGIN | BEGIN | ROLLBACK',
    'CREATE TABLE t AS SELECT 1 AS a | SELECT nope; DROP TABLE t | SELECT a FROM t',
    'CREATE TABLE t AS SELECT 1 AS a | SELECT 1 +; ALTER TABLE t RENAME a TO b | SELECT a FROM t',
    'CREATE TABLE t AS SELECT 1 AS a | CREATE TABLE t AS SELECT 2 AS b; DROP TABLE t | SELECT a FROM t',
    'CREATE TABLE t AS SELECT 1 AS a | SELECT nope; CREATE OR REPLACE TABLE t AS SELECT 2 AS b | SELECT a FROM t | SELECT b FROM t',
    'CREATE TABLE t AS SELECT 1 AS a; SELECT nope; CREATE TABLE u AS SELECT 2 AS b | CREATE TABLE u AS SELECT 3 AS c | SELECT a, c FROM t, u',
    'CREATE SCHEMA x; SELECT nope; USE x | CREATE TABLE t AS SELECT 1 AS a | SELECT a FROM main.t | FROM x.t',
    'SELECT nope; CREATE SCHEMA x; CREATE TYPE y AS INTEGER | CREATE TABLE x.t AS SELECT 1 AS a | SELECT 1::y | CREATE SCHEMA x',
    'PREPARE q AS SELECT 1 | SELECT nope; DEALLOCATE q | EXECUTE q',
    'BEGIN; CREATE TABLE t AS SELECT 1 AS a; SELECT nope; ROLLBACK | SELECT a FROM t | ROLLBACK | FROM t',
    'SELECT 1 VISUALISE nope AS x DRAW point; BEGIN | BEGIN',
    'FROM bullish_stocks(nope := 1); BEGIN | BEGIN',
    'INSTALL httpfs; BEGIN | BEGIN',
  ],
  'a transaction that is aborted takes nothing but its end': [
    'BEGIN | SET nope = 1 | SELECT 1 | FROM event_types | ROLLBACK | SELECT 1',
    'BEGIN; SET nope = 1; ROLLBACK | SELECT 1 | ROLLBACK; SELECT 1',
    'BEGIN | BEGIN | SELECT 1 | ABORT | SELECT 1',
    'BEGIN; CREATE TABLE t AS SELECT 1 AS a | RESET nope | CREATE TABLE u AS SELECT 1 AS a | COMMIT | FROM t | FROM u',
    'BEGIN; CREATE TABLE t AS SELECT 1 AS a; PREPARE q AS SELECT 1 | SELECT $1 | EXECUTE q | END | EXECUTE q | FROM t',
    'BEGIN READ ONLY | CREATE TABLE t AS SELECT 1 AS a | SET VARIABLE x = 1 | COMMIT | CREATE TABLE t AS SELECT 1 AS a',
    'CREATE SCHEMA s; CREATE TABLE s.t AS SELECT 1 AS a | BEGIN | DROP SCHEMA s | SELECT a FROM s.t | ROLLBACK | SELECT a FROM s.t',
    "BEGIN | SELECT * FROM (VALUES (1), ('x')) | SELECT 1 | ROLLBACK",
    'BEGIN; SET nope = 1 | PREPARE q AS SELECT 1 | DEALLOCATE q | SELECT 1; ROLLBACK | EXPLAIN SELECT 1 | SELECT nope | BEGIN | DESCRIBE SELECT 1',
    'BEGIN; SET nope = 1 | FROM bullish_stocks() | USE memory | SET VARIABLE x = 1 | PIVOT (SELECT 1 AS a) ON a | CHECKPOINT',
  ],
  'an error of binding leaves the transaction as it is': [
    'BEGIN | SELECT nope | SELECT 1 | SELECT 1 + | SELECT 1 | FROM nope | SELECT 1 | COMMIT',
    'BEGIN | DROP TABLE nope | SELECT 1 | USE nope | SELECT 1 | EXECUTE nope | SELECT 1 | COMMIT',
    'BEGIN | CREATE SCHEMA s; CREATE SCHEMA s | SELECT 1 | DROP SCHEMA main | CREATE VIEW v AS SELECT $1 | SELECT 1 | COMMIT',
    'BEGIN | INSTALL httpfs | SELECT 1 | SELECT 1 VISUALISE nope AS x DRAW point | SELECT 1 | COMMIT',
    'BEGIN | FROM bullish_stocks(nope := 1) | SELECT 1 | PRAGMA threads = 1 | SELECT 1 | COMMIT',
    'SET nope = 1 | SELECT 1 | BEGIN | SELECT 1 | COMMIT',
    'PREPARE q AS SELECT $1 | BEGIN | EXECUTE q(current_date) | SELECT 1 | EXECUTE q(nope) | SELECT 1 | COMMIT',
    "BEGIN; CREATE TYPE y AS ENUM ('a', 'a'); ROLLBACK | SELECT 1",
    'BEGIN | EXPLAIN (ANALYZE, FORMAT nope) SELECT 1 | SELECT 1 | COMMIT',
    'BEGIN READ ONLY | DROP MACRO IF EXISTS m; ROLLBACK | SHOW TABLES',
    'BEGIN READ ONLY | DROP TABLE IF EXISTS t | ALTER TABLE IF EXISTS t ADD COLUMN b INTEGER | SELECT 1 | COMMIT',
    'BEGIN | SET VARIABLE x = 5 | FROM bullish_stocks(amount := 5) | COMMIT',
    'PREPARE q AS SELECT 1 | BEGIN; USE main; DEALLOCATE q; RESET VARIABLE x; FROM bullish_stocks(amount := 5); COMMIT',
  ],
};

for (const [rule, texts] of Object.entries(notebooks)) {
  test(rule, async () => {
    for (const text of texts) {
      await checkLikeRunning(text, analyst);
    }
  });
}

test('statements behind the first error are looked at as if it were put right, and what they make is not known below', async () => {
  const texts = [
    'SELECT nope; CREATE TABLE t AS SELECT 1 AS a; CREATE MACRO m(x) AS x; SELECT b FROM t; SELECT m(a) FROM t',
    'SELECT c FROM t',
    'SELECT m(1)',
  ];
  const { cells } = await analyst.analyse(notebookOf(texts), new CancellationSource());
  const named = cells.map(({ problems }, at) =>
    problems.map(({ span }) => texts[at]?.slice(span.from, span.to)),
  );
  assert.deepEqual(named, [['nope', 'b'], [], []]);
});
