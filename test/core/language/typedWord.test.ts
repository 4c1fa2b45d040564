import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem } from '../../../src/core/language/problems';
import { problemsBeside, wordAt } from '../../../src/core/language/typedWord';

/** `check('SELECT entty|', [7, 12], false)`: whether a problem with that span is shown beside the cursor `|`. */
function check(marked: string, [from, to]: readonly [number, number], expected: boolean): void {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const problem: Problem = {
    code: 'syntax',
    span: { from, to },
    severity: 'error',
    message: '',
    data: null,
    fixes: [],
  };
  const shown = problemsBeside([problem], wordAt(text, offset));
  assert.equal(shown.length === 1, expected, marked);
}

test('a problem of the word at the cursor waits, and others are shown', () => {
  check('SELECT entty|', [7, 12], false);
  check('SELECT ent|ty', [7, 12], false);
  check('SELECT |entty', [7, 12], false);
  check('SELECT entty |', [7, 12], true);
  check('SELECT entty, na|', [7, 12], true);
  check('SELECT (entty|', [7, 8], true);
  check('FROM f(entty|)', [5, 13], false);
});

test('a problem without length waits where an editor shows it under the word', () => {
  check('SELECT a FROM|', [13, 13], false);
  check('SELECT a FROM |', [13, 13], true);
});
