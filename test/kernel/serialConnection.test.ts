import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { appendRows, createTable } from '../../src/kernel/fetch/loadTable';
import { SerialConnection } from '../../src/kernel/engine/serialConnection';

const columns = [{ name: 'a', type: 'BIGINT', doc: '' }] as const;
const rows = { columns, rowCount: 2, values: [[1, 2]] };

/** Calls of DuckDB that have begun and not ended. */
class Watched {
  private open = 0;
  most = 0;

  /** The connection, each of whose calls takes some turns of the event loop longer. */
  async connection(): Promise<DuckDBConnection> {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    for (const name of ['run', 'runAndReadAll', 'createAppender'] as const) {
      const call = connection[name].bind(connection) as (...args: unknown[]) => Promise<unknown>;
      Object.assign(connection, {
        [name]: (...args: unknown[]) => this.watch(() => call(...args)),
      });
    }
    return connection;
  }

  private async watch<T>(call: () => Promise<T>): Promise<T> {
    this.most = Math.max(this.most, ++this.open);
    try {
      await setImmediate();
      return await call();
    } finally {
      this.open--;
    }
  }
}

test('whatever is asked at once, DuckDB is asked one thing at a time', async () => {
  const watched = new Watched();
  const connection = new SerialConnection(await watched.connection());
  await createTable(connection, ['main', 't'], columns);
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      await Promise.all([
        connection.run('SELECT $1::INTEGER', [index]),
        appendRows(connection, ['main', 't'], rows),
        connection.runAndReadAll('FROM t'),
      ]);
    }),
  );
  const counted = await connection.runAndReadAll('SELECT count(*)::INTEGER FROM t');
  assert.deepEqual(counted.getRows(), [[40]]);
  // `runAndReadAll` is made of `run`.
  assert.ok(watched.most <= 2, `${watched.most} at once`);
});

test('work that fails is not in the way of the work behind it', async () => {
  const connection = new SerialConnection(await new Watched().connection());
  const failing = connection.run('SELECT nope');
  const reader = connection.runAndReadAll('SELECT 1');
  await assert.rejects(failing, /nope/);
  assert.deepEqual((await reader).getRows(), [[1]]);
});
