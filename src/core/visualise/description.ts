/** A text description of a chart, for screen readers. */

import { joined } from '../base/text';
import { t } from '../base/translations';
import { positionFamilies } from './aesthetics';
import type { Aesthetic } from './aesthetics';
import type { ChartColumn } from './chartColumn';
import type { ChartPlan } from './chartPlan';
import { countsOn } from './positionPlan';
import { columnOf } from './resolvedChart';
import type { ResolvedChart, ResolvedLayer } from './resolvedChart';

/** @returns The title, where there is one, and one sentence: for example `How is it going? Line of score against date; reference line at y 0.` */
export function describeChart(chart: ResolvedChart, plan: ChartPlan): string {
  const title = chart.labels.get('title');
  const shown = chart.layers.filter(({ shownAs }) => shownAs !== null);
  const layers = [...new Set(shown.map(layer => layerText(layer, plan)))].join('; ');
  const facet = chart.facet
    ? t(
        ', one panel for each {0}',
        joined(
          [chart.facet.column, chart.facet.by].flatMap(column => (column ? nameOf(column) : [])),
        ),
      )
    : '';
  const chartText = layers === '' ? t('empty chart') : layers;
  const sentence = [...(title ? [titleText(title)] : []), capitalised(chartText)].join(' ');
  return `${sentence}${facet}.`;
}

function layerText(layer: ResolvedLayer, plan: ChartPlan): string {
  const placed = layer.kind === 'place' ? layer.type.describedIfPlaced : undefined;
  const name = placed ?? layer.shownAs ?? layer.type.described;
  const [x, y] = [axisText('x', layer, plan), axisText('y', layer, plan)];
  const places = y && x ? t(' of {0} against {1}', y, x) : y || x ? t(' at {0}', y ?? x ?? '') : '';
  const series = plan.uses
    .get(layer)
    ?.find(({ aesthetic }) => aesthetic === 'fill' || aesthetic === 'stroke');
  const colour =
    series?.binding.kind === 'column' ? t(', coloured by {0}', nameOf(series.binding.column)) : '';
  return `${name}${places}${colour}`;
}

function axisText(axis: 'x' | 'y', layer: ResolvedLayer, plan: ChartPlan): string | null {
  const members: readonly Aesthetic[] = positionFamilies[axis];
  const columns = members.flatMap(member => columnOf(layer, member) ?? []);
  const names = columns.map(nameOf);
  if (names.length > 0) {
    return names.join(' to ');
  }
  if (countsOn(axis, layer)) {
    return plan[axis]?.title ?? 'rows';
  }
  const values = members.flatMap(member => literalTexts(layer, member));
  return values.length === 0 ? null : `${axis} ${values.join(', ')}`;
}

function literalTexts(layer: ResolvedLayer, aesthetic: Aesthetic): string[] {
  const binding = layer.bindings.get(aesthetic);
  if (!binding || binding.kind === 'column') {
    return [];
  }
  return (binding.kind === 'set' ? binding.values : [binding.value]).map(String);
}

function nameOf({ name, of }: ChartColumn): string {
  return of ?? name;
}

function titleText(title: string): string {
  return /[.?!:]$/.test(title) ? title : `${title}.`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
