/** The grid lines and the axes of a chart, as a theme draws them. */

import assert from 'node:assert/strict';
import { isRecord } from '../../src/core/base/json';
import { parse, View } from 'vega';
import { compile } from 'vega-lite';
import { contrast, paled } from '../../src/view/chart/contrast';
import type { ThemeColours } from '../../src/view/chart/themeColours';
import { vegaConfig } from '../../src/view/chart/vegaConfig';

/** @returns The contrast of each grid line, that at zero included, with its opacity. */
export function drawnGridContrasts(theme: ThemeColours): Promise<number[]> {
  return drawnContrasts(theme, ['axis-grid']);
}

/** @returns The contrast of the lines of the axes and of their ticks. */
export function drawnAxisContrasts(theme: ThemeColours): Promise<number[]> {
  return drawnContrasts(theme, ['axis-domain', 'axis-tick']);
}

async function drawnContrasts(theme: ThemeColours, roles: readonly string[]): Promise<number[]> {
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
  const lines = itemsOf(isRecord(root) ? root['root'] : undefined, roles);
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

function itemsOf(node: unknown, roles: readonly string[]): Record<string, unknown>[] {
  if (!isRecord(node)) {
    return [];
  }
  const items: unknown = node['items'];
  const below: unknown[] = Array.isArray(items) ? items : [];
  return roles.includes(String(node['role']))
    ? below.filter(isRecord)
    : below.flatMap(each => itemsOf(each, roles));
}
