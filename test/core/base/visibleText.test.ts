import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visibleJson, visibleText } from '../../../src/core/base/visibleText';
import fc from '../../support/properties';

function check(input: string, expected: string): void {
  assert.equal(visibleText(input), expected, JSON.stringify(input));
}

test('control, direction and zero-width characters are written out', () => {
  check('Apple\u202eelppA', 'Apple\\u{202e}elppA');
  check('a\u001b[2J\u009b1m\u007f', 'a\\u{1b}[2J\\u{9b}1m\\u{7f}');
  check('AA\u200bPL\u2060\ufeff', 'AA\\u{200b}PL\\u{2060}\\u{feff}');
  check('x\u2028y\u3164z\u{e0041}', 'x\\u{2028}y\\u{3164}z\\u{e0041}');
  check('half \ud800', 'half \\u{d800}');
  check('a\nb', 'a\\u{a}b');
  assert.equal(visibleText('a\n\tb\r\u202e', { lines: true }), 'a\n\tb\\u{d}\\u{202e}');
});

test('a letter of another script in a word of Latin letters is written out', () => {
  check('\u0410APL', '\\u{410}APL');
  check('Micr\u043esoft Corp', 'Micr\\u{43e}soft Corp');
  check('\uff21APL', '\\u{ff21}APL');
  check('GOOG\u039f', 'GOOG\\u{39f}');
});

test('the parts of a ticker or key count as one word', () => {
  check('\u0410\u0410.XNAS', '\\u{410}\\u{410}.XNAS');
  check('company:\u0421\u0410\u0422', 'company:\\u{421}\\u{410}\\u{422}');
});

test('names of other scripts stay as they are, beside Latin words too', () => {
  for (const name of [
    'Газпром',
    'Газпром нефть PJSC (ПАО)',
    'Εθνική Τράπεζα',
    'JFEホールディングス',
    '삼성전자 Samsung',
    'Nestlé S.A. – Zürich',
    '{"name":"Газпром"}',
    '❤️',
  ]) {
    check(name, name);
  }
});

test('JSON keeps its value and has no character that is not seen', () => {
  const hostile = fc.string({
    unit: fc.constantFrom('a', '\u202e', '\u009b', '\u{e0041}', '\n', '"'),
  });
  fc.assert(
    fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' })), text => {
      const json = visibleJson(JSON.stringify({ [text]: [text] }));
      assert.deepEqual(JSON.parse(json), { [text]: [text] });
      assert.doesNotMatch(json, /[\p{Cc}\p{Cf}]/u);
    }),
  );
  assert.equal(visibleJson('["\u202e"],\n["\u{e0041}"]'), '["\\u202e"],\n["\\udb40\\udc41"]');
});
