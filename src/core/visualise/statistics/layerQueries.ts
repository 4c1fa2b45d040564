/** From the layers of a clause to layers that can be drawn, each with the query of its rows. */

import { following, quoted, sourceTable } from '../chartQuery';
import type { ChartQuery } from '../chartQuery';
import type { ResolvedLayer } from '../resolvedChart';
import { aggregatedLayers } from './aggregate';
import { boxplotLayers } from './boxplot';
import { densityLayers } from './density';
import { histogramLayers } from './histogram';
import { smoothLayers } from './smooth';
import { groupsOf } from './statistic';
import type { StatisticContext } from './statistic';

/** @returns What draws the layer: itself, itself over a query, or the marks of its statistic. */
export function queriedLayers(layer: ResolvedLayer, context: StatisticContext): ResolvedLayer[] {
  switch (layer.type) {
    case 'histogram':
      return histogramLayers(layer, context);
    case 'density':
      return densityLayers(layer, context);
    case 'boxplot':
      return boxplotLayers(layer, context);
    case 'smooth':
      return smoothLayers(layer, context);
    default:
      return [plainLayer(layer, context)].flat();
  }
}

function plainLayer(
  layer: ResolvedLayer,
  context: StatisticContext,
): ResolvedLayer | ResolvedLayer[] {
  for (const { span } of layer.remapping) {
    const advice = 'It computes no columns: write the column in MAPPING.';
    context.report.notYet(span, `REMAPPING of the layer ${layer.type}`, advice);
  }
  if (layer.parameters.has('aggregate')) {
    return aggregatedLayers(layer, context);
  }
  const isPlain = layer.isOfResult && layer.source.filter === null;
  return isPlain ? layer : { ...layer, query: rowsQuery(layer, context) };
}

/** The rows themselves, where a FILTER or another table chooses them. */
function rowsQuery(layer: ResolvedLayer, { facet }: StatisticContext): ChartQuery | null {
  const columns = [
    ...groupsOf(layer, [], facet),
    ...layer.order.map(({ column }) => column),
  ].filter((column, at, all) => all.findIndex(({ name }) => name === column.name) === at);
  if (columns.length === 0) {
    return null;
  }
  const names = columns.map(({ name }) => quoted(name));
  const sql = `WITH ${sourceTable(layer.source, names)}\nSELECT ${following(columns).slice(2)} FROM source ORDER BY "#row"`;
  return { name: 'rows', sql, span: layer.source.span };
}
