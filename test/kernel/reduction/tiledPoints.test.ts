/** Points counted in 120 tiles along x and 60 along y, between the lowest and the highest value of each. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { columnTitle } from '../../../src/core/visualise/chartColumn';
import { tiledPoints } from '../../../src/core/visualise/reduction/tiledPoints';
import type { ResolvedLayer } from '../../../src/core/visualise/resolvedChart';
import { clauseLayers } from '../../support/clauseLayers';
import { assertCells, openTinyResult, type Cells } from '../tinyResult';
import { contextOf, refinedRows } from './reducing';

const tiny = await openTinyResult();
after(() => tiny.close());

type Table = [columns: string, rows: string];

interface Chart {
  readonly share?: number;
  readonly free?: readonly ('x' | 'y')[];
}

async function tiledOf(
  table: Table,
  clause: string,
  { share = 50_000, free = [] }: Chart,
): Promise<{ layer: ResolvedLayer | undefined; notes: readonly string[] }> {
  const parts = clauseLayers(clause, await tiny.fill(...table));
  const hasFreePanels = (axis: 'x' | 'y'): boolean => free.includes(axis);
  const layer = tiledPoints(parts.layer, contextOf(parts, { share, hasFreePanels }));
  return { layer, notes: parts.report.notes };
}

/** `check([columns, rows], clause, cells)`: the tiles, in the order of x and y. */
async function check(
  table: Table,
  clause: string,
  expected: Cells,
  chart: Chart = {},
): Promise<void> {
  const { layer } = await tiledOf(table, clause, chart);
  assert.ok(layer, clause);
  assertCells(await refinedRows(tiny, layer), expected, `${table[1]} ${clause}`);
}

const xy = 'a AS x, b AS y DRAW point';
const names = ['a', 'a end', 'b', 'b end', 'points'];
const numbers = 'a DOUBLE, b DOUBLE';

test('points are counted in tiles that hold their start, and the last hold their end', async () => {
  // From 0 to 120 and from 0 to 60 a tile is 1 by 1.
  const rows =
    '(0, 0), (120, 60), (0.5, 0.9), (1, 0), (118.9, 59.5), (119, 59), (0, 1), (0.2, 0.2)';
  await check([numbers, rows], xy, [
    names,
    [0, 1, 0, 1, 3],
    [0, 1, 1, 2, 1],
    [1, 2, 0, 1, 1],
    [118, 119, 59, 60, 1],
    [119, 120, 59, 60, 2],
  ]);
});

test('points without both places are in no tile, and no points are in none', async () => {
  const rows = "(0, 0), (NULL, 1), (1, NULL), ('inf', 1), (1, '-inf'), ('NaN', 0), (120, 60)";
  await check([numbers, rows], xy, [names, [0, 1, 0, 1, 1], [119, 120, 59, 60, 1]]);
  await check([numbers, ''], xy, [names]);
});

test('points at one place are in one tile as large as 1', async () => {
  await check([numbers, '(7, -2), (7, -2), (7, -2)'], xy, [names, [7, 8, -2, -1, 3]]);
});

test('tiles of dates are whole days', async () => {
  const rows = "('2026-01-01', 0), ('2026-01-02', 0), ('2026-01-01', 60)";
  await check(['a DATE, b DOUBLE', rows], xy, [
    names,
    ['2026-01-01', '2026-01-02', 0, 1, 1],
    ['2026-01-01', '2026-01-02', 59, 60, 1],
    ['2026-01-02', '2026-01-03', 0, 1, 1],
  ]);
  // 130 days in 120 tiles: 1.08, so that each has two days.
  await check(['a DATE, b DOUBLE', "('2026-01-01', 0), ('2026-01-02', 0), ('2026-05-11', 0)"], xy, [
    names,
    ['2026-01-01', '2026-01-03', 0, 1, 2],
    ['2026-05-11', '2026-05-13', 0, 1, 1],
  ]);
  await check(
    ['a TIMESTAMP, b DOUBLE', "('2026-01-01 00:00:00', 0), ('2026-01-01 00:01:00', 0)"],
    xy,
    [
      names,
      // A minute in 120 tiles of half a second.
      ['2026-01-01T00:00:00', '2026-01-01T00:00:00.5', 0, 1, 1],
      ['2026-01-01T00:00:59.5', '2026-01-01T00:01:00', 0, 1, 1],
    ],
  );
});

test('an axis of texts has a band a value, and they share the tiles', async () => {
  const table: Table = [
    'a DOUBLE, k VARCHAR',
    "(0, 'q'), (30, 'p'), (0.5, 'q'), (30, NULL), (1, 'p')",
  ];
  const header = ['a', 'a end', 'points', 'k'];
  // Three bands and 90 tiles: 30 each, from 0 to 30.
  await check(
    table,
    'a AS x, k AS y DRAW point',
    [header, [0, 1, 2, 'q'], [1, 2, 1, 'p'], [29, 30, 1, 'p'], [29, 30, 1, null]],
    { share: 90 },
  );
  // 6 tiles: 2 each; 2 tiles: 1 each at least.
  await check(
    table,
    'a AS x, k AS y DRAW point',
    [header, [0, 15, 1, 'p'], [0, 15, 2, 'q'], [15, 30, 1, 'p'], [15, 30, 1, null]],
    { share: 6 },
  );
  await check(
    table,
    'a AS x, k AS y DRAW point',
    [header, [0, 30, 2, 'p'], [0, 30, 2, 'q'], [0, 30, 1, null]],
    { share: 2 },
  );
  // Along y there are 60 tiles: of 0.5 from 0 to 30.
  await check(table, 'k AS x, a AS y DRAW point FILTER a >= 0', [
    header,
    [0, 0.5, 1, 'q'],
    [0.5, 1, 1, 'q'],
    [1, 1.5, 1, 'p'],
    [29.5, 30, 1, 'p'],
    [29.5, 30, 1, null],
  ]);
});

test('panels share the tiles in both directions, and their edges', async () => {
  const table: Table = [
    `${numbers}, p VARCHAR`,
    "(0, 0, 'p'), (60, 30, 'p'), (10, 10, 'q'), (10.5, 10.5, 'q'), (12, 11.5, NULL)",
  ];
  // 7200 tiles for three panels that may have 1800 each: a quarter, half as many in each direction.
  await check(
    table,
    `${xy} FACET p`,
    [
      [...names, 'p'],
      [0, 1, 0, 1, 1, 'p'],
      [10, 11, 10, 11, 2, 'q'],
      [12, 13, 11, 12, 1, null],
      [59, 60, 29, 30, 1, 'p'],
    ],
    { share: 5400 },
  );
});

test('panels with an axis of their own have tiles of their own', async () => {
  const table: Table = [
    `${numbers}, p VARCHAR, r VARCHAR`,
    "(0, 0, 'p', NULL), (120, 60, 'p', NULL), (0, 0, 'q', 'r'), (12, 6, 'q', 'r'), (0.1, 0.05, 'q', 'r')",
  ];
  for (const free of [['x'], ['y'], ['x', 'y']] as const) {
    await check(
      table,
      `${xy} FACET p BY r`,
      [
        [...names, 'p', 'r'],
        [0, 1, 0, 1, 1, 'p', null],
        [0, 0.1, 0, 0.1, 1, 'q', 'r'],
        [0.1, 0.2, 0, 0.1, 1, 'q', 'r'],
        [119, 120, 59, 60, 1, 'p', null],
        [11.9, 12, 5.9, 6, 1, 'q', 'r'],
      ],
      { free },
    );
  }
});

test('the columns of tiles have names of their own', async () => {
  await check([`v DOUBLE`, '(0), (120)'], 'v AS x, v AS y DRAW point', [
    ['v', 'v end', 'v start', 'v end (computed)', 'points'],
    [0, 1, 0, 2, 1],
    [119, 120, 118, 120, 1],
  ]);
  await check(
    ['v DOUBLE, "v end" DOUBLE, points INTEGER', '(0, 0, 1), (120, 60, 1)'],
    'v AS x, "v end" AS y DRAW point',
    [
      ['v', 'v end (computed)', 'v end', 'v end end', 'points (computed)'],
      [0, 1, 0, 1, 1],
      [119, 120, 59, 60, 1],
    ],
  );
});

test('a layer of tiles has their ends and their count, and nothing of its points', async () => {
  const { layer, notes } = await tiledOf(
    ['a DOUBLE, b DOUBLE, k VARCHAR', ''],
    'a AS x, b AS y, k AS fill, b AS size DRAW point SETTING shape => 3 PARTITION BY k',
    {},
  );
  assert.ok(layer);
  const bound = [...layer.bindings].map(([aesthetic, binding]) =>
    binding.kind === 'column' ? `${aesthetic} ${binding.column.name}` : aesthetic,
  );
  assert.deepEqual(bound, ['xmin a', 'xmax a end', 'ymin b', 'ymax b end', 'fill points']);
  const titles = [...layer.bindings.values()].flatMap(binding =>
    binding.kind === 'column' ? [columnTitle(binding.column)] : [],
  );
  assert.deepEqual(titles.slice(0, 4), ['a', 'a', 'b', 'b'], 'an axis has one title');
  assert.deepEqual([layer.type.name, layer.partition, layer.parameters.size], ['tile', [], 0]);
  assert.deepEqual(notes, [
    '60,000 points are more than a chart can show: they were counted in tiles, without colours and shapes of their own.',
  ]);
});

test('points are not counted where tiles would not be even', async () => {
  const columns = 'a DOUBLE, b DOUBLE, d DATE, k VARCHAR, s VARCHAR';
  for (const clause of [
    'k AS x, s AS y DRAW point',
    'a AS x, 1 AS y DRAW point',
    'a AS x, b AS y DRAW point SCALE x VIA log10',
    'a AS x, b AS y DRAW point SCALE y VIA sqrt',
    // As many bands as there are values.
    'a AS x, b AS y DRAW point SCALE DISCRETE x',
    'a AS x, d AS y DRAW point SCALE ORDINAL y',
    'a AS x, b AS y DRAW point SCALE x VIA string',
  ]) {
    const { layer, notes } = await tiledOf([columns, ''], clause, {});
    assert.equal(layer, undefined, clause);
    assert.deepEqual(notes, [], clause);
  }
});
