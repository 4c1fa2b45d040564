/** How far a COPY of the engine's is: its connection is asked again and again while it runs. */

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
  const poll = setInterval(() => {
    const { percentage } = connection.progress;
    const done = Math.floor((rowCount * Math.min(percentage, 100)) / 100);
    if (done > most && done < rowCount) {
      most = done;
      onRows(done);
    }
  }, POLL_MS);
  try {
    await connection.run(sql);
  } finally {
    clearInterval(poll);
  }
  onRows(rowCount);
}
