import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isColourText, solidColour } from '../../../src/view/chart/colourText';

function check(text: string, expected: boolean): void {
  assert.equal(isColourText(text), expected, text);
}

test('colours in each of their spellings may be a paint', () => {
  const colours = ['red', 'transparent', 'none', '#fff', '#1a85ffcc', 'rgb(12, 34, 5)'];
  for (const text of [...colours, 'rgba(0,0,0,.5)', 'hsl(120deg 50% 50% / 0.5)', 'RGB(1 2 3)']) {
    check(text, true);
  }
});

test('what a browser could load may not', () => {
  const addresses = ['url(http://x)', 'URL( "x" )', '\\75rl(x)', 'u\\72 l(x)', 'rgb(url(x))'];
  for (const text of [...addresses, 'red url(x)', 'image-set("x" 1x)', 'var(--x)', '#ggg', '']) {
    check(text, false);
  }
});

test('a colour of the theme that lets the page through is not drawn with', () => {
  const check = (text: string, expected: string): void =>
    assert.equal(solidColour(text, 'standard'), expected, text);
  check('#d18616', '#d18616');
  check('#fff', '#fff');
  check('rgb(1, 2, 3)', 'rgb(1, 2, 3)');
  check('#d1861699', 'standard');
  check('#fff8', 'standard');
  check('rgba(1, 2, 3, 0.5)', 'standard');
  check('rgb(1 2 3 / 50%)', 'standard');
  check('', 'standard');
});
