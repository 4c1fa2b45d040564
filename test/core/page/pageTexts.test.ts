import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markdownHtml, titledProse } from '../../../src/core/page/markdownHtml';
import { queryHtml } from '../../../src/core/page/queryHtml';

function check(markdown: string, expected: string): void {
  assert.equal(markdownHtml(markdown).trim(), expected, markdown);
}

test('prose is Markdown, and HTML in it is text', () => {
  check('**a** `b` ~~c~~', '<p><strong>a</strong> <code>b</code> <s>c</s></p>');
  check('<b onclick="x">a</b>', '<p>&lt;b onclick=&quot;x&quot;&gt;a&lt;/b&gt;</p>');
  check('<!-- a -->', '<p>&lt;!-- a --&gt;</p>');
  check('<script>a</script>', '<p>&lt;script&gt;a&lt;/script&gt;</p>');
  check('```html\n<i>\n```', '<pre><code class="language-html">&lt;i&gt;\n</code></pre>');
});

test('links lead to the web, to mail and within the page, and to nothing that runs or is local', () => {
  const rel = 'rel="noopener noreferrer"';
  check('[a](https://b.test/?c&d)', `<p><a href="https://b.test/?c&amp;d" ${rel}>a</a></p>`);
  check('[a](mailto:b@c.test)', `<p><a href="mailto:b@c.test" ${rel}>a</a></p>`);
  check('[a](#b)', `<p><a href="#b" ${rel}>a</a></p>`);
  for (const address of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    '//b.test/x',
    'command:signals.x',
  ]) {
    assert.doesNotMatch(markdownHtml(`[a](${address})`), /href/, address);
    assert.doesNotMatch(markdownHtml(`<${address}>`), /href/, address);
  }
});

test('a picture is held by the text, or is named', () => {
  check(
    '![a "b"](https://c.test/d.png)',
    '<p><span class="picture">[Picture: a &quot;b&quot;]</span></p>',
  );
  check(
    '![<x>](data:image/png;base64,AA==)',
    '<p><img src="data:image/png;base64,AA==" alt="&lt;x&gt;"></p>',
  );
  assert.doesNotMatch(markdownHtml('![a](data:image/svg+xml;base64,AA==)'), /<img/);
  assert.doesNotMatch(markdownHtml('![a](attachment:x.png)'), /<img/);
});

test('the first heading of the prose is its title', () => {
  assert.deepEqual(titledProse('# A `b` & c\n\ntext'), {
    title: 'A b & c',
    html: 'A <code>b</code> &amp; c',
    rest: '<p>text</p>\n',
  });
  assert.equal(titledProse('text\n\n# A').title, null);
  assert.equal(titledProse('## A').title, null);
});

test('a query has the colours of its parts, and no text of it is markup', () => {
  const html = queryHtml("SELECT '<i>' AS a -- <b>\nFROM x WHERE y > 1.5", 'signals-sql');
  const span = (name: string, text: string) => `<span class="${name}">${text}</span>`;
  assert.equal(
    html,
    `${span('keyword', 'SELECT')} ${span('literal', "'&lt;i&gt;'")} ${span('keyword', 'AS')} a${span('comment', ' -- &lt;b&gt;\n')}` +
      `${span('keyword', 'FROM')} x ${span('keyword', 'WHERE')} y &gt; ${span('literal', '1.5')}`,
  );
  assert.equal(
    queryHtml('{"mark": "<i>"}', 'vega-lite'),
    '{&quot;mark&quot;: &quot;&lt;i&gt;&quot;}',
  );
  assert.equal(queryHtml('a\u202eb', 'signals-sql'), 'a\\u{202e}b');
});
