/** How far a query is: DuckDB is asked for its percentage again and again while it runs. */

import type { DuckDBConnection } from '@duckdb/node-api';
import type { Queries } from './serialConnection';

/** Told how many rows are done. */
export type OnRows = (rowCount: number) => void;

const POLL_MS = 100;

/** Lets the engine count; it is asked, and prints nothing. Before its configuration is locked. */
export async function countProgress(connection: Queries): Promise<void> {
  await connection.run('SET enable_progress_bar = true');
  await connection.run('SET enable_progress_bar_print = false');
}

/**
 * Does work that runs queries on the connection.
 *
 * @param onPercentage Told the share of the query that runs now, a whole number from 1 to 99, when it is another one; never
 *   where DuckDB does not know it.
 */
export async function withProgress<Answer>(
  connection: Pick<DuckDBConnection, 'progress'>,
  onPercentage: (percentage: number) => void,
  work: () => Promise<Answer>,
): Promise<Answer> {
  let latest = 0;
  const poll = setInterval(() => {
    const percentage = Math.floor(connection.progress.percentage);
    if (percentage > 0 && percentage < 100 && percentage !== latest) {
      latest = percentage;
      onPercentage(percentage);
    }
  }, POLL_MS);
  try {
    return await work();
  } finally {
    clearInterval(poll);
  }
}

/**
 * Runs `sql` and tells how many of the rows are done: the share of the work, so that sorting counts too. Never fewer
 * than before, and all of them only at the end.
 */
export async function runCounted(
  connection: DuckDBConnection,
  sql: string,
  rowCount: number,
  onRows: OnRows,
): Promise<void> {
  let most = 0;
  const onPercentage = (percentage: number): void => {
    const done = Math.floor((rowCount * percentage) / 100);
    if (done > most) {
      most = done;
      onRows(done);
    }
  };
  await withProgress(connection, onPercentage, () => connection.run(sql));
  onRows(rowCount);
}
