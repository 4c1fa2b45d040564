/** Which reduction a layer of too many rows takes, and from which rows. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  reducedLayers,
  type DatasetSize,
} from '../../../src/core/visualise/reduction/reducedLayers';
import type { ResolvedLayer } from '../../../src/core/visualise/resolvedChart';
import { queriedLayers } from '../../../src/core/visualise/statistics/layerQueries';
import { clauseLayers, type ClauseLayers } from '../../support/clauseLayers';
import { assertCells, openTinyResult, type Cells } from '../tinyResult';
import { refinedRows } from './reducing';

const tiny = await openTinyResult();
after(() => tiny.close());

type Table = [columns: string, rows: string];

const partsOf = async (table: Table, clause: string): Promise<ClauseLayers> =>
  clauseLayers(clause, await tiny.fill(...table));

/** The layers of a clause, as the chart has them before they are reduced. */
async function queriedOf(table: Table, clause: string): Promise<[ResolvedLayer[], ClauseLayers]> {
  const parts = await partsOf(table, clause);
  return [parts.layers.flatMap(layer => queriedLayers(layer, parts)), parts];
}

const sized = (counts: Record<string, number>): ReadonlyMap<string, DatasetSize> =>
  new Map(
    Object.entries(counts).map(([name, rowCount]) => [
      name,
      { table: 'result', rowId: 'rowid', rowCount },
    ]),
  );

test('each layer of too many rows takes the reduction that keeps most of it', async () => {
  const table: Table = ['a DOUBLE, b DOUBLE, k VARCHAR', "(0, 1, 'p'), (120, 61, 'q')"];
  const check = async (
    clause: string,
    counts: Record<string, number>,
    expected: readonly string[],
  ): Promise<void> => {
    const [layers, parts] = await queriedOf(table, clause);
    const reduced = reducedLayers(layers, { ...parts, sizes: sized(counts) });
    const shown = reduced.map(({ type, query }) => `${type.name} of ${query?.name ?? 'result'}`);
    assert.deepEqual(shown, expected, clause);
  };
  const many = { result: 50_001 };
  await check('a AS x, b AS y DRAW line', many, ['line of line']);
  await check('a AS x, b AS y, k AS fill DRAW area', many, ['area of area']);
  await check('a AS x, b AS ymin, a AS ymax DRAW ribbon', many, ['ribbon of ribbon']);
  await check('a AS x, b AS ymin, a AS ymax DRAW range', many, ['range of range']);
  await check('a AS x, b AS y DRAW point', many, ['tile of tiles']);
  await check('k AS x, b AS y DRAW bar', many, ['bar of bars']);
  // Texts have no places, paths go back and forth, and these marks cannot be put together.
  await check('k AS x, b AS y DRAW line', many, ['line of sample']);
  await check('a AS x, b AS y DRAW path', many, ['path of sample']);
  await check('a AS x, b AS y, k AS label DRAW text', many, ['text of sample']);
  await check('k AS x, k AS y DRAW point', many, ['point of sample']);
  await check('a AS x, b AS y DRAW line', { result: 50_000 }, ['line of result']);
  await check('a AS x, b AS y DRAW line', {}, ['line of result']);
  await check('a AS x, b AS y DRAW line', { other: 60_000 }, ['line of result']);
  await check('a AS x, b AS y DRAW smooth', { smooth: 60_000 }, ['line of line']);
  // A dataset counts once for each layer that draws it: 25,001 rows twice are too many.
  const two = 'a AS x, b AS y DRAW line DRAW point';
  await check(two, { result: 25_000 }, ['line of result', 'point of result']);
  await check(two, { result: 25_001 }, ['line of line', 'tile of tiles']);
  await check(`${two} FILTER a > 1`, { result: 100, rows: 60_000 }, [
    'line of result',
    'tile of tiles',
  ]);
  await check('a AS x, b AS y DRAW line PLACE rule SETTING y => 0', many, [
    ...['line of line', 'rule of result'],
  ]);
});

test('the rows of a chart are shared by its layers, and a note says so', async () => {
  const notesOf = async (clause: string, counts: Record<string, number>): Promise<string[]> => {
    const [layers, parts] = await queriedOf(['a DOUBLE, b DOUBLE', ''], clause);
    reducedLayers(layers, { ...parts, sizes: sized(counts) });
    return parts.report.notes;
  };
  const sample = 'One of every 2 rows is drawn because 60,000 are more than a chart can show';
  const [first, ...others] = await notesOf('a AS x, b AS y DRAW path', { result: 60_000 });
  assert.match(first ?? '', new RegExp(`^${sample}`));
  assert.deepEqual(others, []);
  const both = await notesOf('a AS x, b AS y DRAW path DRAW path FILTER a > 0', {
    ...{ result: 60_000, rows: 20_000 },
  });
  // 20,000 of the rows are those of the small one; 30,000 are left for 60,000.
  assert.match(both[0] ?? '', new RegExp(`^${sample}`));
  assert.deepEqual(both.slice(1), [
    'A chart draws at most 50,000 rows, those of its 2 layers together.',
  ]);
  assert.deepEqual(await notesOf('a AS x, b AS y DRAW path', { result: 10 }), []);
});

test('rows of a sample have all that its marks need, in the order in which they are connected', async () => {
  const table: Table = ['a INTEGER, b INTEGER, k VARCHAR, n INTEGER', "(1, 2, 'p', 3)"];
  const [layers, parts] = await queriedOf(
    table,
    'a AS x, b AS y DRAW path PARTITION BY k ORDER BY n',
  );
  const [path] = reducedLayers(layers, { ...parts, sizes: sized({ result: 50_001 }) });
  assert.ok(path);
  const [names] = await refinedRows(tiny, path);
  assert.deepEqual(names, ['a', 'b', 'k', 'n']);
});

test('of a box plot with too many outliers every box stays, and all its marks share one dataset', async () => {
  // Two outliers, which are said to be 30,000.
  const values = [0, 2, 4, 6, 8, 4, 4, 90, 100].map(value => `('p', ${value}, 's')`).join(', ');
  const table: Table = ['k VARCHAR, v INTEGER, s VARCHAR', values];
  const [layers, parts] = await queriedOf(table, 'k AS x, v AS y, s AS fill DRAW boxplot');
  const [first] = layers;
  const rows = `(SELECT *, row_number() OVER () - 1 AS n FROM (${first?.query?.sql ?? ''}))`;
  const size = { table: rows, rowId: 'n', rowCount: 30_001 };
  const sizes = new Map([[first?.query?.name ?? '', size]]);
  const reduced = reducedLayers(layers, { ...parts, sizes });
  assert.deepEqual(
    reduced.map(({ type, query }) => `${type.name} of ${query?.name}`),
    ['point', 'range', 'range', 'tile', 'point'].map(type => `${type} of sample`),
  );
  const [sample] = reduced;
  assert.ok(sample);
  const facts = await tiny.cellsOf(sample.query?.sql ?? '');
  assert.deepEqual(facts, [
    ['first', 'others'],
    [1, 2],
  ]);
  // Sorted 0 2 4 4 4 6 8 90 100: the quartiles are at places 2, 4 and 6, the fences at -2 and 14.
  const whole: Cells = [
    ['lower', 'q1', 'median', 'q3', 'upper', 'outlier', 'k', 's', 'slot'],
    [0, 4, 4, 8, 8, 4, 'p', 's', 1],
    [null, null, null, null, null, 90, 'p', 's', 1],
    [null, null, null, null, null, 100, 'p', 's', 1],
  ];
  assertCells(await refinedRows(tiny, sample), whole, 'box plot');
});

test('a layer that shares its dataset is reduced from its own rows', async () => {
  // Every second row is the layer's: 20 rows, numbered from 0 and said to be 100,000.
  const rows = Array.from({ length: 40 }, (_, i) => `(${(i % 2) + 1}, ${Math.floor(i / 2)}, 0)`);
  const table: Table = ['"layer part" INTEGER, a DOUBLE, b DOUBLE', rows.join(', ')];
  const [[layer], parts] = await queriedOf(table, 'a AS x, b AS y DRAW path');
  assert.ok(layer);
  const query = { name: 'rows', sql: 'SELECT a, b FROM result', span: layer.span };
  const part = { column: 'layer part', number: 2, query };
  const sizes = sized({ result: 100_000 });
  const [path] = reducedLayers([{ ...layer, part }], { ...parts, sizes });
  assert.ok(path);
  // One of each two.
  const [, ...kept] = await refinedRows(tiny, path);
  assert.deepEqual(
    kept.map(([a]) => Math.floor(Number(a) / 2)),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  );
  assert.equal(path.part, undefined);
});

test('panels with an axis of their own are tiled apart', async () => {
  const rows = "(0, 0, 'p'), (120, 60, 'p'), (0, 0, 'q'), (12, 6, 'q')";
  const table: Table = ['a DOUBLE, b DOUBLE, p VARCHAR', rows];
  const endsOf = async (setting: string): Promise<Cells> => {
    const [layers, parts] = await queriedOf(table, `a AS x, b AS y DRAW point FACET p ${setting}`);
    const [tiles] = reducedLayers(layers, { ...parts, sizes: sized({ result: 60_000 }) });
    assert.ok(tiles);
    const [, ...cells] = await refinedRows(tiny, tiles);
    return cells.filter(row => row[5] === 'q').map(([, end]) => [end ?? null]);
  };
  assertCells(await endsOf(''), [[1], [13]], 'together');
  assertCells(await endsOf(`SETTING free => 'x'`), [[0.1], [12]], 'x');
  assertCells(await endsOf(`SETTING free => ['y', 'x']`), [[0.1], [12]], 'both');
  assertCells(await endsOf(`SETTING free => null`), [[1], [13]], 'none');
});
