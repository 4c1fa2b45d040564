/** The connection that runs a notebook's statements, after DuckDB has parsed them and their plans are permitted. */

import { t } from '../../core/base/translations';
import {
  DuckDBResultReader,
  StatementType,
  type DuckDBConnection,
  type DuckDBExtractedStatements,
  type DuckDBInstance,
  type DuckDBPreparedStatement,
  type DuckDBResult,
} from '@duckdb/node-api';
import type { AccessLevel } from '../../core/protocol/kernelRpc';
import type { Definitions } from './definitions';
import { engineErrorOf } from './engineError';
import { permitted, permittedReading } from './permission';
import { Refused } from './refused';
import { SerialConnection } from './serialConnection';
import { inTransaction, rollBack, undoneOnFailure } from './transaction';
import { typeText } from './typeText';

/**
 * How a statement begins that reads, stores or changes rows: it creates no macro, and leaves the tables that ours read.
 */
const concernsRows =
  /^\s*(?:CREATE TABLE|CREATE OR REPLACE TABLE \w+ AS|SELECT|FROM|WITH|VALUES|INSERT|UPDATE|DELETE)\b/i;
const readsCatalogue = /duckdb_|information_schema|pg_|sqlite_/i;

export class UserConnection {
  /** For our own statements, which contain no text of the user's. */
  readonly trusted: SerialConnection;

  private isDefined = false;

  private constructor(
    connection: DuckDBConnection,
    private readonly definitions: Definitions,
    private readonly defined: () => Promise<void>,
  ) {
    this.trusted = new SerialConnection(connection);
  }

  /**
   * @param definitions Those of the instance.
   * @param defined Creates our macros, once for the instance: most statements name none of them.
   */
  static async open(
    instance: DuckDBInstance,
    definitions: Definitions,
    defined: () => Promise<void>,
  ): Promise<UserConnection> {
    const connection = await instance.connect();
    // Plans before optimisation show what a run may leave out; `permission.ts` reads both.
    await connection.run(`SET explain_output = 'all'`);
    return new UserConnection(connection, definitions, defined);
  }

  /** @throws {Refused} If the text is not one statement that may run. */
  async run(sql: string, access: AccessLevel = 'session'): Promise<void> {
    await this.execute(sql, access, result => result.fetchAllChunks());
  }

  /** @throws {Refused} If the text is not one statement that may run. */
  async runAndReadAll(sql: string, access: AccessLevel = 'session'): Promise<DuckDBResultReader> {
    return this.execute(sql, access, readAll);
  }

  /**
   * Runs a statement, or those into which DuckDB splits it, and streams its result.
   *
   * @param use Reads a result while the connection waits. Of several statements, its answer for the last one counts.
   * @throws {Refused} If it may not run.
   */
  execute<Answer>(
    sql: string,
    access: AccessLevel,
    use: (result: DuckDBResult, type: StatementType) => Promise<Answer>,
  ): Promise<Answer> {
    return this.trusted.exclusively(async connection => {
      if (access === 'read') {
        await this.define();
        return readOnly(connection, sql, this.definitions, use);
      }
      this.definitions.changed();
      const statements = await this.permitted(connection, sql, access);
      return runPermitted(connection, sql, statements, use);
    });
  }

  /** What concerns rows may run before our macros are there; what else changes the catalogue, or lists it, waits for them. */
  private async permitted(
    connection: DuckDBConnection,
    sql: string,
    access: Exclude<AccessLevel, 'read'>,
  ): Promise<DuckDBExtractedStatements> {
    if (!this.isDefined && concernsRows.test(sql) && !readsCatalogue.test(sql)) {
      try {
        return await permitted(connection, sql, access);
      } catch (error) {
        if (!['Binder', 'Catalog'].includes(engineErrorOf(error).type)) {
          throw error;
        }
        // It may name one of them.
      }
    }
    await this.define();
    return permitted(connection, sql, access);
  }

  /**
   * Parses without running anything.
   *
   * @throws {Error} DuckDB's own, if it cannot parse the text as written.
   */
  async parse(sql: string): Promise<void> {
    await this.trusted.exclusively(connection => connection.extractStatements(sql));
  }

  /** @returns DuckDB's type names of the query's columns; none if it does not bind or may not run. Runs nothing. */
  columnTypes(sql: string): Promise<readonly string[]> {
    return this.trusted.exclusively(async connection => {
      let prepared: DuckDBPreparedStatement;
      try {
        await this.define();
        await permitted(connection, sql, 'session');
        prepared = await connection.prepare(sql);
      } catch {
        return [];
      }
      const types = Array.from({ length: prepared.columnCount }, (_, index) =>
        typeText(prepared.columnType(index)),
      );
      prepared.destroySync();
      return types;
    });
  }

  /** @returns Whether the user has begun a transaction, which does not see what others write meanwhile. */
  inTransaction(): Promise<boolean> {
    return this.trusted.exclusively(inTransaction);
  }

  private async define(): Promise<void> {
    try {
      await this.defined();
    } finally {
      this.isDefined = true;
    }
  }

  interrupt(): void {
    this.trusted.interrupt();
  }

  closeSync(): void {
    this.trusted.closeSync();
  }
}

async function readAll(result: DuckDBResult): Promise<DuckDBResultReader> {
  const reader = new DuckDBResultReader(result);
  await reader.readAll();
  return reader;
}

async function runPermitted<Answer>(
  connection: DuckDBConnection,
  sql: string,
  statements: DuckDBExtractedStatements,
  use: (result: DuckDBResult, type: StatementType) => Promise<Answer>,
): Promise<Answer> {
  if (statements.count === 1) {
    const result = await connection.stream(sql);
    return use(result, result.statementType);
  }
  return undoneOnFailure(connection, () => runParts(statements, use));
}

/** Runs the statements into which DuckDB splits one, between the BEGIN and COMMIT that it puts around them. */
async function runParts<Answer>(
  statements: DuckDBExtractedStatements,
  use: (result: DuckDBResult, type: StatementType) => Promise<Answer>,
): Promise<Answer> {
  const answers: Answer[] = [];
  for (let index = 0; index < statements.count; index++) {
    const prepared = await statements.prepare(index);
    const type = prepared.statementType;
    if (type === StatementType.TRANSACTION) {
      await prepared.run();
    } else if (type !== StatementType.SET) {
      // The SET only decides how an open transaction handles errors; the settings are locked.
      answers.push(await use(await prepared.stream(), type));
    }
    prepared.destroySync();
  }
  return answers.at(-1) as Answer;
}

/** Runs a reading statement in a transaction in which DuckDB itself refuses to write, and which is rolled back. */
async function readOnly<Answer>(
  connection: DuckDBConnection,
  sql: string,
  definitions: Definitions,
  use: (result: DuckDBResult, type: StatementType) => Promise<Answer>,
): Promise<Answer> {
  if (await inTransaction(connection)) {
    throw new Refused(
      t(
        'A cell has begun a transaction. Nothing else can read until a cell ends it with COMMIT or ROLLBACK.',
      ),
    );
  }
  try {
    await connection.run('BEGIN TRANSACTION READ ONLY');
    await permittedReading(connection, sql, definitions);
    const result = await connection.stream(sql);
    return await use(result, result.statementType);
  } finally {
    await rollBack(connection);
  }
}
