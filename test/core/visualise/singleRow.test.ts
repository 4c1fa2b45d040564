import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileChart } from '../../../src/core/visualise/compile';
import { parseVisualise } from '../../../src/core/visualise/parser';
import { assertValid, renderMarks } from './render';

const columns = ['a', 'b', 'c', 'k'].map(name => ({
  name,
  type: name === 'k' ? 'VARCHAR' : 'DOUBLE',
}));
const rows = [
  { a: 1, b: 1, c: 1, k: 'two' },
  { a: 2, b: 2, c: 2, k: 'two' },
  { a: 3, b: 3, c: 3, k: 'one' },
  { a: 4, b: null, c: 4, k: 'one' },
];

/** How many points the lines of one row add to those that carry the tooltips. */
async function addedPoints(clause: string): Promise<number> {
  const tree = parseVisualise(`VISUALISE a AS x, b AS y ${clause}`);
  const pointsOf = async (layers: readonly number[]): Promise<number> => {
    const { spec, problems } = compileChart(tree, columns, { loneRows: new Set(layers) });
    assert.deepEqual(problems, []);
    assertValid(spec, clause);
    const marks = await renderMarks(spec, { result: rows });
    return marks.filter(({ kind }) => kind === 'symbol').length;
  };
  const all = await pointsOf(tree.layers.map(({ span }) => span.from));
  return all - (await pointsOf([]));
}

test('a line of one row is drawn as a point, beside others too, and one of more rows is not', async () => {
  for (const type of ['line', 'path']) {
    assert.equal(await addedPoints(`DRAW ${type} MAPPING k AS colour`), 1, type);
    assert.equal(await addedPoints(`DRAW ${type} PARTITION BY k`), 1, type);
    assert.equal(await addedPoints(`DRAW ${type} MAPPING c AS colour PARTITION BY k`), 1, type);
    assert.equal(await addedPoints(`DRAW ${type} FACET k`), 1, type);
    assert.equal(await addedPoints(`DRAW ${type} FACET k SETTING free => ['x', 'y']`), 1, type);
  }
});
