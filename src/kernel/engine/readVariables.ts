/** The variables that a session's cells have set. */

import type { SessionVariable } from '../../core/language/assist';
import type { Queries } from './serialConnection';

const MOST_VARIABLES = 200;
const LONGEST_VALUE = 200;

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
