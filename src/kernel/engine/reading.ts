/**
 * The level `read`: what a language model may run.
 *
 * DuckDB's own parser decides: `json_serialize_sql` writes the tree of a text, and of SELECT statements alone. The names in
 * it are judged before DuckDB binds the text, since binding reads the files that it names and quotes them in errors.
 */

import { t } from '../../core/base/translations';
import type { DuckDBConnection } from '@duckdb/node-api';
import { isRecord } from '../../core/base/json';
import { refusedForReading, tableReadingFunctions } from './allowed';
import type { Definition, Definitions } from './definitions';
import { engineErrorOf, withoutSuggestions } from './engineError';
import { Refused } from './refused';

export const onlyReading = (): string =>
  t(
    'Only one statement that reads can run here: SELECT, FROM, WITH, VALUES, SUMMARIZE, DESCRIBE, or PIVOT with IN. Nothing can be created, changed or written, and no setting read or set.',
  );

export function readingRefusal(name: string): string {
  const why =
    refusedForReading.get(name)?.() ?? t('only tables, values and answers of the service are read');
  return t('{0} is refused here: {1}.', name, why);
}

/**
 * @returns Whether an error of binding the text may quote what a model may not read: a file that an argument of a macro names,
 *   or the default of a macro's parameter.
 * @throws {Refused} If the text is not one statement that reads, or names what it may not, itself or by a macro, a view or a
 *   computed column.
 * @throws {Error} DuckDB's own, with its position in `sql`, if the text cannot be parsed.
 */
export async function checkReading(
  connection: DuckDBConnection,
  sql: string,
  definitions: Definitions,
): Promise<boolean> {
  const [node, ...more] = await treesOf(connection, sql);
  if (node === undefined || more.length > 0) {
    throw new Refused(onlyReading());
  }
  const all = await definitions.all(connection);
  const check = new Check(connection, all, await definitions.ownFunctions(connection));
  return check.statement(namesIn(node));
}

/** Judges a statement, and all that its names reach. */
class Check {
  private readonly used = new Map<Definition, Names>();
  private readonly tableMacros: ReadonlySet<string>;

  constructor(
    private readonly connection: DuckDBConnection,
    private readonly all: readonly Definition[],
    private readonly ownFunctions: ReadonlySet<string>,
  ) {
    this.tableMacros = new Set(all.filter(({ kind }) => kind === 'macro').map(({ name }) => name));
  }

  async statement(own: Names): Promise<boolean> {
    this.refuseHiding();
    await this.names(own, this.tableMacros);
    await this.follow(own);
    await this.namedTables(own);
    const callsTables = [own, ...this.used.values()].some(({ tableFunctions }) =>
      tableFunctions.some(name => !tableReadingFunctions.includes(name)),
    );
    if (own.describes && callsTables) {
      throw new Refused(
        t(
          'DESCRIBE and SUMMARIZE take a table or a query here, but no macro: select from it with LIMIT.',
        ),
      );
    }
    const macros = [...this.used.keys()].filter(({ kind }) => kind === 'macro');
    return callsTables || macros.some(({ isOfCell }) => isOfCell);
  }

  /** DuckDB calls some functions by their names where the text has no call: those of SUMMARIZE, and in its own macros. */
  private refuseHiding(): void {
    const hiding = this.all.find(
      ({ name, kind, isOfCell }) => kind === 'macro' && isOfCell && this.ownFunctions.has(name),
    );
    if (hiding) {
      throw new Refused(
        t(
          'A cell has made a macro {0}, which is the name of a function of DuckDB, so no statement can be judged here. The macro needs another name: DROP MACRO {1} in a cell.',
          hiding.name,
          hiding.name,
        ),
      );
    }
  }

  /** Judges what the names mean, and all that is reached from there. */
  private async follow(names: Names): Promise<void> {
    const functions = new Set(names.calls.map(({ name }) => name));
    const tables = new Set(names.tables.map(({ name }) => name));
    for (const each of this.all) {
      if ((each.kind === 'macro' ? functions : tables).has(each.name)) {
        await this.use(each);
      }
    }
  }

  private async use(definition: Definition): Promise<void> {
    if (this.used.has(definition)) {
      return;
    }
    const inside = namesIn(await treesOf(this.connection, definition.sql));
    this.used.set(definition, inside);
    await this.names(inside, new Set([...this.tableMacros, tableByName]));
    await this.follow(inside);
  }

  /** @param tableFunctions Those that may be called besides the ones that only read tables. */
  private async names(names: Names, tableFunctions: ReadonlySet<string>): Promise<void> {
    const refused =
      names.calls.find(({ name }) => refusedForReading.has(name))?.name ??
      names.tableFunctions.find(
        name => !tableReadingFunctions.includes(name) && !tableFunctions.has(name),
      );
    if (refused !== undefined) {
      throw new Refused(readingRefusal(refused));
    }
    for (const call of names.calls) {
      this.refuseDefaults(call);
    }
    await refuseFiles(this.connection, names.tables);
  }

  /** The default of a parameter is not in DuckDB's catalogue, so it cannot be judged. */
  private refuseDefaults({ name, count }: Call): void {
    const macros = this.all.filter(each => each.kind === 'macro' && each.name === name);
    const [longest] = macros
      .map(({ parameters }) => parameters)
      .sort((one, other) => other.length - one.length);
    if (longest && count < longest.length && macros.some(({ isOfCell }) => isOfCell)) {
      throw new Refused(
        t(
          '{0} is refused here with fewer than {1} arguments, since the defaults of its parameters cannot be seen. Write each of them: {2}.',
          name,
          longest.length,
          longest.join(', '),
        ),
      );
    }
  }

  /** Judges the tables that macros read by names which they are given as text. */
  private async namedTables(own: Names): Promise<void> {
    for (let count = -1; count < this.used.size;) {
      count = this.used.size;
      const texts = [own, ...this.used.values()];
      const byName = this.tablesByName();
      const calls = texts.flatMap(each => each.calls).filter(({ name }) => byName.has(name));
      if (calls.length === 0) {
        return;
      }
      const isWritten = calls.every(({ isLiteral }) => isLiteral);
      for (const each of this.all.filter(({ kind }) => kind !== 'macro')) {
        if (texts.some(({ constants }) => constants.some(text => namesTable(text, each.name)))) {
          await this.use(each);
        } else if (!isWritten) {
          await this.useUnnamed(each);
        }
      }
    }
  }

  /** A definition that a macro could read: its table's name is only known when the statement runs. */
  private async useUnnamed(definition: Definition): Promise<void> {
    try {
      await this.use(definition);
    } catch (error) {
      throw error instanceof Refused
        ? new Refused(
            t(
              "A macro is given the name of a table as an expression, which could name {0}, and that cannot be read here. Write the name as a text: FROM macro('prices').",
              definition.name,
            ),
          )
        : error;
    }
  }

  /** The macros that read a table by its name, themselves or by others, and DuckDB's function for it. */
  private tablesByName(): ReadonlySet<string> {
    const found = new Set([tableByName]);
    for (let count = 0; count < found.size;) {
      count = found.size;
      for (const [{ name, kind }, { calls }] of this.used) {
        if (kind === 'macro' && calls.some(call => found.has(call.name))) {
          found.add(name);
        }
      }
    }
    return found;
  }
}

/** The table function that reads a table whose name is a text. */
const tableByName = 'query_table';

/** Whether `query_table` may take the text for the table: `prices`, `main."prices"`. More texts are than it does. */
function namesTable(text: string, table: string): boolean {
  const parts = (name: string): string => `.${name.replaceAll('"', '').replace(/[.\s]+/g, '.')}.`;
  return parts(text).includes(parts(table));
}

/**
 * @returns The error of a text that did not bind, without what it may quote of files: a macro can bind one, and lists its
 *   columns as candidates.
 */
export function withoutFiles(error: unknown, mayQuote: boolean): Error {
  const engine = engineErrorOf(error);
  const { type } = engine;
  const isOfText = ['Parser', 'Binder', 'Catalog', 'Syntax'].includes(type);
  if (isOfText && !mayQuote && error instanceof Error) {
    return error;
  }
  return new Refused(
    isOfText
      ? t('{0} error: {1}', type, withoutSuggestions(engine))
      : t('DuckDB cannot plan this statement ({0} error).', type),
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
  throw new Refused(onlyReading());
}

interface TableName {
  /** Catalogue and schema, as far as they are written. */
  readonly before: readonly string[];
  readonly name: string;
}

interface Call {
  readonly name: string;
  /** How many arguments it has at least: those of `f(*COLUMNS(…))` are not known. */
  readonly count: number;
  /** Whether each argument is written out: a constant, a list of them, or a name such as a macro's parameter. */
  readonly isLiteral: boolean;
}

interface Names {
  readonly calls: readonly Call[];
  readonly tableFunctions: readonly string[];
  readonly tables: readonly TableName[];
  /** Texts, which can name a table for a macro. */
  readonly constants: readonly string[];
  /** Whether it describes or summarises a query. */
  readonly describes: boolean;
}

/** The names in DuckDB's tree, in lower case. */
function namesIn(tree: unknown): Names {
  const calls: Call[] = [];
  const tableFunctions: string[] = [];
  const tables: TableName[] = [];
  const constants: string[] = [];
  let describes = false;
  const waiting: unknown[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (Array.isArray(node)) {
      waiting.push(...(node as unknown[]));
    } else if (isRecord(node)) {
      const text = (key: string): string => String(node[key] ?? '').toLowerCase();
      if (typeof node['function_name'] === 'string') {
        calls.push(callOf(text('function_name'), node['children']));
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
        constants.push(value['value'].toLowerCase());
      }
      describes ||= node['type'] === 'SHOW_REF' && isRecord(node['query']);
      waiting.push(...Object.values(node).filter(value => typeof value === 'object' && value));
    }
  }
  return { calls, tableFunctions, tables, constants, describes };
}

function callOf(name: string, children: unknown): Call {
  const given = Array.isArray(children) ? (children as unknown[]) : [];
  const isUnpacked = given.some(each => isRecord(each) && each['type'] === 'OPERATOR_UNPACK');
  return { name, count: isUnpacked ? 0 : given.length, isLiteral: given.every(isLiteral) };
}

function isLiteral(node: unknown): boolean {
  if (!isRecord(node)) {
    return false;
  }
  switch (node['class']) {
    case 'CONSTANT':
    case 'COLUMN_REF':
      return true;
    case 'CAST':
      return isLiteral(node['child']);
    case 'COMPARISON': // An argument by its name, as in f(a = 1).
      return node['type'] === 'COMPARE_EQUAL' && isLiteral(node['right']);
    case 'FUNCTION':
      return (
        node['function_name'] === 'list_value' && callOf('list_value', node['children']).isLiteral
      );
    default:
      return false;
  }
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
        t(
          'There is no such table, and no file is read here: write the name of a table without dots and slashes.',
        ),
      );
    }
  }
}
