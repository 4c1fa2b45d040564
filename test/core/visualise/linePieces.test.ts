import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json';
import { compileChart } from '../../../src/core/visualise/compile';
import { parseVisualise } from '../../../src/core/visualise/parser';
import { vegaConfig } from '../../../src/view/chart/vegaConfig';
import { lightTheme } from '../../view/unit/lightTheme';
import { renderMarks, renderSvg } from './render';
import { compileSample, sampleDatasets } from './sampleData';

const columns = [
  { name: 'step', type: 'INTEGER' },
  { name: 'day', type: 'DATE' },
  { name: 'level', type: 'DOUBLE' },
  { name: 'heat', type: 'DOUBLE' },
  { name: 'fund', type: 'VARCHAR' },
  { name: 'weekday', type: 'VARCHAR' },
];

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'];

/** `rowsOf('a', 3, null, 4)`: one row a step from 1. */
function rowsOf(fund: string, ...levels: readonly (number | null)[]): JsonObject[] {
  return levels.map((level, at) => ({
    ...{ step: at + 1, day: `2026-01-0${at + 1}`, level, heat: at * 10, fund },
    weekday: weekdays[at] ?? '',
  }));
}

interface Piece {
  readonly colour: string;
  readonly width: string;
  /** From where to where, along x and along y, px. */
  readonly x: number;
  readonly right: number;
  readonly down: number;
}

/** The pieces that are drawn, in the order of the rows. */
async function pieces(clause: string, rows: readonly JsonObject[]): Promise<Piece[]> {
  const { spec, problems } = compileChart(parseVisualise(`VISUALISE ${clause}`), columns);
  assert.deepEqual(problems, []);
  const svg = await renderSvg(spec, { result: rows });
  assert.ok(!svg.includes('NaN'), 'a piece without a place');
  const containers = svg.matchAll(/<g class="mark-rule role-mark[^"]*"[^>]*>(.*?)<\/g>/gs);
  const lines = [...containers].flatMap(([, text = '']) => [...text.matchAll(/<line ([^>]*)>/g)]);
  return lines.map(([, text = '']) => {
    const read = (name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(text)?.[1] ?? '';
    return {
      colour: read('stroke'),
      width: read('stroke-width'),
      x: Number(/translate\(([^,]*),/.exec(text)?.[1]),
      right: Number(read('x2')),
      down: Number(read('y2')),
    };
  });
}

/** The number of the step, from 1, where each piece begins. */
function starts(drawn: readonly Piece[]): number[] {
  const places = [...new Set(drawn.map(({ x }) => x))].sort((a, b) => a - b);
  return drawn.map(({ x }) => places.indexOf(x) + 1);
}

test('a line of a continuous colour or width is one piece between each two rows, which looks as its start does', async () => {
  const rows = rowsOf('a', 1, 2, 3, 4);
  const coloured = await pieces('step AS x, level AS y, heat AS colour DRAW line', rows);
  assert.deepEqual(starts(coloured), [1, 2, 3]);
  assert.equal(new Set(coloured.map(({ colour }) => colour)).size, 3);
  const wide = await pieces('step AS x, level AS y, heat AS linewidth DRAW line', rows);
  // From 1 point to 6 for the fourth row, which begins no piece.
  assert.deepEqual(
    wide.map(({ width }) => Number(width).toFixed(1)),
    ['1.3', '3.6', '5.8'],
  );
  const dated = await pieces('day AS x, level AS y, heat AS opacity DRAW line', rows);
  assert.deepEqual(starts(dated), [1, 2, 3]);
});

test('pieces go along the axis whatever the order of the rows, and those of a path from row to row', async () => {
  const [first = {}, second = {}, third = {}] = rowsOf('a', 1, 2, 3);
  const rows = [third, first, second];
  const line = await pieces('step AS x, level AS y, heat AS colour DRAW line', rows);
  assert.ok(line.every(({ right }) => right > 0));
  const path = await pieces('step AS x, level AS y, heat AS colour DRAW path', rows);
  assert.deepEqual(
    path.map(({ right }) => Math.sign(right)),
    [-1, 1],
  );
  const ordered = await pieces(
    'step AS x, level AS y, heat AS colour DRAW path ORDER BY step DESC',
    rows,
  );
  assert.ok(ordered.every(({ right }) => right < 0));
  const upright = await pieces(
    "level AS x, step AS y, heat AS colour DRAW line SETTING orientation => 'transposed'",
    rows,
  );
  assert.ok(upright.every(({ down }) => down < 0));
  const listed = `weekday AS x, level AS y, heat AS colour DRAW line SCALE x FROM ['Mon', 'Tue', 'Wed']`;
  assert.ok((await pieces(listed, rows)).every(({ right }) => right > 0));
});

test('kinds and the partition part the pieces as they part lines, and a missing value leaves a gap', async () => {
  const rows = [...rowsOf('a', 1, 2, 3), ...rowsOf('b', 5, null, 4, 6)];
  const parted = 'step AS x, level AS y, heat AS colour';
  for (const clause of [
    `${parted} DRAW line PARTITION BY fund`,
    `${parted}, fund AS linetype DRAW line`,
  ]) {
    assert.equal((await pieces(clause, rows)).length, 3, clause);
  }
  const panels = await pieces(`${parted} DRAW line FACET fund`, rows);
  assert.equal(panels.length, 3);
});

test('a colour of numbers that parts the lines leaves them whole', async () => {
  const clause = 'VISUALISE step AS x, level AS y, heat AS colour DRAW line PARTITION BY heat';
  const { spec } = compileChart(parseVisualise(clause), columns);
  assert.ok(!JSON.stringify(spec).includes('"rule"'));
  const smooth = await compileSample('VISUALISE date AS x, score AS y, rank AS colour DRAW smooth');
  const drawn = await renderMarks(smooth.spec, await sampleDatasets(smooth));
  assert.deepEqual([...new Set(drawn.map(({ kind }) => kind))], ['line', 'symbol']);
});

test('a line of pieces has a gap at a value without a place on a logarithmic axis', async () => {
  const drawn = await pieces(
    'step AS x, level AS y, heat AS colour DRAW line SCALE y VIA log10',
    rowsOf('a', 1, 0, 100, 10),
  );
  assert.equal(drawn.length, 1);
});

/** The symbols of the legends of these widths, each with its stroke. */
async function widthLegend(clause: string): Promise<readonly string[]> {
  const { spec, problems } = compileChart(parseVisualise(`VISUALISE ${clause}`), columns);
  assert.deepEqual(problems, []);
  const config = vegaConfig({ theme: lightTheme, width: 640 }) as JsonObject;
  const svg = await renderSvg({ ...spec, config }, { result: rowsOf('a', 1, 2, 3, 4, 5) });
  const legends = [...svg.matchAll(/aria-roledescription="legend" aria-label="([^"]*)"/g)];
  const parts = svg.split('aria-roledescription="legend"').slice(1);
  const at = legends.findIndex(([, label = '']) => label.includes('strokeWidth'));
  const symbols = (parts[at] ?? '').matchAll(/role-legend-symbol"[^>]*>(.*?)<\/g>/gs);
  return [...symbols].map(([, text = '']) => {
    const read = (name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(text)?.[1] ?? '';
    return `${read('stroke-width')} ${read('stroke')}`;
  });
}

test('a legend of widths shows lines of these widths, whatever the colour of the line follows', async () => {
  const widths = [1.33, 2.9975, 4.665, 6.3325, 8];
  const own = 'step AS x, level AS y, heat AS linewidth';
  const { blue } = lightTheme;
  for (const [mapped, colour] of [
    [own, blue],
    [`${own}, step AS stroke`, 'gray'],
    [`${own}, day AS stroke`, 'gray'],
    [`${own}, fund AS colour`, 'gray'],
  ] as const) {
    const expected = widths.map(width => `${width} ${colour}`);
    assert.deepEqual(await widthLegend(`${mapped} DRAW line`), expected, mapped);
  }
  const same = await widthLegend(`${own}, heat AS stroke DRAW line`);
  assert.equal(new Set(same).size, widths.length);
});
