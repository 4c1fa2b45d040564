/** `DRAW smooth` with the methods `ols` and `moving`. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { smoothMethods } from '../../../src/core/visualise/layers/smooth';
import { clauseLayers } from '../../support/clauseLayers';
import { assertCells, openTinyResult, type Cells } from '../tinyResult';
import { queriedLayers } from '../../../src/core/visualise/statistics/layerQueries';

const tiny = await openTinyResult();
after(() => tiny.close());

type Table = [columns: string, rows: string];

/** `check([columns, rows], 'SETTING …', cells)`: the rows of the smoothed line of b along a. */
async function check(table: Table, clause: string, expected: Cells): Promise<void> {
  const parts = clauseLayers(`a AS x, b AS y DRAW smooth ${clause}`, await tiny.fill(...table));
  const [layer] = queriedLayers(parts.layer, parts);
  assert.deepEqual(parts.report.problems, [], clause);
  assertCells(await tiny.cellsOf(layer?.query?.sql ?? ''), expected, `${table[1]} ${clause}`);
}

const ols = "SETTING method => 'ols'";
const moving = (window: number): string => `SETTING method => 'moving', window => ${window}`;
const numbers = 'a DOUBLE, b DOUBLE';

test('the methods are those of the documentation', () => {
  assert.deepEqual(smoothMethods, ['nw', 'ols', 'moving']);
});

test('the line of least squares is two points at the ends of its rows', async () => {
  // Means 2.5 and 3.75; Σ(a - 2.5)(b - 3.75) = 3.5, Σ(a - 2.5)² = 5: slope 0.7, intercept 3.75 - 1.75 = 2.
  await check([numbers, '(4, 4), (1, 2), (3, 5), (2, 4)'], ols, [
    ['a', 'b'],
    [1, 2.7],
    [4, 4.8],
  ]);
  await check([numbers, '(0, 7), (2, 7)'], ols, [
    ['a', 'b'],
    [0, 7],
    [2, 7],
  ]);
});

test('rows without a finite x and y have no part in the line', async () => {
  const rows = `(0, 1), (1, 3), (NULL, 9), (9, NULL), (9, 'NaN'), ('inf', 9), (9, '-inf')`;
  await check([numbers, rows], ols, [
    ['a', 'b'],
    [0, 1],
    [1, 3],
  ]);
});

test('rows at one place have no line of least squares', async () => {
  await check([numbers, '(5, 1)'], ols, [['a', 'b']]);
  await check([numbers, '(5, 1), (5, 2)'], ols, [['a', 'b']]);
  await check([numbers, ''], ols, [['a', 'b']]);
});

test('each group has its line', async () => {
  const rows = `(0, 0, 'q'), (2, 4, 'q'), (1, 5, NULL), (3, 5, NULL), (7, 1, 'r')`;
  await check([`${numbers}, k VARCHAR`, rows], `MAPPING k AS stroke ${ols}`, [
    ['a', 'b', 'k'],
    [0, 0, 'q'],
    [1, 5, null],
    [2, 4, 'q'],
    [3, 5, null],
  ]);
});

test('the line is straight as it is drawn', async () => {
  // Along the axes the rows are (0, 1), (1, 1), (2, 4): slope 1.5, intercept 2 - 1.5 = 0.5.
  await check(
    [numbers, '(1, 10), (10, 10), (100, 10000), (0, 5), (5, -1)'],
    `${ols} SCALE x VIA log10 SCALE y VIA log10`,
    [
      ['a', 'b'],
      [1, 10 ** 0.5],
      [100, 10 ** 3.5],
    ],
  );
  await check(['a DATE, b DOUBLE', "('2026-01-01', 1), ('2026-01-11', 6)"], ols, [
    ['a', 'b'],
    ['2026-01-01', 1],
    ['2026-01-11', 6],
  ]);
});

test('a moving mean is that of the last rows along x, and begins with the first full window', async () => {
  await check([numbers, '(4, 20), (1, 1), (2, 3), (3, 8)'], moving(2), [
    ['a', 'b'],
    [2, 2],
    [3, 5.5],
    [4, 14],
  ]);
  await check([numbers, '(4, 20), (1, 1), (2, 3), (3, 8)'], moving(3), [
    ['a', 'b'],
    [3, 4],
    [4, 31 / 3],
  ]);
  await check([numbers, '(2, 3), (1, 1)'], moving(1), [
    ['a', 'b'],
    [1, 1],
    [2, 3],
  ]);
  await check([numbers, '(2, 3), (1, 1)'], moving(3), [['a', 'b']]);
});

test('rows at one place move on in their order', async () => {
  await check([numbers, '(2, 8), (1, 2), (1, 4), (1, 9)'], moving(2), [
    ['a', 'b'],
    [1, 3],
    [1, 6.5],
    [2, 8.5],
  ]);
});

test('a moving mean passes over missing values, and keeps to its group', async () => {
  const rows = `(1, 1, 'p'), (2, NULL, 'p'), (3, 3, 'p'), (1, 5, 'q'), (4, 'inf', 'p'), (5, 8, 'p'), (2, 6, NULL)`;
  await check([`${numbers}, k VARCHAR`, rows], `MAPPING k AS stroke ${moving(2)}`, [
    ['a', 'b', 'k'],
    [3, 2, 'p'],
    [5, 5.5, 'p'],
  ]);
});

test('the window is 20 rows where nothing else is written', async () => {
  // The means of 1 to 20 and of 2 to 21.
  const rows = Array.from({ length: 21 }, (_, i) => `(${i + 1}, ${i + 1})`).join(', ');
  const setting = "SETTING method => 'moving'";
  await check([numbers, rows], setting, [
    ['a', 'b'],
    [20, 10.5],
    [21, 11.5],
  ]);
});

test('a moving mean is one of the values, whatever the scale', async () => {
  const scale = 'SCALE x VIA log10 SCALE y VIA log10';
  await check([numbers, '(1, 10), (10, 1000)'], `${moving(2)} ${scale}`, [
    ['a', 'b'],
    [10, 505],
  ]);
  await check(['a DATE, b DOUBLE', "('2026-01-01', 1), ('2026-01-03', 4)"], moving(2), [
    ['a', 'b'],
    ['2026-01-03', 2.5],
  ]);
});

test('y has to be a number', async () => {
  const parts = clauseLayers('a AS x, b AS y DRAW smooth', await tiny.fill('a DATE, b DATE', ''));
  assert.deepEqual(queriedLayers(parts.layer, parts), []);
  assert.deepEqual(
    parts.report.problems.map(({ code }) => code),
    ['wrongType'],
  );
});
