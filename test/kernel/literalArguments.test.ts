/** Arguments that are read without the engine have the value and the type that the engine would give them. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { callsOf } from '../../src/core/sql/calls';
import { literalArguments } from '../../src/core/sql/literalArguments';
import { statementsOf } from '../../src/core/sql/statements';
import { valueOf } from '../../src/kernel/engine/values';

let instance: DuckDBInstance;
let connection: DuckDBConnection;
before(async () => {
  instance = await DuckDBInstance.create();
  connection = await instance.connect();
});
after(() => {
  connection.closeSync();
  instance.closeSync();
});

function read(argument: string): ReturnType<typeof literalArguments> {
  const [statement] = statementsOf(`FROM bull_bear_score_ts(${argument})`);
  assert.ok(statement);
  const [call] = callsOf(statement);
  return literalArguments(call?.arguments ?? [], statement.tokens);
}

for (const literal of [
  "'demo0001'",
  "''",
  "'it''s'",
  "'é 株 😀'",
  "'a\nb'",
  "['a', 'b''c' /* known */, 'a']",
  "['one']",
  "DATE '2026-02-28'",
  "date '2024-02-29'",
  '0',
  '007',
  '300',
]) {
  test(`${literal} is what the engine makes of it`, async () => {
    const result = await connection.runAndReadAll(`SELECT (${literal})`);
    const value = valueOf(result.getRows()[0]?.[0] ?? null);
    const type = String(result.columnTypes()[0]);
    assert.deepEqual(read(literal), [{ name: null, value, type }]);
  });
}

test('several literals are read together, each with its name', () => {
  assert.deepEqual(read("['a'], date_from := DATE '2026-01-02', amount := 5"), [
    { name: null, value: ['a'], type: 'VARCHAR[]' },
    { name: 'date_from', value: '2026-01-02', type: 'DATE' },
    { name: 'amount', value: 5, type: 'INTEGER' },
  ]);
});

for (const other of [
  "'a', date_from := current_date - 90",
  "'a' || 'b'",
  "'a' 'b'",
  String.raw`E'a\n'`,
  "x'41'",
  '$$a$$',
  '"a"',
  'a',
  'NULL',
  'TRUE',
  '-1',
  '1.5',
  '1_000',
  '3000000000',
  '[]',
  "['a', NULL]",
  "['a', 1]",
  "['a',]",
  "['a'][1]",
  "['a'] || ['b']",
  "[['a']]",
  "('a')",
  "DATE '2026-02-30'",
  "DATE '2026-2-3'",
  "DATE 'today'",
  "DATE '2026-02-03' + 1",
  "TIMESTAMP '2026-02-03'",
  "'a\0b'",
  "'\ud800'",
  "'a",
  "(SELECT 'a')",
]) {
  test(`the engine evaluates ${JSON.stringify(other)}`, () => {
    assert.equal(read(other), undefined);
  });
}
