/** The tables, views and variables that a session's cells have created. */

import type { SessionVariable } from '../../core/language/assist';
import type { SessionTable } from '../../core/language/notebookText';
import type { Queries } from '../engine/serialConnection';

const columnsQuery = `
  SELECT table_name, list(column_name ORDER BY column_index), list(data_type ORDER BY column_index),
         table_oid IN (SELECT view_oid FROM duckdb_views())
  FROM duckdb_columns()
  WHERE schema_name = 'main' AND database_name IN ('memory', 'temp') AND NOT internal
  GROUP BY table_name, table_oid
  ORDER BY table_name`;

const MOST_VARIABLES = 200;
const LONGEST_VALUE = 200;

/** @returns The tables and views of the main schema with their columns; without those of answers and results. */
export async function sessionTables(connection: Queries): Promise<SessionTable[]> {
  const rows = (await connection.runAndReadAll(columnsQuery)).getRowsJson();
  return rows.map(([name, names, types, isView]) => {
    const all = Array.isArray(types) ? types : [];
    const columns = (Array.isArray(names) ? names : []).map((column, index) => ({
      name: String(column),
      type: String(all[index]),
    }));
    return { name: String(name), kind: isView === true ? 'view' : 'table', columns };
  });
}

/** @returns Names, shortened values and types. */
export async function readVariables(connection: Queries): Promise<SessionVariable[]> {
  const reader = await connection.runAndReadAll(
    `SELECT name, left(value::VARCHAR, ${LONGEST_VALUE}), type FROM duckdb_variables() ORDER BY name LIMIT ${MOST_VARIABLES}`,
  );
  return reader.getRows().map(([name, value, type]) => ({
    name: String(name),
    value: String(value),
    type: String(type),
  }));
}
