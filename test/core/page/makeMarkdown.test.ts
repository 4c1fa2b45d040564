import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartsOf, makeMarkdown, type MarkdownPictures } from '../../../src/core/page/makeMarkdown';
import type { PageCell } from '../../../src/core/page/pageCells';
import { markdownHtml } from '../../../src/core/page/markdownHtml';
import type { Value } from '../../../src/core/protocol/outcome';
import type { ResultOutput } from '../../../src/core/protocol/output';
import { provenance } from '../protocol/outcomes';

const shown: MarkdownPictures = { address: chart => `x_files/${chart}.svg`, drawn: [] };

function table(...rows: Value[][]): ResultOutput {
  const columns = (rows[0] ?? []).map((_, at) => ({ name: `c|${at}`, type: 'VARCHAR' }));
  const held = { id: 'r', columns, rowCount: rows.length, rows };
  return {
    version: 1,
    table: held,
    chart: null,
    notes: [],
    copyright: null,
    provenance,
    restored: false,
  };
}

function charted(description: string): ResultOutput {
  const dataset = { name: 'd', resultId: 'r', columns: [], rowCount: 1, rows: [['a']] };
  return { ...table(['a']), chart: { spec: {}, description, datasets: [dataset] } };
}

function query(text: string, ...results: ResultOutput[]): PageCell {
  return { kind: 'code', language: 'signals-sql', text, results, errors: [], hasRun: true };
}

function prose(text: string): PageCell {
  return { kind: 'markdown', language: 'markdown', text, results: [], errors: [], hasRun: false };
}

function written(cells: readonly PageCell[], pictures = shown): string {
  return makeMarkdown(
    { title: 'T *x*', description: null, fileName: 'n.signals', cells },
    pictures,
  );
}

test('prose is as it was written, its own heading is the title, and a query is in a fence that it cannot close', () => {
  const text = written([prose('# Own *title*\n\n- a'), query('SELECT 1\n```\n')]);
  assert.match(text, /\n# Own \*title\*\n\n- a\n/);
  assert.doesNotMatch(text, /# T/);
  assert.match(text, /\n````sql\nSELECT 1\n```\n````\n/);
  assert.match(written([prose('a')]), /\n# T \\\*x\\\*\n\na\n/);
});

test('an option hides a query, and options are not in it', () => {
  assert.doesNotMatch(written([query('--| echo: false\nSELECT 7')]), /SELECT/);
  assert.match(written([query('--| name: a\nSELECT 7')]), /```sql\nSELECT 7\n```/);
});

test('a table is a table whatever its values are, and its provenance is below it', () => {
  const text = written([query('', table(['a|b\nc', '<b>'], ['\u202e', '[x](y)']))]);
  const lines = text.split('\n').filter(each => each.startsWith('|'));
  assert.deepEqual(lines, [
    '| c\\|0 | c\\|1 |',
    '| --- | --- |',
    '| a\\|b c | \\<b\\> |',
    '| \\u{202e} | \\[x\\]\\(y\\) |',
  ]);
  assert.match(text, /\n> .*2 rows · fetched/);
});

test('no line of ours becomes markup', () => {
  const lines = ['- a', '1. b', '# c', '<script>', '[d](e)', '> f', '+ g', '*h*', '=== i', '```'];
  for (const note of lines) {
    const text = written([query('', { ...table(['a']), notes: [note] })]);
    const html = markdownHtml(text.slice(text.indexOf('> '), text.lastIndexOf('<!--')));
    assert.doesNotMatch(html, /<(ul|ol|h\d|script|a|em|pre|code)\b/, note);
    assert.ok(html.includes(note.replace('<', '&lt;').replace('>', '&gt;')), html);
  }
});

test('a chart is a link to its picture, and without one its description and its rows', () => {
  const cells = [query('', charted('A [b]')), query('', charted('Two'))];
  const drawn = [{ svg: '<svg/>' }, { failure: 'Too large.' }];
  const text = written(cells, { ...shown, drawn });
  assert.match(text, /!\[A \\\[b\\\]\]\(x_files\/0\.svg\)/);
  assert.match(
    text,
    /\*Chart: Two\*\n\n\| c\\\|0 \|\n.*\n\| a \|\n\n> The chart is not drawn\. Too large\./,
  );
  assert.equal(text.split('| a |').length - 1, 1);
  assert.match(written(cells, { address: null, drawn: [] }), /\*Chart: A \\\[b\\\]\*/);
  const source = { title: null, description: null, fileName: '', cells };
  assert.deepEqual(
    chartsOf(source).map(({ chart }) => chart.description),
    ['A [b]', 'Two'],
  );
});

test('failures, cells that did not run, what is stale, and each rights notice once are in the text', () => {
  const rights = { copyright_info: 'All *rights*\nreserved', contact_email: null };
  const error = { code: 'sql', message: 'no `x`', at: null, request: null } as const;
  const failed: PageCell = { ...query('SELECT x'), errors: [{ error, notes: ['A note.'] }] };
  const text = written([
    failed,
    { ...query('SELECT 1'), hasRun: false },
    { ...query('', { ...table(['a']), copyright: rights }), staleReasons: ['Changed.'] },
    query('', { ...table(['a']), copyright: rights }),
  ]);
  assert.match(text, /> This cell failed\.\\\n> no \\`x\\`\\\n> A note\./);
  assert.match(text, /> This cell was not run\./);
  assert.match(text, /> Stale\. Changed\./);
  assert.equal(text.split('> Rights notice\\\n> All \\*rights\\*\\\n> reserved').length - 1, 1);
});

test('what is stated of the whole follows the title, and rows that are left out are counted', () => {
  const long = table(['a'], ['b']);
  const cut = { ...long, table: long.table && { ...long.table, rowCount: 1_002 } };
  const source = { title: null, description: 'About +it+', fileName: 'n.signals' };
  const text = makeMarkdown({ ...source, cells: [prose('# T\n\nText'), query('', cut)] }, shown);
  assert.match(text, /# T\n\nAbout \+it\+\n\n> Data: SANDBOX.*\n\nText\n/);
  assert.match(text, /\| b \|\n\n> The first 2 rows are shown, 1,000 rows are left out\.\\\n/);
  const drawn = { ...cut, chart: charted('C').chart };
  const pictures = { ...shown, drawn: [{ svg: '<svg/>' }] };
  assert.doesNotMatch(written([query('', drawn)], pictures), /are left out/);
});
