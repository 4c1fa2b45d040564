/** `SCALE BINNED x` and `y`. By hand: a bin holds its start and not its end, unless it is closed on the right. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ResolvedLayer } from '../../../src/core/visualise/resolvedChart';
import { binnedLayer } from '../../../src/core/visualise/statistics/binned';
import { rowsQuery } from '../../../src/core/visualise/statistics/rowsQuery';
import { clauseLayers, type ClauseLayers } from '../../support/clauseLayers';
import { assertCells, openTinyResult, type Cells } from '../tinyResult';

const tiny = await openTinyResult();
after(() => tiny.close());

type Table = [columns: string, rows: string];

async function binnedOf(
  table: Table,
  clause: string,
): Promise<{ parts: ClauseLayers; layer: ResolvedLayer }> {
  const parts = clauseLayers(clause, await tiny.fill(...table));
  const layer = binnedLayer(parts.layer, parts);
  assert.deepEqual(parts.report.problems, [], clause);
  return { parts, layer };
}

/** `check([columns, rows], clause, cells)`: the rows of the layer on its bins. */
async function check(table: Table, clause: string, expected: Cells): Promise<void> {
  const { parts, layer } = await binnedOf(table, clause);
  const query = layer.query ?? rowsQuery(layer, parts);
  assertCells(await tiny.cellsOf(query?.sql ?? ''), expected, `${table[1]} ${clause}`);
}

const names = ['v start', 'v end', 'rows'];
const rowsOf = (values: readonly (number | string)[]): string =>
  values.map(value => `(${value})`).join(', ');

/** `checkBins(values, scale, bins)`: the counted bins of a column of numbers. */
async function checkBins(
  values: readonly (number | string)[],
  scale: string,
  expected: Cells,
): Promise<void> {
  await check(['v DOUBLE', rowsOf(values)], `v AS x DRAW bar SCALE BINNED x ${scale}`, [
    names,
    ...expected,
  ]);
}

test('bins are as wide as the next round number, and begin at its multiples', async () => {
  // A fifth of the range is the least width: 1, 2, 2.4, 2.1, 2.6, 6 and 0.14; round are 1, 2, 2.5, 5 and 10.
  await checkBins([0, 5], '', [
    [0, 1, 1],
    [5, 6, 1],
  ]);
  await checkBins([0, 10], '', [
    [0, 2, 1],
    [10, 12, 1],
  ]);
  await checkBins([0, 12], '', [
    [0, 2.5, 1],
    [10, 12.5, 1],
  ]);
  await checkBins([0, 10.5], '', [
    [0, 2.5, 1],
    [10, 12.5, 1],
  ]);
  await checkBins([0, 13], '', [
    [0, 5, 1],
    [10, 15, 1],
  ]);
  await checkBins([0, 30], '', [
    [0, 10, 1],
    [30, 40, 1],
  ]);
  await checkBins([0, 0.7], '', [
    [0, 0.2, 1],
    [0.6, 0.8, 1],
  ]);
  // 10 / 2 = 5, and -3 is in the bin from -5.
  await checkBins([-3, 1, 4.9, 5, 7], 'SETTING breaks => 2', [
    [-5, 0, 1],
    [0, 5, 2],
    [5, 10, 2],
  ]);
});

test('bins that need not be round divide what there is', async () => {
  const plain = 'SETTING breaks => 2, pretty => false';
  await checkBins([1, 4.9, 5, 9], plain, [
    [1, 5, 2],
    [5, 9, 2],
  ]);
  await checkBins([1, 5, 9], `${plain}, closed => 'right'`, [
    [1, 5, 2],
    [5, 9, 1],
  ]);
  await checkBins([0, 10], 'SETTING pretty => false', [
    [0, 2, 1],
    [8, 10, 1],
  ]);
});

test('bins end at listed breaks in any order, and what lies outside is left out', async () => {
  const breaks = 'SETTING breaks => [4, 0, 1]';
  await checkBins([-1, 0, 0.9, 1, 3, 4, 4.1], breaks, [
    [0, 1, 2],
    [1, 4, 3],
  ]);
  await checkBins([-1, 0, 1, 3, 4], `${breaks}, closed => 'right'`, [
    [0, 1, 2],
    [1, 4, 2],
  ]);
  await checkBins([-1, 0, 4, 9], `${breaks}, oob => 'squish'`, [
    [0, 1, 2],
    [1, 4, 2],
  ]);
});

test('FROM says what lies outside, and a missing end is that of the data', async () => {
  const plain = 'SETTING breaks => 2, pretty => false';
  await checkBins([-1, 0, 3, 4, 8, 9], `FROM [0, 8] ${plain}`, [
    [0, 4, 2],
    [4, 8, 2],
  ]);
  await checkBins([-1, 0, 3, 4, 8, 9], `FROM [0, 8] ${plain}, oob => 'squish'`, [
    [0, 4, 3],
    [4, 8, 3],
  ]);
  await checkBins([-1, 0, 4, 10], `FROM [0, null] ${plain}`, [
    [0, 5, 2],
    [5, 10, 1],
  ]);
  await checkBins([-10, 0, 4, 10], `FROM [null, 0] ${plain}`, [
    [-10, -5, 1],
    [-5, 0, 1],
  ]);
});

test('values that stand on the edges of bins are in the bins that begin there, whatever doubles make of them', async () => {
  const tenths = Array.from({ length: 11 }, (_, i) => i / 10);
  await checkBins(tenths, 'SETTING breaks => 10', [
    ...tenths.map(start => [start, start + 0.1, 1]),
  ]);
  await checkBins(tenths, `SETTING breaks => 10, closed => 'right'`, [
    ...tenths.map(end => [end - 0.1, end, 1]),
  ]);
  await checkBins([0, 0.299999, 1], 'SETTING breaks => 10', [
    [0, 0.1, 1],
    [0.2, 0.3, 1],
    [1, 1.1, 1],
  ]);
});

test('one place is one bin as wide as 1, and no values are in none', async () => {
  await checkBins([3.5], '', [[3.5, 4.5, 1]]);
  await checkBins([3, 3], 'SETTING pretty => false', [[3, 4, 2]]);
  await checkBins([0, 'NULL', "'NaN'", 5, "'inf'", "'-inf'"], '', [
    [0, 1, 1],
    [5, 6, 1],
  ]);
  await checkBins(
    ["'-inf'", 'NULL', 0, 4, "'inf'", "'NaN'"],
    `SETTING breaks => [0, 1], oob => 'squish'`,
    [[0, 1, 2]],
  );
  // The filter leaves 0 to 4, in two bins of 2.
  await check(
    ['v DOUBLE', '(0), (1), (4), (90)'],
    'v AS x DRAW bar FILTER v < 5 SCALE BINNED x SETTING breaks => 2, pretty => false',
    [names, [0, 2, 2], [2, 4, 1]],
  );
  await checkBins([], '', []);
});

test('bins of dates are whole days or follow the calendar', async () => {
  const days = (...texts: string[]): Table => ['v DATE', rowsOf(texts.map(text => `'${text}'`))];
  const bars = 'v AS x DRAW bar SCALE BINNED x';
  // 2 of 10 days, counted from 1970-01-01: 2026-01-01 is day 20,454.
  await check(days('2026-01-01', '2026-01-02', '2026-01-03', '2026-01-11'), bars, [
    names,
    ['2026-01-01', '2026-01-03', 2],
    ['2026-01-03', '2026-01-05', 1],
    ['2026-01-11', '2026-01-13', 1],
  ]);
  await check(days('2026-01-01', '2026-01-02'), bars, [
    names,
    ['2026-01-01', '2026-01-02', 1],
    ['2026-01-02', '2026-01-03', 1],
  ]);
  const monthEnds = days('2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01');
  await check(monthEnds, `${bars} SETTING breaks => 'month'`, [
    names,
    ['2026-01-01', '2026-02-01', 1],
    ['2026-02-01', '2026-03-01', 2],
    ['2026-03-01', '2026-04-01', 1],
  ]);
  // 2026-02-01 is a Sunday.
  await check(monthEnds, `${bars} SETTING breaks => 'week'`, [
    names,
    ['2026-01-26', '2026-02-02', 2],
    ['2026-02-23', '2026-03-02', 2],
  ]);
  await check(days('2025-12-31', '2026-06-30'), `${bars} SETTING breaks => '1 year'`, [
    names,
    ['2025-01-01', '2026-01-01', 1],
    ['2026-01-01', '2027-01-01', 1],
  ]);
  await check(monthEnds, `${bars} SETTING breaks => ['2026-02-01', '2026-03-01']`, [
    names,
    ['2026-02-01', '2026-03-01', 3],
  ]);
  await check(
    ['v TIMESTAMP', "('2026-01-01 10:59:59'), ('2026-01-01 11:00:00')"],
    `${bars} SETTING breaks => 'hour'`,
    [
      names,
      ['2026-01-01T10:00:00', '2026-01-01T11:00:00', 1],
      ['2026-01-01T11:00:00', '2026-01-01T12:00:00', 1],
    ],
  );
});

test('bins on a transformed scale are even as they are drawn', async () => {
  const scale = 'VIA log10 SETTING breaks => 3';
  // Logarithms 0 to 3 in bins of 1; 0 and -1 have no place.
  await checkBins([1, 9.9, 10, 1000, 0, -1], scale, [
    [1, 10, 2],
    [10, 100, 1],
    [1000, 10000, 1],
  ]);
});

test('bars count the rows of each bin and group, or add up their weights', async () => {
  const table: Table = [
    'v INTEGER, w DOUBLE, k VARCHAR',
    "(0, 2.5, 'b'), (1, 1, 'a'), (5, 4, 'b'), (0, NULL, 'b'), (1, 7, NULL)",
  ];
  const breaks = 'SCALE BINNED x SETTING breaks => [0, 2, 6]';
  await check(table, `v AS x, k AS fill DRAW bar ${breaks}`, [
    ['k', 'v start', 'v end', 'rows'],
    ['a', 0, 2, 1],
    ['b', 0, 2, 2],
    ['b', 2, 6, 1],
    [null, 0, 2, 1],
  ]);
  await check(table, `v AS x, w AS weight DRAW bar FILTER k <> 'a' -- b\n${breaks}`, [
    ['v start', 'v end', 'sum of w'],
    [0, 2, 2.5],
    [2, 6, 4],
  ]);
  await check(table, `v AS y DRAW bar SCALE BINNED y SETTING breaks => [0, 2, 6] FACET k`, [
    ['v start', 'v end', 'k', 'rows'],
    [0, 2, 'a', 1],
    [0, 2, 'b', 2],
    [0, 2, null, 1],
    [2, 6, 'b', 1],
  ]);
});

test('other layers keep their rows, at the middle, the start or the ends of their bins', async () => {
  const table: Table = ['v DOUBLE, w DOUBLE', '(5, 1), (0.5, 2), (NULL, 3), (7, 4), (1, 5)'];
  const breaks = 'SETTING breaks => [0, 2, 6]';
  await check(table, `v AS x, w AS y DRAW point SCALE BINNED x ${breaks}`, [
    ['w', 'v'],
    [1, 4],
    [2, 1],
    [5, 1],
  ]);
  await check(table, `v AS x, w AS y DRAW tile SCALE BINNED x ${breaks}`, [
    ['w', 'v start', 'v end'],
    [1, 2, 6],
    [2, 0, 2],
    [5, 0, 2],
  ]);
  await check(table, `v AS x, w AS y DRAW bar SCALE BINNED x ${breaks}`, [
    ['w', 'v start', 'v end'],
    [1, 2, 6],
    [2, 0, 2],
    [5, 0, 2],
  ]);
  await check(table, `v AS x, w AS y DRAW boxplot SCALE BINNED x ${breaks}`, [
    ['w', 'v start'],
    [1, 2],
    [2, 0],
    [5, 0],
  ]);
  // Both axes: w in bins [0, 3) and [3, 6].
  await check(
    table,
    `v AS x, w AS y DRAW tile SCALE BINNED x ${breaks} SCALE BINNED y SETTING breaks => [0, 3, 6]`,
    [
      ['v start', 'v end', 'w start', 'w end'],
      [2, 6, 0, 3],
      [0, 2, 0, 3],
      [0, 2, 3, 6],
    ],
  );
});

test('the middle of a bin of dates is a date', async () => {
  await check(
    ['v DATE, w INTEGER', "('2026-01-05', 1)"],
    `v AS x, w AS y DRAW point SCALE BINNED x SETTING breaks => ['2026-01-01', '2026-01-11']`,
    [
      ['w', 'v'],
      [1, '2026-01-06'],
    ],
  );
});

test('a layer without a binned scale stays as it is, and one that cannot stand on bins is reported', async () => {
  const columns = await tiny.fill('v DOUBLE, k VARCHAR', '');
  for (const clause of [
    'v AS x DRAW bar',
    'v AS x DRAW bar SCALE x',
    'k AS x DRAW bar SCALE BINNED y',
  ]) {
    const parts = clauseLayers(clause, columns);
    assert.equal(binnedLayer(parts.layer, parts), parts.layer, clause);
  }
  const parts = clauseLayers('v AS x DRAW histogram SCALE BINNED x', columns);
  assert.equal(binnedLayer(parts.layer, parts), parts.layer);
  assert.deepEqual(
    parts.report.problems.map(({ code }) => code),
    ['notYet'],
  );
});
