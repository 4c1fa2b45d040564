import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, View, type Spec } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { contrast, markContrast, middleContrast } from '../../../src/view/chart/contrast';
import { withLegibleStrokes } from '../../../src/view/chart/strokeColours';
import { themeColours, type ThemeKind } from '../../../src/view/chart/themeColours';
import { vegaConfig } from '../../../src/view/chart/vegaConfig';
import { themes } from '../browser/themes';

const scale = { domainMid: 0, range: 'diverging' };
const y = { field: 'a', type: 'quantitative' };
const drawnAs = (mark: string): object => ({ mark, encoding: { y, color: { ...y, scale } } });

/** @returns The contrast of each mark of zero. */
async function contrastsOfZero(kind: ThemeKind, chart: object): Promise<number[]> {
  const variables: Readonly<Record<string, string>> = themes[kind].variables;
  const theme = themeColours(kind, name => variables[`--vscode-${name}`] ?? '', 'colourBlind');
  const data = { values: [-1, 0, 1].map(a => ({ a, k: 'k' })) };
  const config = vegaConfig({ theme, width: 900 });
  const compiled: Spec = compile({ data, ...chart } as TopLevelSpec, { config }).spec;
  const view = new View(parse(withLegibleStrokes(compiled, theme)), { renderer: 'none' });
  const svg = await view.toSVG();
  view.finalize();
  const marks = [...svg.matchAll(/aria-label="a: 0"[^>]*>/g)].map(([mark]) => mark);
  assert.ok(marks.length > 0, svg);
  return marks.map(mark => {
    const [, colour = ''] = / (?:stroke|fill)="(rgb[^"]*)"/.exec(mark) ?? [];
    return contrast(colour, theme.background) ?? 0;
  });
}

test('zero on a diverging scale is as legible as any mark in a line, in panels too', async () => {
  const panels = { facet: { field: 'k' }, spec: drawnAs('rule') };
  const own = { ...panels, resolve: { scale: { color: 'independent' } } };
  for (const kind of Object.keys(themes) as ThemeKind[]) {
    for (const chart of [drawnAs('rule'), panels, own]) {
      const [ratio = 0] = await contrastsOfZero(kind, chart);
      assert.ok(ratio >= markContrast - 0.02, `${kind}: ${ratio}`);
    }
  }
});

test('zero is pale in bars, and in lines that share the scale with them', async () => {
  for (const kind of Object.keys(themes) as ThemeKind[]) {
    const both = { layer: [drawnAs('bar'), drawnAs('rule')] };
    for (const ratio of [
      ...(await contrastsOfZero(kind, drawnAs('bar'))),
      ...(await contrastsOfZero(kind, both)),
    ]) {
      assert.ok(ratio < markContrast && ratio >= middleContrast - 0.02, `${kind}: ${ratio}`);
    }
  }
});

test('a palette that the author of a chart chose stays', async () => {
  const diverging = ['#ff0000', '#fafafa', '#0000ff'];
  const config = { range: { diverging } };
  const [ratio = 0] = await contrastsOfZero('light', { ...drawnAs('rule'), config });
  assert.ok(ratio < 1.1, String(ratio));
});
