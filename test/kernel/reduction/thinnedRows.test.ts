import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { thinnedOthers, thinnedRows } from '../../../src/core/visualise/reduction/thinnedRows';
import { clauseLayers, type ClauseLayers } from '../../support/clauseLayers';
import { factsOf, openTinyResult } from '../tinyResult';
import { contextOf } from './reducing';

const tiny = await openTinyResult();
after(() => tiny.close());

type Table = [columns: string, rows: string];

const partsOf = async (table: Table, clause: string): Promise<ClauseLayers> =>
  clauseLayers(clause, await tiny.fill(...table));

test('of every so many rows one is drawn, and which one changes', async () => {
  const rows = Array.from({ length: 100 }, (_, id) => `(${id})`).join(', ');
  const parts = await partsOf(['id INTEGER', rows], 'id AS x, 1 AS y DRAW point');
  const columns = [{ name: 'id', type: 'INTEGER' }];
  const chosen = async (rowCount: number, share: number): Promise<number[]> => {
    const query = thinnedRows(parts.layer, columns, contextOf(parts, { rowCount, share }));
    const [, ...cells] = await tiny.cellsOf(query.sql);
    return cells.map(([id]) => Number(id));
  };
  // 100 rows for 30 are one of 4, in 25 lots.
  const quarter = await chosen(100, 30);
  assert.deepEqual(
    quarter.map(id => Math.floor(id / 4)),
    Array.from({ length: 25 }, (_, lot) => lot),
  );
  assert.deepEqual([...new Set(quarter.map(id => id % 4))].sort(), [0, 1, 2, 3]);
  assert.equal((await chosen(100, 100)).length, 100);
  assert.equal((await chosen(100, 50)).length, 50);
  // One more than fits halves them.
  assert.equal((await chosen(101, 100)).length, 50);
  assert.equal((await chosen(100, 0)).length, 1);
  assert.equal(
    parts.report.notes[0],
    'One of every 4 rows is drawn because 100 are more than a chart can show: aggregate in the query to draw them all.',
  );
});

test('of rows of which the first are kept, only the others are thinned, unless the first alone are too many', async () => {
  // 3 boxes and 20 outliers.
  const rows = Array.from({ length: 23 }, (_, id) => `(${id}, ${id < 3 ? 1 : 'NULL'})`).join(', ');
  const parts = await partsOf(['id INTEGER, median DOUBLE', rows], 'id AS x, 1 AS y DRAW point');
  const [id, median] = parts.layer.columns;
  assert.ok(id && median);
  const kept = { column: median, columns: [id, median], kept: 'boxes', others: 'outliers' };
  const chosen = async (share: number): Promise<[ids: number[], notes: readonly string[]]> => {
    const { sql, refine } = thinnedOthers(parts.layer, kept, contextOf(parts, { share }));
    const refined = refine?.(factsOf(await tiny.cellsOf(sql)));
    const [names, ...cells] = await tiny.cellsOf(refined?.sql ?? '');
    assert.deepEqual(names, ['id', 'median']);
    return [cells.map(([cell]) => Number(cell)), refined?.notes ?? []];
  };
  const all = Array.from({ length: 23 }, (_, at) => at);
  assert.deepEqual(await chosen(23), [all, []]);
  // 20 outliers in 8 places are one of 3, in lots from 3, 6, … to 21 with two rows; the last may have none.
  const [some, notes] = await chosen(11);
  assert.deepEqual(some.slice(0, 3), [0, 1, 2]);
  const numbers = some.slice(3).map(at => Math.floor((at - 3) / 3));
  assert.deepEqual(numbers.slice(0, 6), [0, 1, 2, 3, 4, 5]);
  assert.ok(some.length <= 11);
  assert.deepEqual(notes, [
    'One of every 3 outliers is drawn because 20 are more than a chart can show.',
  ]);
  // One place for 20: 3 boxes and at most one outlier.
  const [last] = await chosen(4);
  assert.ok(last.length === 4, String(last));
  // No place is left for outliers.
  assert.deepEqual((await chosen(3))[0], [0, 1, 2]);
  // Nor here, and one of two boxes is drawn.
  const [boxes, boxNotes] = await chosen(2);
  assert.deepEqual(
    boxes.slice(0, 1).map(at => Math.floor(at / 2)),
    [0],
  );
  assert.ok(boxes.length <= 2 && boxes.every(at => at < 3), String(boxes));
  assert.deepEqual(boxNotes, [
    'One of every 2 boxes is drawn and none of the outliers because 3 are more than a chart can show.',
  ]);
});
