import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileChart } from '../../../src/core/visualise/compile';
import { parseVisualise } from '../../../src/core/visualise/parser';
import { assertValid, renderMarks } from './render';

const columns = ['a', 'b', 'c'].map(name => ({ name, type: 'DOUBLE' }));

test('a line of one row is drawn as a point, and one of more rows is not', async () => {
  for (const clause of ['a AS x, b AS y DRAW line', 'a AS x, b AS y, c AS colour DRAW line']) {
    for (const rowCount of [1, 2]) {
      const tree = parseVisualise(`VISUALISE ${clause}`);
      const { spec, problems } = compileChart(tree, columns, { rowCount });
      assert.deepEqual(problems, []);
      assertValid(spec, clause);
    }
  }
  const pointsOf = async (rowCount: number): Promise<number> => {
    const tree = parseVisualise('VISUALISE a AS x, b AS y DRAW line');
    const { spec } = compileChart(tree, columns, { rowCount });
    const result = Array.from({ length: rowCount }, (_, at) => ({ a: at, b: 1 }));
    const marks = await renderMarks(spec, { result });
    return marks.filter(({ kind }) => kind === 'symbol').length;
  };
  // Beside the points that carry the tooltips.
  assert.deepEqual([await pointsOf(1), await pointsOf(3)], [2, 3]);
});
