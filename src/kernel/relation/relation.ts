/**
 * Stored relations: rows in a DuckDB table, each with a stable number. The result of a cell, the rows of a chart, the
 * sorted copy of a grid and a selection of columns of any of these are relations, and all are read in the same way.
 */

import type { ResultColumn } from '../../core/protocol/outcome';
import { quotedName } from '../../core/base/quoted';
import type { Queries } from '../engine/serialConnection';

export interface Relation {
  /** SQL that can follow FROM: the columns by their own names, and `rowId`. */
  readonly table: string;
  /** SQL of the column of `table` that numbers the rows from 0, so that any page is found at the same cost. */
  readonly rowId: string;
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
  /** The DuckDB table with the rows, as SQL; relations derived from this one without copying share it. */
  readonly storage: string;
  /** Tables with the row numbers of marks of charts in a column `row`, by the number of the mark; shared likewise. */
  readonly marks: Map<number, string>;
}

/**
 * @param storage The name of a table, as SQL. A column named `rowid` would hide DuckDB's own row numbers; it is renamed
 * in the table, and the relation shows it under its own name.
 */
export async function relationOf(connection: Queries, storage: string): Promise<Relation> {
  const described = await connection.runAndReadAll(
    `SELECT column_name, column_type FROM (DESCRIBE ${storage})`,
  );
  const columns = described.getRowsJson().map(([name, type]) => ({
    name: String(name),
    type: String(type),
  }));
  const rowCount = await countOf(connection, storage);
  const hiding = columns.find(({ name }) => name.toLowerCase() === 'rowid')?.name;
  if (hiding === undefined) {
    return { table: storage, rowId: 'rowid', columns, rowCount, storage, marks: new Map() };
  }
  const names = columns.map(({ name }) => name);
  const stored = freeName(names);
  await connection.run(
    `ALTER TABLE ${storage} RENAME COLUMN ${quotedName(hiding)} TO ${quotedName(stored)}`,
  );
  const rowId = quotedName(freeName([...names, stored]));
  const list = names.map(name =>
    name === hiding ? `${quotedName(stored)} AS ${quotedName(name)}` : quotedName(name),
  );
  const table = `(SELECT ${list.join(', ')}, rowid AS ${rowId} FROM ${storage})`;
  return { table, rowId, columns, rowCount, storage, marks: new Map() };
}

/** @returns Some columns of the relation, without copying a row. */
export function projection(relation: Relation, names: readonly string[]): Relation {
  const columns = relation.columns.filter(({ name }) => names.includes(name));
  return { ...relation, columns };
}

export async function countOf(connection: Queries, table: string): Promise<number> {
  const counted = await connection.runAndReadAll(`SELECT count(*) FROM ${table}`);
  return Number(counted.getRows()[0]?.[0] ?? 0);
}

function freeName(names: readonly string[]): string {
  const taken = new Set(names.map(name => name.toLowerCase()));
  let name = 'rowid_';
  while (taken.has(name)) {
    name += '_';
  }
  return name;
}
