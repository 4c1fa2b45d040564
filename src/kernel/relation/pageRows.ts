/** Reads a page of a relation, in its own order or in another one. */

import type { ResultColumn, Value } from '../../core/protocol/outcome';
import { quotedName } from '../../core/base/quoted';
import { readableSql } from '../engine/readableSql';
import type { Relation } from './relation';
import { valueOf } from '../engine/values';
import type { Queries } from '../engine/serialConnection';

/** Row indices, half-open. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** How rows are read. */
export interface ReadOptions {
  /** Whether lists, structs and maps are texts as DuckDB casts them; otherwise JSON values. */
  readonly nestedAsText: boolean;
}

/** @returns The rows of the range in the relation's order, fewer if it ends. */
export async function rowsBetween(
  connection: Queries,
  { table, rowId, columns }: Relation,
  { from, to }: RowRange,
  options: ReadOptions,
): Promise<Value[][]> {
  const read = await connection.runAndReadAll(
    `SELECT ${columnList(columns, options)} FROM ${table} r
     WHERE r.${rowId} >= ${from} AND r.${rowId} < ${to} ORDER BY r.${rowId}`,
  );
  return read.getRows().map(row => row.map(valueOf));
}

/**
 * @param places A table whose column `place` has the row numbers of the relation, in an order.
 * @returns The rows of the range in that order, fewer if it ends.
 */
export function rowsInOrder(
  connection: Queries,
  relation: Relation,
  places: string,
  { from, to, ...options }: RowRange & ReadOptions,
): Promise<Value[][]> {
  const numbers = `SELECT place FROM ${places} WHERE rowid >= ${from} AND rowid < ${to} ORDER BY rowid`;
  return rowsAt(connection, relation, numbers, options);
}

/**
 * @param places A query of row numbers of the relation.
 * @returns These rows, in the order of the query.
 */
export async function rowsAt(
  connection: Queries,
  { table, rowId, columns }: Relation,
  places: string,
  options: ReadOptions,
): Promise<Value[][]> {
  const found = await connection.runAndReadAll(places);
  const numbers = found.getRows().map(([place]) => Number(place));
  if (numbers.length === 0) {
    return [];
  }
  // Listed one by one, and between their bounds, so that the engine skips row groups without any: a join would read all.
  const bounds = `r.${rowId} BETWEEN ${Math.min(...numbers)} AND ${Math.max(...numbers)}`;
  const read = await connection.runAndReadAll(
    `SELECT ${columnList(columns, options)}, r.${rowId} FROM ${table} r WHERE ${bounds} AND r.${rowId} IN (${numbers.join(', ')})`,
  );
  const byNumber = new Map(read.getRows().map(row => [Number(row.at(-1)), row.slice(0, -1)]));
  return numbers.map(number => (byNumber.get(number) ?? []).map(valueOf));
}

/** The columns of `r` as they are selected. */
function columnList(columns: readonly ResultColumn[], { nestedAsText }: ReadOptions): string {
  return columns
    .map(({ name, type }) => {
      const column = `r.${quotedName(name)}`;
      const isText = nestedAsText && nested.test(type);
      return isText ? `CAST(${column} AS VARCHAR)` : readableSql(column, type);
    })
    .join(', ');
}

const nested = /^(?:STRUCT|MAP|UNION)\(|\]$/;
