/** The context of a reduction besides its layer. */

import type { ChartQuery, NumberedRows, RowsBehind } from '../chartQuery';
import type { Report } from '../report';
import type { ResolvedFacet, ResolvedLayer } from '../resolvedChart';
import type { ScaleNode } from '../tree';

export interface ReductionContext extends NumberedRows {
  readonly facet: ResolvedFacet | null;
  readonly scales: ReadonlyMap<string, ScaleNode>;
  readonly report: Report;
  readonly rowCount: number;
  /** The query of these rows; null: they are those of the result. */
  readonly query: ChartQuery | null;
  /** Rows that the layer may have. */
  readonly share: number;
  /** Whether each panel has a scale of its own on that axis. */
  readonly hasFreePanels: (axis: 'x' | 'y') => boolean;
}

/** Makes of a layer one with fewer rows; undefined if it cannot. */
export type Reduction = (
  layer: ResolvedLayer,
  context: ReductionContext,
) => ResolvedLayer | undefined;

/** @returns A reduction's `RowsBehind`: its rows are those of the context. */
export function readFrom({
  query,
}: Pick<ReductionContext, 'query'>): Pick<RowsBehind, 'table' | 'of'> {
  const [behind] = query?.behind ?? [];
  return query && behind
    ? { table: behind.table, of: { sql: query.sql, behind } }
    : { table: null };
}
