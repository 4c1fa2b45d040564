/** By hand: a bin holds its start and not its end, and a density is the count over rows of the group times width. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { clauseLayers } from '../../support/clauseLayers';
import { assertCells, openTinyResult, type Cells } from '../tinyResult';
import { queriedLayers } from '../../../src/core/visualise/statistics/layerQueries';

const tiny = await openTinyResult();
after(() => tiny.close());

/** `check([columns, rows], clause, cells)`: the rows of the histogram of v. */
async function check(table: [string, string], clause: string, expected: Cells): Promise<void> {
  const parts = clauseLayers(`v AS x ${clause}`, await tiny.fill(...table));
  const [layer] = queriedLayers(parts.layer, parts);
  assert.deepEqual(parts.report.problems, [], clause);
  assertCells(await tiny.cellsOf(layer?.query?.sql ?? ''), expected, `${table[1]} ${clause}`);
}

const names = ['v', 'v end', 'count', 'density'];
const rowsOf = (values: readonly (number | string)[]): string =>
  values.map(value => `(${value})`).join(', ');

test('a number of bins divides what there is, and the last bin holds its end', async () => {
  // From 1 to 9 in 4 bins of 2: [1, 3), [3, 5), [5, 7) without rows, [7, 9].
  await check(['v INTEGER', rowsOf([1, 2, 2, 3, 4, 9])], 'DRAW histogram SETTING bins => 4', [
    names,
    [1, 3, 3, 3 / 12],
    [3, 5, 2, 2 / 12],
    [7, 9, 1, 1 / 12],
  ]);
  // The second bin begins at 2.5, and 5 is in it although it is the end.
  await check(['v DOUBLE', rowsOf([0, 2.49, 2.5, 5])], 'DRAW histogram SETTING bins => 2', [
    names,
    [0, 2.5, 2, 0.2],
    [2.5, 5, 2, 0.2],
  ]);
  await check(['v DOUBLE', rowsOf([-3, 0, 3])], 'DRAW histogram SETTING bins => 1', [
    names,
    [-3, 3, 3, 1 / 6],
  ]);
});

test('without a setting there are 30 bins', async () => {
  await check(['v DOUBLE', rowsOf([0, 1, 29.5, 30])], 'DRAW histogram', [
    names,
    [0, 1, 1, 0.25],
    [1, 2, 1, 0.25],
    [29, 30, 2, 0.5],
  ]);
});

test('bins of a width begin at its multiples, and every bin is open at its end', async () => {
  await check(['v DOUBLE', rowsOf([-1, 0, 1.9, 2, 8])], 'DRAW histogram SETTING binwidth => 2', [
    names,
    [-2, 0, 1, 0.1],
    [0, 2, 2, 0.2],
    [2, 4, 1, 0.1],
    [8, 10, 1, 0.1],
  ]);
  const both = 'DRAW histogram SETTING bins => 1, binwidth => 4';
  await check(['v DOUBLE', rowsOf([1, 9])], both, [names, [0, 4, 1, 1 / 8], [8, 12, 1, 1 / 8]]);
});

test('values that stand on the edges of bins are in the bins that begin there, whatever doubles make of them', async () => {
  const tenths = rowsOf(Array.from({ length: 11 }, (_, i) => i / 10));
  const bin = (i: number, count: number): number[] => [i / 10, (i + 1) / 10, count, count / 1.1];
  await check(['v DOUBLE', tenths], 'DRAW histogram SETTING bins => 10', [
    names,
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map(i => bin(i, 1)),
    bin(9, 2),
  ]);
  await check(['v DOUBLE', tenths], 'DRAW histogram SETTING binwidth => 0.1', [
    names,
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(i => bin(i, 1)),
  ]);
  // Below the edge by more than rounding.
  await check(['v DOUBLE', rowsOf([0, 0.299999, 1])], 'DRAW histogram SETTING bins => 10', [
    names,
    [0, 0.1, 1, 1 / 0.3],
    [0.2, 0.3, 1, 1 / 0.3],
    [0.9, 1, 1, 1 / 0.3],
  ]);
});

test('one place is one bin, as wide as 1 or the width asked for', async () => {
  await check(['v DOUBLE', rowsOf([7])], 'DRAW histogram', [names, [7, 8, 1, 1]]);
  await check(['v DOUBLE', rowsOf([7.5, 7.5])], 'DRAW histogram', [names, [7.5, 8.5, 2, 1]]);
  await check(['v DOUBLE', rowsOf([7])], 'DRAW histogram SETTING binwidth => 5', [
    names,
    [5, 10, 1, 0.2],
  ]);
});

test('missing and infinite values are in no bin, and no values make none', async () => {
  const odd = rowsOf([0, 'NULL', "'NaN'", 4, "'inf'", "'-inf'"]);
  await check(['v DOUBLE', odd], 'DRAW histogram SETTING bins => 2', [
    names,
    [0, 2, 1, 0.25],
    [2, 4, 1, 0.25],
  ]);
  await check(['v DOUBLE', ''], 'DRAW histogram', [names]);
  await check(['v DOUBLE', rowsOf(['NULL'])], 'DRAW histogram SETTING binwidth => 2', [names]);
  await check(
    ['v DOUBLE', rowsOf([1, 2, 9])],
    'DRAW histogram SETTING bins => 1 FILTER v < 9 -- !',
    [names, [1, 2, 2, 1]],
  );
});

test('groups share the edges of bins, and the density of each has an area of 1', async () => {
  const rows = `(0, 'b'), (1, 'a'), (8, 'b'), (1, 'a'), (3, 'a'), (7, NULL)`;
  // Two bins of 4 from 0 to 8.
  await check(
    ['v INTEGER, k VARCHAR', rows],
    'DRAW histogram MAPPING k AS fill SETTING bins => 2',
    [
      [...names, 'k'],
      [0, 4, 3, 1 / 4, 'a'],
      [0, 4, 1, 1 / 8, 'b'],
      [4, 8, 1, 1 / 8, 'b'],
      [4, 8, 1, 1 / 4, null],
    ],
  );
  await check(['v INTEGER, k VARCHAR', rows], 'DRAW histogram SETTING bins => 2 FACET k', [
    [...names, 'k'],
    [0, 4, 3, 1 / 4, 'a'],
    [0, 4, 1, 1 / 8, 'b'],
    [4, 8, 1, 1 / 8, 'b'],
    [4, 8, 1, 1 / 4, null],
  ]);
});

test('weights are added up in place of rows', async () => {
  const rows = '(0, 2.5), (1, NULL), (1, 0.5), (4, 7)';
  await check(
    ['v DOUBLE, w DOUBLE', rows],
    'DRAW histogram MAPPING w AS weight SETTING bins => 2',
    [names, [0, 2, 3, 3 / 20], [2, 4, 7, 7 / 20]],
  );
});

test('bins of dates are whole days, and those of times are not', async () => {
  const days = (...texts: string[]): string => rowsOf(texts.map(text => `'${text}'`));
  // Five days in two bins: three days each.
  await check(
    ['v DATE', days('2026-01-01', '2026-01-03', '2026-01-04', '2026-01-06')],
    'DRAW histogram SETTING bins => 2',
    [names, ['2026-01-01', '2026-01-04', 2, 2 / 12], ['2026-01-04', '2026-01-07', 2, 2 / 12]],
  );
  await check(['v DATE', days('2026-01-01', '2026-01-03')], 'DRAW histogram', [
    names,
    ['2026-01-01', '2026-01-02', 1, 0.5],
    ['2026-01-03', '2026-01-04', 1, 0.5],
  ]);
  // 1970-01-01 is day 0, so that bins of 7 days begin on Thursdays, as 2026-01-01 was day 20,454 = 7 * 2922.
  await check(
    ['v DATE', days('2025-12-31', '2026-01-07')],
    'DRAW histogram SETTING binwidth => 7',
    [names, ['2025-12-25', '2026-01-01', 1, 1 / 14], ['2026-01-01', '2026-01-08', 1, 1 / 14]],
  );
  for (const width of ['0.2', '1.4']) {
    await check(['v DATE', days('2026-01-01')], `DRAW histogram SETTING binwidth => ${width}`, [
      names,
      ['2026-01-01', '2026-01-02', 1, 1],
    ]);
  }
  // 90 seconds in two bins of 45.
  await check(
    ['v TIMESTAMP', days('2026-01-01 00:00:00', '2026-01-01 00:01:30')],
    'DRAW histogram SETTING bins => 2',
    [
      names,
      ['2026-01-01T00:00:00', '2026-01-01T00:00:45', 1, 1 / 90],
      ['2026-01-01T00:00:45', '2026-01-01T00:01:30', 1, 1 / 90],
    ],
  );
});

test('bins on a transformed scale are even as they are drawn', async () => {
  // Logarithms 0, 1, 2 and 3 in bins of 1.5; 0 has no place.
  await check(
    ['v DOUBLE', rowsOf([1, 10, 100, 1000, 0])],
    'DRAW histogram SETTING bins => 2 SCALE x VIA log10',
    [names, [1, 10 ** 1.5, 2, 2 / 6], [10 ** 1.5, 1000, 2, 2 / 6]],
  );
  // Roots -2, 0 and 4 in bins of 3: the bin that ends at 1 ends at its square.
  await check(
    ['v DOUBLE', rowsOf([-4, 0, 16])],
    'DRAW histogram SETTING bins => 2 SCALE x VIA sqrt',
    [names, [-4, 1, 2, 2 / 9], [1, 16, 1, 1 / 9]],
  );
});

test('bars stand from bin to bin, at the count or what REMAPPING says', async () => {
  const columns = await tiny.fill('v DOUBLE, count INTEGER, w DOUBLE', '');
  const boundOf = (clause: string): string[] => {
    const parts = clauseLayers(clause, columns);
    const [layer] = queriedLayers(parts.layer, parts);
    return [...(layer?.bindings ?? [])].map(([aesthetic, binding]) =>
      binding.kind === 'column' ? `${aesthetic} ${binding.column.name}` : aesthetic,
    );
  };
  const counted = ['x v', 'xend v end', 'y count (computed)'];
  assert.deepEqual(boundOf('v AS x DRAW histogram'), counted);
  assert.deepEqual(boundOf('v AS x, w AS weight DRAW histogram'), counted);
  assert.deepEqual(boundOf('v AS x DRAW histogram REMAPPING density AS y'), [
    ...['x v', 'xend v end', 'y density'],
  ]);
});
