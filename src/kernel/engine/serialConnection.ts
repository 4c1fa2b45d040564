/**
 * A connection on which requests queue.
 *
 * DuckDB aborts a query when another one starts on its connection ("Attempting to execute an unsuccessful or closed
 * pending query result"). Appenders are such queries too: on a busy machine, one in a hundred fails beside others.
 */

import type {
  DuckDBConnection,
  DuckDBMaterializedResult,
  DuckDBResultReader,
  DuckDBValue,
} from '@duckdb/node-api';

/** Runs statements, one per call. */
export interface Queries {
  run(sql: string, values?: DuckDBValue[]): Promise<DuckDBMaterializedResult>;
  runAndReadAll(sql: string, values?: DuckDBValue[]): Promise<DuckDBResultReader>;
}

export class SerialConnection implements Queries {
  private last: Promise<unknown> = Promise.resolve();

  /** @param connection Used by nobody else. */
  constructor(private readonly connection: DuckDBConnection) {}

  run(sql: string, values?: DuckDBValue[]): Promise<DuckDBMaterializedResult> {
    return this.exclusively(connection => connection.run(sql, values));
  }

  runAndReadAll(sql: string, values?: DuckDBValue[]): Promise<DuckDBResultReader> {
    return this.exclusively(connection => connection.runAndReadAll(sql, values));
  }

  /** Runs the work after the work before it has ended. It must not wait for other work of this connection. */
  exclusively<Answer>(work: (connection: DuckDBConnection) => Promise<Answer>): Promise<Answer> {
    const answer = this.last.then(() => work(this.connection));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  /** The progress of the running query. */
  get progress(): DuckDBConnection['progress'] {
    return this.connection.progress;
  }

  /** Interrupts the running query. */
  interrupt(): void {
    this.connection.interrupt();
  }

  closeSync(): void {
    this.connection.closeSync();
  }
}
