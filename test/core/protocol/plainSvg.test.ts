import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPlainSvg, plainSvg } from '../../../src/core/protocol/plainSvg';
import { assertProportional } from '../../support/growth';

const xmlns = 'xmlns="http://www.w3.org/2000/svg"';

function check(svg: string, expected: boolean): void {
  assert.equal(isPlainSvg(svg), expected, svg.slice(0, 200));
}

test('SVG of shapes, texts and its own gradients only draws', () => {
  check(`<svg ${xmlns} width="1" height="1"/>`, false);
  check(`<svg ${xmlns} width="1" height="1"></svg>`, true);
  check(`<svg ${xmlns}><g class="a"><path d="M0,0"/><text x="1">a &lt; b</text></g></svg>`, true);
  check(
    `<svg ${xmlns}><path fill="url(#gradient_0)" clip-path="url(&quot;#clip1&quot;)"/></svg>`,
    true,
  );
});

test('SVG that could run, load or link does not only draw', () => {
  for (const inside of [
    '<script>alert(1)</script>',
    '<foreignObject></foreignObject>',
    '<image href="https://attacker.invalid/"/>',
    '<a href="https://attacker.invalid/"></a>',
    '<use href="#a"/>',
    '<style>@import "https://attacker.invalid/"</style>',
    '<animate attributeName="x"/>',
    '<path onclick="alert(1)"/>',
    '<path style="fill:url(https://attacker.invalid/)"/>',
    '<path fill="url(https://attacker.invalid/#a)"/>',
    '<path fill="URL( https://attacker.invalid/)"/>',
    '<path fill="url(#a) url(https://attacker.invalid/)"/>',
    '<svg xmlns="http://www.w3.org/1999/xhtml"></svg>',
    "<path d='M0,0'/>",
    '<path d="M0,0"',
    '<!-- comment -->',
    '<![CDATA[x]]>',
    '<?xml-stylesheet href="https://attacker.invalid/"?>',
    '<g>',
    '</g>',
    '<x:path/>',
  ]) {
    check(`<svg ${xmlns}>${inside}</svg>`, false);
  }
  check(`<!DOCTYPE svg><svg ${xmlns}></svg>`, false);
  check(`<svg ${xmlns}></svg><svg ${xmlns}></svg>`, false);
  check(`text<svg ${xmlns}></svg>`, false);
  check('', false);
});

test('reading a large SVG takes time in proportion to it', () => {
  assertProportional(count => {
    const svg = `<svg ${xmlns}>${'<path d="M0,0"   />'.repeat(count)}${'<path '.repeat(count)}</svg>`;
    assert.equal(isPlainSvg(svg), false);
  }, 20_000);
});

test('a drawing is reduced to what only draws', () => {
  const reduced = (inside: string): string => {
    const text = plainSvg(`<svg ${xmlns} xmlns:xlink="x">${inside}</svg>`);
    assert.ok(isPlainSvg(text), text);
    return text.slice(`<svg ${xmlns}>`.length, -'</svg>'.length);
  };
  const same = '<g class="a"><path d="M0,0"/><text x="1">a &lt; "b"</text></g>';
  assert.equal(reduced(same), same);
  assert.equal(reduced('<a xlink:href="x"><path d="M1"/></a><path d="M0"/>'), '<path d="M0"/>');
  assert.equal(reduced('<image href="x"/><g><style>a</style><image></image></g>'), '<g></g>');
  assert.equal(reduced('<pattern><rect/><pattern/></pattern><rect/>'), '<rect/>');
  assert.equal(
    reduced('<path onclick="a" style="b" fill="url(https://a.invalid/)" d="M0"/>'),
    '<path d="M0"/>',
  );
  assert.equal(
    reduced('<path fill="url(&quot;file:///page.html#gradient_0&quot;)"/>'),
    '<path fill="url(#gradient_0)"/>',
  );
  assert.throws(() => plainSvg('<svg><'));
});
