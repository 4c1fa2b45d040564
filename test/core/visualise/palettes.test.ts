import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as vega from 'vega';
import { nearest } from '../../../src/core/base/nearest';
import { paletteNamed, paletteNames, undrawnPalettes } from '../../../src/core/visualise/palettes';

test('every palette is a scheme that Vega has', () => {
  for (const name of paletteNames.filter(own => own !== 'diverging')) {
    const scheme = paletteNamed(name.toUpperCase())?.scale['scheme'];
    assert.equal(typeof scheme, 'string', name);
    assert.ok(vega.scheme(String(scheme)), name);
  }
});

test('the diverging palette is the range of the theme', () => {
  assert.deepEqual(paletteNamed('Diverging')?.scale, { range: 'diverging' });
});

test('a palette that Vega does not have is known by name only', () => {
  for (const name of [...undrawnPalettes, 'constructor', '']) {
    assert.equal(paletteNamed(name), undefined, name);
  }
});

test('a mistyped name finds the one that was meant, and nothing far away', () => {
  const check = (word: string, expected: string | null): void =>
    assert.equal(nearest(word, ['line', 'area', 'ribbon', 'point']), expected, word);
  check('lien', 'line');
  check('LINE', 'line');
  check('ribon', 'ribbon');
  check('pnt', null);
  check('x', null);
  check('', null);
});
