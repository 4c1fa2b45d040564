import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statementsOf } from '../../../src/core/sql/statements';
import { tokenize } from '../../../src/core/sql/tokens';
import fc from '../../support/properties';

/** `check(text, ['sql', 'sql | clause'])`: each statement, its clause behind a bar. */
function check(text: string, expected: string[]): void {
  const found = statementsOf(text).map(({ sql, clause }) => {
    const query = text.slice(sql.from, sql.to);
    return clause ? `${query} | ${text.slice(clause.from, clause.to)}` : query;
  });
  assert.deepEqual(found, expected, text);
}

test('semicolons separate statements, except in strings, comments and brackets', () => {
  check('SELECT 1; SELECT 2', ['SELECT 1', 'SELECT 2']);
  check(';; SELECT 1 ;; ', ['SELECT 1']);
  check("SELECT ';' ; SELECT 2", ["SELECT ';'", 'SELECT 2']);
  check('SELECT ";" -- ; no\n; SELECT /* ; /* ; */ ; */ 2', [
    'SELECT ";"',
    'SELECT /* ; /* ; */ ; */ 2',
  ]);
  check('SELECT $$ ; $$; SELECT $a$ ; $$ ; $a$', ['SELECT $$ ; $$', 'SELECT $a$ ; $$ ; $a$']);
  check("SELECT e'\\'; '; SELECT 2", ["SELECT e'\\'; '", 'SELECT 2']);
  check('', []);
  check('-- nothing', []);
});

test('a VISUALISE clause begins where a query may end', () => {
  check('FROM t VISUALISE a AS x DRAW line', ['FROM t | VISUALISE a AS x DRAW line']);
  check('SELECT * VISUALIZE a AS x DRAW line; SELECT 2', [
    'SELECT * | VISUALIZE a AS x DRAW line',
    'SELECT 2',
  ]);
  check('VISUALISE a AS x FROM t DRAW point', [' | VISUALISE a AS x FROM t DRAW point']);
});

test('visualise as a name opens no clause', () => {
  check('SELECT 1 AS visualise', ['SELECT 1 AS visualise']);
  check('SELECT visualise FROM t', ['SELECT visualise FROM t']);
  check('SELECT a, visualise FROM visualise', ['SELECT a, visualise FROM visualise']);
  check("SELECT 'VISUALISE x'", ["SELECT 'VISUALISE x'"]);
  check('SELECT (SELECT 1 visualise)', ['SELECT (SELECT 1 visualise)']);
  check('SELECT t.visualise', ['SELECT t.visualise']);
});

test('tokens cover any text in order and without overlap', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      let end = 0;
      for (const { from, to } of tokenize(text)) {
        assert.ok(from >= end && to > from && to <= text.length);
        end = to;
      }
    }),
  );
});

test('the text of any statements is found again', () => {
  const pieces = [
    'SELECT',
    "';'",
    '"a;b"',
    '(',
    ')',
    ';',
    '--x\n',
    '/*;*/',
    '$$;$$',
    'VISUALISE',
    '1',
    ',',
    "'",
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces)), parts => {
      const text = parts.join(' ');
      for (const { span, sql } of statementsOf(text)) {
        assert.ok(span.from <= sql.from && sql.to <= span.to);
      }
    }),
  );
});
