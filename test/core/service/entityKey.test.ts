import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalKey, canonicalKeyOf, splitKey } from '../../../src/core/service/entityKey';
import fc from '../../support/properties';

test('a key has its type once, whatever the number of prefixes it came with', () => {
  const check = (text: string, expected: string): void => {
    assert.equal(canonicalKeyOf(text), expected, text);
  };
  check('x', 'company:x');
  check('company:x', 'company:x');
  check('company:company:x', 'company:x');
  check('company:company:company:x', 'company:x');
  check('fund:x', 'fund:x');
  check('fund:fund:x', 'fund:x');
  check('company:fund:x', 'company:fund:x');
  check(':x', 'company::x');
});

test('an id may contain a colon', () => {
  assert.equal(canonicalKeyOf('company:a:b'), 'company:a:b');
  assert.deepEqual(splitKey('company:a:b'), { type: 'company', id: 'a:b' });
  const info = { type: 'company', alpha_id: 'a:b', compound_key: 'company:a:b' };
  assert.equal(canonicalKey(info), 'company:a:b');
});

test('an entity info of an overlay and one of a time series give the same key', () => {
  const check = (alpha_id: string, compound_key: string): void => {
    assert.equal(canonicalKey({ type: 'company', alpha_id, compound_key }), 'company:x', alpha_id);
  };
  check('x', 'company:x');
  check('company:x', 'company:company:x');
  check('company:company:x', 'company:company:company:x');
});

test('an entity info without its id or type is read from what it has', () => {
  const check = (info: Parameters<typeof canonicalKey>[0], expected: string | null): void => {
    assert.equal(canonicalKey(info), expected, JSON.stringify(info));
  };
  check({}, null);
  check({ type: 'company', alpha_id: null, compound_key: '' }, null);
  check({ compound_key: 'company:company:x' }, 'company:x');
  check({ alpha_id: 'x' }, 'company:x');
  check({ alpha_id: 'x', compound_key: 'fund:x' }, 'fund:x');
  check({ alpha_id: 'fund:x' }, 'fund:x');
  check({ type: 'fund', alpha_id: 'x' }, 'fund:x');
});

test('a canonical key is its own canonical key, and its parts join to it again', () => {
  fc.assert(
    fc.property(fc.string(), text => {
      const key = canonicalKeyOf(text);
      const { type, id } = splitKey(key);
      assert.equal(canonicalKeyOf(key), key);
      assert.equal(`${type}:${id}`, key);
      assert.equal(canonicalKey({ type, alpha_id: id }) ?? key, key);
    }),
  );
});

test('a text without a type splits as a company', () => {
  assert.deepEqual(splitKey('x'), { type: 'company', id: 'x' });
});
