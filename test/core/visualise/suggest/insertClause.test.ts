import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertClause } from '../../../../src/core/visualise/suggest/insertClause';

const clause = 'VISUALISE a AS x\nDRAW bar';

/** `check(text, expected)`: the cell's text after the edit, with NEW where the clause is; null where there is no edit. */
function check(text: string, expected: string | null, replaces = false): void {
  const edit = insertClause(text, clause);
  if (edit === null || expected === null) {
    assert.equal(edit, expected, text);
    return;
  }
  const after = text.slice(0, edit.span.from) + edit.text + text.slice(edit.span.to);
  assert.equal(after, expected.replace('NEW', clause), text);
  assert.equal(edit.replaces, replaces, text);
}

test('a clause goes below the query, before its semicolon', () => {
  check('FROM t', 'FROM t\nNEW');
  check('FROM t;', 'FROM t\nNEW;');
  check('FROM t\n;\n', 'FROM t\nNEW\n;\n');
  check('FROM t\n\n', 'FROM t\nNEW\n\n');
  check('SELECT 1;\nFROM t;', 'SELECT 1;\nFROM t\nNEW;');
});

test('comments stay with the query', () => {
  check('FROM t -- the table', 'FROM t -- the table\nNEW');
  check('FROM t -- the table\n;', 'FROM t -- the table\nNEW\n;');
  check('FROM t; -- the table', 'FROM t\nNEW; -- the table');
  check('FROM t /* a; b */ ;', 'FROM t /* a; b */\nNEW ;');
  check("SELECT ';' AS s -- a ; b\n", "SELECT ';' AS s -- a ; b\nNEW\n");
  check('FROM t -- VISUALISE nothing', 'FROM t -- VISUALISE nothing\nNEW');
});

test('the last statement that gives rows is drawn', () => {
  check('FROM t; CREATE TABLE u AS FROM t;', 'FROM t\nNEW; CREATE TABLE u AS FROM t;');
  check('FROM t; SET VARIABLE a = 1', 'FROM t\nNEW; SET VARIABLE a = 1');
  check('CREATE TABLE u AS FROM t', null);
  check('-- nothing', null);
  check('', null);
});

test('a clause that is there is replaced whole', () => {
  check('FROM t VISUALISE b AS x DRAW line;', 'FROM t NEW;', true);
  check('FROM t\nVISUALISE b AS x\nDRAW line -- old\n', 'FROM t\nNEW -- old\n', true);
  check(
    'SELECT 1 VISUALISE c AS x DRAW bar; FROM t',
    'SELECT 1 VISUALISE c AS x DRAW bar; FROM t\nNEW',
  );
});

test('rows that the old clause named are kept', () => {
  check('VISUALISE b AS x FROM t DRAW line;', 'FROM t\nNEW;', true);
  check(
    'WITH t AS (FROM u) VISUALISE b AS x FROM t DRAW line',
    'WITH t AS (FROM u) FROM t\nNEW',
    true,
  );
});
