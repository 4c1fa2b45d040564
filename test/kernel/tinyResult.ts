/** A DuckDB with one small table, over which tests run the SQL of charts. */

import assert from 'node:assert/strict';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Value } from '../../src/core/protocol/outcome';
import type { ChartColumn } from '../../src/core/visualise/chartColumn';
import type { Facts } from '../../src/core/visualise/chartQuery';
import { valueOf } from '../../src/kernel/engine/values';

/** The names of the columns, then the rows; NaN and the infinities are texts. */
export type Cells = readonly (readonly Value[])[];

export interface TinyResult {
  /**
   * Fills the table `result`, whose rows have the `rowid` 0, 1, 2 and so on.
   *
   * @param definitions The columns as CREATE TABLE has them: `v DOUBLE, k VARCHAR`.
   * @param rows The rows as INSERT has them after VALUES: `(1, 'a'), (2, 'b')`; an empty text for none.
   */
  readonly fill: (definitions: string, rows: string) => Promise<ChartColumn[]>;
  readonly cellsOf: (sql: string) => Promise<Cells>;
  readonly close: () => void;
}

export async function openTinyResult(): Promise<TinyResult> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  await connection.run(`SET TimeZone = 'UTC'`);
  const cellsOf: TinyResult['cellsOf'] = async sql => {
    const read = await connection.runAndReadAll(sql);
    return [read.columnNames(), ...read.getRows().map(row => row.map(valueOf))];
  };
  return {
    fill: async (definitions, rows) => {
      await connection.run(`CREATE OR REPLACE TABLE result (${definitions})`);
      if (rows !== '') {
        await connection.run(`INSERT INTO result VALUES ${rows}`);
      }
      const [, ...columns] = await cellsOf(
        'SELECT column_name, column_type FROM (DESCRIBE result)',
      );
      return columns.map(([name, type]) => ({ name: String(name), type: String(type) }));
    },
    cellsOf,
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** @returns The one row of a query of facts, as a chart's query reads it. */
export function factsOf([names = [], row = []]: Cells): Facts {
  return new Map(
    names.map((name, at) => {
      const value = row[at];
      return [String(name), typeof value === 'number' ? value : null];
    }),
  );
}

/** Largest difference of two numbers that count as equal, as a part of the expected one where that is above 1. */
const TOLERANCE = 1e-9;

/** Fails where a cell differs; numbers may by no more than what rounding of doubles explains. */
export function assertCells(actual: Cells, expected: Cells, message: string): void {
  const close = actual.map((row, y) => row.map((cell, x) => rounded(cell, expected[y]?.[x])));
  assert.deepEqual(close, expected, message);
}

/** @returns `expected` where the cell is that close to it. */
function rounded(cell: Value, expected: Value | undefined): Value {
  const isClose =
    typeof cell === 'number' &&
    typeof expected === 'number' &&
    Math.abs(cell - expected) <= TOLERANCE * Math.max(1, Math.abs(expected));
  return isClose ? expected : cell;
}
