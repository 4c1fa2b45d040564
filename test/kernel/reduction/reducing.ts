/** What reductions need besides their layer, and the rows that they make. */

import assert from 'node:assert/strict';
import type { ReductionContext } from '../../../src/core/visualise/reduction/reductionContext';
import type { ResolvedLayer } from '../../../src/core/visualise/resolvedChart';
import type { ClauseLayers } from '../../support/clauseLayers';
import { factsOf, type Cells, type TinyResult } from '../tinyResult';

/** @returns The context of a layer of 60,000 rows, of which 50,000 may be drawn; `changes` says otherwise. */
export function contextOf(
  { facet, scales, report }: ClauseLayers,
  changes: Partial<ReductionContext> = {},
): ReductionContext {
  const rows = { table: 'result', rowId: 'rowid', rowCount: 60_000, share: 50_000, query: null };
  return { facet, scales, report, ...rows, hasFreePanels: () => false, ...changes };
}

/** @returns The rows of the layer's query, through its facts where it has some. */
export async function refinedRows(
  { cellsOf }: TinyResult,
  { query }: Pick<ResolvedLayer, 'query'>,
): Promise<Cells> {
  assert.ok(query);
  const { sql, refine } = query;
  return cellsOf(refine ? refine(factsOf(await cellsOf(sql))).sql : sql);
}
