import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { reducedCurve } from '../../../src/core/visualise/reduction/reducedCurve';
import { clauseLayers, type ClauseLayers } from '../../support/clauseLayers';
import { assertCells, openTinyResult, type Cells } from '../tinyResult';
import { contextOf, refinedRows } from './reducing';

const tiny = await openTinyResult();
after(() => tiny.close());

type Table = [columns: string, rows: string];

const partsOf = async (table: Table, clause: string): Promise<ClauseLayers> =>
  clauseLayers(clause, await tiny.fill(...table));

/** `checkCurve([columns, rows], clause, share, cells)`: the rows that are drawn of the curve. */
async function checkCurve(
  table: Table,
  clause: string,
  share: number,
  expected: Cells,
): Promise<void> {
  const parts = await partsOf(table, clause);
  const layer = reducedCurve(parts.layer, contextOf(parts, { share }));
  assert.ok(layer, clause);
  assertCells(await refinedRows(tiny, layer), expected, clause);
}

const line = '(0, 5), (1, 9), (2, 5), (3, 1), (4, 4), (8, 6)';

test('a curve keeps the first, last, lowest and highest row of each column along its axis', async () => {
  // 12 rows: one column of 4 and the row at the end.
  const table: Table = ['a DOUBLE, b DOUBLE', line];
  const kept: Cells = [
    [0, 5],
    [1, 9],
    [3, 1],
    [4, 4],
    [8, 6],
  ];
  await checkCurve(table, 'a AS x, b AS y DRAW line', 12, [['a', 'b'], ...kept]);
  await checkCurve(table, 'a AS x, b AS y DRAW area', 12, [['a', 'b'], ...kept]);
  await checkCurve(table, `b AS x, a AS y DRAW line SETTING orientation => 'transposed'`, 12, [
    ...[['a', 'b'], ...kept],
  ]);
});

test('colours that change along a line do not part it, and are kept', async () => {
  const rows = '(0, 5, 1), (1, 9, 2), (2, 5, 3), (3, 1, 4), (4, 4, 5), (8, 6, 6)';
  const table: Table = ['a DOUBLE, b DOUBLE, c DOUBLE', rows];
  const kept: Cells = [
    [0, 5, 1],
    [1, 9, 2],
    [3, 1, 4],
    [4, 4, 5],
    [8, 6, 6],
  ];
  const clause = 'a AS x, b AS y, c AS stroke DRAW line';
  await checkCurve(table, clause, 12, [['a', 'b', 'c'], ...kept]);
  await checkCurve(table, `${clause} SCALE DISCRETE stroke`, 12, [
    ['a', 'b', 'c'],
    ...[
      [0, 5, 1],
      [1, 9, 2],
      [2, 5, 3],
      [3, 1, 4],
      [4, 4, 5],
      [8, 6, 6],
    ],
  ]);
});

test('a ribbon and ranges keep the extremes of both edges', async () => {
  // 18 rows: one column of 6. The lower edge is lowest at 1 and highest at 3, the upper one at 4 and 2.
  const rows =
    '(0, 2, 5), (1, 1, 5), (2, 2, 8), (2.5, 2, 5), (3, 3, 5), (4, 2, 4), (5, 2, 5), (6, 2, 5), (8, 0, 9)';
  const table: Table = ['a DOUBLE, low DOUBLE, high DOUBLE', rows];
  const kept: Cells = [
    ...[
      [0, 2, 5],
      [1, 1, 5],
      [2, 2, 8],
      [3, 3, 5],
      [4, 2, 4],
      [6, 2, 5],
      [8, 0, 9],
    ],
  ];
  const names = ['a', 'low', 'high'];
  const clause = 'a AS x, low AS ymin, high AS ymax DRAW';
  await checkCurve(table, `${clause} ribbon`, 18, [names, ...kept]);
  await checkCurve(table, `${clause} range`, 18, [names, ...kept]);
  const across = 'a AS y, low AS xmin, high AS xmax DRAW range';
  await checkCurve(table, across, 18, [names, ...kept]);
});

test('a curve is broken by what is missing or infinite, and not by what a logarithmic axis leaves out', async () => {
  const table = (value: string): Table => [
    'a DOUBLE, b DOUBLE',
    `(0, 5), (1, 9), (2, ${value}), (3, 1), (8, 6)`,
  ];
  const clause = 'a AS x, b AS y DRAW line';
  const kept = (value: Cells[number][number]): Cells => [
    ...[
      ['a', 'b'],
      [0, 5],
      [1, 9],
      [2, value],
      [3, 1],
      [8, 6],
    ],
  ];
  await checkCurve(table('NULL'), clause, 20, kept(null));
  await checkCurve(table("'inf'"), clause, 20, kept('inf'));
  const without: Cells = [
    ['a', 'b'],
    [0, 5],
    [1, 9],
    [3, 1],
    [8, 6],
  ];
  await checkCurve(table('-1'), `${clause} SCALE y VIA log10`, 20, without);
});

test('series and panels of a curve are reduced apart', async () => {
  const rows = `(0, 1, 'a', 'p'), (1, 3, 'a', 'p'), (1, 0, 'b', 'p'), (2, 2, 'a', 'p'), (2, 1, 'a', 'q'), (3, 2, 'a', 'p'), (9, 1, 'b', 'p')`;
  await checkCurve(
    ['t DOUBLE, v DOUBLE, k VARCHAR, p VARCHAR', rows],
    't AS x, v AS y, k AS stroke DRAW line FACET p',
    36,
    [
      ['t', 'v', 'k', 'p'],
      [0, 1, 'a', 'p'],
      [1, 3, 'a', 'p'],
      [1, 0, 'b', 'p'],
      [2, 1, 'a', 'q'],
      [3, 2, 'a', 'p'],
      [9, 1, 'b', 'p'],
    ],
  );
});

test('areas on each other are reduced to whole stacks, and areas before each other are not', async () => {
  const rows = `(0, 1, 'a'), (0, 1, 'b'), (1, 5, 'a'), (1, 1, 'b'), (2, 0, 'a'), (2, 3, 'b'), (3, 2, 'a'), (3, 2, 'b'), (4, 1, 'b')`;
  const table: Table = ['t DOUBLE, v DOUBLE, k VARCHAR', rows];
  const clause = 't AS x, v AS y, k AS fill DRAW area';
  // Stacks of 2, 6, 3 and 4 in one column, and one at the end: that of 3 is left out.
  const stacks: Cells = [
    ['t', 'v', 'k'],
    ...[
      [0, 1, 'a'],
      [0, 1, 'b'],
      [1, 5, 'a'],
      [1, 1, 'b'],
      [3, 2, 'a'],
      [3, 2, 'b'],
      [4, 1, 'b'],
    ],
  ];
  await checkCurve(table, clause, 16, stacks);
  await checkCurve(table, clause.replace('fill', 'stroke'), 16, stacks);
  // Of each area alone: a is lowest at 2, where b is highest.
  await checkCurve(table, `${clause} SETTING position => 'identity'`, 24, [
    ['t', 'v', 'k'],
    ...[
      [0, 1, 'a'],
      [0, 1, 'b'],
      [1, 5, 'a'],
      [2, 0, 'a'],
      [2, 3, 'b'],
      [3, 2, 'a'],
      [3, 2, 'b'],
      [4, 1, 'b'],
    ],
  ]);
});

test('a curve says how fine it is', async () => {
  const noteOf = async (clause: string, facts: Record<string, number>, share = 50_000) => {
    const parts = await partsOf(['a DOUBLE, b DOUBLE, k VARCHAR', ''], clause);
    const layer = reducedCurve(parts.layer, contextOf(parts, { share, rowCount: 1_234_567 }));
    return layer?.query?.refine?.(new Map(Object.entries(facts))).notes;
  };
  const clause = 'a AS x, b AS y DRAW line';
  const start = (type: string, columns: string): string =>
    `The ${type} was reduced from 1,234,567 rows to the first, last, lowest and highest of each series in each of ${columns} columns (M4)`;
  const coarse = (part: string): string =>
    `: every high and low is drawn, at most ${part} of the width from its place. Fewer series or rows make the line finer.`;
  assert.deepEqual(await noteOf(clause, { series: 1, missing: 0 }), [
    `${start('line', '4,500')}, which look the same.`,
  ]);
  // 12,008 / 4 - 2 = 3000, and 2999 of 12,007.
  assert.deepEqual(await noteOf(clause, {}, 12_008), [
    `${start('line', '3,000')}, which look the same.`,
  ]);
  assert.deepEqual(await noteOf(clause.replace('line', 'area'), {}, 12_007), [
    `${start('area', '2,999')}${coarse('1/2,999')}`,
  ]);
  assert.deepEqual(await noteOf(clause, {}, 16), [`${start('line', '2')}${coarse('1/2')}`]);
  assert.deepEqual(await noteOf(clause, {}, 12), [`${start('line', '1')}${coarse('all')}`]);
  assert.deepEqual(await noteOf('a AS x, b AS y, k AS fill DRAW area', {}), [
    'The stacked areas were reduced from 1,234,567 rows to whole stacks: the first, last, lowest and highest of each column.',
  ]);
});

test('a curve that does not go along an axis of numbers or times is not reduced so', async () => {
  const columns = 'a DOUBLE, b DOUBLE, d DATE, k VARCHAR';
  for (const clause of [
    'k AS x, b AS y DRAW line',
    'a AS x, k AS y DRAW line',
    'a AS x, d AS y DRAW line',
    '1 AS x, b AS y DRAW line',
    'a AS x, b AS y DRAW line SCALE DISCRETE x',
    // The sum of the stack would take the place of x.
    'a AS x, a AS y, k AS fill DRAW area',
  ]) {
    const parts = await partsOf([columns, ''], clause);
    assert.equal(reducedCurve(parts.layer, contextOf(parts)), undefined, clause);
  }
});
