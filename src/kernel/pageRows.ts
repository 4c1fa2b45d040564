/** A page of a result's rows, in its own order or in another one. */

import type { DuckDBConnection } from '@duckdb/node-api';
import type { ResultColumn, Value } from '../core/protocol/outcome';
import type { Order } from './arrangedRows';
import { quotedName } from './engine';
import type { NumberedTable } from './numberedTable';
import { valueOf } from './values';

/** A result, and under which names its columns are stored. */
export interface PagedResult extends NumberedTable {
  readonly columns: readonly ResultColumn[];
}

/** Places of rows, half-open. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/**
 * @param order Null: the order of the result itself.
 * @returns The rows of the range, fewer where the result or the order ends.
 */
export async function pageRows(
  connection: DuckDBConnection,
  result: PagedResult,
  order: Order | null,
  range: RowRange,
): Promise<Value[][]> {
  if (order === null || order.isCopy) {
    return rowsBetween(connection, result, order?.table ?? result.numbered, range);
  }
  const places = await placesOf(connection, order, range);
  return places.length === 0 ? [] : rowsAt(connection, result, places);
}

/** Rows of a table whose own numbers are their places. */
async function rowsBetween(
  connection: DuckDBConnection,
  result: PagedResult,
  table: string,
  { from, to }: RowRange,
): Promise<Value[][]> {
  const read = await connection.runAndReadAll(
    `SELECT ${namedList(result)} FROM ${table} r WHERE r.rowid >= ${from} AND r.rowid < ${to} ORDER BY r.rowid`,
  );
  return read.getRows().map(row => row.map(valueOf));
}

/** @returns The numbers of the rows at these places of the order. */
async function placesOf(
  connection: DuckDBConnection,
  { table }: Order,
  { from, to }: RowRange,
): Promise<number[]> {
  const read = await connection.runAndReadAll(
    `SELECT place FROM ${table} WHERE rowid >= ${from} AND rowid < ${to} ORDER BY rowid`,
  );
  return read.getRows().map(([place]) => Number(place));
}

/** Named one by one, so that the engine passes by the groups of rows that hold none of them: a join would read all. */
async function rowsAt(
  connection: DuckDBConnection,
  result: PagedResult,
  places: readonly number[],
): Promise<Value[][]> {
  const read = await connection.runAndReadAll(
    `SELECT ${namedList(result)}, r.rowid FROM ${result.numbered} r WHERE r.rowid IN (${places.join(', ')})`,
  );
  const byPlace = new Map(read.getRows().map(row => [Number(row.at(-1)), row.slice(0, -1)]));
  return places.map(place => (byPlace.get(place) ?? []).map(valueOf));
}

/** The columns of `r` under their own names. */
function namedList({ columns, storedNames }: PagedResult): string {
  return columns
    .map(({ name }, index) => `r.${quotedName(storedNames[index] ?? name)} AS ${quotedName(name)}`)
    .join(', ');
}
