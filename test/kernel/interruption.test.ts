import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { inTransaction, rollBack } from '../../src/kernel/engine/transaction';

/** Interrupts the connection every millisecond until the work has ended. */
async function underInterruptions<Answer>(
  connection: DuckDBConnection,
  work: () => Promise<Answer>,
): Promise<Answer> {
  let hasEnded = false;
  const interrupt = (): void => {
    if (!hasEnded) {
      connection.interrupt();
      setTimeout(interrupt, 1);
    }
  };
  const answer = work();
  interrupt();
  return answer.finally(() => (hasEnded = true));
}

test('a transaction is known and ends, however often its connection is interrupted', async () => {
  const instance = await DuckDBInstance.create(':memory:', { errors_as_json: 'true' });
  const connection = await instance.connect();
  for (let round = 0; round < 20; round++) {
    await connection.run('BEGIN TRANSACTION READ ONLY');
    assert.equal(await underInterruptions(connection, () => inTransaction(connection)), true);
    await underInterruptions(connection, () => rollBack(connection));
    assert.equal(await inTransaction(connection), false, `round ${round}`);
  }
});
