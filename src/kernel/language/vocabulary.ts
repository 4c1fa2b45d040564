/** The words that DuckDB knows, and which of them its grammar accepts next, queried from an empty session. */

import { DuckDBInstance } from '@duckdb/node-api';
import type { EngineFunction, EngineOverload, Vocabulary } from '../../core/language/assist';
import { lockEngine } from '../engine/engine';
import { SerialConnection } from '../engine/serialConnection';

/** Longer beginnings of statements are not completed. */
const MAX_TEXT = 4000;

const FUNCTIONS = `
  SELECT function_name AS name, function_type IN ('table', 'table_macro') AS gives_rows,
    description AS doc, examples[1] AS example, parameters, parameter_types AS types, return_type AS returns
  FROM duckdb_functions()
  WHERE internal AND function_type <> 'pragma' AND regexp_full_match(function_name, '[a-z][a-z0-9_]*')
    AND schema_name IN ('main', 'pg_catalog') AND NOT starts_with(function_name, '__')
  ORDER BY ALL`;

/** Keywords that are only part of a type's name are left out. */
const TYPES = `
  SELECT lower(type_name) AS name
  FROM duckdb_types()
  WHERE internal AND upper(type_name) NOT IN ('NULL', 'TYPE', 'LIST', 'ARRAY', 'ENUM')
  GROUP BY name
  ORDER BY NOT bool_or(upper(type_name) = logical_type), name`;

export class WordSource {
  private opened: Promise<SerialConnection> | undefined;
  private known: Promise<Vocabulary> | undefined;

  /** @returns Keywords, functions and types, read once. */
  vocabulary(): Promise<Vocabulary> {
    this.known ??= this.read();
    return this.known;
  }

  /**
   * @returns The keywords, in lower case, with which the statement that begins with `text` can continue, the likeliest
   * first.
   */
  async nextWords(text: string): Promise<string[]> {
    if (text.length > MAX_TEXT) {
      return [];
    }
    const connection = await this.connection();
    const reader = await connection.runAndReadAll(
      `SELECT suggestion FROM sql_auto_complete($1) WHERE suggestion_type = 'keyword'`,
      [text],
    );
    const words = reader.getRows().map(([word]) => String(word).trim().toLowerCase());
    return words.filter(word => /^[a-z_]+$/.test(word));
  }

  private connection(): Promise<SerialConnection> {
    this.opened ??= open();
    return this.opened;
  }

  private async read(): Promise<Vocabulary> {
    const connection = await this.connection();
    const words = await connection.runAndReadAll(
      `SELECT keyword_name, keyword_category = 'reserved' FROM duckdb_keywords() ORDER BY ALL`,
    );
    const functions = await connection.runAndReadAll(FUNCTIONS);
    const types = await connection.runAndReadAll(TYPES);
    // The grammar is built at its first use, which takes longer than a person waits for a completion.
    await this.nextWords('');
    return {
      keywords: words
        .getRows()
        .map(([name, isReserved]) => ({ name: String(name), isReserved: isReserved === true })),
      functions: grouped(functions.getRowObjectsJson()),
      types: types.getRows().map(([name]) => String(name)),
    };
  }
}

async function open(): Promise<SerialConnection> {
  const instance = await DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    threads: '1',
  });
  const connection = new SerialConnection(await instance.connect());
  await lockEngine(connection, []);
  return connection;
}

/** Further overloads add nothing new. */
const MOST_OVERLOADS = 8;

function grouped(rows: readonly Record<string, unknown>[]): EngineFunction[] {
  const byName = new Map<string, EngineFunction>();
  for (const row of rows) {
    const name = String(row['name']);
    const known = byName.get(name);
    const overloads = [...(known?.overloads ?? []), overloadOf(row)].slice(0, MOST_OVERLOADS);
    byName.set(name, {
      name,
      givesRows: row['gives_rows'] === true,
      doc: known?.doc ?? textOf(row['doc']),
      example: known?.example ?? textOf(row['example']),
      overloads,
    });
  }
  return [...byName.values()];
}

function overloadOf(row: Record<string, unknown>): EngineOverload {
  const names = listOf(row['parameters']);
  const types = listOf(row['types']);
  return {
    parameters: names.map((name, at) => ({ name, type: types[at] ?? null })),
    returns: textOf(row['returns']),
  };
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
