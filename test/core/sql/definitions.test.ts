import assert from 'node:assert/strict';
import { test } from 'node:test';
import { definitionsOf } from '../../../src/core/sql/definitions';
import { statementsOf } from '../../../src/core/sql/statements';

/** `check(text, 'creates table t')`: what the statements do. */
function check(text: string, expected: string): void {
  const found = statementsOf(text).flatMap(statement => definitionsOf(text, statement));
  const shown = found.map(({ kind, name, effect, path, span, parameters, body }) => {
    assert.ok(text.slice(span.from, span.to).includes(name), text);
    const list = parameters.map(({ name: parameter, default: standard }) =>
      standard === null ? parameter : `${parameter}=${standard}`,
    );
    const macro = kind === 'macro' && effect !== 'drops' ? `(${list.join(', ')})` : '';
    const made = body && kind === 'variable' ? ` = ${text.slice(body.from, body.to)}` : '';
    return `${effect} ${kind} ${[...path, name].join('.')}${macro}${made}`;
  });
  assert.equal(shown.join('; '), expected, text);
}

test('what is made is told', () => {
  check('CREATE TABLE t AS SELECT 1', 'creates table t');
  check('create or replace temp table "T x" (a INTEGER)', 'replaces table T x');
  check('CREATE TABLE IF NOT EXISTS s.t AS FROM u', 'keeps table s.t');
  check('CREATE VIEW v AS FROM t', 'creates view v');
  check('CREATE OR REPLACE TEMPORARY VIEW v (a, b) AS FROM t', 'replaces view v');
  check('CREATE RECURSIVE VIEW v (a) AS SELECT 1', 'creates view v');
  check('CREATE MACRO m(a, b := 2 + 3) AS a + b', 'creates macro m(a, b=2 + 3)');
  check('CREATE OR REPLACE FUNCTION m() AS TABLE FROM t', 'replaces macro m()');
  check('CREATE SCHEMA s', '');
  check('CREATE INDEX i ON t (a)', '');
});

test('variables are told with their expression', () => {
  check("SET VARIABLE since = DATE '2026-01-01'", "replaces variable since = DATE '2026-01-01'");
  check('SET SESSION VARIABLE n TO 5', 'replaces variable n = 5');
  check('RESET VARIABLE n', 'drops variable n');
  check('SET threads = 4', '');
});

test('what is changed or dropped is told', () => {
  check('INSERT INTO t VALUES (1)', 'changes table t');
  check('INSERT OR REPLACE INTO t FROM u', 'changes table t');
  check('WITH a AS (SELECT 1) INSERT INTO t FROM a', 'changes table t');
  check('UPDATE t SET a = 1', 'changes table t');
  check('DELETE FROM t', 'changes table t');
  check('MERGE INTO t USING u ON true WHEN MATCHED THEN DELETE', 'changes table t');
  check('TRUNCATE TABLE t', 'changes table t');
  check("COPY t FROM 'x.csv'", 'changes table t');
  check("COPY t TO 'x.csv'", '');
  check('ALTER TABLE t ADD COLUMN a INTEGER', 'changes table t');
  check('ALTER TABLE t RENAME TO u', 'drops table t; creates table u');
  check('DROP TABLE IF EXISTS a, s.b', 'drops table a; drops table s.b');
  check('DROP MACRO TABLE m', 'drops macro m');
  check('DROP VIEW v; CREATE VIEW v AS FROM t', 'drops view v; creates view v');
});

test('a text that is not finished defines what it names', () => {
  check('CREATE', '');
  check('CREATE TABLE', '');
  check('CREATE TABLE t', 'creates table t');
  check('CREATE MACRO m(a,', 'creates macro m(a)');
  check('SET VARIABLE', '');
  check('SET VARIABLE a', 'replaces variable a');
  check('DROP TABLE', '');
  check('ALTER TABLE', '');
  check('INSERT INTO', '');
});
