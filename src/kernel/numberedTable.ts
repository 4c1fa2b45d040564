/**
 * Tables whose rows have numbers: DuckDB's own `rowid`, by which a page is found anywhere at the same cost.
 *
 * A column that the user named `rowid` hides it. Such a column is kept under another name, and a view gives it its own
 * name back to everyone who reads the result by name.
 */

import type { DuckDBConnection } from '@duckdb/node-api';
import type { ResultColumn } from '../core/protocol/outcome';
import { quotedName } from './engine';

export interface NumberedTable {
  /** As SQL; its `rowid` counts the rows from 0. */
  readonly numbered: string;
  /** The names of the columns there, in order. */
  readonly storedNames: readonly string[];
}

/**
 * @param table The table, as SQL, with these columns.
 * @param view Where a view may be made, as SQL.
 * @returns The numbered table, and from where its rows are read by their own names: the table or the view.
 */
export async function numberedTable(
  connection: DuckDBConnection,
  { table, view }: { readonly table: string; readonly view: string },
  columns: readonly ResultColumn[],
): Promise<NumberedTable & { readonly table: string }> {
  const names = columns.map(({ name }) => name);
  const hiding = names.findIndex(name => name.toLowerCase() === 'rowid');
  if (hiding === -1) {
    return { table, numbered: table, storedNames: names };
  }
  const stored = freeName(names);
  const storedNames = names.with(hiding, stored);
  const renamed = quotedName(names[hiding] ?? '');
  await connection.run(`ALTER TABLE ${table} RENAME COLUMN ${renamed} TO ${quotedName(stored)}`);
  const list = names.map((name, index) => columnAs(storedNames[index] ?? name, name)).join(', ');
  await connection.run(`CREATE VIEW ${view} AS SELECT ${list} FROM ${table}`);
  return { table: view, numbered: table, storedNames };
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
