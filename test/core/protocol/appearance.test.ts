import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paletteOf, readAppearance } from '../../../src/core/protocol/appearance';

test('a palette is one of three, whatever the setting holds', () => {
  const check = (value: unknown, expected: string): void =>
    assert.equal(paletteOf(value), expected, String(value));
  check('greenUp', 'greenUp');
  check('redUp', 'redUp');
  check('colourBlind', 'colourBlind');
  check('purple', 'colourBlind');
  check(null, 'colourBlind');
  const read = readAppearance({ type: 'appearance', palette: 'redUp', more: 1 });
  assert.deepEqual(read, {
    type: 'appearance',
    palette: 'redUp',
    exportColours: 'light',
    translations: {},
  });
  assert.equal(readAppearance({ type: 'page', palette: 'redUp' }), null);
});
