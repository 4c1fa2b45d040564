/** Layers that draw rows: all of them, their number, or one aggregate of each group. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { compileChart } from '../../../src/core/visualise/compile';
import { parseVisualise } from '../../../src/core/visualise/parser';
import type { ResolvedLayer } from '../../../src/core/visualise/resolvedChart';
import {
  aggregatedLayers,
  aggregateFunctions,
} from '../../../src/core/visualise/statistics/aggregate';
import {
  queriedLayers,
  countedRows,
  countsAllRows,
} from '../../../src/core/visualise/statistics/layerQueries';
import { rowsQuery } from '../../../src/core/visualise/statistics/rowsQuery';
import { clauseLayers, type ClauseLayers } from '../../support/clauseLayers';
import { assertCells, openTinyResult, type Cells } from '../tinyResult';

const tiny = await openTinyResult();
after(() => tiny.close());

type Table = [columns: string, rows: string];

async function partsOf(table: Table, clause: string): Promise<ClauseLayers> {
  return clauseLayers(clause, await tiny.fill(...table));
}

async function checkQuery(
  query: ResolvedLayer['query'],
  expected: Cells,
  message: string,
): Promise<void> {
  assertCells(await tiny.cellsOf(query?.sql ?? ''), expected, message);
}

/** `checkAggregate([columns, rows], clause, cells)`: the rows of the aggregated layer. */
async function checkAggregate(table: Table, clause: string, expected: Cells): Promise<void> {
  const parts = await partsOf(table, clause);
  const [layer] = aggregatedLayers(parts.layer, parts);
  assert.deepEqual(parts.report.problems, [], clause);
  await checkQuery(layer?.query ?? null, expected, `${table[1]} ${clause}`);
}

test('each function is computed of each group, in the order in which the groups begin', async () => {
  const rows = `('b', 1), (NULL, 6), ('a', 4), ('b', 3), ('b', 8), ('a', NULL), ('b', 2)`;
  // Of b 1, 3, 8 and 2: the median is between 2 and 3.
  const expected: Record<(typeof aggregateFunctions)[number], [number, number, number]> = {
    mean: [3.5, 6, 4],
    sum: [14, 6, 4],
    median: [2.5, 6, 4],
    min: [1, 6, 4],
    max: [8, 6, 4],
    count: [4, 1, 1],
  };
  for (const word of aggregateFunctions) {
    const [b, none, a] = expected[word];
    const clause = `k AS x, v AS y DRAW bar SETTING aggregate => '${word}'`;
    await checkAggregate(['k VARCHAR, v INTEGER', rows], clause, [
      [`${word} of v`, 'k'],
      [b, 'b'],
      [none, null],
      [a, 'a'],
    ]);
  }
});

test('NaN and the infinities are left out of numbers, and only what is missing is not counted', async () => {
  const rows = `('a', 1), ('a', 'inf'), ('a', 'NaN'), ('a', NULL), ('b', '-inf'), ('c', NULL)`;
  const clauseOf = (word: string): string =>
    `k AS x, v AS y DRAW bar SETTING aggregate => '${word}'`;
  for (const word of ['mean', 'sum', 'max']) {
    await checkAggregate(['k VARCHAR, v DOUBLE', rows], clauseOf(word), [
      [`${word} of v`, 'k'],
      [1, 'a'],
    ]);
  }
  await checkAggregate(['k VARCHAR, v DOUBLE', rows], clauseOf('count'), [
    ['count of v', 'k'],
    [3, 'a'],
    [1, 'b'],
  ]);
  await checkAggregate(['k VARCHAR, v DOUBLE', ''], clauseOf('mean'), [['mean of v', 'k']]);
});

test('texts can be counted, and nothing else is computed of them', async () => {
  const table: Table = ['k VARCHAR, v VARCHAR', "('a', 'x'), ('a', NULL), ('b', 'y'), ('a', 'x')"];
  await checkAggregate(table, `k AS x, v AS y DRAW bar SETTING aggregate => 'count'`, [
    ['count of v', 'k'],
    [2, 'a'],
    [1, 'b'],
  ]);
  const parts = await partsOf(table, `k AS x, v AS y DRAW bar SETTING aggregate => 'sum'`);
  assert.deepEqual(aggregatedLayers(parts.layer, parts), []);
  assert.deepEqual(
    parts.report.problems.map(({ code }) => code),
    ['wrongType'],
  );
});

test('groups are of all that is mapped, panels and partition included, and the axis of numbers is measured', async () => {
  const rows = `('a', 1, 'p', 'm'), ('a', 3, 'p', 'm'), ('a', 5, 'q', 'm'), ('a', 7, 'p', 'n')`;
  const table: Table = ['k VARCHAR, v INTEGER, s VARCHAR, f VARCHAR', rows];
  await checkAggregate(
    table,
    `v AS x, k AS y, s AS fill DRAW bar SETTING aggregate => 'sum' FACET f`,
    [
      ['sum of v', 'k', 's', 'f'],
      [4, 'a', 'p', 'm'],
      [5, 'a', 'q', 'm'],
      [7, 'a', 'p', 'n'],
    ],
  );
  await checkAggregate(
    table,
    `k AS x, v AS y DRAW line SETTING aggregate => 'max' FILTER v < 7 PARTITION BY s`,
    [
      ['max of v', 'k', 's'],
      [3, 'a', 'p'],
      [5, 'a', 'q'],
    ],
  );
  // The label has the measured column, and shows the mean too.
  await checkAggregate(table, `k AS x, v AS y, v AS label DRAW text SETTING aggregate => 'mean'`, [
    ['mean of v', 'k'],
    [4, 'a'],
  ]);
  await checkAggregate(table, `'all' AS x, v AS y DRAW bar SETTING aggregate => 'mean'`, [
    ['mean of v'],
    [4],
  ]);
});

test('points and texts are one for each group of kinds: their places and sizes are aggregated like other numbers', async () => {
  const rows = `('Adelie', 38, 18, 3700), ('Gentoo', 47, 15, 5000), ('Adelie', 40, 19, 3900), ('Gentoo', 49, NULL, 5200)`;
  const table: Table = ['species VARCHAR, len DOUBLE, dep DOUBLE, mass INTEGER', rows];
  const clause = (setting: string): string =>
    `len AS x, dep AS y, species AS fill, mass AS size DRAW point SETTING aggregate => ${setting}`;
  await checkAggregate(table, clause(`'mean'`), [
    ['mean of len', 'mean of dep', 'mean of mass', 'species'],
    [39, 18.5, 3800, 'Adelie'],
    [48, 15, 5100, 'Gentoo'],
  ]);
  await checkAggregate(table, clause(`('mean', 'size:count', 'y:max')`), [
    ['mean of len', 'max of dep', 'count of mass', 'species'],
    [39, 19, 2, 'Adelie'],
    [48, 15, 2, 'Gentoo'],
  ]);
  await checkAggregate(
    table,
    `len AS x, dep AS y, species AS label DRAW text SETTING aggregate => 'min' PARTITION BY mass FILTER mass < 5000`,
    [
      ['min of len', 'min of dep', 'species', 'mass'],
      [38, 18, 'Adelie', 3700],
      [40, 19, 'Adelie', 3900],
    ],
  );
  await checkAggregate(
    table,
    `mass AS x, len AS y DRAW point SETTING aggregate => 'max' SCALE DISCRETE x`,
    [
      ['max of len', 'mass'],
      [38, 3700],
      [47, 5000],
      [40, 3900],
      [49, 5200],
    ],
  );
});

test('a line has a gap where a group has no value, and a bar is left out', async () => {
  const data: Table = ['x INTEGER, y INTEGER', '(1, 10), (2, NULL), (3, 30)'];
  const mean = `SETTING aggregate => 'mean'`;
  const header = ['mean of y', 'x'];
  await checkAggregate(data, `x AS x, y AS y DRAW line ${mean}`, [
    header,
    [10, 1],
    [null, 2],
    [30, 3],
  ]);
  await checkAggregate(data, `x AS x, y AS y DRAW bar ${mean}`, [header, [10, 1], [30, 3]]);
});

test('dates have a mean and no sum, and what has no function is not drawn', async () => {
  const rows = `(DATE '2026-01-01', 1, 'a'), (DATE '2026-01-04', 3, 'a')`;
  const table: Table = ['day DATE, v INTEGER, k VARCHAR', rows];
  const clause = (setting: string): string =>
    `day AS x, v AS y, k AS fill DRAW point SETTING aggregate => ${setting}`;
  await checkAggregate(table, clause(`'median'`), [
    ['median of day', 'median of v', 'k'],
    ['2026-01-03', 2, 'a'],
  ]);
  const found = async (setting: string): Promise<[string[], readonly string[]]> => {
    const parts = await partsOf(table, clause(setting));
    aggregatedLayers(parts.layer, parts);
    return [parts.report.problems.map(({ code }) => code), parts.report.notes];
  };
  assert.deepEqual(await found(`'sum'`), [['wrongType'], []]);
  assert.deepEqual(await found(`'size:mean'`), [['badValue'], []]);
  assert.deepEqual(await found(`'average'`), [['badValue'], []]);
  assert.deepEqual(await found(`['y:min', 'y:max']`), [['notYet'], []]);
  assert.deepEqual(await found(`'y:max'`), [
    [],
    ['x is not drawn: SETTING aggregate has no function for it.'],
  ]);
  const plain = await partsOf(table, clause('null'));
  assert.equal(queriedLayers(plain.layer, plain)[0]?.query, null);
});

test('a bar at a literal counts the rows, those of each panel apart', async () => {
  const table: Table = ['v INTEGER, f VARCHAR', "(1, 'q'), (NULL, 'p'), (3, 'q'), (4, NULL)"];
  const check = async (clause: string, expected: Cells): Promise<void> => {
    const parts = await partsOf(table, clause);
    await checkQuery(countedRows(parts.layer, parts).query, expected, clause);
  };
  await check(`'total' AS x DRAW bar`, [['rows'], [4]]);
  await check(`'total' AS y DRAW bar FILTER v > 1`, [['rows'], [2]]);
  await check(`'total' AS x DRAW bar FACET f`, [
    ['rows', 'f'],
    [2, 'q'],
    [1, 'p'],
    [1, null],
  ]);
});

test('rows are counted for bars at a literal that draw no column', async () => {
  for (const [clause, expected] of [
    [`'total' AS x DRAW bar`, true],
    [`'total' AS y DRAW bar`, true],
    [`v AS x DRAW bar`, false],
    [`'total' AS x DRAW bar MAPPING f AS fill`, false],
    [`'total' AS x, 3 AS y DRAW bar`, false],
    [`'total' AS x DRAW point`, false],
    [`PLACE bar SETTING x => 'total'`, false],
  ] as const) {
    const { layer } = await partsOf(['v INTEGER, f VARCHAR', ''], clause);
    assert.equal(countsAllRows(layer), expected, clause);
  }
});

test('rows keep their order and have each column that is drawn once', async () => {
  const table: Table = [
    'v INTEGER, w INTEGER, k VARCHAR, z INTEGER',
    "(3, 30, 'a', 0), (1, 10, NULL, 0), (NULL, 20, 'b', 0), (2, 5, 'a', 0)",
  ];
  const check = async (clause: string, expected: Cells): Promise<void> => {
    const parts = await partsOf(table, clause);
    await checkQuery(rowsQuery(parts.layer, parts), expected, clause);
  };
  await check(`v AS x, v AS y, k AS stroke DRAW point FILTER w > 5 -- rows`, [
    ['v', 'k'],
    [3, 'a'],
    [1, null],
    [null, 'b'],
  ]);
  await check(`v AS x, w AS y DRAW path PARTITION BY k ORDER BY v DESC FACET w`, [
    ['v', 'w', 'k'],
    [3, 30, 'a'],
    [1, 10, null],
    [null, 20, 'b'],
    [2, 5, 'a'],
  ]);
  await check(`v AS x, 1 AS y DRAW path ORDER BY w`, [
    ['v', 'w'],
    [3, 30],
    [1, 10],
    [null, 20],
    [2, 5],
  ]);
  const literals = await partsOf(table, '1 AS x, 2 AS y DRAW point');
  assert.equal(rowsQuery(literals.layer, literals), null);
});

test('a layer becomes the marks of its statistic, or itself over the query of its rows', async () => {
  const check = async (clause: string, expected: readonly (string | null)[]): Promise<void> => {
    const parts = await partsOf(['v INTEGER, w INTEGER, k VARCHAR', ''], clause);
    const layers = queriedLayers(parts.layer, parts);
    const shown = layers.map(({ type: { name }, query }) =>
      query ? `${name} of ${query.name}` : name,
    );
    assert.deepEqual(shown, expected, clause);
  };
  await check('v AS x DRAW histogram', ['bar of histogram']);
  await check('v AS x DRAW density', ['area of density']);
  await check('v AS x, w AS y DRAW smooth', ['line of smooth']);
  const parts = ['point', 'range', 'range', 'tile', 'point'];
  await check(
    'k AS x, v AS y DRAW boxplot',
    parts.map(part => `${part} of boxplot`),
  );
  await check(`k AS x, v AS y DRAW bar SETTING aggregate => 'sum'`, ['bar of aggregate']);
  await check(`'all' AS x DRAW bar`, ['bar of bars']);
  await check('v AS x, w AS y DRAW point', ['point']);
  await check('v AS x, w AS y DRAW point FILTER v > 1', ['point of rows']);
});

test('REMAPPING of a layer that computes nothing is reported', async () => {
  const parts = await partsOf(
    ['v INTEGER, w INTEGER', ''],
    'v AS x, w AS y DRAW point REMAPPING w AS y',
  );
  queriedLayers(parts.layer, parts);
  assert.deepEqual(
    parts.report.problems.map(({ code }) => code),
    ['notYet'],
  );
});

test('rows without a place are counted without reading a column whose ends are finite', async () => {
  const planOf = async (rows: string): Promise<string> => {
    const columns = await tiny.fill('t TIMESTAMP, v DOUBLE', rows);
    const chart = compileChart(parseVisualise('VISUALISE t AS x, v AS y DRAW point'), columns);
    const [, [, plan] = []] = await tiny.cellsOf(`EXPLAIN ${chart.rowFacts?.sql}`);
    return String(plan);
  };
  assert.match(await planOf(`('2026-01-01', 1), ('2026-01-02', 2)`), /EMPTY_RESULT/);
  for (const row of [`('2026-01-02', 'nan')`, `('infinity', 2)`, `('2026-01-02', NULL)`]) {
    assert.doesNotMatch(await planOf(`('2026-01-01', 1), ${row}`), /EMPTY_RESULT/, row);
  }
});
