/**
 * The rows of a chart: a few are part of the output, more stay in the kernel until the page requests them.
 *
 * Every chart's datasets are built here, and only here is it decided how many rows the page may ask for.
 */

import { t } from '../../core/base/translations';
import { grouped } from '../../core/base/text';
import type { ChartDataset, ResultTable } from '../../core/protocol/outcome';
import { mostChartRows, rowShares } from '../../core/visualise/chartSize';
import type { Relations } from '../relation/relations';

/** The most values in the output itself, which stays below 1 MB. */
const MOST_INLINE_VALUES = 20_000;

/** A dataset whose rows are stored. */
export interface MadeDataset {
  /** The name in `"data": {"name": …}`. */
  readonly name: string;
  readonly table: Pick<ResultTable, 'id' | 'rowCount'>;
  /** The columns that the chart needs. */
  readonly columns: readonly string[];
  /** How many marks are drawn for each row; absent: one. */
  readonly layers?: number;
}

/**
 * @returns The datasets, together at most `mostRows`, and a note for each that only holds the first part of its rows.
 */
export async function chartDatasets(
  relations: Relations,
  made: readonly MadeDataset[],
  mostRows: number = mostChartRows,
): Promise<{ datasets: readonly ChartDataset[]; notes: readonly string[] }> {
  const layers = made.map(dataset => Math.max(1, dataset.layers ?? 1));
  const marks = rowShares(
    made.map(({ table }, at) => table.rowCount * (layers[at] ?? 1)),
    mostRows,
  );
  const shares = marks.map((count, at) => Math.floor(count / (layers[at] ?? 1)));
  const sent = shares.reduce((sum, share) => sum + share, 0);
  if (sent > mostRows) {
    throw new Error(t('A chart of {0} rows is more than the page takes.', sent));
  }
  const datasets: ChartDataset[] = [];
  const notes: string[] = [];
  for (const [at, { name, table, columns }] of made.entries()) {
    const rowCount = shares[at] ?? 0;
    datasets.push(await dataset(relations, name, { id: table.id, rowCount, columns }));
    if (rowCount < table.rowCount) {
      const note = cutNote(rowCount, table.rowCount, made.length > 1 ? name : null);
      const count = layers[at] ?? 1;
      notes.push(
        count > 1
          ? t('{0} A row counts once for each of the {1} marks drawn from it.', note, count)
          : note,
      );
    }
  }
  return { datasets, notes };
}

async function dataset(
  relations: Relations,
  name: string,
  part: { readonly id: string; readonly rowCount: number; readonly columns: readonly string[] },
): Promise<ChartDataset> {
  const { rowCount } = part;
  const { id, columns } = relations.project(part.id, part.columns);
  const inline = rowCount * columns.length <= MOST_INLINE_VALUES;
  if (rowCount === 0) {
    return { name, resultId: id, columns, rowCount, rows: [] };
  }
  const rows = inline
    ? (await relations.page({ resultId: id, offset: 0, limit: rowCount })).rows
    : null;
  return { name, resultId: id, columns, rowCount, rows };
}

function cutNote(rowCount: number, of: number, name: string | null): string {
  const [drawn, all] = [rowCount, of].map(grouped);
  return name === null
    ? t(
        'The chart draws the first {0} of {1} rows: aggregate in the query to draw them all.',
        drawn,
        all,
      )
    : t(
        'The chart draws the first {0} of {1} rows of {2}: aggregate in the query to draw them all.',
        drawn,
        all,
        name,
      );
}
