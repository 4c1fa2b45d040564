import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentKey } from '../../../src/core/language/contentKey';
import { isOptionLine, withoutOptions } from '../../../src/core/notebook/cellOptions';
import { foldEdit, isFolded } from '../../../src/core/notebook/codeFold';
import { formatCell } from '../../../src/core/visualise/formatCell';
import fc from '../../support/properties';

const sql = 'signals-sql';

/** The text with the option made true, or taken out. */
function withFold(text: string, fold: boolean): string {
  const edit = foldEdit(sql, text, fold);
  return edit ? text.slice(0, edit.span.from) + edit.text + text.slice(edit.span.to) : text;
}

function check(text: string, expected: boolean): void {
  assert.equal(isFolded(sql, text), expected, JSON.stringify(text));
}

test('the option folds a cell where its other options are', () => {
  check('--| code-fold: true\nSELECT 1', true);
  check('--| code-fold: true', true);
  check('--|code-fold:true\r\nSELECT 1', true);
  check('-- | code-fold :  True   # long\nSELECT 1', true);
  check('--| label: top\n--| code-fold: true\nSELECT 1', true);
  check('--| code-fold: false\nSELECT 1', false);
  check('--| code-fold: show\nSELECT 1', false);
  check('--| code-fold: true\n--| code-fold: false\nSELECT 1', false);
});

test('the option is read after a sentence that says what the cell does', () => {
  check('-- why\n--| code-fold: true\nSELECT 1', true);
  check('-- why\r\n--| x: 1\r\n-- how\r\n--| code-fold: true', true);
});

test('elsewhere it is a comment as others are', () => {
  check('', false);
  check('SELECT 1\n--| code-fold: true', false);
  check('\n--| code-fold: true\nSELECT 1', false);
  check('/*\n--| code-fold: true\n*/ SELECT 1', false);
  check("SELECT '\n--| code-fold: true'", false);
  check('--| code-fold: true\rSELECT 1', false);
  check('--| code-folds: true\nSELECT 1', false);
  check('-- code-fold: true\nSELECT 1', false);
});

test('folding writes one line before the query and after the other options', () => {
  assert.equal(withFold('SELECT 1', true), '--| code-fold: true\nSELECT 1');
  assert.equal(withFold('--| x: 1\nFROM a', true), '--| x: 1\n--| code-fold: true\nFROM a');
  assert.equal(withFold('--| x: 1', true), '--| x: 1\n--| code-fold: true');
  assert.equal(withFold('', true), '--| code-fold: true\n');
  const options = '--| code-fold: show\n--| x: 1\n--| code-fold: false\nFROM a';
  assert.equal(withFold(options, true), '--| code-fold: true\n--| x: 1\nFROM a');
});

test('folding leaves the sentence of a cell in its first line', () => {
  assert.equal(withFold('-- why\r\nFROM a', true), '-- why\r\n--| code-fold: true\r\nFROM a');
  assert.equal(
    withFold('-- why\n--| x: 1\n-- how\nFROM a', true),
    '-- why\n--| x: 1\n--| code-fold: true\n-- how\nFROM a',
  );
  assert.equal(withFold('-- why', true), '-- why\n--| code-fold: true');
});

test('without its options a cell begins with its sentence', () => {
  assert.equal(withoutOptions('--| x: 1\n-- why\n--| code-fold: true\nFROM a'), '-- why\nFROM a');
  assert.equal(withoutOptions('--| code-fold: true\r\nFROM a'), 'FROM a');
  assert.equal(withoutOptions('FROM a'), 'FROM a');
});

test('unfolding takes the line out and leaves the other options', () => {
  assert.equal(withFold('--| code-fold: true\nSELECT 1', false), 'SELECT 1');
  assert.equal(withFold('--| x: 1\n--| code-fold: true\nFROM a', false), '--| x: 1\nFROM a');
  assert.equal(withFold('--| code-fold: true', false), '');
  assert.equal(withFold('--| code-fold: show\nSELECT 1', false), '--| code-fold: show\nSELECT 1');
});

test('a cell without comments has no option', () => {
  assert.equal(foldEdit('vega-lite', '{}', true), null);
  assert.equal(isFolded('vega-lite', '--| code-fold: true\n{}'), false);
});

const parts = ['--| x: 1', '--|', '-- why', 'SELECT 1', '/*', '*/', "'a", ';', '', '--| code-fold'];

test('any cell is folded and unfolded again to the letter, and means the same in between', () => {
  const texts = fc
    .tuple(fc.array(fc.constantFrom(...parts), { maxLength: 6 }), fc.constantFrom('\n', '\r\n'))
    .map(([lines, ending]) => lines.join(ending));
  fc.assert(
    fc.property(texts, text => {
      const folded = withFold(text, true);
      assert.ok(isFolded(sql, folded));
      assert.equal(withFold(folded, true), folded);
      assert.equal(withFold(folded, false), text);
      assert.equal(contentKey(sql, folded), contentKey(sql, text), 'its result is not stale');
    }),
  );
});

test('laying out a cell leaves the option where it is', () => {
  const text = '--| x: 1\n--| code-fold: true\n-- why\nselect 1 as a,\n2 as b';
  assert.match(formatCell(text, 2), /^--\| x: 1\n--\| code-fold: true\n-- why\nSELECT/i);
});

test('an option can be written on the lines of options and on the one after them', () => {
  const text = '--| x: 1\n--| code\nSELECT 1\n';
  for (const [offset, expected] of [
    [0, true],
    [text.indexOf('code'), true],
    [text.indexOf('SELECT'), true],
    [text.length, false],
  ] as const) {
    assert.equal(isOptionLine(text, offset), expected, String(offset));
  }
  assert.ok(isOptionLine('', 0));
  assert.ok(!isOptionLine('\n', 1));
});
