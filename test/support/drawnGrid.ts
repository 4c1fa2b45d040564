/** The grid lines of a chart, as a theme draws them. */

import assert from 'node:assert/strict';
import { isRecord } from '../../src/core/base/json';
import { parse, View } from 'vega';
import { compile } from 'vega-lite';
import { contrast, paled } from '../../src/view/chart/contrast';
import type { ThemeColours } from '../../src/view/chart/themeColours';
import { vegaConfig } from '../../src/view/chart/vegaConfig';

/** @returns The contrast of each line, that at zero included, with its opacity. */
export async function drawnGridContrasts(theme: ThemeColours): Promise<number[]> {
  const axis = { grid: true };
  const { spec } = compile(
    {
      data: { values: [-1, 1].map(value => ({ x: value, y: value })) },
      mark: 'point',
      encoding: {
        x: { field: 'x', type: 'quantitative', axis },
        y: { field: 'y', type: 'quantitative', axis },
      },
    },
    { config: vegaConfig({ theme, width: 900 }) },
  );
  const view = await new View(parse(spec), { renderer: 'none' }).runAsync();
  const root: unknown = view.scenegraph();
  const lines = gridItems(isRecord(root) ? root['root'] : undefined);
  view.finalize();
  return lines.flatMap(({ stroke, opacity, strokeOpacity }) => {
    const alpha = [opacity, strokeOpacity].reduce<number>(
      (product, part) => product * (typeof part === 'number' ? part : 1),
      1,
    );
    const shown = paled(String(stroke), theme.background, alpha);
    const ratio = contrast(shown, theme.background);
    assert.ok(ratio !== undefined, `${String(stroke)} on ${theme.background}`);
    // The other lines across are hidden.
    return alpha === 0 ? [] : [ratio];
  });
}

function gridItems(node: unknown): Record<string, unknown>[] {
  if (!isRecord(node)) {
    return [];
  }
  const items: unknown = node['items'];
  const below: unknown[] = Array.isArray(items) ? items : [];
  return node['role'] === 'axis-grid' ? below.filter(isRecord) : below.flatMap(gridItems);
}
