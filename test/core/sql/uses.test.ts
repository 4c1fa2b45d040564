import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statementsOf } from '../../../src/core/sql/statements';
import { usesOf } from '../../../src/core/sql/uses';

/** `check(text, 'a b.qualifier')`: the tables that are named; macros and variables with `()` and `$`. */
function check(text: string, expected: string): void {
  const uses = statementsOf(text).flatMap(({ tokens }) => usesOf(text, tokens));
  const shown = uses
    .filter(({ kind, name }) => kind !== 'macro' || name.startsWith('m_'))
    .map(({ kind, name, role, span }) => {
      assert.ok(text.slice(span.from, span.to).includes(name.replaceAll('"', '""')), text);
      const form = kind === 'macro' ? `${name}()` : kind === 'variable' ? `$${name}` : name;
      return role === 'source' ? form : `${form}.${role}`;
    });
  assert.equal(shown.join(' '), expected, text);
}

test('relations are found behind FROM and JOIN and between commas', () => {
  check('SELECT * FROM a', 'a');
  check('FROM a', 'a');
  check('FROM a, b c, d AS e', 'a b d');
  check('FROM a JOIN b ON a.x = b.x, c', 'a b a.qualifier b.qualifier c');
  check('FROM a LEFT JOIN b USING (x) CROSS JOIN c', 'a b c');
  check('FROM a ASOF JOIN b ON a.d >= b.d WHERE x IN (1, 2), y', 'a b a.qualifier b.qualifier');
  check('SELECT (SELECT max(x) FROM b), c FROM a', 'b a');
  check('FROM (FROM a) t, (SELECT 1 FROM b) u', 'a b');
  check('SELECT a, b FROM c GROUP BY d, e', 'c');
  check('FROM s.t', 't');
  check('FROM "A b"', 'A b');
  check('FROM a UNION ALL FROM b EXCEPT SELECT x, y FROM c', 'a b c');
  check('VALUES (1), (2)', '');
  check('TABLE a', 'a');
});

test('FROM inside an expression opens nothing', () => {
  check('SELECT a IS DISTINCT FROM b', '');
  check('SELECT a IS NOT DISTINCT FROM b FROM c', 'c');
  check('SELECT extract(year FROM d) FROM t', 't');
  check("SELECT trim(both 'x' FROM d), substring(e FROM 2) FROM t", 't');
});

test('aliases and common table expressions are no tables', () => {
  check('WITH w AS (FROM a) FROM w', 'a');
  check('WITH w AS (FROM w) FROM w', 'w');
  check('WITH RECURSIVE w AS (SELECT 1 UNION ALL FROM w) FROM w', '');
  check('WITH v AS (SELECT 1), w AS (FROM v) FROM v, w, x', 'x');
  check('FROM (WITH w AS (FROM a) FROM w), w', 'a w');
  check('FROM a AS b WHERE b.x = 1', 'a');
  check('FROM a AS a WHERE a.x = 1', 'a');
});

test('other statements name tables too', () => {
  check('INSERT INTO a SELECT * FROM b', 'a b');
  check('INSERT OR REPLACE INTO a FROM b', 'a b');
  check(
    'MERGE INTO a USING b ON a.x = b.x WHEN MATCHED THEN DELETE',
    'a b a.qualifier b.qualifier',
  );
  check('UNPIVOT a ON x, y INTO NAME what VALUE value', 'a');
  check('INSERT INTO a (x, y) VALUES (1, 2)', 'a');
  check('UPDATE a SET x = (SELECT 1 FROM b)', 'a b');
  check('DELETE FROM a USING b WHERE a.x = b.x', 'a b a.qualifier b.qualifier');
  check('ALTER TABLE a ADD COLUMN x INTEGER', 'a');
  check('DROP TABLE IF EXISTS a', 'a');
  check('CREATE TABLE a AS FROM b', 'b');
  check('CREATE TABLE a (x INTEGER)', '');
  check('CREATE INDEX i ON a (x)', 'a');
  check('DESCRIBE a', 'a');
  check('SUMMARIZE a', 'a');
  check('PIVOT a ON x USING sum(y)', 'a');
  check('FROM (PIVOT a ON x)', 'a');
  check('TRUNCATE TABLE a', 'a');
});

test('macros, variables and names in text are found', () => {
  check("SELECT m_f(getvariable('v')) FROM m_t('x')", 'm_f() $v.text m_t()');
  check("FROM query_table('a')", 'a.text');
  check("FROM 'a.csv'", 'a.csv.text');
});

test('a text that is not finished tells as far as it goes', () => {
  check('SELECT FROM', '');
  check('FROM', '');
  check('FROM a JOIN', 'a');
  check('FROM a,', 'a');
  check('FROM (((', '');
  check('WITH w AS (FROM a', 'a');
});
