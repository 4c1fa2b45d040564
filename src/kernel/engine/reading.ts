/**
 * The level `read`: what a language model may run.
 *
 * DuckDB's own parser decides: `json_serialize_sql` writes the tree of a text, and of SELECT statements alone. The names in
 * it are judged before DuckDB binds the text, since binding reads the files that it names and quotes them in errors.
 */

import type { DuckDBConnection } from '@duckdb/node-api';
import { isRecord } from '../../core/base/json';
import { statementsOf } from '../../core/sql/statements';
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
 * @returns Whether binding the text can read a file that an argument of a macro names.
 * @throws {Refused} If the text is not one statement that reads, or names what it may not, itself or by a macro or view of a
 *   cell. The default of a macro's parameter is not seen: DuckDB's catalogue does not hold it.
 * @throws {Error} DuckDB's own, with its position in `sql`, if the text cannot be parsed.
 */
export async function checkReading(connection: DuckDBConnection, sql: string): Promise<boolean> {
  const [node, ...more] = await treesOf(connection, sql);
  if (node === undefined || more.length > 0) {
    throw new Refused(onlyReading);
  }
  const own = namesIn(node);
  const macros = await tableMacros(connection);
  const others = await check(connection, own, macros);
  const definitions = await definitionsOf(connection);
  const used = new Set<Definition>();
  let callsTables = others.length > 0;
  const waiting = [own];
  for (let names = waiting.pop(); names !== undefined; names = waiting.pop()) {
    const functions = new Set(names.functions);
    const tables = new Set([...names.tables.map(({ name }) => name), ...names.texts]);
    for (const each of definitions.filter(({ name, isMacro }) =>
      (isMacro ? functions : tables).has(name),
    )) {
      if (!used.has(each)) {
        used.add(each);
        const inside = namesIn(await treesOf(connection, each.sql));
        const called = await check(connection, inside, new Set([...macros, 'query_table']));
        callsTables ||= called.length > 0;
        waiting.push(inside);
      }
    }
  }
  if (own.describes && callsTables) {
    throw new Refused(
      'DESCRIBE and SUMMARIZE take a table or a query here, but no macro: select from it with LIMIT.',
    );
  }
  return callsTables;
}

/**
 * @param macros The table macros, and other table functions that may be called.
 * @returns The table functions that are none of those that only read tables.
 */
async function check(
  connection: DuckDBConnection,
  { functions, tableFunctions, tables }: Names,
  macros: ReadonlySet<string>,
): Promise<readonly string[]> {
  const others = tableFunctions.filter(name => !tableReadingFunctions.includes(name));
  const refused =
    functions.find(name => refusedForReading.has(name)) ?? others.find(name => !macros.has(name));
  if (refused !== undefined) {
    throw new Refused(readingRefusal(refused));
  }
  await refuseFiles(connection, tables);
  return others;
}

/**
 * @returns The error of a text that did not bind, without what it may quote of files: a macro can bind one, and lists its
 *   columns as candidates.
 */
export function withoutFiles(error: unknown, callsTables: boolean): Error {
  const { type, message } = engineErrorOf(error);
  const isOfText = ['Parser', 'Binder', 'Catalog', 'Syntax'].includes(type);
  if (isOfText && !callsTables && error instanceof Error) {
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
  /** Constants, which can name a table for a macro. */
  readonly texts: readonly string[];
  /** Whether it describes or summarises a query. */
  readonly describes: boolean;
}

/** The names in DuckDB's tree, in lower case. */
function namesIn(tree: unknown): Names {
  const functions: string[] = [];
  const tableFunctions: string[] = [];
  const tables: TableName[] = [];
  const texts: string[] = [];
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
      const { value } = node;
      if (node['class'] === 'CONSTANT' && isRecord(value) && typeof value['value'] === 'string') {
        texts.push(value['value'].toLowerCase());
      }
      describes ||= node['type'] === 'SHOW_REF' && isRecord(node['query']);
      waiting.push(...Object.values(node).filter(value => typeof value === 'object' && value));
    }
  }
  return { functions, tableFunctions, tables, texts, describes };
}

async function tableMacros(connection: DuckDBConnection): Promise<ReadonlySet<string>> {
  const read = await connection.runAndReadAll(
    "SELECT DISTINCT lower(function_name) FROM duckdb_functions() WHERE function_type = 'table_macro'",
  );
  return new Set(read.getRows().map(([name]) => String(name)));
}

/** A macro, a view or a computed column that a cell has made. */
interface Definition {
  /** In lower case; of a column that of its table. Schemas are left out: more are checked than are used. */
  readonly name: string;
  readonly isMacro: boolean;
  /** As a SELECT. */
  readonly sql: string;
}

async function definitionsOf(connection: DuckDBConnection): Promise<readonly Definition[]> {
  const read = await connection.runAndReadAll(
    `SELECT lower(function_name), macro_definition, function_type FROM duckdb_functions()
     WHERE NOT internal AND macro_definition IS NOT NULL
     UNION ALL SELECT lower(view_name), sql, 'view' FROM duckdb_views() WHERE NOT internal
     UNION ALL SELECT lower(table_name), column_default, 'column' FROM duckdb_columns()
     WHERE NOT internal AND column_default ILIKE '%current_setting%'`,
  );
  return read.getRows().map(([name, text, kind]) => {
    const sql = String(text);
    const isQuery = kind === 'table_macro' || kind === 'view';
    return {
      name: String(name),
      isMacro: kind !== 'view' && kind !== 'column',
      sql: isQuery ? sql.slice(kind === 'view' ? startOfQuery(sql) : 0) : `SELECT (${sql})`,
    };
  });
}

/** Where the query begins in a view's text, which DuckDB writes: after the first AS, since names that are none are quoted. */
function startOfQuery(sql: string): number {
  const [statement] = statementsOf(sql);
  return statement?.tokens.find(({ text, depth }) => text === 'as' && depth === 0)?.to ?? 0;
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
  const read = await connection.runAndReadAll(
    `SELECT lower(d), lower(s), lower(n), list_contains(current_schemas(true), s) FROM (
       SELECT database_name AS d, schema_name AS s, table_name AS n FROM duckdb_tables()
       UNION ALL SELECT database_name, schema_name, view_name FROM duckdb_views()
     )`,
  );
  const known = read.getRows();
  for (const { before, name } of suspects) {
    const [first, second] = before;
    const isKnown = known.some(([database, schema, table, isInPath]) => {
      if (table !== name) {
        return false;
      }
      if (second !== undefined) {
        return database === first && schema === second;
      }
      // A database can be written in the place of its schema main.
      return first === undefined
        ? isInPath === true
        : schema === first || (database === first && schema === 'main');
    });
    if (!isKnown) {
      throw new Refused(
        'There is no such table, and no file is read here: write the name of a table without dots and slashes.',
      );
    }
  }
}
