import assert from 'node:assert/strict';
import { test } from 'node:test';
import { specificationSnippets } from '../../../src/core/gallery/snippets';
import type { VisibleTable } from '../../../src/core/language/catalogue';
import { specificationCompletion } from '../../../src/core/language/specificationCompletion';

const tables: readonly VisibleTable[] = [
  table('prices', ['day', 'DATE'], ['close.usd', 'DOUBLE']),
  table('Events', ['kind', 'VARCHAR']),
  { kind: 'view', name: 'later', columns: null, doc: null, origin: { kind: 'session' } },
];

function table(name: string, ...columns: (readonly [string, string])[]): VisibleTable {
  const typed = columns.map(([column, type]) => ({ name: column, type, doc: null }));
  return { kind: 'table', name, columns: typed, doc: null, origin: { kind: 'session' } };
}

/** `|` is the cursor; expected are what is offered and the text after the first is taken. */
function check(marked: string, offered: string, taken?: string): void {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const offers = specificationCompletion(text, offset, tables);
  assert.equal(offers.map(({ name }) => name).join(' '), offered, marked);
  const [first] = offers;
  if (first && taken !== undefined) {
    const { from, to } = first.span;
    assert.equal(text.slice(0, from) + first.insert + text.slice(to), taken);
  }
}

test('tables are offered as data, within quotation marks and without', () => {
  check('{"data": {"name": |}}', 'prices Events later', '{"data": {"name": "prices"}}');
  check('{"data": {"name": "|"}}', 'prices Events later', '{"data": {"name": "prices"}}');
  check('{"data": {"name": "ev|"}}', 'prices Events later', '{"data": {"name": "prices"}}');
  check('{"layer": [{"data": {"name": "|"}}]}', 'prices Events later');
});

test('a string that is not closed is completed as far as it is written', () => {
  check('{"data": {"name": "pr|', 'prices Events later', '{"data": {"name": "prices"');
});

test('columns are offered as fields, escaped as Vega-Lite reads them', () => {
  check('{"data": {"name": "prices"}, "encoding": {"x": {"field": "|"}}}', 'day close.usd');
  check('{"data": {"name": "PRICES"}, "encoding": {"x": {"field": |}}}', 'day close.usd');
  const dotted = specificationCompletion('{"data": {"name": "prices"}, "field": }', 38, tables)[1];
  assert.equal(dotted?.insert, '"close\\\\.usd"');
});

test('the nearest data around a field are those it is of', () => {
  const outer = '{"data": {"name": "prices"}, "layer": [';
  check(`${outer}{"data": {"name": "events"}, "encoding": {"x": {"field": "|"}}}]}`, 'kind');
  check(`${outer}{"encoding": {"x": {"field": "|"}}}]}`, 'day close.usd');
  check(`${outer}{"transform": [{"aggregate": [], "groupby": ["|"]}]}]}`, 'day close.usd');
});

test('nothing is offered where a key stands, where columns are not known, or elsewhere', () => {
  check('{"data": {"|": "prices"}}', '');
  check('{"data": {"name": "later"}, "encoding": {"x": {"field": "|"}}}', '');
  check('{"data": {"url": "|"}}', '');
  check('{"name": "|"}', '');
  check('{"mark": "|"}', '');
  check('{|}', '');
});

test('an empty cell is offered the charts of the gallery, and a cell with text is not', () => {
  const charts = specificationSnippets.map(({ name }) => name).join(' ');
  check('|', charts);
  check('\n  |\n', charts);
  check('chart-sig|\n', charts, `${specificationSnippets[0]?.body ?? ''}\n`);
  check('chart\n|', '');
  check('{} chart|', '');
  const [first] = specificationCompletion('ch', 2, tables);
  assert.equal(first?.kind, 'snippet');
  assert.match(first.doc ?? '', /```json\n\{/);
});
