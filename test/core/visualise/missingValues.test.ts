import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileChart } from '../../../src/core/visualise/compile';
import { parseVisualise } from '../../../src/core/visualise/parser';
import { assertValid, renderMarks, renderSvg } from './render';

const columns = [
  ...['x', 'low', 'high', 'gaps', 'signs'].map(name => ({ name, type: 'DOUBLE' })),
  { name: 'day', type: 'DATE' },
];
const rows = [1, 2, 3, 4, 5, 6, 7].map(x => ({
  x,
  low: x === 3 ? null : x,
  high: x === 5 ? null : x + 2,
  gaps: x === 3 || x === 5 ? null : x,
  signs: x === 3 ? null : x === 5 ? -1 : x * 10,
  day: Date.UTC(2026, 0, x),
}));

interface Drawing {
  /** How many pieces the lines or areas have that begin at a place of their own. */
  readonly pieces: number;
  /** The values of x of visible points without tooltips. */
  readonly points: readonly unknown[];
  readonly rules: readonly unknown[];
}

async function drawn(clause: string): Promise<Drawing> {
  const tree = parseVisualise(`VISUALISE ${clause}`);
  const loneRows = new Set(tree.layers.map(({ span }) => span.from));
  const { spec, problems } = compileChart(tree, columns, { loneRows });
  assert.deepEqual(problems, []);
  assertValid(spec, clause);
  const svg = await renderSvg(spec, { result: rows });
  const paths = [...svg.matchAll(/aria-roledescription="(?:line|area) mark"[^>]* d="([^"]*)"/g)];
  const marks = await renderMarks(spec, { result: rows });
  return {
    pieces: paths.reduce((sum, [, path = '']) => sum + path.split('M').length - 1, 0),
    points: marks
      .filter(({ kind, row }) => kind === 'symbol' && 'has place' in row)
      .map(({ row }) => row['x']),
    rules: marks.filter(({ kind }) => kind === 'rule').map(({ row }) => row['x']),
  };
}

test('a mark whose other end is missing is not drawn', async () => {
  assert.deepEqual(
    (await drawn('x AS x, low AS y, high AS yend DRAW segment')).rules,
    [1, 2, 4, 6, 7],
  );
  assert.deepEqual(
    (await drawn('x AS y, low AS x, high AS xend DRAW segment')).rules,
    [1, 2, 4, 6, 7],
  );
  assert.deepEqual(
    (await drawn('x AS x, low AS ymin, high AS ymax DRAW range')).rules,
    [1, 2, 4, 6, 7],
  );
});

test('a ribbon has a gap where either of its edges is missing', async () => {
  for (const clause of [
    'x AS x, low AS ymin, high AS ymax DRAW ribbon',
    'x AS y, low AS xmin, high AS xmax DRAW ribbon',
    'day AS x, low AS ymin, high AS ymax DRAW ribbon',
  ]) {
    assert.equal((await drawn(clause)).pieces, 3, clause);
  }
  assert.equal((await drawn('x AS x, 0 AS ymin, high AS ymax DRAW ribbon')).pieces, 2);
});

test('a line on a logarithmic axis has gaps where a value is missing or not above zero', async () => {
  for (const layer of ['line', 'path', 'area']) {
    const { pieces } = await drawn(`x AS x, signs AS y DRAW ${layer} SCALE y VIA log10`);
    assert.equal(pieces, 3, layer);
  }
});

test('a row between two gaps is drawn as a point, and one that a line connects is not', async () => {
  for (const clause of [
    'x AS x, gaps AS y DRAW line',
    'x AS x, gaps AS y DRAW area',
    'x AS x, gaps AS y DRAW path',
    'x AS x, signs AS y DRAW line SCALE y VIA log10',
    'x AS x, gaps AS y, low AS colour DRAW line',
  ]) {
    assert.deepEqual((await drawn(clause)).points, [4], clause);
  }
  assert.deepEqual((await drawn('x AS x, low AS y DRAW line')).points, []);
});
