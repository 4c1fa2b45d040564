import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as vega from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { vegaConfig } from '../../../src/view/chart/vegaConfig';
import { sideColours } from '../../../src/view/chart/sideColours';
import type { ThemeColours } from '../../../src/view/chart/themeColours';

const ground = {
  kind: 'light',
  background: '#ffffff',
  blue: '#1a85ff',
  orange: '#d18616',
} as const;

const lightTheme: ThemeColours = {
  ...ground,
  foreground: '#3b3b3b',
  muted: '#3b3b3b',
  line: '#d3d3d3',
  axis: '#b0b0b0',
  font: 'sans-serif',
  sides: sideColours('colourBlind', ground),
};

test('ordered values have a colour each, however many they are', async () => {
  const values = [1, 2, 3, 4, 5, 6].map(a => ({ a }));
  const spec: TopLevelSpec = {
    data: { values },
    mark: 'bar',
    encoding: { x: { field: 'a', type: 'ordinal' }, color: { field: 'a', type: 'ordinal' } },
  };
  const { spec: compiled } = compile(spec, { config: vegaConfig(lightTheme) });
  const view = await new vega.View(vega.parse(compiled), { renderer: 'none' }).runAsync();
  const colour = view.scale('color') as (value: number) => string;
  assert.equal(new Set(values.map(({ a }) => colour(a))).size, values.length);
});
