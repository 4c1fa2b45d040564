/** The rows of a chart: few go with the output, more stay in the kernel until the page asks. */

import type { ChartDataset, ResultTable } from '../core/protocol/outcome';
import type { Results } from './results';

/** Rows that a chart draws at most. */
export const mostChartRows = 50_000;

/** Values that go with the output itself, which stays under 1 MB. */
const MOST_INLINE_VALUES = 20_000;

/**
 * @param names The columns that the chart needs.
 * @returns The dataset, and a note where it is only the first part of the result.
 */
export async function chartDataset(
  results: Results,
  name: string,
  { table, names }: { table: Pick<ResultTable, 'id' | 'rowCount'>; names: readonly string[] },
): Promise<{ dataset: ChartDataset; notes: readonly string[] }> {
  const { id, columns } = results.project(table.id, names);
  const rowCount = Math.min(table.rowCount, mostChartRows);
  const inline = rowCount * columns.length <= MOST_INLINE_VALUES;
  const rows = inline
    ? (await results.page({ resultId: id, offset: 0, limit: rowCount })).rows
    : null;
  const notes =
    rowCount < table.rowCount
      ? [
          `The chart draws the first ${rowCount.toLocaleString('en-US')} of ${table.rowCount.toLocaleString('en-US')} rows: aggregate in the query to draw them all.`,
        ]
      : [];
  return { dataset: { name, resultId: id, columns, rowCount, rows }, notes };
}
