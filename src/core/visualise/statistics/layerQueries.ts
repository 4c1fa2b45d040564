/** From the layers of a clause to layers that can be drawn, each with the query of its rows. */

import { t } from '../../base/translations';
import { quotedName } from '../../base/quoted';
import { drawsRows } from '../chartData';
import { following, sourceTable } from '../chartQuery';
import { countsOn } from '../positionPlan';
import type { ResolvedLayer } from '../resolvedChart';
import { groupBehind } from '../rowsBehind';
import { aggregatedLayers, isAggregated } from './aggregate';
import { rowsQuery } from './rowsQuery';
import { computedBindings, countedColumn, groupsOf, type StatisticContext } from './statistic';

/** @returns What draws the layer: itself, itself over a query, or the marks of its statistic. */
export function queriedLayers(layer: ResolvedLayer, context: StatisticContext): ResolvedLayer[] {
  return layer.type.statistic?.(layer, context) ?? [plainLayer(layer, context)].flat();
}

function plainLayer(
  layer: ResolvedLayer,
  context: StatisticContext,
): ResolvedLayer | ResolvedLayer[] {
  for (const { span } of layer.remapping) {
    const advice = t('It computes no columns: write the column in MAPPING.');
    context.report.notYet(span, t('REMAPPING of the layer {0}', layer.type.name), advice);
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

/** @returns Whether the layer counts rows of which it draws no column, as a bar at a literal does. */
export function countsAllRows(layer: ResolvedLayer): boolean {
  const counts = countsOn('x', layer) || countsOn('y', layer);
  return layer.kind === 'draw' && counts && !drawsRows(layer);
}

/** @returns The layer over one row, or one per panel, whose weight is the number of rows. */
export function countedRows(
  layer: ResolvedLayer,
  { facet }: Pick<StatisticContext, 'facet'>,
): ResolvedLayer {
  const { own } = layer.source;
  const weight = countedColumn(layer, undefined);
  const groups = groupsOf(layer, [], facet);
  const names = groups.map(({ name }) => quotedName(name));
  const sql = [
    `WITH ${sourceTable(layer.source, names)}`,
    own`SELECT count(*)::DOUBLE AS ${quotedName(weight.name)}${following(groups)} FROM _source GROUP BY ALL ORDER BY min(_row)`,
  ].join('\n');
  return {
    ...layer,
    bindings: computedBindings(layer, [], { weight }),
    query: {
      name: 'bars',
      sql,
      span: layer.source.span,
      behind: [groupBehind(layer.source, groups, null)],
    },
  };
}
