/** A bar at a literal, which maps no column: the number of all rows. */

import { quotedName } from '../../base/quoted';
import { drawsRows } from '../chartData';
import { following, sourceTable } from '../chartQuery';
import { countsOn } from '../positionPlan';
import type { ResolvedLayer } from '../resolvedChart';
import { computedBindings, countedColumn, groupsOf } from './statistic';
import type { StatisticContext } from './statistic';

/** @returns Whether the layer counts rows of which it draws no column. */
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
    query: { name: 'bars', sql, span: layer.source.span },
  };
}
