import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json';
import { compileChart } from '../../../src/core/visualise/compile';
import { parseVisualise } from '../../../src/core/visualise/parser';
import { assertValid, renderHeaders, renderPanels } from './render';
import type { DrawnPanel } from './render';

const columns = [
  { name: 'company', type: 'VARCHAR' },
  { name: 'is.new', type: 'BOOLEAN' },
  { name: 'year', type: 'INTEGER' },
  { name: 'day', type: 'DATE' },
  { name: 'score', type: 'DOUBLE' },
];

/** Each company lacks a year, a truth or both; one has no name. */
const rows: readonly JsonObject[] = [
  { company: 'Birch', 'is.new': true, year: 2025, day: '2026-03-01', score: 1 },
  { company: 'Alder', 'is.new': true, year: 2025, day: '2026-03-01', score: 5 },
  { company: 'Alder', 'is.new': false, year: 2024, day: '2026-03-01', score: 6 },
  { company: null, 'is.new': false, year: 2025, day: '2026-03-02', score: 7 },
  { company: 'Cedar', 'is.new': false, year: 2024, day: '2026-03-02', score: 9 },
];

/** `check('bar', 'company BY year', ['Birch 2025: 1', …])`: the headers of a panel and the scores that stand in it. */
async function check(layer: string, facet: string, expected: readonly string[]): Promise<void> {
  const clause = `VISUALISE year AS x, score AS y DRAW ${layer} FACET ${facet}`;
  const { spec, problems } = compileChart(parseVisualise(clause), columns);
  assert.deepEqual(problems, []);
  assertValid(spec, clause);
  const panels = await renderPanels(spec, { result: rows });
  assert.deepEqual(panels.map(told), expected, clause);
}

function told({ headers, rows: drawn }: DrawnPanel): string {
  const scores = new Set(drawn.flatMap(({ score }) => (score === undefined ? [] : [score])));
  return `${headers.join(' ')}: ${[...scores].join(' ')}`;
}

test('a row stands in its own panel where other panels of the grid are empty', async () => {
  const ofTruth = [
    'Birch true: 1',
    'Alder true: 5',
    'Alder false: 6',
    'missing false: 7',
    'Cedar false: 9',
  ];
  for (const layer of ['bar', 'point', 'line', 'area', 'tile']) {
    await check(layer, 'company BY "is.new"', ofTruth);
  }
  await check('point', 'company BY year', [
    'Birch 2025: 1',
    'Alder 2024: 6',
    'Alder 2025: 5',
    'missing 2025: 7',
    'Cedar 2024: 9',
  ]);
  await check('point', '"is.new" BY company', [
    'true Birch: 1',
    'true Alder: 5',
    'false Alder: 6',
    'false missing: 7',
    'false Cedar: 9',
  ]);
});

test('panels of a grid follow the order of FROM', async () => {
  await check('point', `company BY "is.new" SCALE row FROM ['Cedar', 'Birch', 'Alder']`, [
    'Cedar false: 9',
    'Birch true: 1',
    'Alder true: 5',
    'Alder false: 6',
  ]);
  await check('point', `company BY "is.new" SCALE column FROM [false, true]`, [
    'Birch true: 1',
    'Alder false: 6',
    'Alder true: 5',
    'missing false: 7',
    'Cedar false: 9',
  ]);
  await check('point', `company BY year SCALE column FROM [2025, 2024]`, [
    'Birch 2025: 1',
    'Alder 2025: 5',
    'Alder 2024: 6',
    'missing 2025: 7',
    'Cedar 2024: 9',
  ]);
});

/** `checkHeaders('company', "RENAMING 'Birch' => 'B'", ['B', …])`: the panels of a column, renamed. */
async function checkHeaders(
  column: string,
  renaming: string,
  expected: readonly string[],
): Promise<void> {
  const clause = `VISUALISE year AS x, score AS y DRAW point FACET ${column} SCALE panel ${renaming}`;
  const { spec, problems } = compileChart(parseVisualise(clause), columns);
  assert.deepEqual(problems, []);
  assertValid(spec, clause);
  assert.deepEqual(await renderHeaders(spec, { result: rows }), expected, clause);
}

test('panels have the labels of RENAMING, with the text around the value', async () => {
  await checkHeaders('company', `RENAMING * => '{} plc'`, [
    'Birch plc',
    'Alder plc',
    'null plc',
    'Cedar plc',
  ]);
  await checkHeaders('company', `RENAMING 'Birch' => 'birch trees', * => '({:Title})'`, [
    'birch trees',
    '(Alder)',
    '(Null)',
    '(Cedar)',
  ]);
  await checkHeaders('company', `FROM ['Cedar', 'Birch'] RENAMING * => '{:lower} / {:UPPER}'`, [
    'cedar / CEDAR',
    'birch / BIRCH',
  ]);
  await checkHeaders('year', `RENAMING '2025' => 'now', * => 'in {}, {:num %.1f}'`, [
    'in 2024, 2024.0',
    'now',
  ]);
  await checkHeaders('"is.new"', `RENAMING 'true' => 'new', * => 'not {}'`, ['new', 'not false']);
  await checkHeaders('day', `RENAMING '2026-03-01' => 'first', * => 'on {}'`, [
    'first',
    'on 2 Mar 2026',
  ]);
});

test('rows and columns of dates and numbers have them too', async () => {
  const renaming = `SCALE row RENAMING * => 'on {:time %d/%m}' SCALE column RENAMING * => 'in {}'`;
  await check('bar', `day BY year ${renaming}`, [
    'on 01/03 in 2024: 6',
    'on 01/03 in 2025: 1 5',
    'on 02/03 in 2024: 9',
    'on 02/03 in 2025: 7',
  ]);
});

test('panels of a grid have the labels of RENAMING', async () => {
  const renaming = `SCALE row RENAMING 'Alder' => 'The first', * => '{:UPPER} plc'
    SCALE column RENAMING 'true' => 'new', false => 'known'`;
  await check('bar', `company BY "is.new" ${renaming}`, [
    'BIRCH plc new: 1',
    'The first new: 5',
    'The first known: 6',
    'MISSING plc known: 7',
    'CEDAR plc known: 9',
  ]);
  await check('bar', `company BY year SCALE column FROM [2025] RENAMING * => 'in {:num %d}'`, [
    'Birch in 2025: 1',
    'Alder in 2025: 5',
    'missing in 2025: 7',
  ]);
});
