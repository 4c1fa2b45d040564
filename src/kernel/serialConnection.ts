/**
 * A connection that does one thing at a time, whoever asks.
 *
 * DuckDB closes a query that has begun where another begins on its connection ("Attempting to execute an unsuccessful or
 * closed pending query result"). Appenders are such queries too: on a busy machine, one in a hundred fails beside others.
 */

import type {
  DuckDBConnection,
  DuckDBMaterializedResult,
  DuckDBResultReader,
  DuckDBValue,
} from '@duckdb/node-api';

/** Statements, one a call. */
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

  /** Does the work when the work before it has ended. It must not wait for other work of this connection. */
  exclusively<Answer>(work: (connection: DuckDBConnection) => Promise<Answer>): Promise<Answer> {
    const answer = this.last.then(() => work(this.connection));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  /** Of what runs now. */
  get progress(): DuckDBConnection['progress'] {
    return this.connection.progress;
  }

  /** Stops what runs now. */
  interrupt(): void {
    this.connection.interrupt();
  }

  closeSync(): void {
    this.connection.closeSync();
  }
}
