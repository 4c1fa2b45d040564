import assert from 'node:assert/strict';
import { test } from 'node:test';

import { LinearPattern } from '../../../src/view/chart/linearPattern';
import { replaceText, splitText } from '../../../src/view/chart/patternFunctions';
import { WorkMeter } from '../../../src/view/chart/workMeter';
import fc from '../../support/properties';

const meter = (): WorkMeter => new WorkMeter();

function checkAll(source: string, flags: string, text: string): void {
  const native = new RegExp(source, flags);
  const pattern = new LinearPattern(source, flags, meter());
  const about = `/${source}/${flags} in ${JSON.stringify(text)}`;
  const expected = new RegExp(source, flags.replace(/[gy]/g, '')).exec(text);
  const found = pattern.find(text, 0, false);
  assert.deepEqual(found && text.slice(found.start, found.end), expected?.[0] ?? null, about);
  assert.equal(found?.start, expected?.index, about);
  assert.equal(replaceText(text, pattern, '<$&>', meter()), text.replace(native, '<$&>'), about);
  assert.deepEqual(splitText(text, pattern, undefined, meter()), text.split(native), about);
}

test('patterns find, replace and split what those of JavaScript do', () => {
  checkAll('a+b', '', 'xaab');
  checkAll('(a|ab)(c|bcd)(d*)', '', 'abcd');
  checkAll('a*?b', 'g', 'aabaab');
  checkAll('^\\w+$', 'm', 'one\ntwo');
  checkAll('\\bA', 'gi', 'a cat, A dog');
  checkAll('[^,\\]]+', 'g', 'a,b],c');
  checkAll('x{2,3}', 'g', 'xxxxxxx');
  checkAll('(?:ab){2}', '', 'ababab');
  checkAll('', 'g', 'abc');
  checkAll('(?<year>\\d{4})-(\\d\\d)', '', 'on 2026-11');
  checkAll('\\u{1F600}', 'u', 'a😀b');
  checkAll('.', 'gu', '😀x');
  checkAll('}|]', 'g', 'a}b]c');
});

test('a replacement names groups as in JavaScript', () => {
  const text = 'John Smith';
  for (const replacement of ['$2, $1', '$$', '$0', '$3', '$`|', "$'|", '$01', '$<last>', '$12']) {
    assert.equal(
      replaceText(
        text,
        new LinearPattern('(\\w+) (?<last>\\w+)', '', meter()),
        replacement,
        meter(),
      ),
      text.replace(/(\w+) (?<last>\w+)/, replacement),
      replacement,
    );
  }
});

const part = fc.constantFrom(
  'a',
  'b',
  '.',
  '[ab]',
  '[^a]',
  '\\w',
  '^',
  '$',
  '\\b',
  '(?:ab|a)',
  '(a|b)',
  '(b)',
);
const sign = fc.constantFrom('', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}', '{0,3}?');
const pattern = fc
  .array(fc.tuple(part, sign), { minLength: 1, maxLength: 5 })
  .map(parts =>
    parts.map(([text, times]) => (/^(?:[$^]|\\b)$/.test(text) ? text : text + times)).join(''),
  );

test('generated patterns find the same in generated texts', () => {
  fc.assert(
    fc.property(
      pattern,
      pattern,
      fc.stringMatching(/^[ab c]{0,12}$/),
      fc.constantFrom('', 'g', 'i', 'gm', 's', 'u'),
      (one, other, text, flags) => {
        checkAll(one, flags, text);
        checkAll(`${one}|${other}`, flags, text);
        checkAll(`(?:x|${one})+c`, flags, text);
      },
    ),
    { numRuns: 300 },
  );
});

test('the time grows with the text, not with the ways to read it', () => {
  const text = `${'a'.repeat(5_000)}!`;
  assert.equal(new LinearPattern('^(a+)+$', '', meter()).find(text, 0), null);
  assert.equal(new LinearPattern('(a|a)*b', '', meter()).find('a'.repeat(200), 0), null);
});

test('what needs going back is refused', () => {
  assert.throws(() => new LinearPattern('(a)\\1', '', meter()), /repeat the text of a group/);
  assert.throws(() => new LinearPattern('(?=a)', '', meter()), /look ahead/);
  assert.throws(() => new LinearPattern('(?<!a)b', '', meter()), /look ahead or behind/);
  assert.throws(() => new LinearPattern('((a{100}){100}){100}', '', meter()), /at most 2000/);
  assert.throws(() => new LinearPattern('(', '', meter()), SyntaxError);
});
