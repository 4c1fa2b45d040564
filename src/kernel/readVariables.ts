/** The variables that a session's cells have set. */

import type { DuckDBConnection } from '@duckdb/node-api';
import type { SessionVariable } from '../core/language/assist';

const MOST_VARIABLES = 200;
const LONGEST_VALUE = 200;

/** @returns Names, values shortened, types. */
export async function readVariables(connection: DuckDBConnection): Promise<SessionVariable[]> {
  const reader = await connection.runAndReadAll(
    `SELECT name, left(value::VARCHAR, ${LONGEST_VALUE}), type FROM duckdb_variables() ORDER BY name LIMIT ${MOST_VARIABLES}`,
  );
  return reader.getRows().map(([name, value, type]) => ({
    name: String(name),
    value: String(value),
    type: String(type),
  }));
}
