import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldsOf, outlineOf, type OutlineEntry } from '../../../src/core/language/outline';

function said({ kind, name, children }: OutlineEntry): string {
  return `${kind} ${name}${children.length > 0 ? ` [${children.map(said).join(', ')}]` : ''}`;
}

/** `expected`: entries as `kind name`, children in brackets. */
function check(text: string, ...expected: string[]): void {
  assert.deepEqual(outlineOf(text).map(said), expected);
}

test('every statement is an entry, named by what it makes or by its beginning', () => {
  check('CREATE TABLE t AS SELECT 1; SET VARIABLE since = 2', 'table t', 'variable since');
  check('CREATE OR REPLACE MACRO "my f"(x) AS x', 'macro my f');
  check('SELECT 1\n  -- one\n  FROM t', 'query SELECT 1 FROM t');
  check(
    `SELECT ${'long, '.repeat(30)} 1`,
    `query SELECT ${'long, '.repeat(30)}`.slice(0, 65) + '…',
  );
  check('', ...[]);
});

test('what a statement does to what is there is told beside its name', () => {
  /** `expected`: name and detail. */
  const checkDetail = (text: string, expected: string): void => {
    const [entry] = outlineOf(text);
    assert.equal(`${entry?.name}, ${entry?.detail}`, expected);
  };
  checkDetail('CREATE TABLE t AS SELECT 1', 't, table');
  checkDetail('CREATE TABLE IF NOT EXISTS t AS SELECT 1', 't, table');
  checkDetail('INSERT INTO t VALUES (1)', 't, changes the table');
  checkDetail('UPDATE t SET a = 1', 't, changes the table');
  checkDetail('DROP VIEW v', 'v, drops the view');
});

test('a chart is an entry below its query, or one of its own', () => {
  check(
    "FROM t VISUALISE x, y DRAW line DRAW point LABEL title => 'Who leads?'",
    'query FROM t [chart Who leads?]',
  );
  check('VISUALISE x, y FROM t DRAW line DRAW line', 'chart Chart: line');
});

test('the selection lies in the entry, for any cell', () => {
  for (const text of [
    'FROM t VISUALISE',
    'VISUALISE',
    'CREATE TABLE',
    ';;',
    'drop view v; alter table a rename to b',
  ]) {
    for (const { span, selection } of outlineOf(text)) {
      assert.ok(span.from <= selection.from && selection.to <= span.to, text);
    }
  }
});

test('statements, clauses and comments of several lines fold', () => {
  const text = '-- one\n-- two\nSELECT 1,\n  2\nVISUALISE x\nDRAW point;\nFROM t';
  const folds = foldsOf(text).map(({ span, isComment }) => [
    text.slice(span.from, span.to),
    isComment,
  ]);
  assert.deepEqual(folds, [
    ['SELECT 1,\n  2\nVISUALISE x\nDRAW point', false],
    ['SELECT 1,\n  2', false],
    ['VISUALISE x\nDRAW point', false],
    ['-- one\n-- two', true],
  ]);
});
