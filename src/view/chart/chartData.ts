/** The rows a chart draws: those that came with it, or all of them from the kernel. */

import type { JsonObject } from '../../core/base/json';
import type { ChartDataset } from '../../core/protocol/outcome';
import { chartRows } from '../../core/visualise/datum';
import type { HostChannel, Rows } from '../hostChannel';
import { MAX_CHART_ROWS } from './guardSpec';

const ROWS_PER_QUESTION = 10_000;

/** Rows by the name that the specification uses. */
export type ChartData = ReadonlyMap<string, () => JsonObject[]>;

/**
 * @param channel Where to ask; null where no kernel has the rows any more.
 * @throws {Error} With a sentence that can be shown, where rows cannot be had.
 */
export async function readChartData(
  datasets: readonly ChartDataset[],
  channel: HostChannel | null,
  signal: AbortSignal,
): Promise<ChartData> {
  const data = new Map<string, () => JsonObject[]>();
  for (const dataset of datasets) {
    const rows = dataset.rows ?? (await askForRows(dataset, channel, signal));
    // Vega writes into the objects it is given: every drawing gets its own.
    data.set(dataset.name, () => chartRows(dataset.columns, rows.slice(0, MAX_CHART_ROWS)));
  }
  return data;
}

async function askForRows(
  { resultId, rowCount }: ChartDataset,
  channel: HostChannel | null,
  signal: AbortSignal,
): Promise<Rows> {
  if (!channel?.connected) {
    throw new Error('The rows of this chart were not kept. Run the cell again to draw it.');
  }
  const wanted = Math.min(rowCount, MAX_CHART_ROWS);
  const rows: Rows[number][] = [];
  while (rows.length < wanted) {
    const limit = Math.min(ROWS_PER_QUESTION, wanted - rows.length);
    const page = await channel.page({ resultId, offset: rows.length, limit }, signal);
    if (page.length === 0) {
      throw new Error(`The chart's rows ended after ${rows.length} of ${wanted}.`);
    }
    rows.push(...page);
  }
  return rows;
}
