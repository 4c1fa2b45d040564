import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { Definitions } from '../../src/kernel/engine/definitions';
import { Refused } from '../../src/kernel/engine/refused';
import { UserConnection } from '../../src/kernel/engine/userConnection';

let instance: DuckDBInstance;
let definer: DuckDBConnection;
let user: UserConnection;
/** The macros of the session are there from now on. */
let define: () => void;
/** Their creation has begun. */
let isBegun: boolean;

beforeEach(async () => {
  instance = await DuckDBInstance.create(':memory:', { errors_as_json: 'true' });
  definer = await instance.connect();
  const defined = new Promise<void>(resolve => (define = resolve));
  isBegun = false;
  user = await UserConnection.open(instance, new Definitions(), () => {
    isBegun = true;
    return defined;
  });
});

afterEach(() => {
  user.closeSync();
  definer.closeSync();
  instance.closeSync();
});

async function evaluated(sql: string): Promise<unknown> {
  return (await user.evaluate(sql, 'session')).getRowsJS()[0]?.[0];
}

test('constants do not wait for the macros of the session, which begin after them, other statements do', async () => {
  const constant = evaluated("SELECT 'x' || 1");
  assert.equal(isBegun, false);
  assert.equal(await constant, 'x1');
  assert.equal(isBegun, true);
  let isRun = false;
  const run = user.run('SELECT 2').then(() => (isRun = true));
  // As long as such a statement takes, on another connection.
  await definer.run('SELECT 2');
  await definer.run('SELECT 2');
  assert.equal(isRun, false);
  define();
  await run;
});

test('constants that name a macro are evaluated again once it is there, and only they', async () => {
  assert.equal(await evaluated('SELECT 40 + 2'), 42);
  const named = evaluated('SELECT twice(21)');
  await definer.run('CREATE MACRO twice(n) AS n * 2');
  define();
  assert.equal(await named, 42);
  await assert.rejects(evaluated('SELECT thrice(1)'), /thrice/);
});

test('a refused statement is refused before the macros are there', async () => {
  await assert.rejects(evaluated("COPY (SELECT 1) TO 'written.csv'"), Refused);
});
