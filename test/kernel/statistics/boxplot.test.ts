/**
 * Quartiles by hand: of n sorted values, the one at place (n - 1)p from 0, between two values on the line from one to
 * the other. Fences are 1.5 times q3 - q1 beyond the box; the whiskers end at the last values inside them.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ResolvedLayer } from '../../../src/core/visualise/resolvedChart';
import { clauseLayers } from '../../support/clauseLayers';
import { assertCells, openTinyResult, type Cells } from '../tinyResult';
import { queriedLayers } from '../../../src/core/visualise/statistics/layerQueries';

const tiny = await openTinyResult();
after(() => tiny.close());

const box = ['lower', 'q1', 'median', 'q3', 'upper', 'outlier'];

async function layersOf(table: [string, string], clause: string): Promise<ResolvedLayer[]> {
  const parts = clauseLayers(clause, await tiny.fill(...table));
  const layers = queriedLayers(parts.layer, parts);
  assert.deepEqual(parts.report.problems, [], clause);
  return layers;
}

/** `check([columns, rows], clause, cells)`: the rows of the clause's box plot. */
async function check(table: [string, string], clause: string, expected: Cells): Promise<void> {
  const [layer] = await layersOf(table, clause);
  assertCells(await tiny.cellsOf(layer?.query?.sql ?? ''), expected, `${table[1]} ${clause}`);
}

/** `checkOne('1, 2', '', rows)`: the rows of one box plot of these values, with this SETTING. */
async function checkOne(values: string, setting: string, expected: Cells): Promise<void> {
  const rows = values.split(', ').map(value => `(${value})`);
  const clause = `'all' AS x, v AS y DRAW boxplot ${setting}`;
  await check(['v DOUBLE', rows.join(', ')], clause, [box, ...expected]);
}

const outlier = (value: number): Cells[number] => [null, null, null, null, null, value];

test('quartiles are interpolated between the sorted values', async () => {
  // Places 0.75, 1.5 and 2.25.
  await checkOne('4, 1, 3, 2', '', [[1, 1.75, 2.5, 3.25, 4, 2.5]]);
  // Places 1, 2 and 3.
  await checkOne('1, 2, 3, 4, 6', '', [[1, 2, 3, 4, 6, 3]]);
  // Places 1.25, 2.5 and 3.75.
  await checkOne('0, 10, 20, 30, 40, 60', '', [[0, 12.5, 25, 37.5, 60, 25]]);
  await checkOne('0, 10', '', [[0, 2.5, 5, 7.5, 10, 5]]);
});

test('a value on the fence is inside it, and one beyond it is an outlier', async () => {
  // q1 3, q3 7: fences at 3 - 6 = -3 and 7 + 6 = 13.
  await checkOne('-3, 2, 3, 4, 5, 6, 7, 8, 13', '', [[-3, 3, 5, 7, 13, 5]]);
  await checkOne('13.01, 2, 3, 4, 5, 6, 7, 8, -3.01', '', [
    [2, 3, 5, 7, 8, 5],
    outlier(13.01),
    outlier(-3.01),
  ]);
  // Fences of coef 2 at -5 and 15, of coef 0.25 at 2 and 8.
  await checkOne('-5, 2, 3, 4, 5, 6, 7, 8, 15', 'SETTING coef => 2', [[-5, 3, 5, 7, 15, 5]]);
  await checkOne('-5, 2, 3, 4, 5, 6, 7, 8, 15', 'SETTING coef => 0.25', [
    [2, 3, 5, 7, 8, 5],
    outlier(-5),
    outlier(15),
  ]);
});

test('one value and equal values are a flat box, and whiskers never end inside the box', async () => {
  await checkOne('7', '', [[7, 7, 7, 7, 7, 7]]);
  await checkOne('7, 7, 7', '', [[7, 7, 7, 7, 7, 7]]);
  // q3 at place 3 of 0 to 4 is 4: the box has no height, so that every other value lies outside.
  await checkOne('4, 4, 4, 4, 9', '', [[4, 4, 4, 4, 4, 4], outlier(9)]);
  // q3 at place 2.25 is 5.25, the fence at 5.25 + 1.5 * 1.25 = 7.125: 4 is the last value inside, and below q3.
  await checkOne('4, 4, 4, 9', '', [[4, 4, 4, 5.25, 5.25, 4], outlier(9)]);
  // The same upside down: q1 is 2.75, the fence at 0.875.
  await checkOne('4, 4, 4, -1', '', [[2.75, 2.75, 4, 4, 4, 4], outlier(-1)]);
});

test('missing and infinite values are left out, and no values make no box', async () => {
  await checkOne("1, NULL, 'NaN', 3, 'inf', 2, '-inf'", '', [[1, 1.5, 2, 2.5, 3, 2]]);
  const empty = 'k AS x, v AS y DRAW boxplot';
  await check(['k VARCHAR, v DOUBLE', ''], empty, [[...box, 'k']]);
  await check(['k VARCHAR, v DOUBLE', "('a', NULL)"], empty, [[...box, 'k']]);
});

test('each group has a box, in the order of the rows, and outliers come after all boxes', async () => {
  const rows = `('b', 0), (NULL, 3), ('b', 0), ('a', 5), ('b', 0), ('b', 9), ('b', 0), ('a', 7), (NULL, 1)`;
  await check(['k VARCHAR, v INTEGER', rows], 'k AS x, v AS y DRAW boxplot', [
    [...box, 'k'],
    [0, 0, 0, 0, 0, 0, 'b'],
    [1, 1.5, 2, 2.5, 3, 2, null],
    [5, 5.5, 6, 6.5, 7, 6, 'a'],
    [...outlier(9), 'b'],
  ]);
  await check(['k VARCHAR, v INTEGER', rows], `v AS x, k AS y DRAW boxplot FILTER k = 'a' -- one`, [
    [...box, 'k'],
    [5, 5.5, 6, 6.5, 7, 6, 'a'],
  ]);
});

test('boxes of one place are numbered in the order of their series', async () => {
  const rows = `('p', 'b', 1), ('p', 'a', 2), ('q', 'b', 3), ('p', NULL, 4)`;
  const flat = (value: number): number[] => box.map(() => value);
  const clause = 'k AS x, v AS y, s AS fill DRAW boxplot';
  await check(['k VARCHAR, s VARCHAR, v INTEGER', rows], clause, [
    [...box, 'k', 's', 'slot'],
    [...flat(1), 'p', 'b', 3],
    [...flat(2), 'p', 'a', 2],
    [...flat(3), 'q', 'b', 1],
    [...flat(4), 'p', null, 1],
  ]);
  // An ENUM has its own order, and what is missing comes last.
  await check([`k VARCHAR, s ENUM ('b', 'a'), v INTEGER`, rows], clause, [
    [...box, 'k', 's', 'slot'],
    [...flat(1), 'p', 'b', 1],
    [...flat(2), 'p', 'a', 2],
    [...flat(3), 'q', 'b', 1],
    [...flat(4), 'p', null, 3],
  ]);
  // The outlier has the place of its box, and the next box the next place.
  const wide = [0, 0, 0, 0, 9].map(value => `('p', 'a', ${value})`).join(', ');
  const stroked = 'k AS x, v AS y, s AS stroke DRAW boxplot';
  await check(['k VARCHAR, s VARCHAR, v INTEGER', `${wide}, ('p', 'b', 5)`], stroked, [
    [...box, 'k', 's', 'slot'],
    [...flat(0), 'p', 'a', 1],
    [...flat(5), 'p', 'b', 2],
    [...outlier(9), 'p', 'a', 1],
  ]);
  const identity = `${clause} SETTING position => 'identity'`;
  await check(['k VARCHAR, s VARCHAR, v INTEGER', `('p', 'b', 1)`], identity, [
    [...box, 'k', 's'],
    [...flat(1), 'p', 'b'],
  ]);
  const bySeries = 's AS x, v AS y, s AS stroke DRAW boxplot';
  await check(['s VARCHAR, v INTEGER', `('b', 1)`], bySeries, [
    [...box, 's'],
    [...flat(1), 'b'],
  ]);
});

test('panels part the boxes and their places', async () => {
  const rows = `(1, 'a', 'm', 'p'), (2, 'b', 'm', 'p'), (3, 'b', 'm', 'q'), (4, 'b', 'n', 'q')`;
  const flat = (value: number): number[] => box.map(() => value);
  await check(
    ['v INTEGER, s VARCHAR, f VARCHAR, g VARCHAR', rows],
    `'all' AS x, v AS y, s AS fill DRAW boxplot FACET f BY g`,
    [
      [...box, 's', 'f', 'g', 'slot'],
      [...flat(1), 'a', 'm', 'p', 1],
      [...flat(2), 'b', 'm', 'p', 2],
      [...flat(3), 'b', 'm', 'q', 1],
      [...flat(4), 'b', 'n', 'q', 1],
    ],
  );
});

test('on a logarithmic axis fences are as far as they are drawn', async () => {
  // Logarithms 0, 1, 2, 3, 4 and 9: places 1.25, 2.5 and 3.75, the upper fence at 3.75 + 1.5 * 2.5 = 7.5.
  const rows = '(1), (10), (100), (1000), (10000), (1000000000), (0), (-5)';
  await check(['v DOUBLE', rows], `'all' AS x, v AS y DRAW boxplot SCALE y VIA log10`, [
    box,
    [1, 10 ** 1.25, 10 ** 2.5, 10 ** 3.75, 10_000, 10 ** 2.5],
    outlier(1e9),
  ]);
});

test('a box plot is outliers, two whiskers, a box and its median on the measured axis', async () => {
  const bindingsOf = async (clause: string): Promise<string[]> =>
    (await layersOf(['k VARCHAR, v DOUBLE', ''], clause)).map(({ type, bindings }) => {
      const bound = [...bindings].map(([aesthetic, binding]) =>
        binding.kind === 'column' ? `${aesthetic} ${binding.column.name}` : aesthetic,
      );
      return [type.name, ...bound.sort()].join(', ');
    });
  assert.deepEqual(await bindingsOf('k AS x, v AS y DRAW boxplot'), [
    'point, x k, y outlier',
    'range, x k, ymax q1, ymin lower',
    'range, x k, ymax upper, ymin q3',
    'tile, x k, ymax q3, ymin q1',
    'point, x k, y median',
  ]);
  assert.deepEqual(await bindingsOf('v AS x, k AS y, k AS fill DRAW boxplot'), [
    'point, fill k, x outlier, y k',
    'range, stroke k, xmax q1, xmin lower, y k',
    'range, stroke k, xmax upper, xmin q3, y k',
    'tile, fill k, xmax q3, xmin q1, y k',
    'point, fill k, x median, y k',
  ]);
});

test('a box plot of what is no number is reported', async () => {
  const parts = clauseLayers(
    'k AS x, d AS y DRAW boxplot',
    await tiny.fill('k VARCHAR, d DATE', ''),
  );
  assert.deepEqual(queriedLayers(parts.layer, parts), []);
  assert.deepEqual(
    parts.report.problems.map(({ code }) => code),
    ['wrongType'],
  );
});
