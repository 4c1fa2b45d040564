/**
 * What is told while typing, beside what running does: the table holds texts alone, and a session says which of them run.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { CancellationSource } from '../../../src/core/base/cancellation';
import { Analyst } from '../../../src/kernel/language/analyst';
import { fillWorkspace, treeOf } from '../hostileWorkspace';
import { analystOptions, notebookOf } from './analysed';
import { checkLikeRunning } from './besideRunning';

const folder = mkdtempSync(path.join(tmpdir(), 'market-signals-workspace-'));
const readable = { readableDirectories: [folder], folder };
const analyst = new Analyst({ ...analystOptions, ...readable }, { now: () => 0 });
let tree: Record<string, string>;

before(async () => {
  await fillWorkspace(folder);
  tree = treeOf(folder);
});

after(() => {
  analyst.close();
  rmSync(folder, { recursive: true });
});

/** Cells of a notebook, by ` | `. */
const notebooks: Readonly<Record<string, readonly string[]>> = {
  keys: [
    "CREATE TABLE t (i INTEGER PRIMARY KEY, s VARCHAR) | INSERT OR REPLACE INTO t VALUES (1, 'a') | INSERT OR IGNORE INTO t VALUES (1, 'a')",
    "CREATE TABLE t (i INTEGER PRIMARY KEY, s VARCHAR UNIQUE); INSERT INTO t VALUES (1, 'a') ON CONFLICT (i) DO UPDATE SET s = EXCLUDED.s",
    'CREATE TABLE t (i INTEGER, j INTEGER, k INTEGER, PRIMARY KEY (i, j)) | INSERT INTO t VALUES (1, 2, 3) ON CONFLICT (i, j) DO NOTHING',
    'CREATE TABLE t (i INTEGER, UNIQUE (i)) | INSERT INTO t VALUES (1) ON CONFLICT DO NOTHING',
    'CREATE TABLE t (i INTEGER) | INSERT INTO t VALUES (1) ON CONFLICT (i) DO NOTHING',
    'CREATE TABLE t (i INTEGER) | INSERT OR REPLACE INTO t VALUES (1)',
    'CREATE TABLE t (i INTEGER) | CREATE UNIQUE INDEX u ON t (i) | INSERT INTO t VALUES (1) ON CONFLICT (i) DO NOTHING',
    'CREATE TABLE t (j JSON, l JSON[]) | SELECT j.a, l[1].b FROM t',
    `CREATE TABLE t AS SELECT '{"a": 1}'::JSON AS j | SELECT j.a FROM t`,
    'CREATE TABLE t (i INTEGER, j INTEGER) | ALTER TABLE t ADD PRIMARY KEY (i) | INSERT OR REPLACE INTO t VALUES (1, 2)',
    'CREATE TABLE t (i INTEGER PRIMARY KEY) | ALTER TABLE t ADD COLUMN j INTEGER | INSERT OR REPLACE INTO t VALUES (1, 2)',
    'CREATE TABLE t (i INTEGER PRIMARY KEY, j INTEGER) | ALTER TABLE t RENAME COLUMN j TO k | INSERT INTO t VALUES (1, 2) ON CONFLICT (i) DO UPDATE SET k = 3',
    'CREATE TABLE t (i INTEGER PRIMARY KEY, j INTEGER) | ALTER TABLE t RENAME TO u | INSERT OR REPLACE INTO u VALUES (1, 2)',
    'CREATE TABLE p (i INTEGER PRIMARY KEY) | CREATE TABLE c (i INTEGER REFERENCES p (i)) | INSERT INTO p VALUES (1) | INSERT INTO c VALUES (1)',
    'CREATE TABLE p (i INTEGER UNIQUE); CREATE TABLE c (i INTEGER, FOREIGN KEY (i) REFERENCES p (i)); SELECT i FROM c',
    'CREATE TABLE p (i INTEGER) | CREATE TABLE c (i INTEGER REFERENCES p (i))',
    'CREATE TABLE p (i INTEGER PRIMARY KEY) | CREATE TABLE c (i INTEGER REFERENCES p (i)) | DROP TABLE c | DROP TABLE p | CREATE TABLE p (j INTEGER) | SELECT j FROM p',
    "CREATE TABLE t (i INTEGER DEFAULT 3, s VARCHAR NOT NULL DEFAULT 'a', CHECK (i > 0)) | INSERT INTO t DEFAULT VALUES",
    'CREATE TABLE temp (i INTEGER PRIMARY KEY) | INSERT OR REPLACE INTO temp VALUES (1)',
    'CREATE TEMP TABLE t (i INTEGER PRIMARY KEY) | INSERT OR REPLACE INTO t VALUES (1)',
    'CREATE OR REPLACE TABLE t (i INTEGER PRIMARY KEY) | INSERT OR REPLACE INTO t VALUES (1) | CREATE OR REPLACE TABLE t (j INTEGER) | SELECT j FROM t',
    'CREATE TABLE IF NOT EXISTS t (i INTEGER PRIMARY KEY) | INSERT OR REPLACE INTO t VALUES (1)',
    'CREATE SCHEMA s | CREATE TABLE s.t (i INTEGER PRIMARY KEY) | INSERT OR REPLACE INTO s.t VALUES (1)',
    'CREATE TABLE "t 😀" (i INTEGER PRIMARY KEY) | INSERT OR REPLACE INTO "t 😀" VALUES (1)',
    'CREATE TABLE 😀 (🦆 INTEGER PRIMARY KEY) | INSERT OR REPLACE INTO 😀 VALUES (1) | SELECT 🦆 FROM 😀 | ALTER TABLE 😀 RENAME TO 🦜 | FROM 🦜',
  ],
  generatedColumns: [
    'CREATE TABLE t (a INTEGER, b INTEGER AS (a * 2)) | INSERT INTO t VALUES (1) | SELECT a, b FROM t',
    'CREATE TABLE t (a INTEGER, b AS (a * 2)) | INSERT INTO t (a) VALUES (1) | SELECT b + 1 FROM t',
    'CREATE TABLE t (a INTEGER, b INTEGER GENERATED ALWAYS AS (a * 2) VIRTUAL) | INSERT INTO t VALUES (1) | UPDATE t SET a = 2',
    'CREATE TABLE t (a INTEGER, b INTEGER AS (a * 2)) | INSERT INTO t VALUES (1, 2)',
    'CREATE TABLE t (a INTEGER, b INTEGER AS (a * 2)) | UPDATE t SET b = 2',
    'CREATE TABLE t (a INTEGER, b INTEGER AS (a * 2)) | ALTER TABLE t ADD COLUMN c INTEGER | INSERT INTO t VALUES (1, 2)',
    'CREATE TABLE t (a INTEGER, b INTEGER AS (a * 2)) | ALTER TABLE t DROP COLUMN b | INSERT INTO t VALUES (1) | ALTER TABLE t RENAME a TO c | SELECT c FROM t',
    "CREATE TABLE t (p INTEGER, d DATE, y BIGINT AS (year(d))) | INSERT INTO t VALUES (1, DATE '2026-01-01') | SELECT y FROM t",
  ],
  taken: [
    'CREATE TABLE t AS SELECT 1 AS a | CREATE TABLE t AS SELECT 2 AS b | SELECT a FROM t | SELECT b FROM t',
    'CREATE TABLE t (a INTEGER) | CREATE TABLE t (b INTEGER) | INSERT INTO t (a) VALUES (1)',
    'CREATE VIEW v AS SELECT 1 AS a | CREATE TABLE v (b INTEGER) | SELECT a FROM v',
    'CREATE TABLE t AS SELECT 1 AS a | CREATE VIEW t AS SELECT 2 AS b | SELECT a FROM t',
    'CREATE MACRO m(x) AS x + 1 | CREATE MACRO m(x, y) AS x + y | SELECT m(1)',
    'CREATE TABLE t AS SELECT 1 AS a; CREATE TABLE u AS SELECT 2 AS b | ALTER TABLE t RENAME TO u | SELECT b FROM u | SELECT a FROM t',
    'CREATE TABLE t AS SELECT 1 AS a | CREATE TABLE IF NOT EXISTS t AS SELECT 2 AS b | SELECT a FROM t',
    'CREATE TABLE t AS SELECT 1 AS a | DROP TABLE t | CREATE TABLE t AS SELECT 2 AS b | SELECT b FROM t',
    'CREATE TABLE t AS SELECT nope | CREATE TABLE t AS SELECT 2 AS b | SELECT b FROM t',
    'CREATE TABLE t AS SELECT 1 AS a; INSERT INTO t VALUES (2); CREATE OR REPLACE TABLE t AS SELECT 2 AS b | SELECT b FROM t',
    'CREATE TABLE t AS SELECT 1 AS a; CREATE VIEW v AS SELECT a FROM t; CREATE OR REPLACE TABLE t AS SELECT 1 AS a, 2 AS b | SELECT a FROM v',
    'CREATE SCHEMA s; CREATE TABLE s.t AS SELECT 1 AS a | CREATE TABLE t AS SELECT 2 AS b | SELECT a, b FROM s.t, t',
  ],
  views: [
    'CREATE VIEW v AS SELECT 1 AS a | ALTER VIEW v RENAME TO w | SELECT a FROM w',
    'CREATE VIEW v AS SELECT 1 AS a | ALTER VIEW v RENAME TO w | CREATE VIEW v AS SELECT 2 AS b | SELECT b FROM v',
    'CREATE VIEW v AS SELECT 1 AS a | ALTER VIEW v RENAME TO w | DROP VIEW w',
    'CREATE VIEW v AS SELECT 1 AS a | ALTER VIEW v RENAME TO w | SELECT a FROM v',
    'CREATE TABLE t AS SELECT 1 AS a | CREATE VIEW v AS FROM t | ALTER TABLE t ADD COLUMN b INTEGER | FROM v',
    'CREATE TABLE t AS SELECT 1 AS a | CREATE VIEW v AS SELECT a FROM t | ALTER TABLE t ADD COLUMN b INTEGER | SELECT a FROM v',
    'CREATE TABLE t AS SELECT 1 AS a, 2 AS b | CREATE VIEW v AS SELECT a FROM t | ALTER TABLE t DROP COLUMN b | SELECT a FROM v',
    'CREATE TABLE t AS SELECT 1 AS a | CREATE VIEW v AS SELECT a FROM t | ALTER TABLE t RENAME a TO b | SELECT a FROM v',
    'CREATE VIEW v (x) AS SELECT 1 AS a | CREATE OR REPLACE VIEW v (y) AS SELECT 1 AS a | SELECT y FROM v',
    "CREATE VIEW v AS SELECT 1 AS a | COMMENT ON VIEW v IS 'one' | SELECT a FROM v | DROP VIEW v",
    'CREATE TABLE t AS SELECT 1 AS a | CREATE VIEW v AS FROM t | DROP TABLE t | FROM v | DROP VIEW v | FROM v',
    'CREATE TABLE t AS SELECT 1 AS a | CREATE VIEW v AS FROM t | DROP TABLE t | ALTER VIEW v RENAME TO w | FROM w | CREATE TABLE t AS SELECT 1 AS a | FROM w',
    'CREATE TABLE t AS SELECT 1 AS a | CREATE VIEW v AS SELECT a FROM t | ALTER TABLE t RENAME a TO b | DROP VIEW v',
    "CREATE TABLE t AS SELECT 1 AS a | CREATE VIEW v AS FROM t | DROP TABLE t | COMMENT ON VIEW v IS 'one' | CREATE VIEW v AS SELECT 1",
    'CREATE SCHEMA s; CREATE TABLE t AS SELECT 1 AS a; CREATE VIEW s.v AS FROM t | DROP TABLE t | DROP VIEW s.v | DROP SCHEMA s',
  ],
  sequences: [
    "CREATE SEQUENCE s | SELECT nextval('s')",
    "CREATE SEQUENCE s START 5 INCREMENT 2 | SELECT nextval('s'), currval('s') | DROP SEQUENCE s",
    "CREATE SEQUENCE s | CREATE TABLE t (i INTEGER DEFAULT nextval('s'), j INTEGER) | INSERT INTO t (j) VALUES (1) | SELECT i FROM t",
    "CREATE SEQUENCE s | CREATE TABLE t (i INTEGER PRIMARY KEY DEFAULT nextval('s')) | INSERT OR REPLACE INTO t VALUES (1) | DROP TABLE t | DROP SEQUENCE s",
    "CREATE TEMP SEQUENCE s | SELECT nextval('s')",
    "CREATE SEQUENCE IF NOT EXISTS s | CREATE OR REPLACE SEQUENCE s | SELECT nextval('s')",
    "CREATE SEQUENCE s | DROP SEQUENCE s | CREATE SEQUENCE s | SELECT nextval('s')",
    "CREATE SEQUENCE s | DROP SEQUENCE s | SELECT nextval('s')",
    "SELECT nextval('s')",
    "CREATE SCHEMA x | CREATE SEQUENCE x.s | SELECT nextval('x.s')",
    "CREATE SEQUENCE s | CREATE TABLE t AS SELECT nextval('s') AS i FROM range(3) | SELECT i FROM t",
    "CREATE SEQUENCE s | CREATE VIEW v AS SELECT nextval('s') AS i | SELECT i FROM v",
  ],
  indexes: [
    'CREATE TABLE t (i INTEGER) | CREATE INDEX x ON t (i) | DROP INDEX x',
    'CREATE TABLE t (i INTEGER) | CREATE INDEX IF NOT EXISTS x ON t (i) | DROP INDEX IF EXISTS x | DROP INDEX IF EXISTS x',
    'CREATE TABLE t (i INTEGER); CREATE INDEX x ON t (i); DROP INDEX x; CREATE INDEX x ON t (i)',
    'CREATE TABLE t (i INTEGER) | DROP INDEX x',
    'CREATE TABLE t (i INTEGER) | CREATE INDEX x ON t (i) | ALTER TABLE t ADD COLUMN k INTEGER | DROP INDEX x',
    'CREATE TABLE t (i INTEGER) | CREATE INDEX x ON t (i) | DROP TABLE t | CREATE TABLE t (i INTEGER) | DROP INDEX x',
    'CREATE TABLE t (i INTEGER) | CREATE INDEX x ON t (nope)',
    'CREATE SCHEMA s | CREATE TABLE s.t (i INTEGER) | CREATE INDEX x ON s.t (i) | DROP INDEX s.x',
    'CREATE TABLE t (i INTEGER, j INTEGER) | CREATE INDEX x ON t (i) | DROP TABLE t | CREATE TABLE t (k INTEGER) | SELECT k FROM t',
    'CREATE TABLE t (i INTEGER, j INTEGER) | CREATE INDEX x ON t (i, (j + 1)) | INSERT INTO t VALUES (1, 2) | SELECT i FROM t',
    'CREATE TABLE t (i INTEGER); CREATE INDEX x ON t (i); ALTER TABLE t ADD COLUMN j INTEGER',
  ],
  transactions: [
    'BEGIN; CREATE TABLE t AS SELECT 1 AS a; ROLLBACK | SELECT * FROM t',
    'BEGIN | CREATE TABLE t AS SELECT 1 AS a | FROM t | ROLLBACK | SELECT * FROM t',
    'CREATE TABLE t AS SELECT 1 AS a | BEGIN; DROP TABLE t; ROLLBACK; FROM t',
    'CREATE TABLE t AS SELECT 1 AS a | BEGIN | DROP TABLE t | ABORT | FROM t',
    'BEGIN TRANSACTION; CREATE TABLE t AS SELECT 1 AS a; COMMIT | SELECT a FROM t',
    'BEGIN WORK; CREATE TABLE t AS SELECT 1 AS a; END | SELECT a FROM t',
    'START TRANSACTION; CREATE TABLE t AS SELECT 1 AS a; ROLLBACK WORK; CREATE TABLE t AS SELECT 1 AS b | SELECT b FROM t',
    'BEGIN; CREATE TEMP TABLE t AS SELECT 1 AS a; ROLLBACK | FROM t',
    'CREATE TABLE t (a INTEGER) | BEGIN; ALTER TABLE t ADD COLUMN b INTEGER; SELECT b FROM t; ROLLBACK | SELECT b FROM t',
    "BEGIN; CREATE MACRO m(x) AS x; CREATE VIEW v AS SELECT 1 AS a; CREATE SEQUENCE s; CREATE TYPE y AS INTEGER; ROLLBACK | SELECT m(1) | FROM v | SELECT nextval('s') | SELECT 1::y",
    "BEGIN; SET VARIABLE x = 1; ROLLBACK | SELECT getvariable('x') + 1",
    'BEGIN TRANSACTION READ ONLY; CREATE TABLE t AS SELECT 1 AS a | ROLLBACK | FROM t',
    'BEGIN TRANSACTION READ ONLY; CREATE TEMP TABLE t AS SELECT 1 AS a; INSERT INTO t VALUES (2); COMMIT | FROM t',
    'CREATE TABLE t (a INTEGER) | BEGIN TRANSACTION READ ONLY; INSERT INTO t VALUES (1) | ROLLBACK | DROP TABLE t',
    'CREATE TABLE t (a INTEGER) | BEGIN TRANSACTION READ ONLY; SELECT a FROM t; SET VARIABLE x = 1; COMMIT',
    'BEGIN TRANSACTION READ ONLY | DROP SCHEMA signals',
    'BEGIN TRANSACTION READ WRITE; CREATE TABLE t AS SELECT 1 AS a; COMMIT | FROM t',
    'COMMIT',
    'ROLLBACK',
    'BEGIN; BEGIN',
  ],
  needed: [
    'CREATE TABLE p (i INTEGER PRIMARY KEY); CREATE TABLE c (i INTEGER REFERENCES p (i)) | DROP TABLE p | FROM p',
    'CREATE TABLE p (i INTEGER PRIMARY KEY); CREATE TABLE c (i INTEGER REFERENCES p (i)) | DROP TABLE p CASCADE | FROM p | FROM c',
    'CREATE TABLE p (i INTEGER PRIMARY KEY); CREATE TABLE c (i INTEGER REFERENCES p (i)) | CREATE OR REPLACE TABLE p (j INTEGER) | SELECT i FROM p',
    'CREATE TABLE p (i INTEGER PRIMARY KEY); CREATE TABLE c (i INTEGER REFERENCES p (i)) | ALTER TABLE p RENAME TO q | FROM p',
    'CREATE SCHEMA s; CREATE TABLE s.t AS SELECT 1 AS a | DROP SCHEMA s | FROM s.t',
    'CREATE SCHEMA s; CREATE TABLE s.t AS SELECT 1 AS a | DROP SCHEMA s CASCADE | FROM s.t',
    "CREATE SEQUENCE s | CREATE TABLE t (i INTEGER DEFAULT nextval('s')) | DROP SEQUENCE s | SELECT nextval('s')",
    "CREATE SEQUENCE s | CREATE TABLE t (i INTEGER DEFAULT nextval('s')) | DROP SEQUENCE s CASCADE | FROM t",
    "CREATE TYPE y AS ENUM ('a') | CREATE TABLE t (i y) | DROP TYPE y | SELECT 'a'::y | FROM t",
    'CREATE VIEW v AS SELECT 1 AS a | DROP TABLE v | FROM v',
    'CREATE TABLE v AS SELECT 1 AS a | DROP VIEW IF EXISTS v | FROM v',
    'DROP SCHEMA nope',
    'DROP SCHEMA main',
  ],
  settings: [
    [
      'SET threads = 1',
      "SET memory_limit = '1GB'",
      'SET SESSION threads = 2',
      'SET GLOBAL threads = 2',
      "SET TimeZone = 'UTC'",
      'SET nope = 1',
      'RESET threads',
      'RESET nope',
    ].join(' | '),
    'RESET schema',
    "SET schema = 'nope'",
    'USE nope',
    'USE memory',
    "SET VARIABLE x = 1 | RESET VARIABLE x | SELECT getvariable('x')",
  ],
  prepared: [
    [
      'PREPARE q AS SELECT nope',
      'EXECUTE nope',
      'EXPLAIN EXECUTE nope',
      'SELECT execute, prepare FROM (SELECT 1 AS execute, 2 AS prepare) VISUALISE nope AS x, prepare AS y DRAW point',
    ].join(' | '),
    'PREPARE q AS SELECT $1 + 1 | EXECUTE q(1) | EXPLAIN EXECUTE q(1) | DEALLOCATE q | EXECUTE q(1)',
    'PREPARE q AS SELECT $1 + 1 | EXECUTE q',
    'PREPARE q AS SELECT $1 + 1 | EXECUTE q(1, 2)',
    'PREPARE q AS SELECT $a::INTEGER + 1 AS b | EXECUTE q(a := 1) | EXECUTE q(1)',
    'PREPARE q AS SELECT ? + ? | EXECUTE q(1, 2)',
    'PREPARE q AS SELECT 1 AS a | PREPARE q AS SELECT 2 AS b | EXECUTE q',
    'PREPARE q AS SELECT a FROM nope | EXECUTE q',
    'BEGIN; PREPARE q AS SELECT 1; ROLLBACK | EXECUTE q | DEALLOCATE PREPARE q | DEALLOCATE q',
    'CREATE TABLE t (a INTEGER) | PREPARE q AS INSERT INTO t VALUES ($1) | EXECUTE q(1)',
    'PREPARE "my q" AS SELECT 1 | EXECUTE "my q" | EXECUTE "my q"(1)',
    'PREPARE q AS CREATE TABLE t AS SELECT 1 AS a | EXECUTE q | PREPARE r AS SELECT 1 | PREPARE r AS DROP TABLE t | EXECUTE r',
    'PREPARE q AS FROM bullish_stocks(nope := 1) | EXECUTE q | PREPARE q AS FROM enable_profiling() | EXECUTE q',
    'CREATE TABLE t (a INTEGER) | PREPARE q AS SELECT a FROM t | EXECUTE q | DROP TABLE t | EXECUTE q | CREATE TABLE t (a VARCHAR) | EXECUTE q',
    'CREATE TABLE t (a INTEGER) | PREPARE q AS INSERT INTO t VALUES ($1) | PREPARE r AS UPDATE t SET a = 1 | BEGIN; DROP TABLE t | EXECUTE q(1) | ROLLBACK | EXECUTE q(1) | ALTER TABLE t RENAME TO u | EXECUTE r',
    'CREATE SCHEMA s; CREATE TEMP TABLE t (a INTEGER); CREATE TABLE s.u (a INTEGER) | PREPARE q AS FROM t | PREPARE r AS FROM s.u | DROP TABLE t; DROP SCHEMA s CASCADE | EXECUTE q | EXECUTE r',
    'CREATE VIEW v AS SELECT 1 AS a | PREPARE q AS FROM v | DROP VIEW v | EXECUTE q',
    'CREATE TABLE t (a INTEGER) | PREPARE q AS FROM t | CREATE SCHEMA s; USE s | EXECUTE q | PREPARE r AS WITH t AS (SELECT 1) FROM t | DROP TABLE main.t | EXECUTE r',
    "PREPARE q AS SELECT $1 + 1, upper($2) | EXECUTE q(1, 'x') | EXECUTE q('x', 'x') | EXPLAIN EXECUTE q(1, 2) | EXECUTE q(1.5, 'x')",
    "PREPARE q AS SELECT * FROM range(?) WHERE range > ? | EXECUTE q(3, '1') | EXECUTE q('x', 1)",
    "CREATE TABLE t (d DATE) | PREPARE q AS SELECT year(d) + $1, $$ $2 $$ FROM t WHERE d > $2 | EXECUTE q(1, '2026-01-01')",
  ],
  parameters: [
    [
      'SELECT $1',
      'SELECT ? + 1',
      'SELECT $name::INTEGER',
      'FROM range($1)',
      'EXPLAIN SELECT $1',
      'SET VARIABLE x = $1',
      'SELECT \'$1\', $$ ? $$, "$1" FROM (SELECT 1 AS "$1")',
    ].join(' | '),
    'CREATE TABLE t AS SELECT $1::INTEGER AS a',
    'CREATE VIEW v AS SELECT $1::INTEGER AS a',
    'CREATE TABLE t (a INTEGER) | INSERT INTO t VALUES ($1)',
  ],
  madeOnce: [
    'CREATE SCHEMA s | CREATE SCHEMA s | CREATE SCHEMA IF NOT EXISTS s',
    'CREATE TYPE y AS INTEGER | CREATE TYPE y AS VARCHAR | SELECT 1::y',
    'CREATE TYPE IF NOT EXISTS y AS INTEGER | CREATE TYPE IF NOT EXISTS y AS INTEGER | CREATE OR REPLACE TYPE z AS INTEGER',
    "CREATE TYPE y AS ENUM (SELECT 'a') | SELECT 'a'::y",
    'CREATE SEQUENCE s | CREATE SEQUENCE s',
    'BEGIN; CREATE SCHEMA s; ROLLBACK | CREATE SCHEMA s',
  ],
  chartsOfEqualNames: [
    [
      'SELECT 1 AS a, 2 AS a VISUALISE a AS x, a_1 AS y DRAW point',
      'SELECT 1 AS a, 2 AS A VISUALISE a AS x, A_1 AS y DRAW point',
      'SELECT 1 AS a, 2 AS a, 3 AS a_1 VISUALISE a AS x, a_1_1 AS y DRAW point',
      'SELECT 1 AS a, 2 AS a VISUALISE a AS x, a_2 AS y DRAW point',
    ].join(' | '),
  ],
  searchPath: [
    'CREATE SCHEMA x | USE x | CREATE TABLE t AS SELECT 1 AS a | SELECT a FROM t | SELECT a FROM x.t | USE main | FROM t',
    'CREATE SCHEMA x; CREATE TABLE x.t AS SELECT 1 AS a | USE x; SELECT a FROM t',
    "CREATE SCHEMA x; CREATE TABLE x.t AS SELECT 1 AS a; CREATE TABLE t AS SELECT 1 AS b | SET schema = 'x' | SELECT a FROM t | SELECT b FROM main.t",
    "CREATE SCHEMA x; CREATE TABLE x.t AS SELECT 1 AS a; CREATE TABLE t AS SELECT 1 AS b | SET search_path = 'main,x' | SELECT b FROM t | DROP TABLE t | SELECT a FROM t",
    'CREATE SCHEMA x | USE x | CREATE VIEW v AS SELECT 1 AS a | CREATE MACRO m(y) AS y + 1 | USE main | SELECT a FROM x.v | SELECT x.m(1) | FROM v | SELECT m(1)',
    'CREATE SCHEMA x | USE x | CREATE TABLE t (i INTEGER PRIMARY KEY) | CREATE INDEX k ON t (i) | INSERT OR REPLACE INTO t VALUES (1) | ALTER TABLE t ADD COLUMN j INTEGER | ALTER TABLE t RENAME TO u | SELECT i FROM u | DROP TABLE u | FROM x.u',
    'CREATE SCHEMA x | USE x | CREATE TABLE t AS SELECT 1 AS a | CREATE TABLE t AS SELECT 1 AS b | USE main | CREATE TABLE t AS SELECT 1 AS b | SELECT b FROM t',
    'CREATE SCHEMA x | USE x | FROM event_types',
    'CREATE SCHEMA x | USE x | FROM bullish_stocks()',
    'RESET schema | FROM event_types',
    "SET search_path = 'main' | FROM event_types",
    'USE memory | FROM event_types',
    'CREATE SCHEMA x | BEGIN; USE x; ROLLBACK; CREATE TABLE t AS SELECT 1 AS a | FROM x.t | FROM t',
    'CREATE SCHEMA x | USE x | DROP SCHEMA x | FROM t',
    'CREATE SCHEMA x | USE x | DROP SCHEMA x | CREATE TABLE t AS SELECT 1 AS a | SELECT a FROM main.t | FROM event_types | DROP TABLE t',
    'CREATE SCHEMA x | USE x | DROP SCHEMA IF EXISTS memory.x | CREATE TABLE t AS SELECT 1 AS a | SELECT 1',
    'CREATE SCHEMA x | USE memory | USE x | DROP SCHEMA x | CREATE TABLE t AS SELECT 1 AS a | SELECT 1',
    "CREATE SCHEMA x | SET search_path = 'main,x' | DROP SCHEMA x | CREATE TABLE t AS SELECT 1 AS a | FROM t",
    'BEGIN; CREATE SCHEMA x; USE x; ROLLBACK | SELECT 1 | FROM event_types | CREATE TABLE t AS SELECT 1 AS a | PRAGMA version | USE main | CREATE TABLE t AS SELECT 1 AS a | FROM t',
    'BEGIN; CREATE SCHEMA "q""q, r.s"; USE "q""q, r.s"; ROLLBACK | SELECT 1 | DROP SCHEMA IF EXISTS nope | SELECT 1 | CREATE SCHEMA "q""q, r.s" | CREATE TABLE t AS SELECT 1 AS a | FROM t',
    "CREATE SCHEMA x | USE memory.x | CREATE TYPE y AS INTEGER | CREATE SEQUENCE s | USE main | SELECT 1::x.y, nextval('x.s') | SELECT 1::y",
    'CREATE SCHEMA "my x" | USE "my x" | CREATE TABLE t AS SELECT 1 AS a | SELECT a FROM t | SELECT a FROM "my x".t',
    'USE main | CREATE TABLE t AS SELECT 1 AS a | FROM t',
    'CREATE SCHEMA x | USE x | CREATE TABLE t AS SELECT 1 AS a | SELECT t.a, x.t.a FROM t | WITH t AS (SELECT 1 AS b) SELECT b FROM t',
    'CREATE TABLE t AS SELECT 1 AS a | CREATE SCHEMA x | USE x | CREATE VIEW v AS SELECT a FROM main.t | USE main | ALTER TABLE t ADD COLUMN b INTEGER | FROM x.v',
    'CREATE SCHEMA x | USE x | CREATE TABLE t AS SELECT 1 AS a | CREATE VIEW v AS SELECT a FROM t | USE main | SELECT a FROM x.v | DROP TABLE x.t | FROM x.v | DROP VIEW x.v',
  ],
  namedLikeCatalogues: [
    'CREATE SCHEMA x | USE x | CREATE TABLE u AS SELECT 1 AS a | FROM u | DROP TABLE u | FROM u',
    'CREATE SCHEMA temp | USE temp | CREATE TABLE t AS SELECT 1 AS a | FROM t | SELECT a FROM memory.temp.t | FROM temp.main.t | FROM memory.main.t | USE main | FROM t | DROP SCHEMA temp | DROP SCHEMA temp CASCADE | FROM memory.temp.t',
    'CREATE SCHEMA memory | USE memory | CREATE TABLE t AS SELECT 1 AS a | FROM t | FROM memory.memory.t | FROM memory.main.t | USE memory.main | FROM t | DROP TABLE memory.memory.t | FROM memory.memory.t',
    'CREATE SCHEMA temp; CREATE TABLE memory.temp.t AS SELECT 1 AS a; CREATE TEMP TABLE t AS SELECT 2 AS b | SELECT b FROM t | SELECT a FROM memory.temp.t | SELECT b FROM temp.main.t | FROM temp.t | DROP SCHEMA temp CASCADE | SELECT b FROM t | SELECT b FROM temp.t',
    'CREATE SCHEMA memory; CREATE TABLE memory.memory.t AS SELECT 1 AS a; CREATE TABLE t AS SELECT 2 AS b | SELECT b FROM t | SELECT a FROM memory.memory.t | FROM memory.t | DROP SCHEMA memory CASCADE | SELECT b FROM memory.t',
    'CREATE SCHEMA temp | USE temp | CREATE TABLE t (i INTEGER PRIMARY KEY) | INSERT OR REPLACE INTO t VALUES (1) | ALTER TABLE t ADD COLUMN j INTEGER | SELECT j FROM t | ALTER TABLE t RENAME TO u | FROM u | DROP TABLE u | FROM u',
    'CREATE SCHEMA temp; CREATE TEMP TABLE t (i INTEGER PRIMARY KEY) | INSERT OR REPLACE INTO t VALUES (1) | CREATE TEMP VIEW v AS FROM t | FROM v | DROP VIEW v | ALTER TABLE t RENAME TO u | FROM u',
  ],
  temporary: [
    'CREATE TABLE t AS SELECT 1 AS a; CREATE TEMP TABLE t AS SELECT 2 AS b | SELECT b FROM t | SELECT b FROM temp.t | SELECT a FROM memory.main.t | DROP TABLE t | SELECT a FROM t',
    'CREATE TEMP TABLE t AS SELECT 1 AS a; CREATE TABLE t AS SELECT 2 AS b | SELECT a FROM t | SELECT b FROM memory.main.t | SELECT a FROM temp.t | DROP TABLE memory.main.t | SELECT a FROM t',
    'CREATE TEMP TABLE t AS SELECT 1 AS a | FROM temp.t | FROM memory.main.t | SELECT nope FROM temp.t',
    'CREATE TEMP VIEW v AS SELECT 1 AS a; CREATE VIEW v AS SELECT 2 AS b | SELECT a FROM v | SELECT b FROM memory.main.v',
    'CREATE TABLE t AS SELECT 1 AS a; CREATE TEMP VIEW t AS SELECT 2 AS b | SELECT b FROM t',
    'CREATE TEMP TABLE t (i INTEGER PRIMARY KEY) | INSERT OR REPLACE INTO t VALUES (1) | ALTER TABLE t RENAME TO u | SELECT i FROM u | CREATE INDEX x ON u (i) | DROP INDEX x | DROP TABLE u | FROM u',
    'CREATE TEMP TABLE t AS SELECT 1 AS a | CREATE TEMP TABLE t AS SELECT 1 AS a | CREATE OR REPLACE TEMP TABLE t AS SELECT 2 AS b | SELECT b FROM t',
    'CREATE TEMP MACRO m(x) AS x | SELECT m(1) | DROP MACRO m | SELECT m(1)',
    'CREATE TEMP TABLE t AS SELECT 1 AS a | CREATE TEMP VIEW v AS FROM t | DROP TABLE t | DROP VIEW v | FROM v',
    "CREATE TEMP SEQUENCE s | SELECT nextval('s') | DROP SEQUENCE s",
    'CREATE TEMP TABLE t AS SELECT 1 AS a | SELECT a FROM t VISUALISE a AS x, a AS y DRAW point',
    'CREATE TABLE temp.t AS SELECT 1 AS a',
    'CREATE TEMP TABLE temp.t AS SELECT 1 AS a | SELECT a FROM t',
    'CREATE TEMP TABLE t AS SELECT 1 AS a | CREATE VIEW v AS FROM t | FROM v',
    'CREATE SCHEMA s; CREATE TABLE s.t AS SELECT 1 AS a; ALTER TABLE s.t RENAME TO u | FROM s.u | FROM u',
    'CREATE TEMP TABLE t AS SELECT 1 AS a | INSERT INTO t VALUES (2) | UPDATE t SET a = 3 | DELETE FROM temp.t | TRUNCATE t',
  ],
  typesAndMacros: [
    "CREATE TYPE mood AS ENUM ('a', 'b') | CREATE TABLE t (m mood PRIMARY KEY) | INSERT OR REPLACE INTO t VALUES ('a') | DROP TABLE t | DROP TYPE mood",
    "CREATE TYPE mood AS ENUM ('a') | DROP TYPE mood | CREATE TYPE mood AS ENUM ('b') | SELECT 'b'::mood",
    'CREATE SCHEMA s | DROP SCHEMA s | CREATE SCHEMA s',
    'CREATE MACRO twice(x) AS 2 * x | CREATE TABLE t (a INTEGER, b INTEGER DEFAULT 4) | INSERT INTO t (a) VALUES (twice(2))',
  ],
  explained: [
    'EXPLAIN CREATE TABLE t AS SELECT 1 AS a | FROM t',
    'EXPLAIN ANALYZE CREATE TABLE t AS SELECT 1 AS a | SELECT a FROM t | EXPLAIN ANALYZE CREATE TABLE t AS SELECT 2 AS b | EXPLAIN ANALYZE CREATE OR REPLACE TABLE t AS SELECT 2 AS b | SELECT a FROM t | SELECT b FROM t',
    'EXPLAIN (ANALYZE) CREATE TABLE t (i INTEGER PRIMARY KEY) | EXPLAIN ANALYSE INSERT OR REPLACE INTO t VALUES (1) | EXPLAIN ANALYZE ALTER TABLE t ADD COLUMN j INTEGER | SELECT j FROM t | EXPLAIN ANALYZE DROP TABLE t | FROM t | EXPLAIN ANALYZE DROP TABLE t',
    'EXPLAIN (ANALYZE false) CREATE TABLE t AS SELECT 1 AS a | FROM t | EXPLAIN (FORMAT json, ANALYZE) CREATE TABLE u AS SELECT 1 AS a | FROM u',
    'EXPLAIN (FORMAT json) CREATE TABLE t AS SELECT 1 AS a | FROM t | EXPLAIN (SELECT 1 AS analyze) | EXPLAIN ANALYZE (SELECT 1)',
    'EXPLAIN ANALYZE CREATE VIEW v AS SELECT 1 AS a | SELECT a FROM v | EXPLAIN ANALYZE CREATE MACRO m(x) AS x | SELECT m(1)',
    "EXPLAIN ANALYZE CREATE SCHEMA s | EXPLAIN ANALYZE CREATE TYPE s.y AS INTEGER | EXPLAIN ANALYZE CREATE SEQUENCE s.n | SELECT 1::s.y, nextval('s.n') | EXPLAIN ANALYZE DROP SCHEMA s | EXPLAIN ANALYZE DROP SCHEMA s CASCADE | SELECT 1::s.y",
    'CREATE TABLE t (i INTEGER) | EXPLAIN ANALYZE CREATE INDEX x ON t (i) | DROP INDEX x | EXPLAIN ANALYZE ALTER TABLE t RENAME TO u | FROM u | FROM t',
    'EXPLAIN ANALYZE BEGIN | CREATE TABLE t AS SELECT 1 AS a | EXPLAIN ANALYZE ROLLBACK | FROM t | ROLLBACK | EXPLAIN ANALYZE COMMIT',
    'BEGIN READ ONLY | EXPLAIN ANALYZE CREATE TABLE t AS SELECT 1 AS a | EXPLAIN ANALYZE COMMIT | SELECT 1',
    'EXPLAIN ANALYZE PREPARE q AS SELECT $1 + 1 | EXPLAIN ANALYZE EXECUTE q(1) | EXPLAIN ANALYZE EXECUTE q | EXPLAIN ANALYZE DEALLOCATE q | EXECUTE q(1)',
    "EXPLAIN ANALYZE USE main | EXPLAIN ANALYZE COMMENT ON TABLE t IS 'one' | EXPLAIN ANALYZE SET threads = 1 | EXPLAIN ANALYZE EXPLAIN SELECT 1",
    'EXPLAIN ANALYZE CREATE TABLE t AS FROM bullish_stocks() | SELECT name FROM t | SELECT nope FROM t',
    'EXPLAIN ANALYZE SELECT 1 AS a VISUALISE explain_key AS x, explain_value AS y DRAW point | EXPLAIN ANALYZE SELECT 1 AS a VISUALISE a AS x, a AS y DRAW point',
    'EXPLAIN ANALYZE CALL enable_logging() | EXPLAIN ANALYZE PRAGMA enable_profiling | EXPLAIN ANALYZE INSTALL httpfs | EXPLAIN ANALYZE SHOW TABLES',
  ],
  refused: [
    [
      'INSTALL httpfs',
      'LOAD httpfs',
      "INSTALL 'httpfs' FROM community",
      'UPDATE EXTENSIONS',
      'PRAGMA enable_profiling',
      'PRAGMA disable_optimizer',
      'PRAGMA version',
      "CALL enable_logging('QueryLog')",
      "CALL enable_profiling(format := 'json')",
      "FROM enable_profiling(format := 'json')",
      'CREATE VIEW v AS FROM truncate_duckdb_logs()',
      'CALL pragma_version()',
      'EXPLAIN INSTALL httpfs',
      'EXPLAIN ANALYZE CALL enable_logging()',
      'CHECKPOINT',
      'VACUUM',
      'ANALYZE',
      'USE main',
      "SELECT json_execute_serialized_sql('x')",
      "FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))",
      'PREPARE q AS FROM enable_profiling()',
      "SET schema = 'main'",
      'PRAGMA threads = 1',
      "LOAD 'x.duckdb_extension'",
    ].join(' | '),
    "CREATE SECRET s (TYPE http) | CREATE SECRET (TYPE nope) | CREATE OR REPLACE PERSISTENT SECRET s (TYPE http, BEARER_TOKEN 'x') | CREATE TEMP SECRET IF NOT EXISTS s (TYPE http)",
    'CREATE TABLE secret (secret INTEGER) | CREATE VIEW s AS FROM secret | FROM s | BEGIN | CREATE SECRET (TYPE nope) | SELECT 1',
    'PREPARE q AS SELECT 1 | EXECUTE q | DEALLOCATE q',
    'BEGIN | ROLLBACK',
    'BEGIN; CREATE TABLE t AS SELECT 1 AS a; SELECT a FROM t; COMMIT',
  ],
  needsLeave: [
    [
      `COPY (SELECT 1) TO '${folder}/x.csv'`,
      `ATTACH '${folder}/x.db'`,
      "ATTACH ':memory:' AS other",
      'DETACH memory',
      `EXPORT DATABASE '${folder}/x'`,
      `IMPORT DATABASE '${folder}/single'`,
      `PRAGMA import_database('${folder}/single')`,
      'COPY FROM DATABASE a TO b',
    ].join(' | '),
    // The first statement of a session does not wait for its macros.
    `FROM read_duckdb('${folder}/prices.db', table_name := 'prices')`,
    `CREATE TEMP TABLE t AS SELECT 1 AS a | COPY t TO '${folder}/x.csv' | COPY t TO '${folder}/x.csv'`,
    `CREATE SCHEMA s; CREATE TABLE s.t AS SELECT 1 AS a | USE s | COPY t TO '${folder}/x.csv'`,
    `CREATE TABLE t (date DATE, close DOUBLE) | EXPLAIN COPY t TO '${folder}/x.csv' | COPY t FROM '${folder}/prices.csv'`,
  ],
};

for (const [kind, texts] of Object.entries(notebooks)) {
  test(`${kind}: a cell that runs has no error, and one that fails has a problem`, async () => {
    for (const text of texts) {
      await checkLikeRunning(text, analyst, folder);
    }
  });
}

test('a table that the session has from an earlier run has the keys that its cell gives it', async () => {
  const columns = [{ name: 'i', type: 'INTEGER' }];
  const cells = [
    'CREATE TABLE IF NOT EXISTS t (i INTEGER PRIMARY KEY)',
    'INSERT OR REPLACE INTO t VALUES (1)',
  ];
  const session = [{ name: 't', kind: 'table' as const, columns }];
  const notebook = notebookOf(cells, { session });
  const { cells: analysed } = await analyst.analyse(notebook, new CancellationSource());
  assert.deepEqual(
    analysed.flatMap(({ problems }) => problems),
    [],
  );
});

test('a view that the session has from an earlier run is dropped and renamed as one', async () => {
  const columns = [{ name: 'i', type: 'INTEGER' }];
  const session = [{ name: 'v', kind: 'view' as const, columns }];
  const notebook = notebookOf(['SELECT i FROM v', 'ALTER VIEW v RENAME TO w', 'DROP VIEW w'], {
    session,
  });
  const { cells: analysed } = await analyst.analyse(notebook, new CancellationSource());
  assert.deepEqual(
    analysed.flatMap(({ problems }) => problems),
    [],
  );
});

test('typing wrote nothing', () => {
  assert.deepEqual(treeOf(folder), tree);
});
