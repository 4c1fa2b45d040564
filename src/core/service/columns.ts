/**
 * Column types of the tables that the service's answers become, and how a value of each is held.
 *
 * A table is column-major: `values[c][r]`. Every column has as many values as the table has rows.
 */

export type ColumnType =
  | 'VARCHAR' // string
  | 'DOUBLE' // number, finite
  | 'BIGINT' // number, a safe integer
  | 'BOOLEAN' // boolean
  | 'DATE' // number: whole days since 1970-01-01
  | 'TIMESTAMP' // number: microseconds since 1970-01-01T00:00, of a clock whose offset is not stated
  | 'TIMESTAMPTZ'; // number: microseconds since 1970-01-01T00:00Z

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** What a value means, its unit included; "unit not documented" where the specification has none. */
  readonly doc: string;
}

export type CellValue = string | number | boolean | null;

export interface ColumnTable {
  readonly columns: readonly Column[];
  readonly rowCount: number;
  readonly values: readonly (readonly CellValue[])[];
}
