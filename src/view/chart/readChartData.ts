/** Reads the rows of a chart: from its output, or all of them from the kernel. */

import { t } from '../../core/base/translations';
import type { JsonObject } from '../../core/base/json';
import type { ChartDataset } from '../../core/protocol/outcome';
import { chartRows } from '../../core/visualise/chartRows';
import type { Rows } from '../../core/protocol/outcome';
import type { HostChannel } from '../hostChannel';
import { numberedRows } from './chosenMarks';
import { rowShares } from '../../core/visualise/chartSize';

const ROWS_PER_QUESTION = 10_000;

/** Rows by the name that the specification uses. */
export type ChartData = ReadonlyMap<string, () => JsonObject[]>;

/**
 * @param channel Requests rows; null if no kernel has the rows any more.
 * @throws {Error} With a sentence that can be shown, if rows are not available.
 */
export async function readChartData(
  datasets: readonly ChartDataset[],
  channel: HostChannel | null,
  signal: AbortSignal,
): Promise<ChartData> {
  const data = new Map<string, () => JsonObject[]>();
  let first = 0;
  for (const { dataset, rowCount } of drawnRows(datasets)) {
    const rows = dataset.rows ?? (await askForRows(dataset, rowCount, channel, signal));
    // Vega modifies the given objects, so every drawing gets its own.
    const from = first;
    data.set(dataset.name, () =>
      numberedRows(chartRows(dataset.columns, rows.slice(0, rowCount)), from),
    );
    first += rowCount;
  }
  return data;
}

/**
 * @returns How many rows of each dataset are drawn: the rows of a whole chart are limited, whatever an output claims.
 */
export function drawnRows(
  datasets: readonly ChartDataset[],
): readonly { readonly dataset: ChartDataset; readonly rowCount: number }[] {
  const counts = datasets.map(({ rows, rowCount }) => rows?.length ?? rowCount);
  const shares = rowShares(counts);
  return datasets.map((dataset, at) => ({ dataset, rowCount: shares[at] ?? 0 }));
}

/** @returns The dataset that has the first of these rows, and those of them that it has, by their numbers in it. */
export function datasetOfRows(
  datasets: readonly ChartDataset[],
  numbers: readonly number[],
): { readonly dataset: ChartDataset; readonly rows: readonly number[] } | undefined {
  const [some = -1] = numbers;
  let first = 0;
  for (const { dataset, rowCount } of drawnRows(datasets)) {
    const from = first;
    first += rowCount;
    if (some >= from && some < first) {
      const own = numbers.filter(number => number >= from && number < from + rowCount);
      return { dataset, rows: own.map(number => number - from) };
    }
  }
  return undefined;
}

async function askForRows(
  { resultId }: ChartDataset,
  wanted: number,
  channel: HostChannel | null,
  signal: AbortSignal,
): Promise<Rows> {
  if (!channel?.connected) {
    throw new Error(t('The rows of this chart were not kept. Run the cell again to draw it.'));
  }
  const questions = Math.ceil(wanted / ROWS_PER_QUESTION);
  // All requests are sent at once: the kernel reads a page while earlier ones are being sent.
  const pages = await Promise.all(
    Array.from({ length: questions }, (_, index) => {
      const offset = index * ROWS_PER_QUESTION;
      const limit = Math.min(ROWS_PER_QUESTION, wanted - offset);
      return channel.ask('page', { resultId, offset, limit }, signal);
    }),
  );
  const rows = pages.flatMap(page => page.rows);
  if (rows.length < wanted) {
    throw new Error(t("The chart's rows ended after {0} of {1}.", rows.length, wanted));
  }
  return rows;
}
