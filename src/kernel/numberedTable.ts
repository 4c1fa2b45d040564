/**
 * Tables whose rows have numbers: DuckDB's own `rowid`, by which a page is found anywhere at the same cost.
 *
 * A column that the user named `rowid` hides it. Such a column is kept under another name, and a view gives it its own
 * name back to everyone who reads the result by name.
 */

import type { ResultColumn } from '../core/protocol/outcome';
import { quotedName } from '../core/sql/quoted';
import type { Queries } from './serialConnection';

/** Where rows are read by the names of their columns, together with their numbers. */
export interface NamedRows {
  /** As SQL that can follow FROM; need not have the numbers. */
  readonly table: string;
  /** The same with the numbers. */
  readonly placed: string;
  /** The column of `placed` that has them, as SQL. */
  readonly place: string;
}

export interface NumberedTable {
  /** As SQL; its `rowid` counts the rows from 0. */
  readonly numbered: string;
  /** The names of the columns there, in order. */
  readonly storedNames: readonly string[];
}

/**
 * @param table The table, as SQL, with these columns.
 * @param view Where a view may be made, as SQL.
 * @returns The numbered table, and where its rows are read by their own names: the table itself, or a view of it.
 */
export async function numberedTable(
  connection: Queries,
  { table, view }: { readonly table: string; readonly view: string },
  columns: readonly ResultColumn[],
): Promise<NumberedTable & NamedRows> {
  const names = columns.map(({ name }) => name);
  const hiding = names.findIndex(name => name.toLowerCase() === 'rowid');
  if (hiding === -1) {
    return { table, placed: table, place: 'rowid', numbered: table, storedNames: names };
  }
  const stored = freeName(names);
  const storedNames = names.with(hiding, stored);
  const renamed = quotedName(names[hiding] ?? '');
  await connection.run(`ALTER TABLE ${table} RENAME COLUMN ${renamed} TO ${quotedName(stored)}`);
  const list = names.map((name, index) => columnAs(storedNames[index] ?? name, name)).join(', ');
  await connection.run(`CREATE VIEW ${view} AS SELECT ${list} FROM ${table}`);
  const place = quotedName(freeName([...names, stored]));
  const placed = `(SELECT ${list}, rowid AS ${place} FROM ${table})`;
  return { table: view, placed, place, numbered: table, storedNames };
}

/** @returns A column under the name that it is to have. */
function columnAs(stored: string, name: string): string {
  return `${quotedName(stored)} AS ${quotedName(name)}`;
}

function freeName(names: readonly string[]): string {
  const taken = new Set(names.map(name => name.toLowerCase()));
  let name = 'rowid_';
  while (taken.has(name)) {
    name += '_';
  }
  return name;
}
