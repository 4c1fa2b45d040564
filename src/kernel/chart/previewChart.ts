/** Draws the preview of a suggested chart: few rows, which are part of the answer; none of its relations is kept. */

import { throwIfCancelled, type Cancellation } from '../../core/base/cancellation';
import type { ChartParams } from '../../core/protocol/questions';
import type { ResultChart } from '../../core/protocol/outcome';
import { parseVisualise } from '../../core/visualise/parser';
import { chartOfClause } from './clauseChart';
import type { SessionParts } from '../session/sessionParts';

/** More than a small picture can show. */
const MOST_ROWS = 2_000;

/**
 * @throws {Error} If the result is no longer kept or the clause does not fit it.
 * @throws {CancelledError} If cancelled.
 */
export async function previewChart(
  parts: SessionParts,
  { resultId, clause }: ChartParams,
  cancellation: Cancellation,
): Promise<ResultChart> {
  const { relations } = parts;
  const table = await relations.tableOf(resultId, 0);
  const sql = {
    clause: { from: 0, to: clause.length },
    tree: parseVisualise(clause),
    pieces: new Map(),
    answered: [],
  };
  throwIfCancelled(cancellation);
  return relations.temporarily(async () => {
    const run = { note: () => undefined };
    // A chart that is only offered decides no colours.
    const session = { ...parts, colours: parts.colours.copy() };
    const chart = await chartOfClause(session, run, { sql, table, mostRows: MOST_ROWS });
    const datasets = await Promise.all(
      chart.datasets.map(async dataset => {
        const asked = { resultId: dataset.resultId, offset: 0, limit: dataset.rowCount };
        return { ...dataset, rows: dataset.rows ?? (await relations.page(asked)).rows };
      }),
    );
    const { source: _, ...shown } = chart;
    return { ...shown, datasets };
  });
}
