/** The rows of a layer as they are, where a FILTER, another table or panels ask for a query of their own. */

import { quotedName } from '../../base/quoted';
import { following, sourceTable } from '../chartQuery';
import type { ChartQuery } from '../chartQuery';
import type { ResolvedLayer } from '../resolvedChart';
import { numbered, sameNumber } from '../rowsBehind';
import { groupsOf } from './statistic';
import type { StatisticContext } from './statistic';

/** @returns The query of the columns that the layer draws, in the order of the rows; null if it draws none. */
export function rowsQuery(
  layer: ResolvedLayer,
  { facet }: Pick<StatisticContext, 'facet'>,
): ChartQuery | null {
  const columns = [
    ...groupsOf(layer, [], facet),
    ...layer.order.map(({ column }) => column),
  ].filter((column, at, all) => all.findIndex(({ name }) => name === column.name) === at);
  if (columns.length === 0) {
    return null;
  }
  const { own } = layer.source;
  const names = columns.map(({ name }) => quotedName(name));
  const sql = own`WITH ${sourceTable(layer.source, names)}\nSELECT ${following(columns).slice(2)} FROM _source ORDER BY _row`;
  const behind = {
    ...numbered(layer.source),
    sql: own`WITH ${sourceTable(layer.source, [])} SELECT _row, row_number() OVER (ORDER BY _row) - 1 AS _number FROM _source`,
    matches: sameNumber(own`_number`),
  };
  return { name: 'rows', sql, span: layer.source.span, behind: [behind] };
}
