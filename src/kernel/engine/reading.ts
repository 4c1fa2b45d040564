/**
 * The level `read`: what a language model may run.
 *
 * DuckDB's own parser decides: `json_serialize_sql` writes the tree of a text, and of SELECT statements alone. The names in
 * it are judged before DuckDB binds the text, since binding reads the files that it names and quotes them in errors.
 */

import type { DuckDBConnection } from '@duckdb/node-api';
import { isRecord } from '../../core/base/json';
import { refusedForReading, tableReadingFunctions } from './allowed';
import { engineErrorOf } from './engineError';
import { Refused } from './refused';

export const onlyReading =
  'Only one statement that reads can run here: SELECT, FROM, WITH, VALUES, SUMMARIZE, DESCRIBE, or PIVOT with IN. Nothing can be created, changed or written, and no setting read or set.';

export function readingRefusal(name: string): string {
  const why =
    refusedForReading.get(name) ?? 'only tables, values and answers of the service are read';
  return `${name} is refused here: ${why}.`;
}

/**
 * @returns Whether the text calls a table macro, whose body can name a file by an argument.
 * @throws {Refused} If the text is not one statement that reads, or names what it may not.
 * @throws {Error} DuckDB's own, with its position in `sql`, if the text cannot be parsed.
 */
export async function checkReading(connection: DuckDBConnection, sql: string): Promise<boolean> {
  const [node, ...more] = await treesOf(connection, sql);
  if (node === undefined || more.length > 0) {
    throw new Refused(onlyReading);
  }
  const names = namesIn(node);
  const refused = names.functions.find(name => refusedForReading.has(name));
  if (refused !== undefined) {
    throw new Refused(readingRefusal(refused));
  }
  const others = names.tableFunctions.filter(name => !tableReadingFunctions.includes(name));
  const macros = others.length > 0 ? await tableMacros(connection) : new Set<string>();
  const unknown = others.find(name => !macros.has(name));
  if (unknown !== undefined) {
    throw new Refused(readingRefusal(unknown));
  }
  if (names.describes && others.length > 0) {
    throw new Refused(
      'DESCRIBE and SUMMARIZE take a table or a query here, but no macro: select from it with LIMIT.',
    );
  }
  await refuseFiles(connection, names.tables);
  return others.length > 0;
}

/**
 * @returns The error of a text that did not bind, without what it may quote of files: a macro can bind one, and lists its
 *   columns as candidates.
 */
export function withoutFiles(error: unknown, callsMacro: boolean): Error {
  const { type, message } = engineErrorOf(error);
  const isOfText = ['Parser', 'Binder', 'Catalog', 'Syntax'].includes(type);
  if (isOfText && !callsMacro && error instanceof Error) {
    return error;
  }
  const [sentence = ''] = message.split(/\n|Candidate|Did you mean/, 1);
  return new Refused(
    isOfText
      ? `${type} error: ${sentence.trim()}`
      : `DuckDB cannot plan this statement (${type} error).`,
  );
}

/** @throws {Refused} If the text holds anything but SELECT statements. */
async function treesOf(connection: DuckDBConnection, sql: string): Promise<readonly unknown[]> {
  const read = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql]);
  const tree: unknown = JSON.parse(String(read.getRows()[0]?.[0]));
  if (isRecord(tree) && tree['error'] === false && Array.isArray(tree['statements'])) {
    return tree['statements'] as unknown[];
  }
  if (isRecord(tree) && tree['error_type'] === 'parser') {
    // The parser's error, with its place. What it refuses, it does not read any file for.
    await connection.extractStatements(sql);
  }
  throw new Refused(onlyReading);
}

interface TableName {
  /** Catalogue and schema, as far as they are written. */
  readonly before: readonly string[];
  readonly name: string;
}

interface Names {
  readonly functions: readonly string[];
  readonly tableFunctions: readonly string[];
  readonly tables: readonly TableName[];
  /** Whether it describes or summarises a query. */
  readonly describes: boolean;
}

/** The names in DuckDB's tree, in lower case. */
function namesIn(tree: unknown): Names {
  const functions: string[] = [];
  const tableFunctions: string[] = [];
  const tables: TableName[] = [];
  let describes = false;
  const waiting: unknown[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (Array.isArray(node)) {
      waiting.push(...(node as unknown[]));
    } else if (isRecord(node)) {
      const text = (key: string): string => String(node[key] ?? '').toLowerCase();
      if (typeof node['function_name'] === 'string') {
        functions.push(text('function_name'));
      }
      if (node['type'] === 'TABLE_FUNCTION' && isRecord(node['function'])) {
        tableFunctions.push(String(node['function']['function_name'] ?? '').toLowerCase());
      }
      if (node['type'] === 'BASE_TABLE') {
        const before = [text('catalog_name'), text('schema_name')].filter(part => part !== '');
        tables.push({ before, name: text('table_name') });
      }
      describes ||= node['type'] === 'SHOW_REF' && isRecord(node['query']);
      waiting.push(...Object.values(node).filter(value => typeof value === 'object' && value));
    }
  }
  return { functions, tableFunctions, tables, describes };
}

async function tableMacros(connection: DuckDBConnection): Promise<ReadonlySet<string>> {
  return names(
    connection,
    "SELECT DISTINCT lower(function_name) FROM duckdb_functions() WHERE function_type = 'table_macro'",
  );
}

/** A name that DuckDB cannot take for a file: it has no dot, slash, colon or star. */
const plainName = /^[\p{L}\p{N}_$ -]+$/u;

/**
 * DuckDB reads a file where a name is not a table's: `'prices.csv'`, and `prices.csv` too.
 *
 * @throws {Refused} If a name is neither in the catalogue nor plain.
 */
async function refuseFiles(
  connection: DuckDBConnection,
  tables: readonly TableName[],
): Promise<void> {
  const suspects = tables.filter(({ before, name }) => before.length > 0 || !plainName.test(name));
  if (suspects.length === 0) {
    return;
  }
  const known = await names(
    connection,
    // A database can be written in the place of its schema main.
    `SELECT DISTINCT lower(concat_ws(chr(0), s, n)) FROM (
       SELECT schema_name AS s, table_name AS n FROM duckdb_tables()
       UNION ALL SELECT schema_name, view_name FROM duckdb_views()
       UNION ALL SELECT database_name, table_name FROM duckdb_tables() WHERE schema_name = 'main'
       UNION ALL SELECT database_name, view_name FROM duckdb_views() WHERE schema_name = 'main'
     )`,
  );
  for (const { before, name } of suspects) {
    const schema = before.at(-1);
    const isKnown =
      schema === undefined
        ? [...known].some(each => each.endsWith(`\0${name}`))
        : known.has(`${schema}\0${name}`);
    if (!isKnown) {
      throw new Refused(
        'There is no such table, and no file is read here: write the name of a table without dots and slashes.',
      );
    }
  }
}

async function names(connection: DuckDBConnection, sql: string): Promise<ReadonlySet<string>> {
  const read = await connection.runAndReadAll(sql);
  return new Set(read.getRows().map(([name]) => String(name)));
}
