import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json';
import { compileChart } from '../../../src/core/visualise/compile';
import { parseVisualise } from '../../../src/core/visualise/parser';
import { renderSvg } from './render';

const columns = [
  { name: 'day', type: 'DATE' },
  { name: 'fund', type: 'VARCHAR' },
  { name: 'held', type: 'DOUBLE' },
];

/** `rowsOf('a', 3, 4)`: one row a day, null without a value; undefined leaves the day out. */
function rowsOf(fund: string, ...values: readonly (number | null | undefined)[]): JsonObject[] {
  return values.flatMap((held, at) =>
    held === undefined ? [] : [{ day: `2026-01-0${at + 1}`, fund, held }],
  );
}

const steady = [...rowsOf('a', 3, 4, 5, 4), ...rowsOf('c', 2, 2, 2, 2)];

/** The outlines of the areas. */
async function areas(clause: string, rows: readonly JsonObject[]): Promise<(string | undefined)[]> {
  const { spec, problems } = compileChart(parseVisualise(clause), columns);
  assert.deepEqual(problems, []);
  const svg = await renderSvg(spec, { result: rows });
  return [...svg.matchAll(/aria-roledescription="area mark" d="([^"]*)"/g)].map(match => match[1]);
}

for (const [name, rest] of [
  ['stacked', 'fund AS fill DRAW area'],
  ['shared', "fund AS fill DRAW area SETTING position => 'fill'"],
  ['parted', 'DRAW area PARTITION BY fund'],
] as const) {
  test(`a series without a value is 0 high, as one without a row is, in ${name} areas`, async () => {
    const clause = `VISUALISE day AS x, held AS y, ${rest}`.replace(', DRAW', ' DRAW');
    const [zero, missing, empty] = await Promise.all(
      [0, undefined, null].map(value => areas(clause, [...steady, ...rowsOf('b', 5, value, 3, 6)])),
    );
    assert.equal(zero?.length, 3);
    assert.deepEqual(missing, zero);
    assert.deepEqual(empty, zero);
  });
}

test('an area that stands alone has a hole where there is no value', async () => {
  const clause = 'VISUALISE day AS x, held AS y DRAW area';
  const [outline] = await areas(clause, rowsOf('a', 3, 4, null, 5, 6));
  assert.equal(outline?.match(/M/g)?.length, 2);
});
