/**
 * Whether a connection is in a transaction, and the end of one. Both also hold while the connection is interrupted: an
 * interrupted ROLLBACK leaves its transaction open, for whatever runs next.
 */

import type { DuckDBConnection } from '@duckdb/node-api';
import { engineErrorOf } from './engineError';
import { despiteInterruptions } from './interruptible';

/** DuckDB has no function for this. Outside a transaction each statement has a transaction id of its own. */
export async function inTransaction(connection: DuckDBConnection): Promise<boolean> {
  const current = async (): Promise<unknown> => {
    const read = await connection.runAndReadAll('SELECT current_transaction_id()');
    return read.getRows()[0]?.[0];
  };
  try {
    return await despiteInterruptions(async () => (await current()) === (await current()));
  } catch (error) {
    if (isOfTransaction(error)) {
      return true; // The failed transaction waits for ROLLBACK.
    }
    throw error;
  }
}

/**
 * @returns Whether DuckDB refuses a statement because of its transaction. Within one: it has failed and only accepts
 * ROLLBACK. Outside of one, where the rows of a query are stored: the query writes to the user's database, as `nextval`
 * does, and a transaction writes to one database only.
 */
export function isOfTransaction(error: unknown): boolean {
  return engineErrorOf(error).type === 'TransactionContext';
}

/** Ends the transaction. */
export async function rollBack(connection: DuckDBConnection): Promise<void> {
  try {
    await despiteInterruptions(() => connection.run('ROLLBACK'));
  } catch (error) {
    // None is open: it had ended before the interruption.
    if (!isOfTransaction(error)) {
      throw error;
    }
  }
}

/** Runs the statements into which DuckDB splits one, which can begin a transaction and fail in it. */
export async function undoneOnFailure<Answer>(
  connection: DuckDBConnection,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const wasOpen = await inTransaction(connection);
  try {
    return await work();
  } catch (error) {
    if (!wasOpen && (await inTransaction(connection))) {
      await rollBack(connection);
    }
    throw error;
  }
}
