import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../src/core/base/json';
import { mostSortValues, sortRefusal } from '../../../src/core/visualise/sortList';
import { renderSvg } from './render';

const rows = [
  { name: 'A', place: 1, value: 1 },
  { name: 'A', place: 1, value: 1 },
  { name: 'A', place: 1, value: 1 },
  { name: 'B', place: 2, value: 1 },
];

async function axisLabels(sort: Json): Promise<string[]> {
  const spec = {
    data: { values: rows },
    mark: 'bar',
    encoding: {
      x: { field: 'name', type: 'nominal', sort },
      y: { field: 'value', type: 'quantitative' },
    },
  };
  const svg = await renderSvg(spec, {});
  return [...svg.matchAll(/<text[^>]*>([AB])<\/text>/g)].map(([, label]) => String(label));
}

test('the sort that is recommended in place of a long list orders stacked bars as the list does', async () => {
  const refusal = sortRefusal(Array.from({ length: mostSortValues + 1 }, () => ''));
  const [, recommended = ''] = /"sort": (\{.*\})$/.exec(refusal ?? '') ?? [];
  assert.deepEqual(await axisLabels(['A', 'B']), ['A', 'B']);
  assert.deepEqual(await axisLabels(JSON.parse(recommended) as Json), ['A', 'B']);
});
