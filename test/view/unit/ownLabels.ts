/** The labels of the axes of a drawn specification. */

import { parse, View } from 'vega';
import { compile } from 'vega-lite';
import { withAxisTicks } from '../../../src/view/chart/axisTicks';

/** @returns The labels of the ticks of a specification that states nothing about them. */
export async function ownLabels(
  rows: readonly object[],
  encoding: object,
  mark = 'line',
  width = 600,
): Promise<string[]> {
  const { spec } = compile({
    data: { values: rows.map(row => ({ ...row })) },
    mark: mark as 'line',
    width,
    height: 300,
    encoding: { ...encoding },
  });
  const view = new View(parse(withAxisTicks(spec)), { renderer: 'none' });
  const svg = await view.toSVG();
  view.finalize();
  const labels = [...svg.matchAll(/role-axis-label".*?<\/g>/g)].join('');
  return [...labels.matchAll(/>([^<>]+)<\/(?:text|tspan)>/g)].map(([, text = '']) => text);
}
