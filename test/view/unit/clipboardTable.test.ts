import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlTable, markdownTable } from '../../../src/view/table/clipboardTable';

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
