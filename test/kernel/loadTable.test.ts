import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import type { CellValue, Column, ColumnType } from '../../src/core/service/columns';
import { appendRows, createTable } from '../../src/kernel/fetch/loadTable';
import { SerialConnection } from '../../src/kernel/engine/serialConnection';
import fc from '../support/properties';

const types = [
  'VARCHAR',
  'DOUBLE',
  'BIGINT',
  'BOOLEAN',
  'DATE',
  'TIMESTAMP',
  'TIMESTAMPTZ',
] as const;

const values: Record<ColumnType, fc.Arbitrary<CellValue>> = {
  VARCHAR: fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('a', 'b', 'company:x')),
  DOUBLE: fc.double({ noNaN: true, noDefaultInfinity: true }),
  BIGINT: fc.maxSafeInteger(),
  BOOLEAN: fc.boolean(),
  DATE: fc.integer({ min: -100_000, max: 100_000 }),
  TIMESTAMP: fc.integer({ min: -1e15, max: 1e15 }),
  TIMESTAMPTZ: fc.integer({ min: -1e15, max: 1e15 }),
};

/** How each type is read back as what was put in. */
const back: Record<ColumnType, string> = {
  VARCHAR: 'c',
  DOUBLE: 'c',
  BIGINT: 'c',
  BOOLEAN: 'c',
  DATE: "c - DATE '1970-01-01'",
  TIMESTAMP: 'epoch_us(c)',
  TIMESTAMPTZ: 'epoch_us(c)',
};

test('every value of every type is read back as it was, nulls included, across chunks', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = new SerialConnection(await instance.connect());
  let made = 0;
  for (const type of types) {
    const rows = fc.array(fc.option(values[type]), { maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom(1, 100), async (some, times) => {
        const all = Array.from({ length: times }, () => some).flat();
        const columns: Column[] = [{ name: 'c', type, doc: '' }];
        const table = ['main', `t${++made}`] as const;
        await createTable(connection, table, columns);
        await appendRows(connection, table, { columns, rowCount: all.length, values: [all] });
        const read = await connection.runAndReadAll(`SELECT ${back[type]} FROM ${table[1]}`);
        const found = read
          .getRows()
          .map(([value]) => (typeof value === 'bigint' ? Number(value) : value));
        assert.deepEqual(
          found,
          all.map(value => (value === null ? null : value)),
        );
        await connection.run(`DROP TABLE ${table[1]}`);
      }),
      { numRuns: 15 },
    );
  }
});
