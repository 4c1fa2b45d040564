/**
 * Stores rows in tables of ours, even while the user has a transaction open. A table that the transaction creates is
 * not visible to others and is gone after a rollback, and the transaction does not see tables of ours that were created
 * after it began.
 */

import type { DuckDBResult } from '@duckdb/node-api';
import { distinctNames } from '../../core/sql/names';
import { quotedName } from '../../core/base/quoted';
import { type Engine } from '../engine/engine';
import { relationDatabase } from '../engine/relationFile';
import { resultsSchema } from './relations';
import type { SerialConnection } from '../engine/serialConnection';
import { typeText } from '../engine/typeText';
import { isOfTransaction } from '../engine/transaction';
import type { UserConnection } from '../engine/userConnection';

interface Made {
  readonly id: string;
  readonly table: string;
}

/** @returns The connection that sees what the query reads: a result, or what the user has created. */
export async function connectionFor(
  { user, beside }: Engine,
  sql: string,
): Promise<UserConnection> {
  return sql.includes(`${resultsSchema}.`) && (await user.inTransaction()) ? beside : user;
}

/**
 * Stores the rows of a query as a table.
 *
 * @throws {Refused} If the query may not run.
 */
export async function keepRows(engine: Engine, sql: string, made: Made): Promise<void> {
  const connection = await connectionFor(engine, sql);
  const copy = () =>
    connection.execute(sql, 'session', result => copyRows(engine.own, result, made));
  await engine.relationFile.bounded(connection, async () => {
    if (connection === engine.user && (await connection.inTransaction())) {
      return copy();
    }
    try {
      await connection.run(`CREATE TABLE ${made.table} AS ${sql}`);
    } catch (error) {
      if (!isOfTransaction(error)) {
        throw error;
      }
      await copy();
    }
  });
}

const unnamedField = 'STRUCT("" ';

/** @returns Whether a table cannot store the type: `row(1, 2)`, whose fields have no names. */
export function isUnnamed(type: string): boolean {
  return type.includes(unnamedField);
}

/**
 * Copies rows as they arrive.
 *
 * @param isPlan True for the rows of EXPLAIN: plans that the user did not ask for are left out.
 */
export async function copyRows(
  connection: SerialConnection,
  result: DuckDBResult,
  { id, table, isPlan = false }: Made & { readonly isPlan?: boolean },
): Promise<void> {
  const types = result.columnTypes().map(typeText);
  const columns = distinctNames(result.columnNames())
    // The appender casts such a column to text.
    .map(
      (name, index) =>
        `${quotedName(name)} ${isUnnamed(types[index] ?? '') ? 'VARCHAR' : types[index]}`,
    );
  await connection.run(`CREATE TABLE ${table} (${columns.join(', ')})`);
  if (isPlan) {
    for (const [key, plan] of await result.getRows()) {
      if (!String(key).startsWith('logical_')) {
        await connection.run(`INSERT INTO ${table} VALUES ($1, $2)`, [String(key), String(plan)]);
      }
    }
    return;
  }
  const appender = await connection.exclusively(alone =>
    alone.createAppender(id, 'main', relationDatabase),
  );
  try {
    for (;;) {
      const chunk = await result.fetchChunk();
      if (!chunk || chunk.rowCount === 0) {
        break;
      }
      await connection.exclusively(async () => appender.appendDataChunk(chunk));
    }
  } finally {
    await connection.exclusively(async () => appender.closeSync());
  }
}
