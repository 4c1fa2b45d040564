/** The cells that a grid shows, for copying: some of its rows, in its order, and its columns. */

import { isAsMade } from '../core/protocol/arrangement';
import type { ResultColumn, ResultTable } from '../core/protocol/outcome';
import type { ShownRows } from '../core/protocol/shownRows';
import type { Rows } from '../core/protocol/outcome';
import type { HostChannel } from './hostChannel';

const ROWS_PER_QUESTION = 5_000;

export interface CopyTask {
  readonly table: ResultTable;
  readonly shown: ShownRows;
  /** Rows that the grid shows. */
  readonly rowCount: number;
  /** Null where no kernel has the rows. */
  readonly channel: HostChannel | null;
  readonly signal: AbortSignal;
}

/** The columns in the order in which they are shown. */
export function shownColumns({ table, shown }: CopyTask): ResultColumn[] {
  return shown.columns.map(column => table.columns[column] ?? { name: '', type: '' });
}

/**
 * @param count How many rows from the first on; not more than are shown.
 * @throws {Error} If the rows are not loaded and cannot be requested.
 */
export async function shownCells(task: CopyTask, count: number): Promise<Rows> {
  const { table, shown, channel, signal } = task;
  const { arrangement, columns } = shown;
  const rows: Rows[number][] = isAsMade(arrangement) ? table.rows.slice(0, count) : [];
  while (rows.length < count) {
    if (channel === null) {
      throw new Error('the rows were not kept. Run the cell again.');
    }
    const limit = Math.min(ROWS_PER_QUESTION, count - rows.length);
    const question = { resultId: table.id, offset: rows.length, limit };
    const asked = { ...question, arrangement, nestedAsText: true };
    const page = (await channel.ask('page', asked, signal)).rows;
    if (page.length === 0) {
      throw new Error(`the rows ended after ${rows.length} of ${count}.`);
    }
    rows.push(...page);
  }
  return rows.map(row => columns.map(column => row[column] ?? null));
}
