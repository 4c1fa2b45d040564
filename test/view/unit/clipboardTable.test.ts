import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Value } from '../../../src/core/protocol/outcome';
import { markdownTable } from '../../../src/core/protocol/markdownTable';
import { htmlTable } from '../../../src/view/table/clipboardTable';

const columns = (...names: readonly string[]) => names.map(name => ({ name, type: 'DOUBLE' }));

test('HTML has a header and values in full, and no text becomes markup', () => {
  const html = htmlTable(columns('a<b'), [[1234567.891], ['<img src=x onerror="1">'], [null]]);
  assert.match(html, /<th>a&lt;b<\/th>/);
  assert.match(html, /<td>1234567\.891<\/td>/);
  assert.match(html, />&lt;img src=x onerror=&quot;1&quot;&gt;<\/td>/);
  assert.doesNotMatch(html, /<img/);
});

test('Markdown is a table with numbers to the right, and no text leaves its cell', () => {
  assert.equal(
    markdownTable(columns('name', 'score'), [
      ['a|b', 1.5],
      ['x\ny', null],
    ]),
    '| name | score |\n| --- | ---: |\n| a\\|b | 1.5 |\n| x y |  |\n',
  );
  assert.equal(
    markdownTable(columns('a'), [['[x](command:y) <b> $1$']]),
    '| a |\n| --- |\n| \\[x\\]\\(command:y\\) \\<b\\> \\$1\\$ |\n',
  );
});

test('spreadsheets keep as texts only texts, and numbers of more digits than they have', () => {
  const isMarked = (type: string, value: Value): boolean =>
    htmlTable([{ name: 'a', type }], [[value]]).includes('mso-number-format');
  const plain: [string, Value][] = [
    ['DECIMAL(4,2)', '-12.50'],
    ['BIGINT', 123456789012345],
    ['HUGEINT', '12'],
    ['DOUBLE', 0.1234567890123456],
    ['DOUBLE', '-inf'],
    ['DATE', '2026-11-19'],
    ['TIMESTAMP WITH TIME ZONE', '2026-11-19T08:30:00+00:00'],
    ['BOOLEAN', true],
    ['VARCHAR', null],
  ];
  const marked: [string, Value][] = [
    ['VARCHAR', '007'],
    ['BIGINT', 1234567890123456],
    ['DECIMAL(38,2)', '12345678901234.56'],
    ['INTERVAL', '-1 month'],
    ['BIGINT', '=HYPERLINK("x")'],
  ];
  plain.forEach(([type, value]) =>
    assert.equal(isMarked(type, value), false, `${type} ${JSON.stringify(value)}`),
  );
  marked.forEach(([type, value]) =>
    assert.equal(isMarked(type, value), true, `${type} ${JSON.stringify(value)}`),
  );
});
