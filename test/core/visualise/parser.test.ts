import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseVisualise } from '../../../src/core/visualise/parser';
import { problemSentence } from '../../../src/core/visualise/problems';
import type { MappingNode } from '../../../src/core/visualise/tree';

/** `check(clause, ['code «text at the span»', …])`. */
function check(clause: string, expected: readonly string[]): void {
  const { problems } = parseVisualise(clause);
  const found = problems.map(({ code, span }) => `${code} «${clause.slice(span.from, span.to)}»`);
  assert.deepEqual(found, expected, clause);
  for (const problem of problems) {
    assert.match(problemSentence(problem), /\S[.?]$/, clause);
  }
}

function mappingText(mapping: MappingNode): string {
  if (mapping.kind === 'wildcard') {
    return '*';
  }
  const { value, aesthetic } = mapping;
  const text = value.kind === 'column' ? value.name : JSON.stringify(value.value);
  return `${text} AS ${aesthetic.name}`;
}

test('mappings take columns, quoted columns, literals, bare names and the asterisk', () => {
  const tree = parseVisualise(
    `VISUALISE date AS x, "net ""change""" AS y, 'it''s' AS colour, -5 AS size, true AS shape, NULL AS fill, z, * DRAW line`,
  );
  assert.deepEqual(tree.problems, []);
  assert.deepEqual(tree.mappings.map(mappingText), [
    'date AS x',
    'net "change" AS y',
    `"it's" AS colour`,
    '-5 AS size',
    'true AS shape',
    'null AS fill',
    'z AS z',
    '*',
  ]);
});

test('a clause without a mapping starts with its layer', () => {
  const tree = parseVisualise('visualize draw line mapping a as x, b as y');
  assert.deepEqual(tree.problems, []);
  assert.deepEqual(tree.layers[0]?.mappings.map(mappingText), ['a AS x', 'b AS y']);
});

test('the source is kept as it was written, brackets and all', () => {
  const tree = parseVisualise(
    `VISUALISE rank AS x FROM bullish_stocks(industry := 'technology', amount := 50) DRAW bar`,
  );
  assert.deepEqual(tree.problems, []);
  assert.equal(tree.source?.sql, `bullish_stocks(industry := 'technology', amount := 50)`);
});

test('a layer takes all its parts, in any order', () => {
  const text = `VISUALISE DRAW point FILTER a IS DISTINCT FROM 3 AND label = 'x' ORDER BY b DESC, c ASC, d
    PARTITION BY e, "f" SETTING size => 5, colour => 'red', nothing => null, list => ['a', 1, null]
    REMAPPING count AS y MAPPING g AS x FROM 'file.parquet' PLACE rule SETTING y => [1, 2]`;
  const tree = parseVisualise(text);
  assert.deepEqual(tree.problems, []);
  const [layer, place] = tree.layers;
  assert.equal(layer?.filter?.sql, `a IS DISTINCT FROM 3 AND label = 'x'`);
  assert.deepEqual(
    layer.order.map(({ column, descending }) => [column.name, descending]),
    [
      ['b', true],
      ['c', false],
      ['d', false],
    ],
  );
  assert.deepEqual(
    layer.partition.map(({ name }) => name),
    ['e', 'f'],
  );
  assert.deepEqual(
    layer.settings.map(({ name }) => name.name),
    ['size', 'colour', 'nothing', 'list'],
  );
  assert.equal(layer.source?.sql, `'file.parquet'`);
  assert.ok(layer.remapping);
  assert.equal(place?.kind, 'place');
});

test('a scale takes a type, a range of values and of results, a transform, settings and labels', () => {
  const tree = parseVisualise(
    `VISUALISE a AS x, b AS y DRAW point
     SCALE continuous y FROM (0, null) TO viridis VIA log10 SETTING breaks => 5 RENAMING 0 => 'none', * => '{} pt', null => null
     SCALE Colour TO ['red', 'blue']`,
  );
  assert.deepEqual(tree.problems, []);
  const [scale, colour] = tree.scales;
  assert.equal(scale?.type?.value, 'continuous');
  assert.deepEqual(
    scale.from?.items.map(item => item.value),
    [0, null],
  );
  assert.equal(scale.to?.kind === 'palette' && scale.to.name, 'viridis');
  assert.equal(scale.via?.name, 'log10');
  assert.deepEqual(
    scale.renamings.map(({ from, label }) => [from.kind === 'literal' ? from.value : '*', label]),
    [
      [0, 'none'],
      ['*', '{} pt'],
      [null, null],
    ],
  );
  assert.equal(colour?.to?.kind, 'array');
});

test('facets take one or two sides, and labels take texts', () => {
  const tree = parseVisualise(
    `VISUALISE a AS x DRAW bar FACET b, c BY d SETTING free => 'y' LABEL title => 'It''s', x => null`,
  );
  assert.deepEqual(tree.problems, []);
  assert.deepEqual(
    tree.facet?.columns.map(({ name }) => name),
    ['b', 'c'],
  );
  assert.deepEqual(
    tree.facet.by.map(({ name }) => name),
    ['d'],
  );
  assert.deepEqual(
    tree.labels.map(({ name, text }) => [name.name, text]),
    [
      ['title', "It's"],
      ['x', null],
    ],
  );
});

test('words of the grammar are names wherever no clause can start', () => {
  const tree = parseVisualise(
    `VISUALISE label, draw AS x, "order" AS y, scale AS size DRAW text SETTING label => 'a' LABEL label => 'b'`,
  );
  assert.deepEqual(tree.problems, []);
  assert.deepEqual(tree.mappings.map(mappingText), [
    'label AS label',
    'draw AS x',
    'order AS y',
    'scale AS size',
  ]);
});

test('comments, line breaks and a semicolon at the end change nothing', () => {
  const tree = parseVisualise(
    `VISUALISE -- the chart's axes\n a AS x /* ; DRAW bar */, b AS y\nDRAW line; -- done\n`,
  );
  assert.deepEqual(tree.problems, []);
  assert.equal(tree.layers.length, 1);
});

test('block comments nest, as in SQL', () => {
  const nested = parseVisualise('VISUALISE a AS x /* one /* two */ DRAW bar */ DRAW line');
  assert.deepEqual(nested.problems, []);
  assert.deepEqual(
    nested.layers.map(({ layer }) => layer.name),
    ['line'],
  );
  check('VISUALISE a AS x DRAW line /* /* never */', ['unterminated «/* /* never */»']);
});

test('what cannot be read is reported where it stands', () => {
  check('VISUALISE a AS x', ['noLayer «VISUALISE»']);
  check('VISUALISE', ['noLayer «VISUALISE»']);
  check('SELECT 1', ['expected «SELECT»', 'expected «1»']);
  check('VISUALISE a AS DRAW line', ['expected «line»']);
  check('VISUALISE a AS x DRAW DRAW line', ['expected «DRAW»']);
  check("VISUALISE a AS x DRAW line DRAW LABEL x => 'a'", ['expected «DRAW»']);
  check('VISUALISE a AS x DRAW', ['expected «»']);
  check('VISUALISE a AS x, , b AS y DRAW line', ['expected «,»']);
  check('VISUALISE 5 DRAW line', ['expected «DRAW»']);
  check('VISUALISE avg(a) AS y, b + 1 AS x DRAW line', [
    'expression «avg(a) AS y»',
    'expression «b + 1 AS x»',
  ]);
  check('VISUALISE a AS x b AS y DRAW line', ['expected «b»']);
  check('VISUALISE a AS x DARW line', ['unknownClause «DARW»']);
  check('VISUALISE a AS x DRAW line LABLE title => 1', ['expected «LABLE»']);
  check('VISUALISE a AS x DRAW line SETTING b => 1 LABLE title', ['unknownClause «LABLE»']);
  check('VISUALISE a AS x DRAW line; DRAW bar', ['expected «DRAW»']);
  check('VISUALISE a AS x DRAW line THEME minimal', ['notYet «THEME»']);
  check('VISUALISE a AS x DRAW line PROJECT TO polar', ['notYet «PROJECT»']);
  check("VISUALISE 'a AS x DRAW line", ["unterminated «'a AS x DRAW line»", 'expected «»']);
  check('VISUALISE a AS x DRAW line /* never', ['unterminated «/* never»']);
  check('VISUALISE a AS x DRAW line FACET a FACET b', ['duplicateClause «FACET»']);
  check('VISUALISE a AS x DRAW line SETTING a => 1 SETTING b => 2', ['duplicateClause «SETTING»']);
  check('VISUALISE a AS x DRAW line SETTING a = 1, b => 2', ['expected «=»']);
  check('VISUALISE a AS x DRAW line SETTING a => red, b => 2', ['expected «red»']);
  check('VISUALISE a AS x DRAW line SETTING a => [1, red], b => 2', ['expected «red»']);
  check('VISUALISE a AS x DRAW line PARTITION b', ['expected «b»']);
  check('VISUALISE a AS x DRAW line FILTER', ['expected «»']);
  check('VISUALISE a AS x DRAW line SCALE', ['expected «»']);
  check('VISUALISE a AS x DRAW line SCALE date x', ['unknownScaleType «date»']);
  check('VISUALISE a AS x DRAW line SCALE x FROM 1', ['expected «1»']);
  check('VISUALISE a AS x DRAW line SCALE x TO 5', ['expected «5»']);
  check("VISUALISE a AS x DRAW line SCALE x RENAMING b => 'c'", ['expected «b»']);
  check("VISUALISE a AS x DRAW line SCALE x RENAMING 'b' => 5", ['expected «5»']);
  check('VISUALISE a AS x DRAW line LABEL title => 5', ['expected «5»']);
  check("VISUALISE a AS x DRAW line LABEL title 'b'", ["expected «'b'»"]);
  check("VISUALISE a AS x DRAW line SETTING b => 1 LABEL title 'b'", ["expected «'b'»"]);
  check('VISUALISE a AS x DRAW line VISUALISE b', ['notYet «VISUALISE»']);
  check('VISUALISE a AS x DRAW line § DRAW bar', ['expected «§»']);
});

test('reading goes on after a problem', () => {
  const tree = parseVisualise(
    `VISUALISE avg(a) AS x, b AS y DRAW line SETTING c => , d => 1 SCALE FROM [0, 1] LABEL title => 'kept'`,
  );
  assert.deepEqual(tree.mappings.map(mappingText), ['b AS y']);
  assert.deepEqual(
    tree.layers[0]?.settings.map(({ name }) => name.name),
    ['d'],
  );
  assert.equal(tree.labels[0]?.text, 'kept');
});
