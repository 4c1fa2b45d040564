import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as vega from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { vegaConfig } from '../../../src/view/chart/vegaConfig';
import {
  axisContrast,
  contrast,
  gridContrast,
  markContrast,
  middleContrast,
  paled,
} from '../../../src/view/chart/contrast';
import { themeColours, type ThemeKind } from '../../../src/view/chart/themeColours';
import { drawnAxisContrasts, drawnGridContrasts } from '../../support/drawnGrid';
import { themes } from '../browser/themes';
import { lightTheme } from './lightTheme';

test('ordered values have a colour each, however many they are', async () => {
  const values = [1, 2, 3, 4, 5, 6].map(a => ({ a }));
  const spec: TopLevelSpec = {
    data: { values },
    mark: 'bar',
    encoding: { x: { field: 'a', type: 'ordinal' }, color: { field: 'a', type: 'ordinal' } },
  };
  const { spec: compiled } = compile(spec, {
    config: vegaConfig({ theme: lightTheme, width: 900 }),
  });
  const view = await new vega.View(vega.parse(compiled), { renderer: 'none' }).runAsync();
  const colour = view.scale('color') as (value: number) => string;
  assert.equal(new Set(values.map(({ a }) => colour(a))).size, values.length);
});

test('grid lines are seen in every theme, with the opacity that they are drawn with', async () => {
  for (const kind of Object.keys(themes) as ThemeKind[]) {
    const variables: Readonly<Record<string, string>> = themes[kind].variables;
    const read = (name: string): string => variables[`--vscode-${name}`] ?? '';
    const grid = await drawnGridContrasts(themeColours(kind, read, 'colourBlind'));
    assert.ok(grid.length > 4 && Math.min(...grid) >= gridContrast, `${kind}: ${grid.join(', ')}`);
  }
});

test('the lines of axes and their ticks are seen in every theme', async () => {
  for (const kind of Object.keys(themes) as ThemeKind[]) {
    const variables: Readonly<Record<string, string>> = themes[kind].variables;
    const read = (name: string): string => variables[`--vscode-${name}`] ?? '';
    const axes = await drawnAxisContrasts(themeColours(kind, read, 'colourBlind'));
    assert.ok(axes.length > 4 && Math.min(...axes) >= axisContrast, `${kind}: ${axes.join(', ')}`);
  }
});

test('the first shapes are none of the triangles up and down, which mean bull and bear', () => {
  const { range } = vegaConfig({ theme: lightTheme, width: 900 });
  const shapes = JSON.parse(JSON.stringify(range?.symbol ?? [])) as string[];
  assert.ok(shapes.length >= 6);
  assert.doesNotMatch(shapes.slice(0, 4).join(' '), /triangle/);
});

test('a line and a point of zero on a diverging scale are seen in every theme', async () => {
  for (const kind of Object.keys(themes) as ThemeKind[]) {
    const variables: Readonly<Record<string, string>> = themes[kind].variables;
    const read = (name: string): string => variables[`--vscode-${name}`] ?? '';
    const theme = themeColours(kind, read, 'colourBlind');
    const { spec } = compile(
      {
        data: { values: [-1, 0, 1].map(a => ({ a })) },
        mark: { type: 'rule' },
        encoding: {
          y: { field: 'a', type: 'quantitative' },
          color: { field: 'a', type: 'quantitative', scale: { domainMid: 0, range: 'diverging' } },
        },
      },
      { config: vegaConfig({ theme, width: 900 }) },
    );
    const view = await new vega.View(vega.parse(spec), { renderer: 'none' }).runAsync();
    const colour = view.scale('color') as (value: number) => string;
    const ratio = contrast(colour(0), theme.background) ?? 0;
    assert.ok(ratio >= middleContrast - 0.02, `${kind}: ${colour(0)} ${ratio}`);
    assert.notEqual(colour(0), colour(1));
    view.finalize();
  }
});

test('ticks have the contrast of marks in every theme, with the opacity that they are drawn with', async () => {
  for (const kind of Object.keys(themes) as ThemeKind[]) {
    const variables: Readonly<Record<string, string>> = themes[kind].variables;
    const read = (name: string): string => variables[`--vscode-${name}`] ?? '';
    const theme = themeColours(kind, read, 'colourBlind');
    const { spec } = compile(
      {
        data: { values: Array.from({ length: 11 }, (_, a) => ({ a: `n${a}` })) },
        mark: 'tick',
        encoding: { x: { field: 'a', type: 'nominal' }, color: { field: 'a', type: 'nominal' } },
      },
      { config: vegaConfig({ theme, width: 900 }) },
    );
    const view = new vega.View(vega.parse(spec), { renderer: 'none' });
    const svg = await view.toSVG();
    view.finalize();
    const ticks = [...svg.matchAll(/aria-roledescription="tick"[^>]*/g)].map(([tick]) => {
      const [, fill = ''] = /fill="([^"]*)"/.exec(tick) ?? [];
      const [, opacity = '1'] = / opacity="([^"]*)"/.exec(tick) ?? [];
      return contrast(paled(fill, theme.background, Number(opacity)), theme.background) ?? 0;
    });
    assert.equal(ticks.length, 11);
    assert.ok(Math.min(...ticks) >= markContrast, `${kind}: ${ticks.join()}`);
  }
});
