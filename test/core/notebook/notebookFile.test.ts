import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstConflict } from '../../../src/core/notebook/conflictMarkers';
import {
  NotebookFileError,
  openNotebook,
  readNotebook,
  writeNotebook,
} from '../../../src/core/notebook/notebookFile';
import type { EmbeddedOutputs, NotebookCell } from '../../../src/core/notebook/notebookFile';

/** `check(text, ['sql: SELECT 1', 'markdown: prose'])`: the cells of a file, language and text. */
function check(text: string, expected: string[], raw = ''): void {
  const notebook = readNotebook(text);
  assert.deepEqual(
    notebook.cells.map(cell => `${cell.language}: ${cell.text}`),
    expected,
    JSON.stringify(text),
  );
  assert.equal(notebook.frontMatter.raw, raw);
  assert.equal(writeNotebook(notebook), text);
}

/** `checkWritten([markdown('a')], 'a\n')`: the form of cells that come from no file. */
function checkWritten(cells: NotebookCell[], expected: string, raw = ''): void {
  assert.equal(writeNotebook({ frontMatter: { raw }, cells }), expected);
}

const markdown = (text: string): NotebookCell => ({ kind: 'markdown', language: 'markdown', text });
const sql = (text: string, outputs?: EmbeddedOutputs): NotebookCell => ({
  kind: 'code',
  language: 'signals-sql',
  text,
  ...(outputs ? { outputs } : {}),
});

test('prose and fences with our names in braces are cells', () => {
  check('# Title\n\n```{sql}\nSELECT 1\n```\n\nmore\n', [
    'markdown: # Title',
    'signals-sql: SELECT 1',
    'markdown: more',
  ]);
  check('```{vega-lite}\n{"mark": "bar"}\n```', ['vega-lite: {"mark": "bar"}']);
  check('a\n```{sql}\n```\n```{sql}\n\n```\nb', [
    'markdown: a',
    'signals-sql: ',
    'signals-sql: ',
    'markdown: b',
  ]);
  check('~~~{sql}\n```\n~~~\n', ['signals-sql: ```']);
});

test('front matter is kept as it is', () => {
  check(
    '---\nsignals: 1\nmine: [a,  b] # why\n---\n\ntext\n',
    ['markdown: text'],
    'signals: 1\nmine: [a,  b] # why\n',
  );
  check('\uFEFF---\r\ntitle: x\r\n...\r\ntext', ['markdown: text'], 'title: x\r\n');
  check('---\ntitle: x\n---', [], 'title: x\n');
});

test('thematic breaks are prose', () => {
  check('---\n\ntext\n\n---\n', ['markdown: ---\n\ntext\n\n---']);
  check('---\ntitle: never closed\n', ['markdown: ---\ntitle: never closed']);
  check('\n---\ntitle: x\n---\n', ['markdown: ---\ntitle: x\n---']);
});

test('a line of three plus signs parts two Markdown cells, and is nothing elsewhere', () => {
  check('a\n\n+++\n\nb\n', ['markdown: a', 'markdown: b']);
  check('a\n+++ \nb', ['markdown: a', 'markdown: b']);
  check('+++\na\n+++\n+++\n```{sql}\n1\n```\n+++\n', ['markdown: a', 'signals-sql: 1']);
  check('a\n ++++\n\\+++\n', ['markdown: a\n ++++\n\\+++']);
});

test('a fence that is not ours is prose, with everything in it', () => {
  check('````sql\n```{sql}\n+++\n```\n````\n', ['markdown: ````sql\n```{sql}\n+++\n```\n````']);
  check('```{r}\n1\n```\n', ['markdown: ```{r}\n1\n```']);
  check('```{sql echo=false}\n1\n```\n', ['markdown: ```{sql echo=false}\n1\n```']);
  check(' ```{sql}\n1\n```\n', ['markdown:  ```{sql}\n1\n```']);
  check('```{output}\n{"outputs": []}\n```\n', ['markdown: ```{output}\n{"outputs": []}\n```']);
});

test('a fence that nothing closes reaches to the end, as in Markdown', () => {
  check('```{sql}\nSELECT 1\n\n+++\n', ['signals-sql: SELECT 1\n\n+++']);
  check('```\ntext\n```{sql}\n', ['markdown: ```\ntext\n```{sql}']);
});

test('line endings stay as they are', () => {
  check('a\r\nb\r\n\r\n```{sql}\r\nSELECT\r\n1\r\n```\r\n', [
    'markdown: a\r\nb',
    'signals-sql: SELECT\r\n1',
  ]);
  const notebook = readNotebook('a\r\n');
  const more = { ...notebook, cells: [...notebook.cells, sql('SELECT 1'), markdown('b')] };
  assert.equal(writeNotebook(more), 'a\r\n\r\n```{sql}\r\nSELECT 1\r\n```\r\n\r\nb\r\n');
});

test('a cell that was changed leaves its neighbours as they were', () => {
  const notebook = readNotebook('a\n\n\n\n~~~{sql}\n1\n~~~ \nb  \n\n');
  const [first, , third] = notebook.cells;
  assert.ok(first && third);
  const cells = [first, { ...notebook.cells[1], ...sql('2') }, third];
  assert.equal(writeNotebook({ ...notebook, cells }), 'a\n\n\n\n~~~{sql}\n2\n~~~ \nb  \n\n');
});

test('new cells are written in the plain form', () => {
  checkWritten(
    [markdown('a'), sql('SELECT 1'), markdown('b'), markdown('c')],
    'a\n\n```{sql}\nSELECT 1\n```\n\nb\n\n+++\n\nc\n',
  );
  checkWritten([sql('')], '\n```{sql}\n```\n'.slice(1));
  checkWritten([markdown('a')], '---\nsignals: 1\n---\n\na\n', 'signals: 1');
  checkWritten([], '');
});

test('what would not read back as itself gets a fence that nothing in it closes', () => {
  checkWritten([sql('```')], '````{sql}\n```\n````\n');
  checkWritten([markdown('a\n+++')], '```{markdown}\na\n+++\n```\n');
  checkWritten([markdown('a\n')], '```{markdown}\na\n\n```\n');
  checkWritten([markdown('')], '```{markdown}\n```\n');
  checkWritten([markdown('---\ntitle: x\n---')], '```{markdown}\n---\ntitle: x\n---\n```\n');
  checkWritten([markdown('```{sql}\n1\n```')], '````{markdown}\n```{sql}\n1\n```\n````\n');
});

test('a code cell of a language that files do not know loses nothing', () => {
  const python = { kind: 'code' as const, language: 'python', text: 'print(1)' };
  checkWritten(
    [markdown('a'), python, markdown('b')],
    'a\n\n+++\n\n```python\nprint(1)\n```\n\n+++\n\nb\n',
  );
});

test('outputs follow their cell, one row of a table a line, with the rights notice', () => {
  const rows = Array.from({ length: 3 }, (_, index) => ['company:demo0001', index, 'x'.repeat(30)]);
  const outputs = {
    outputs: [{ 'application/json': { rows } }],
    copyright: { contact_email: 'a@b.example', copyright_info: 'No copies.' },
  };
  const text = writeNotebook({
    frontMatter: { raw: '' },
    cells: [sql('SELECT 1', outputs), markdown('b')],
  });
  assert.match(text, /^```\{sql\}\nSELECT 1\n```\n\n```\{output\}\n\{\n/);
  assert.equal(text.split('\n').filter(line => line.includes('demo0001')).length, 3);
  assert.match(text, /"copyright_info": ?"No copies\."/);
  const again = readNotebook(text);
  assert.deepEqual(again.cells[0]?.outputs, outputs);
  assert.equal(again.cells[1]?.text, 'b');
  assert.equal(writeNotebook(again), text);
});

test('outputs that did not change keep their own spelling', () => {
  check('```{sql}\n1\n```\n```{output}\n{ "outputs":[ ],"copyright":null }\n```', [
    'signals-sql: 1',
  ]);
  const notebook = readNotebook('```{sql}\n1\n```\n\n```{output}\n{ "outputs": [] }\n```\n');
  const cells = [...notebook.cells, markdown('b')];
  assert.equal(
    writeNotebook({ ...notebook, cells }),
    '```{sql}\n1\n```\n\n```{output}\n{ "outputs": [] }\n```\n\nb\n',
  );
});

test('what an output fence holds, if it is no output, is prose', () => {
  check('```{sql}\n1\n```\n\n```{output}\nnot JSON\n```\n', [
    'signals-sql: 1',
    'markdown: ```{output}\nnot JSON\n```',
  ]);
  const deep = `{"outputs": [{"x": ${'['.repeat(5_000)}${']'.repeat(5_000)}}]}`;
  check(`\`\`\`{sql}\n1\n\`\`\`\n\`\`\`{output}\n${deep}\n\`\`\``, [
    'signals-sql: 1',
    `markdown: \`\`\`{output}\n${deep}\n\`\`\``,
  ]);
});

test('a newer version is refused, and every other version is read', () => {
  const refused = ['signals: 2', 'signals: "2"', "'signals' : 2 # new", 'title: x\nsignals: 1.1'];
  for (const raw of refused) {
    assert.throws(
      () => readNotebook(`---\n${raw}\n---\n\ntext`),
      (error: unknown) =>
        error instanceof NotebookFileError &&
        error.kind === 'newerVersion' &&
        /Update/.test(error.message),
      raw,
    );
  }
  for (const raw of ['signals: 1', 'signals: 0', 'signals: two', 'x: "signals: 2"', 'signals:']) {
    assert.equal(readNotebook(`---\n${raw}\n---\n`).frontMatter.raw, `${raw}\n`);
  }
});

test('bytes that are not UTF-8 are refused', () => {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  assert.throws(
    () => openNotebook(new Uint8Array([0xff, 0xfe, 0x41]), bytes => decoder.decode(bytes)),
    (error: unknown) => error instanceof NotebookFileError && error.kind === 'notText',
  );
});

test('reading and writing take time in proportion to the text', () => {
  const [small, large] = [1_000, 16_000].map(count => {
    const marks = '```{output}\n{"outputs": []}\n```\n+++\na\n```{sql}\n1\n```\n'.repeat(count);
    const text = marks + '`'.repeat(count) + '\n'.repeat(count) + ' '.repeat(count);
    const before = process.cpuUsage();
    assert.equal(writeNotebook(readNotebook(text)), text);
    return process.cpuUsage(before).user;
  });
  assert.ok(small !== undefined && large !== undefined && large < small * 64, `${small} ${large}`);
});

test('a file with the marks of a merge opens, loses nothing and says so', () => {
  const [open, middle, close] = ['<<<<<<< ours\n', '=======\n', '>>>>>>> theirs\n'];
  const outputs = '```{output}\n{"outputs":[{"application/json":1}],"copyright":null}\n```\n';
  const cell = '```{sql}\nSELECT 1\n```\n';
  const files = [
    `---\nsignals: 1\n${open}title: a\n${middle}title: b\n${close}---\n\n${cell}`,
    `# a\n\n\`\`\`{sql}\n${open}SELECT 1\n${middle}SELECT 2\n${close}\`\`\`\n${outputs}`,
    `${cell}${open}${outputs}${middle}${outputs.replace('1}', '2}')}${close}\n+++\n\nb\n`,
    `${cell}\n${open}${cell}${middle}\n\`\`\`{sql}\n${close}SELECT 3\n\`\`\`\n`,
  ];
  for (const text of files.flatMap(each => [each, each.replaceAll('\n', '\r\n')])) {
    assert.equal(writeNotebook(readNotebook(text)), text);
    const { from, to } = firstConflict(text) ?? { from: 0, to: 0 };
    assert.equal(text.slice(from, to), open.trimEnd());
  }
  for (const text of [
    'a\n=======\n',
    `${open}a\n`,
    `${open}${close}`,
    ` ${open}${middle}${close}`,
    `>>>>>>>>\n`,
  ]) {
    assert.equal(firstConflict(text), null, text);
  }
});

test('one word edited in a notebook with embedded outputs is one changed line', () => {
  const rows = Array.from({ length: 40 }, (_, row) => [row, `company ${row} "x"`, row / 7]);
  const outputs = {
    outputs: [{ 'application/json': { columns: ['a', 'b'], rows }, 'text/plain': 'a\nb' }],
    copyright: { copyright_info: 'All rights.\nReserved.' },
  };
  const cells = [
    markdown('# Title'),
    sql('SELECT a\nFROM t\nWHERE b', outputs),
    sql('SELECT 2', outputs),
  ];
  const before = writeNotebook({ frontMatter: { raw: 'signals: 1\n' }, cells });
  const notebook = readNotebook(before);
  const edited = notebook.cells.map(cell => ({
    ...cell,
    text: cell.text.replace('FROM t', 'FROM u'),
  }));
  const after = writeNotebook({ ...notebook, cells: edited }).split('\n');
  const changed = before
    .split('\n')
    .flatMap((line, at) => (line === after[at] ? [] : [[line, after[at]]]));
  assert.deepEqual(changed, [['FROM t', 'FROM u']]);
  assert.equal(after.length, before.split('\n').length);
});
