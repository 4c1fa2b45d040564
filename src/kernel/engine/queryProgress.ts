/** The progress of a query, polled from DuckDB while it runs. */

import type { DuckDBConnection } from '@duckdb/node-api';
import type { Queries } from './serialConnection';

/** Called with the number of finished rows. */
export type OnRows = (rowCount: number) => void;

const POLL_MS = 100;

/** Enables the engine's progress counter without printing it. Must run before the configuration is locked. */
export async function countProgress(connection: Queries): Promise<void> {
  await connection.run('SET enable_progress_bar = true; SET enable_progress_bar_print = false');
}

/**
 * Runs queries on the connection and watches their progress.
 *
 * @param onPercentage Called with the progress of the running query, a whole number from 1 to 99, when it changes;
 * never called if DuckDB does not know it.
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
 * Runs `sql` and reports how many rows are finished. They are computed from the share of the work, which includes
 * sorting. The number never falls, and reaches all rows only at the end.
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
