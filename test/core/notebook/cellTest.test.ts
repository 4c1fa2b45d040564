import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellOptions } from '../../../src/core/notebook/cellOptions';
import { distinctNames, testOf } from '../../../src/core/notebook/cellTest';

function check(text: string, name: string | null, language = 'signals-sql'): void {
  assert.equal(testOf(language, text)?.value ?? null, name, text);
}

test('the option makes a cell a test, wherever it is among the comments that the cell begins with', () => {
  check('--| test: no gaps\nSELECT 1', 'no gaps');
  check('-- Why\n--|test:no gaps  \r\n-- and more\nSELECT 1', 'no gaps');
  check('--| TEST: a # a comment\nSELECT 1', 'a');
  check('--| test: a#1: b\nSELECT 1', 'a#1: b');
  check('--| test: a\n--| test: b\nSELECT 1', 'b');
});

test('an option without a value, elsewhere or in another language makes none', () => {
  check('SELECT 1', null);
  check('--| test:\nSELECT 1', null);
  check('--| test:   # later\nSELECT 1', null);
  check('SELECT 1\n--| test: a', null);
  check('-- test: a\nSELECT 1', null);
  check('--| test: a', null, 'vega-lite');
});

test('an option has the span of its line', () => {
  const text = '-- x\r\n--| test: a\r\nSELECT 1';
  const [option] = cellOptions('signals-sql', text);
  assert.equal(text.slice(option?.span.from, option?.span.to), '--| test: a');
});

test('each test of a notebook has a name of its own', () => {
  assert.deepEqual(distinctNames(['rows', 'nulls', 'rows', 'rows']), [
    'rows',
    'nulls',
    'rows (2)',
    'rows (3)',
  ]);
  const written = distinctNames(['rows', 'rows', 'rows (2)', 'rows (2)']);
  assert.equal(new Set(written).size, 4);
  assert.deepEqual(written.slice(0, 3), ['rows', 'rows (3)', 'rows (2)']);
});
