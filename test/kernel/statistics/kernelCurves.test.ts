/**
 * Densities and kernel smooths, against the formulas written out:
 *
 *     density(x) = Σ K((x - xi) / h) / (n h)        smooth(x) = Σ K((x - xi) / h) yi / Σ K((x - xi) / h)
 *
 * with K(u) = exp(-u² / 2) / √(2π), at 200 places from end to end.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { axisNumber } from '../../../src/core/visualise/axisNumber';
import { kernelSql } from '../../../src/core/visualise/statistics/kernelSql';
import { clauseLayers } from '../../support/clauseLayers';
import { assertCells, openTinyResult, type Cells } from '../tinyResult';
import { queriedLayers } from '../../../src/core/visualise/statistics/layerQueries';

const tiny = await openTinyResult();
after(() => tiny.close());

type Table = [columns: string, rows: string];

async function curveOf(table: Table, clause: string): Promise<Cells> {
  const parts = clauseLayers(clause, await tiny.fill(...table));
  const [layer] = queriedLayers(parts.layer, parts);
  assert.deepEqual(parts.report.problems, [], clause);
  return tiny.cellsOf(layer?.query?.sql ?? '');
}

const gauss = (u: number): number => Math.exp(-0.5 * u * u) / Math.sqrt(2 * Math.PI);

/** The places of a curve. */
function places(low: number, high: number): number[] {
  return Array.from({ length: 200 }, (_, i) => low + ((high - low) * i) / 199);
}

function kernelSum(values: readonly number[], x: number, h: number): number {
  return values.reduce((sum, value) => sum + gauss((x - value) / h), 0) / h;
}

const column = (values: readonly (number | string)[]): Table => [
  'v DOUBLE',
  values.map(value => `(${value})`).join(', '),
];

/** `checkDensity(values, setting, h)`: the density of the finite values has this bandwidth and reaches 3 of it beyond. */
async function checkDensity(values: number[], setting: string, h: number): Promise<void> {
  const at = places(Math.min(...values) - 3 * h, Math.max(...values) + 3 * h);
  assertCells(
    await curveOf(column(values), `v AS x DRAW density ${setting}`),
    [
      ['v', 'density', 'count'],
      ...at.map(x => [x, kernelSum(values, x, h) / values.length, kernelSum(values, x, h)]),
    ],
    `${String(values)} ${setting}`,
  );
}

test('a density is the mean of Gaussian kernels, from 3 bandwidths before the data to 3 after it', async () => {
  await checkDensity([0], 'SETTING bandwidth => 1', 1);
  await checkDensity([0, 4], 'SETTING bandwidth => 1', 1);
  await checkDensity([5, 1, 1, 2], 'SETTING bandwidth => 0.5', 0.5);
});

test("the bandwidth follows Silverman's rule, 0.9 min(sd, IQR / 1.34) over the fifth root of n", async () => {
  // sd √2.5 = 1.58, quartiles 2 and 4: 2 / 1.34 = 1.49 is less.
  await checkDensity([1, 2, 3, 4, 5], '', (0.9 * (2 / 1.34)) / 5 ** 0.2);
  // Quartiles 0 and 10: 7.46; the sum of squares is 100, so that sd = √(100 / 3) = 5.77 is less.
  await checkDensity([0, 0, 10, 10], '', (0.9 * Math.sqrt(100 / 3)) / 4 ** 0.2);
  // No distance of quartiles: sd alone, of mean 5 and squares 4 + 16.
  await checkDensity([4, 4, 4, 4, 9], '', (0.9 * Math.sqrt(5)) / 5 ** 0.2);
});

test('one place has a bandwidth of 1', async () => {
  await checkDensity([7], '', 1);
  await checkDensity([0.1, 0.1, 0.1], '', 1);
});

test('missing and infinite values have no kernel, and no values no curve', async () => {
  const odd = column([0, 'NULL', "'NaN'", 4, "'inf'", "'-inf'"]);
  const clause = 'v AS x DRAW density SETTING bandwidth => 1';
  assert.deepEqual(await curveOf(odd, clause), await curveOf(column([0, 4]), clause));
  assert.deepEqual(await curveOf(column([]), 'v AS x DRAW density'), [['v', 'density', 'count']]);
});

test('groups have their own bandwidths at the same places', async () => {
  // Silverman: a is at one place and has 1, b has (sd 2√2 = 2.83, IQR 2 / 1.34 = 1.49) 0.9 · 1.49 / 2^0.2.
  const h = (0.9 * (2 / 1.34)) / 2 ** 0.2;
  const rows = `(10, 'a'), (0, NULL), (4, NULL), (10, 'a')`;
  const at = places(0 - 3 * h, 13);
  assertCells(
    await curveOf(['v DOUBLE, k VARCHAR', rows], 'v AS x, k AS fill DRAW density'),
    [
      ['v', 'density', 'count', 'k'],
      ...at.flatMap(x => [
        [x, kernelSum([10, 10], x, 1) / 2, kernelSum([10, 10], x, 1), 'a'],
        [x, kernelSum([0, 4], x, h) / 2, kernelSum([0, 4], x, h), null],
      ]),
    ],
    'groups',
  );
});

test('values in one of a thousand cells count at their mean', async () => {
  // A cell of 0 to 1 is 0.001 wide: the first holds 0 and 0.0008, the second begins at 0.001.
  const at = places(-0.03, 1.03);
  const sum = (x: number): number => kernelSum([0.0004, 0.0004, 0.001, 1], x, 0.01);
  assertCells(
    await curveOf(column([0, 0.0008, 0.001, 1]), 'v AS x DRAW density SETTING bandwidth => 0.01'),
    [['v', 'density', 'count'], ...at.map(x => [x, sum(x) / 4, sum(x)])],
    'cells',
  );
});

test('the density of dates is one a day, at places between the days', async () => {
  const curve = await curveOf(
    ['v DATE', "('2026-01-01'), ('2026-01-03')"],
    'v AS x DRAW density SETTING bandwidth => 1',
  );
  assert.equal(curve.length, 201);
  // Three bandwidths of a day each beyond the dates, 8 days in 199 steps.
  assert.deepEqual(
    [curve[1]?.[0], curve[200]?.[0]],
    ['2025-12-29T00:00:00', '2026-01-06T00:00:00'],
  );
  const step = 8 / 199;
  const day = (i: number): number => kernelSum([3, 5], i * step, 1) / 2;
  assertCells(
    curve.slice(1).map(row => [row[1] ?? null]),
    Array.from({ length: 200 }, (_, i) => [day(i)]),
    'dates',
  );
});

test('on a logarithmic axis the kernels are as wide as they are drawn', async () => {
  // Logarithms 0 and 2: places from -3 to 5.
  const at = places(-3, 5);
  assertCells(
    await curveOf(
      column([1, 100, 0]),
      'v AS x DRAW density SETTING bandwidth => 1 SCALE x VIA log10',
    ),
    [
      ['v', 'density', 'count'],
      ...at.map(x => [10 ** x, kernelSum([0, 2], x, 1) / 2, kernelSum([0, 2], x, 1)]),
    ],
    'logarithms',
  );
});

const points = '(0, 0), (3, 4), (1, 2), (NULL, 9), (2, NULL)';

test('a smooth is the mean of y weighed by the kernels, from the first row to the last', async () => {
  const rows = [
    [0, 0],
    [1, 2],
    [3, 4],
  ] as const;
  for (const h of [1, 0.5]) {
    const mean = (x: number): number => {
      const weights = rows.map(([at]) => gauss((x - at) / h));
      const all = weights.reduce((sum, weight) => sum + weight);
      return rows.reduce((sum, [, y], i) => sum + (y * (weights[i] ?? 0)) / all, 0);
    };
    assertCells(
      await curveOf(
        ['a DOUBLE, b DOUBLE', points],
        `a AS x, b AS y DRAW smooth SETTING bandwidth => ${h}`,
      ),
      [['a', 'b'], ...places(0, 3).map(x => [x, mean(x)])],
      `bandwidth ${h}`,
    );
  }
});

test('rows at one place are smoothed to one point, their mean', async () => {
  const clause = 'a AS x, b AS y DRAW smooth';
  const table: Table = ['a DOUBLE, b DOUBLE', '(5, 1), (5, 2)'];
  assert.deepEqual(await curveOf(table, clause), [
    ['a', 'b'],
    [5, 1.5],
  ]);
  assert.deepEqual(await curveOf(['a DOUBLE, b DOUBLE', ''], clause), [['a', 'b']]);
});

test('a smooth has no value where the nearest row is too far to weigh anything', async () => {
  // In the middle exp(-(50 / 0.5)² / 2) is 0 as a double.
  const clause = 'a AS x, b AS y DRAW smooth SETTING bandwidth => 0.5';
  const curve = await curveOf(['a DOUBLE, b DOUBLE', '(0, 1), (100, 2)'], clause);
  assert.deepEqual([curve[1], curve[100]?.[1], curve[200]], [[0, 1], 'nan', [100, 2]]);
});

test('on logarithmic axes a smooth is the mean of what is drawn', async () => {
  // Along the axes the rows are (0, 0), (2, 2) with a bandwidth of 1.
  const mean = (x: number): number => (2 * gauss(x - 2)) / (gauss(x) + gauss(x - 2));
  assertCells(
    await curveOf(
      ['a DOUBLE, b DOUBLE', '(1, 1), (100, 100), (10, -1), (0, 10)'],
      'a AS x, b AS y DRAW smooth SETTING bandwidth => 1 SCALE x VIA log10 SCALE y VIA log10',
    ),
    [['a', 'b'], ...places(0, 2).map(x => [10 ** x, 10 ** mean(x)])],
    'logarithms',
  );
});

test('what is computed of the kernels is up to the caller', async () => {
  const columns = await tiny.fill('v DOUBLE, w DOUBLE, k VARCHAR', "(0, 3, 'a'), (2, 5, 'a')");
  const { layer, report } = clauseLayers('v AS x DRAW density', columns);
  const [v, , k] = columns;
  assert.ok(v && k);
  const axis = axisNumber(v, layer, report);
  assert.ok(axis);
  const query = { axis, groups: [k], measured: '"w"::DOUBLE', bandwidth: 2, beyond: 1 };
  const sql = kernelSql(
    layer.source,
    query,
    'sum(_kernel * _measured) AS total, any_value(_n) AS n, any_value(_h) AS h',
  );
  // The kernel of a row is exp(-u² / 2), without the factor that makes its area 1.
  const kernel = (u: number): number => Math.exp(-0.5 * u * u);
  assertCells(
    await tiny.cellsOf(sql),
    [
      ['v', 'total', 'n', 'h', 'k'],
      ...places(-2, 4).map(x => [x, 3 * kernel(x / 2) + 5 * kernel((x - 2) / 2), 2, 2, 'a']),
    ],
    'own columns',
  );
});
