/**
 * A second connection to a shadow session, which decides what a notebook may not run.
 *
 * DuckDB only makes all plans if it may optimise them, and the shadow's own connection has the optimiser switched off.
 */

import type { DuckDBInstance } from '@duckdb/node-api';
import { permitted } from '../engine/permission';
import { Refused } from '../engine/refused';
import { SerialConnection } from '../engine/serialConnection';
import { setSearchPath } from './searchPath';
import type { Entry } from './shadowState';

/** What the shadow's connection has set and this one has not. */
export interface Around {
  /** DuckDB's setting of that name. */
  readonly searchPath: string;
  readonly temporaryTables: readonly Entry[];
}

export class Planner {
  private constructor(private readonly connection: SerialConnection) {}

  /** @param prepare Configures each connection of the session. */
  static async open(
    instance: DuckDBInstance,
    prepare: (connection: SerialConnection) => Promise<void>,
  ): Promise<Planner> {
    const connection = new SerialConnection(await instance.connect());
    await prepare(connection);
    return new Planner(connection);
  }

  /** @returns Why the statement may not run in a notebook; null if it may, or has another problem. */
  refusal(sql: string, { searchPath, temporaryTables }: Around): Promise<Refused | null> {
    return this.connection.exclusively(async connection => {
      try {
        await setSearchPath(connection, searchPath);
        await connection.run(temporaryTables.map(({ make }) => make).join(';'));
        await permitted(connection, sql, 'session');
        return null;
      } catch (error) {
        return error instanceof Refused ? error : null;
      } finally {
        await connection.run(temporaryTables.map(({ drop }) => drop).join(';'));
      }
    });
  }

  closeSync(): void {
    this.connection.closeSync();
  }
}
