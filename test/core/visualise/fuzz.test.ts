import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileChart } from '../../../src/core/visualise/compile';
import { parseVisualise } from '../../../src/core/visualise/parser';
import { problemSentence } from '../../../src/core/visualise/problems';
import { scanVisualise } from '../../../src/core/visualise/scanner';
import { goldenCases } from './goldenCases';
import { sampleColumns } from './sampleResult';
import fc from '../../support/properties';

const words = [
  ...'VISUALISE DRAW PLACE SCALE FACET LABEL MAPPING REMAPPING SETTING FILTER PARTITION ORDER BY'.split(
    ' ',
  ),
  ...'FROM TO VIA RENAMING AS CONTINUOUS DISCRETE BINNED ORDINAL IDENTITY PROJECT DESC NULL TRUE'.split(
    ' ',
  ),
  ...'line area bar point tile rule text ribbon path boxplot x y xmin ymax fill stroke colour size'.split(
    ' ',
  ),
  ...'shape label linetype weight width offset format position opacity title subtitle panel row'.split(
    ' ',
  ),
  ...'date score name sector rank is_new published last_updated trading_volume nothing constructor'.split(
    ' ',
  ),
  ...`'2026-03-20' 'a' 'dodge' 'fill' 'red' "net.change [pct]" 0 -1.5 1e9 => , ( ) [ ] * ; ' " /* -- :: {`.split(
    ' ',
  ),
  ...[
    'diverging',
    'viridis',
    'log10',
    'breaks',
    'reverse',
    'free',
    'ncol',
    '__proto__',
    "'{:num %.1f}'",
  ],
];

const soup = fc
  .array(fc.constantFrom(...words), { maxLength: 40 })
  .map(tokens => ['VISUALISE', ...tokens].join(' '));

/** A clause that is right, with a few words replaced, dropped or doubled. */
const nearMiss = fc
  .tuple(
    fc.constantFrom(...Object.values(goldenCases)),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(...words, '')), { maxLength: 4 }),
  )
  .map(([clause, edits]) => {
    const tokens = clause.split(/\s+/);
    for (const [at, word] of edits) {
      tokens[at % tokens.length] = word;
    }
    return tokens.join(' ');
  });

function checkClause(text: string): void {
  const tree = parseVisualise(text);
  const chart = compileChart(tree, sampleColumns);
  for (const problem of chart.problems) {
    const { from, to } = problem.span;
    assert.ok(from >= 0 && from <= to && to <= text.length, JSON.stringify(problem));
    assert.match(problemSentence(problem), /\S[.?]$/);
  }
  assert.deepEqual(JSON.parse(JSON.stringify(chart.spec)), chart.spec);
  assert.match(chart.description, /\.$/);
}

test('any text parses and compiles to something, with problems inside the text', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), checkClause));
  fc.assert(fc.property(soup, checkClause), { numRuns: 200 });
  fc.assert(fc.property(nearMiss, checkClause), { numRuns: 200 });
});

test('tokens and white space make up the whole text, in order', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), soup), text => {
      let at = 0;
      for (const { span } of scanVisualise(text).tokens) {
        const between = text.slice(at, span.from);
        assert.ok(span.from >= at && (between.trim() === '' || /--|\/\*/.test(between)));
        at = span.to;
      }
      assert.equal(at, text.length);
    }),
  );
});

test('no input makes more nodes and problems than it has tokens', () => {
  for (const part of ['DRAW ', 'a AS x, ', 'SETTING a => [', '((((', 'SCALE x FROM ', '/*', "'"]) {
    const text = `VISUALISE ${part.repeat(5000)}`;
    const tree = parseVisualise(text);
    const tokens = scanVisualise(text).tokens.length;
    const nodes = tree.mappings.length + tree.layers.length + tree.scales.length;
    assert.ok(nodes + tree.problems.length <= 2 * tokens, part);
  }
});
