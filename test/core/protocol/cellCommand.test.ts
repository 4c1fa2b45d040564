import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paletteOf, readAppearance } from '../../../src/core/protocol/appearance';
import { readRendererMessage } from '../../../src/core/protocol/readRendererMessage';

test('a page names one of two steps, and the result that it shows', () => {
  const about = { resultId: 'r1', fetchedAt: '2026-11-20T12:00:00Z' };
  for (const command of ['editAsVegaLite', 'suggestCharts']) {
    const message = { type: 'cellCommand', command, ...about };
    assert.deepEqual(readRendererMessage({ ...message, more: 1 }), message);
  }
  for (const wrong of [
    { command: 'constructor', ...about },
    { command: 'signals.forgetToken', ...about },
    { command: 'suggestCharts', resultId: 'r1' },
    { command: 'suggestCharts', ...about, resultId: 1 },
    { command: 'suggestCharts', ...about, fetchedAt: 'x'.repeat(201) },
  ]) {
    assert.equal(readRendererMessage({ type: 'cellCommand', ...wrong }), null);
  }
});

test('a palette is one of three, whatever the setting holds', () => {
  const check = (value: unknown, expected: string): void =>
    assert.equal(paletteOf(value), expected, String(value));
  check('greenUp', 'greenUp');
  check('redUp', 'redUp');
  check('colourBlind', 'colourBlind');
  check('purple', 'colourBlind');
  check(null, 'colourBlind');
  const read = readAppearance({ type: 'appearance', palette: 'redUp', more: 1 });
  assert.deepEqual(read, { type: 'appearance', palette: 'redUp', exportColours: 'light' });
  assert.equal(readAppearance({ type: 'page', palette: 'redUp' }), null);
  assert.deepEqual(readRendererMessage({ type: 'appearance' }), { type: 'appearance' });
});
