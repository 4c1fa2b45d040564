import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { summedBars } from '../../../src/core/visualise/reduction/summedBars';
import { binnedLayer } from '../../../src/core/visualise/statistics/binned';
import { clauseLayers, type ClauseLayers } from '../../support/clauseLayers';
import { assertCells, openTinyResult, type Cells } from '../tinyResult';
import { contextOf, refinedRows } from './reducing';

const tiny = await openTinyResult();
after(() => tiny.close());

type Table = [columns: string, rows: string];

const partsOf = async (table: Table, clause: string): Promise<ClauseLayers> =>
  clauseLayers(clause, await tiny.fill(...table));

/** `checkBars([columns, rows], clause, cells)`: the bars that are drawn of these rows. */
async function checkBars(table: Table, clause: string, expected: Cells): Promise<void> {
  const parts = await partsOf(table, clause);
  const layer = summedBars(parts.layer, contextOf(parts));
  assert.ok(layer, clause);
  assertCells(await refinedRows(tiny, layer), expected, clause);
  const note = '60,000 rows were added up to one bar for each place and colour.';
  assert.deepEqual(parts.report.notes, [note]);
}

const bars: Table = [
  'k VARCHAR, v INTEGER, s VARCHAR',
  "('b', 1, 'p'), ('a', -3, 'p'), ('b', 4, 'p'), ('b', 2, 'q'), ('a', 0, 'p'), ('b', -5, 'p'), (NULL, 7, 'p'), ('a', NULL, 'q'), ('a', -1, 'p')",
];

test('rows of one bar are added up, those that go up and those that go down apart', async () => {
  await checkBars(bars, 'k AS x, v AS y DRAW bar', [
    ['v', 'k'],
    [7, 'b'],
    [-4, 'a'],
    [0, 'a'],
    [-5, 'b'],
    [7, null],
  ]);
  await checkBars(bars, 'k AS y, v AS x, s AS fill DRAW bar', [
    ['v', 'k', 's'],
    [5, 'b', 'p'],
    [-4, 'a', 'p'],
    [2, 'b', 'q'],
    [0, 'a', 'p'],
    [-5, 'b', 'p'],
    [7, null, 'p'],
  ]);
  await checkBars(bars, 'k AS x, v AS y DRAW bar FACET s', [
    ['v', 'k', 's'],
    [5, 'b', 'p'],
    [-4, 'a', 'p'],
    [2, 'b', 'q'],
    [0, 'a', 'p'],
    [-5, 'b', 'p'],
    [7, null, 'p'],
  ]);
});

test('of bars before each other the longest in each direction are drawn', async () => {
  for (const position of ['identity', 'dodge']) {
    await checkBars(bars, `k AS x, v AS y DRAW bar SETTING position => '${position}'`, [
      ['v', 'k'],
      [4, 'b'],
      [-3, 'a'],
      [0, 'a'],
      [-5, 'b'],
      [7, null],
    ]);
  }
  const fill = `k AS x, v AS y DRAW bar SETTING position => 'fill'`;
  await checkBars(['k VARCHAR, v INTEGER', "('a', 1), ('a', 2)"], fill, [
    ['v', 'k'],
    [3, 'a'],
  ]);
});

test('infinite values have no bar', async () => {
  const rows = "('a', 'inf'), ('a', 1), ('b', 'NaN'), ('c', '-inf')";
  await checkBars(['k VARCHAR, v DOUBLE', rows], 'k AS x, v AS y DRAW bar', [
    ['v', 'k'],
    [1, 'a'],
  ]);
});

test('bars that count rows are counted, or their weights added up', async () => {
  await checkBars(bars, 'k AS x DRAW bar', [
    ['rows', 'k'],
    [4, 'b'],
    [4, 'a'],
    [1, null],
  ]);
  await checkBars(bars, 'k AS y, v AS weight, s AS fill DRAW bar', [
    ['sum of v', 'k', 's'],
    [0, 'b', 'p'],
    [-4, 'a', 'p'],
    [2, 'b', 'q'],
    [7, null, 'p'],
    [null, 'a', 'q'],
  ]);
});

test('the measured axis of bars is y, unless only x holds numbers', async () => {
  const table: Table = [
    'v INTEGER, w INTEGER, d DATE',
    "(1, 2, '2026-01-01'), (1, 3, '2026-01-01')",
  ];
  await checkBars(table, 'v AS x, w AS y DRAW bar', [
    ['w', 'v'],
    [5, 1],
  ]);
  await checkBars(table, 'd AS y, v AS x DRAW bar', [
    ['v', 'd'],
    [2, '2026-01-01'],
  ]);
});

test('bars that are no sum of their rows are not added up', async () => {
  const table: Table = ['v INTEGER, w INTEGER, k VARCHAR, s VARCHAR', ''];
  for (const clause of [
    'k AS x, s AS y DRAW bar',
    `'all' AS x DRAW bar`,
    'v AS x, w AS y DRAW bar SCALE BINNED x',
    // The bins of y are ends, not lengths that add up.
    'v AS x, w AS y DRAW bar SCALE BINNED y',
  ]) {
    const parts = await partsOf(table, clause);
    const layer = binnedLayer(parts.layer, parts);
    assert.equal(summedBars(layer, contextOf(parts)), undefined, clause);
    assert.deepEqual(parts.report.notes, [], clause);
  }
});
