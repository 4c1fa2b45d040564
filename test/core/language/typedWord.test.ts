import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem } from '../../../src/core/language/problems';
import { problemsBeside } from '../../../src/core/language/typedWord';

interface More {
  readonly isUnfinished?: boolean;
  readonly isPaused?: boolean;
  readonly other?: Partial<Problem>;
}

/** `check('SELECT entty|', [7, 12], false)`: whether a problem with that span is shown beside the cursor `|`. */
function check(
  marked: string,
  [from, to]: readonly [number, number],
  expected: boolean,
  { isUnfinished = false, isPaused = false, other = {} }: More = {},
): void {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const problem: Problem = {
    code: 'syntax',
    span: { from, to },
    severity: 'error',
    message: '',
    data: { message: '', isUnfinished },
    fixes: [],
    ...other,
  };
  const shown = problemsBeside([problem], { text, offset, isPaused });
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

test('a problem of empty quotes waits until the cursor leaves them, whether or not typing pauses', () => {
  for (const isPaused of [false, true]) {
    check("FROM f('|')", [7, 9], false, { isPaused });
    check("FROM f('|')", [0, 4], true, { isPaused });
    check("FROM f(''|)", [7, 9], true, { isPaused });
    check("FROM f('a'|'b')", [7, 12], true, { isPaused });
  }
});

test('a problem of the word is shown when typing pauses', () => {
  check('SELECT entty|', [7, 12], true, { isPaused: true });
});

test('what is missing at the cursor is not told while the cursor is there, whether or not typing pauses', () => {
  for (const isPaused of [false, true]) {
    const more = { isUnfinished: true, isPaused };
    check('FROM |', [3, 4], false, more);
    check('FROM|', [3, 4], false, more);
    check('SELECT 1;\nFROM \n  |', [13, 14], false, more);
    check('SELECT * FROM |\nVISUALISE x DRAW point', [12, 13], false, more);
    check('FROM | ; SELECT 1', [3, 4], false, more);
    check('FR|OM ', [3, 4], isPaused, more);
    check('FROM t WHERE | AND', [17, 18], true, more);
    check('SELECT 1; | FROM ', [15, 16], true, more);
  }
  check('FROM |', [3, 4], true, { isUnfinished: false });
});

test('a layer, an argument or a value that is not there yet is not missed while the cursor is there', () => {
  const expected = { problem: { code: 'expected', data: { what: 'a layer', found: '' } } };
  const layer: Partial<Problem> = { code: 'chart.expected', data: expected };
  const entities: Partial<Problem> = { code: 'argument.missingEntities', data: {} };
  const value: Partial<Problem> = { code: 'noValue', data: {} };
  for (const isPaused of [false, true]) {
    check('VISUALISE x DRAW |', [16, 16], false, { isPaused, other: layer });
    check('VISUALISE x DRAW|', [16, 16], false, { isPaused, other: layer });
    const clause = { problem: { code: 'expected', data: { what: 'a layer', found: 'LABEL' } } };
    const before = { code: 'chart.expected', data: clause } as const;
    check("VISUALISE x DRAW |\nLABEL x => 'a'", [12, 16], false, { isPaused, other: before });
    check('VISUALISE x DRAW \nLABEL x => |', [12, 16], true, { isPaused, other: before });
    check('VISU|ALISE x DRAW ', [16, 16], true, { isPaused, other: layer });
    check('VISUALISE x DRAW 1|', [17, 18], isPaused, {
      isPaused,
      other: { code: 'chart.expected', data: { problem: { data: { found: '1' } } } },
    });
    check('FROM f(|', [5, 6], false, { isPaused, other: entities });
    check('FROM f(|)', [5, 6], false, { isPaused, other: entities });
    check('FROM f(|)', [5, 6], false, { isPaused });
    check('FROM f()|', [5, 6], true, { isPaused, other: entities });
    check('FROM f(| , g := 1)', [5, 6], true, { isPaused, other: entities });
    check('FROM f(g := |)', [7, 8], false, { isPaused, other: value });
    check('FROM f(g := ) |', [7, 8], true, { isPaused, other: value });
  }
});
