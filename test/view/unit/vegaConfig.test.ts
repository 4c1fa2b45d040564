import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as vega from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { vegaConfig } from '../../../src/view/chart/vegaConfig';
import { lightTheme } from './lightTheme';

test('ordered values have a colour each, however many they are', async () => {
  const values = [1, 2, 3, 4, 5, 6].map(a => ({ a }));
  const spec: TopLevelSpec = {
    data: { values },
    mark: 'bar',
    encoding: { x: { field: 'a', type: 'ordinal' }, color: { field: 'a', type: 'ordinal' } },
  };
  const { spec: compiled } = compile(spec, {
    config: vegaConfig({ theme: lightTheme, width: 900, columns: undefined }),
  });
  const view = await new vega.View(vega.parse(compiled), { renderer: 'none' }).runAsync();
  const colour = view.scale('color') as (value: number) => string;
  assert.equal(new Set(values.map(({ a }) => colour(a))).size, values.length);
});
