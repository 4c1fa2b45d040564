import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textLiteral } from '../../../src/core/base/quoted';

test('a text is one literal, whatever quotes are in it', () => {
  assert.equal(textLiteral(''), `''`);
  assert.equal(textLiteral(`it's '' "x"`), `'it''s '''' "x"'`);
});

test('the text of a statement has no U+0000, at which it would end', () => {
  assert.equal(textLiteral('a\0b'), `('a' || chr(0) || 'b')`);
  assert.equal(textLiteral(`\0'`), `('' || chr(0) || '''')`);
});
