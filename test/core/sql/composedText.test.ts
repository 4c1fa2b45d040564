import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ComposedText } from '../../../src/core/sql/composedText';

test('a position in a copied stretch is told in the source', () => {
  const source = 'SELECT foo FROM f(1) WHERE bar';
  const composed = new ComposedText()
    .add('CREATE TABLE t AS ', 0)
    .copy(source, { from: 0, to: source.length }, [{ span: { from: 16, to: 20 }, text: '"_1".f' }]);
  assert.equal(composed.text, 'CREATE TABLE t AS SELECT foo FROM "_1".f WHERE bar');
  for (const word of ['SELECT', 'foo', 'FROM', 'WHERE', 'bar']) {
    assert.equal(composed.originOf(composed.text.indexOf(word)), source.indexOf(word), word);
  }
});

test('a position in a replacement is told as the place of what it replaces', () => {
  const source = 'FROM f(1) x';
  const composed = new ComposedText().copy(source, { from: 0, to: 11 }, [
    { span: { from: 5, to: 9 }, text: '"_12".something' },
  ]);
  assert.equal(composed.originOf(composed.text.indexOf('something')), 5);
  assert.equal(composed.originOf(composed.text.indexOf(' x') + 1), 10);
});

test('text of ours has no place in the source unless it is given one', () => {
  const composed = new ComposedText().add('SELECT ').copy('abc', { from: 1, to: 3 });
  assert.equal(composed.originOf(2), null);
  assert.equal(composed.originOf(8), 2);
});

test('of replacements inside each other the outer one counts', () => {
  const composed = new ComposedText().copy('a(b(c)) d', { from: 0, to: 9 }, [
    { span: { from: 2, to: 6 }, text: 'inner' },
    { span: { from: 0, to: 7 }, text: 'outer' },
  ]);
  assert.equal(composed.text, 'outer d');
});
