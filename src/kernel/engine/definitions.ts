/** The macros, views and computed columns of the catalogue, which a statement at the level `read` can reach by their names. */

import type { DuckDBConnection } from '@duckdb/node-api';
import { statementsOf } from '../../core/sql/statements';
import type { Queries } from './serialConnection';

export interface Definition {
  /** In lower case; of a computed column that of its table. Schemas are left out: more are checked than are used. */
  readonly name: string;
  readonly kind: 'macro' | 'view' | 'column';
  /** As a SELECT. */
  readonly sql: string;
  /** The parameters of a macro. DuckDB's catalogue lists those with a default among them, without the default. */
  readonly parameters: readonly string[];
  /** Whether a cell made it: neither DuckDB nor this extension. */
  readonly isOfCell: boolean;
}

/** The catalogue's definitions, read when a statement needs them and again after a cell may have changed them. */
export class Definitions {
  private known: Promise<readonly Definition[]> | undefined;
  private own: ReadonlySet<string> | undefined;

  private firstOfCells = 0;

  /** What is created from now on is of a cell. */
  async begin(connection: Queries): Promise<void> {
    // DuckDB numbers what is created one after another, across schemas and kinds.
    await connection.run('CREATE SCHEMA last_of_extension');
    const read = await connection.runAndReadAll('SELECT max(oid) FROM duckdb_schemas()');
    await connection.run('DROP SCHEMA last_of_extension');
    this.firstOfCells = Number(read.getRows()[0]?.[0]);
  }

  /** A statement runs that may change them. */
  changed(): void {
    this.known = undefined;
  }

  all(connection: DuckDBConnection): Promise<readonly Definition[]> {
    const read = (this.known ??= readAll(connection, this.firstOfCells));
    read.catch(() => {
      // The statement was cancelled: the next one reads them.
      if (this.known === read) {
        this.known = undefined;
      }
    });
    return read;
  }

  /** @returns Names of DuckDB's own functions, in lower case. */
  async ownFunctions(connection: DuckDBConnection): Promise<ReadonlySet<string>> {
    this.own ??= await readOwnFunctions(connection);
    return this.own;
  }
}

async function readOwnFunctions(connection: DuckDBConnection): Promise<ReadonlySet<string>> {
  const read = await connection.runAndReadAll(
    'SELECT DISTINCT function_name FROM duckdb_functions() WHERE internal',
  );
  return new Set(read.getRows().map(([name]) => lowerCase(name)));
}

async function readAll(
  connection: DuckDBConnection,
  firstOfCells: number,
): Promise<readonly Definition[]> {
  const macros = await connection.runAndReadAll(
    `SELECT function_name, macro_definition, function_type = 'table_macro', to_json(parameters)::VARCHAR,
       NOT internal AND function_oid > ${firstOfCells}
     FROM duckdb_functions() WHERE macro_definition IS NOT NULL`,
  );
  const views = await connection.runAndReadAll(
    'SELECT view_name, sql FROM duckdb_views() WHERE NOT internal',
  );
  const tables = await connection.runAndReadAll(
    `SELECT table_name, sql FROM duckdb_tables() WHERE NOT internal AND sql ILIKE '%GENERATED ALWAYS AS%'`,
  );
  return [
    ...macros.getRows().map(([name, sql, isTable, parameters, isOfCell]): Definition => ({
      ...{ name: lowerCase(name), kind: 'macro', isOfCell: isOfCell === true },
      sql: isTable === true ? String(sql) : `SELECT (${String(sql)})`,
      parameters: JSON.parse(String(parameters)) as string[],
    })),
    ...views.getRows().map(([name, sql]): Definition => ({
      ...{ name: lowerCase(name), kind: 'view', isOfCell: true, parameters: [] },
      sql: queryOfView(String(sql)),
    })),
    ...tables.getRows().flatMap(([name, sql]) =>
      computedColumns(String(sql)).map((expression): Definition => ({
        ...{ name: lowerCase(name), kind: 'column', isOfCell: true, parameters: [] },
        sql: `SELECT (${expression})`,
      })),
    ),
  ];
}

/** Not DuckDB's lower(), which differs from it beyond ASCII, where the names of a statement are compared. */
function lowerCase(name: unknown): string {
  return String(name).toLowerCase();
}

/** Where the query begins in a view's text, which DuckDB writes: after the first AS, since names that are none are quoted. */
function queryOfView(sql: string): string {
  const [statement] = statementsOf(sql);
  const as = statement?.tokens.find(({ text, depth }) => text === 'as' && depth === 0);
  return sql.slice(as?.to ?? 0);
}

/** The expressions in the text of a table, which DuckDB writes: `b VARCHAR GENERATED ALWAYS AS((a || 'x'))`. */
function computedColumns(sql: string): readonly string[] {
  const tokens = statementsOf(sql).flatMap(statement => statement.tokens);
  return tokens.flatMap((open, at) => {
    const words = tokens.slice(at - 3, at).map(({ text }) => text);
    if (open.kind !== 'open' || words.join(' ') !== 'generated always as') {
      return [];
    }
    const rest = tokens.slice(at + 1);
    const close = rest.find(({ kind, depth }) => kind === 'close' && depth === open.depth);
    return [sql.slice(open.to, close?.from)];
  });
}
