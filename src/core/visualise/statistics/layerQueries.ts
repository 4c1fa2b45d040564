/** From the layers of a clause to layers that can be drawn, each with the query of its rows. */

import type { ResolvedLayer } from '../resolvedChart';
import { aggregatedLayers, isAggregated } from './aggregate';
import { countedRows, countsAllRows } from './countedRows';
import { rowsQuery } from './rowsQuery';
import type { StatisticContext } from './statistic';

/** @returns What draws the layer: itself, itself over a query, or the marks of its statistic. */
export function queriedLayers(layer: ResolvedLayer, context: StatisticContext): ResolvedLayer[] {
  return layer.type.statistic?.(layer, context) ?? [plainLayer(layer, context)].flat();
}

function plainLayer(
  layer: ResolvedLayer,
  context: StatisticContext,
): ResolvedLayer | ResolvedLayer[] {
  for (const { span } of layer.remapping) {
    const advice = 'It computes no columns: write the column in MAPPING.';
    context.report.notYet(span, `REMAPPING of the layer ${layer.type.name}`, advice);
  }
  if (isAggregated(layer)) {
    return aggregatedLayers(layer, context);
  }
  if (countsAllRows(layer)) {
    return countedRows(layer, context);
  }
  const isPlain = layer.isOfResult && layer.source.filter === null;
  return isPlain ? layer : { ...layer, query: rowsQuery(layer, context) };
}
