/** Rows of a result from anywhere in it, in its own order or in another one. */

import type { ResultColumn, Value } from '../core/protocol/outcome';
import type { Order } from './arrangedRows';
import { quotedName } from '../core/sql/quoted';
import type { NumberedTable } from './numberedTable';
import { readableSql } from './readableSql';
import { valueOf } from './values';
import type { Queries } from './serialConnection';

/** A result, and under which names its columns are stored. */
export interface PagedResult extends NumberedTable {
  readonly columns: readonly ResultColumn[];
  /** Whether nested values are read as texts; absent: not. */
  readonly nestedAsText?: boolean;
}

/** Places of rows, half-open. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/**
 * @param table Whose own numbers are the rows' places: the result's, or that of an order that has the rows.
 * @returns The rows of the range, fewer where the table ends.
 */
export async function rowsBetween(
  connection: Queries,
  result: PagedResult,
  table: string,
  { from, to }: RowRange,
): Promise<Value[][]> {
  const read = await connection.runAndReadAll(
    `SELECT ${namedList(result)} FROM ${table} r WHERE r.rowid >= ${from} AND r.rowid < ${to} ORDER BY r.rowid`,
  );
  return read.getRows().map(row => row.map(valueOf));
}

/**
 * @param order Tells the rows by their numbers.
 * @returns The rows of the range, fewer where the order ends.
 */
export async function rowsInOrder(
  connection: Queries,
  result: PagedResult,
  order: Order,
  range: RowRange,
): Promise<Value[][]> {
  const places = await placesOf(connection, order, range);
  return places.length === 0 ? [] : rowsAt(connection, result, places);
}

/** @returns The numbers of the rows at these places of the order. */
async function placesOf(
  connection: Queries,
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
  connection: Queries,
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
function namedList({ columns, storedNames, nestedAsText = false }: PagedResult): string {
  return columns
    .map(({ name, type }, index) => {
      const stored = `r.${quotedName(storedNames[index] ?? name)}`;
      const isText = nestedAsText && nested.test(type);
      const read = isText ? `CAST(${stored} AS VARCHAR)` : readableSql(stored, type);
      return `${read} AS ${quotedName(name)}`;
    })
    .join(', ');
}

const nested = /^(?:STRUCT|MAP|UNION)\(|\]$/;
