/** The entries of a shadow state for tables, views and variables: the statements that create them there. */

import type { TypedColumn } from '../../core/language/analysis';
import { distinctNames } from '../../core/sql/names';
import { quotedName } from '../../core/base/quoted';
import { goneSchema, isTemporary, wholeName, type Entry } from './shadowState';

/** @returns A table of these columns without rows, or one whose columns are unknown. */
export function tableEntry(path: readonly string[], columns: readonly TypedColumn[] | null): Entry {
  const name = wholeName(path);
  return {
    kind: 'table',
    make: columns && `CREATE OR REPLACE ${tempWord(path)}TABLE ${name} (${columnList(columns)})`,
    drop: `DROP TABLE IF EXISTS ${name} CASCADE`,
  };
}

/** @param make The notebook's statement that creates the view. */
export function viewEntry(path: readonly string[], make: string): Entry {
  const name = wholeName(path);
  const own = path.at(-1) ?? '';
  const gone = [goneSchema, own].map(quotedName).join('.');
  const made = isTemporary(path) ? quotedName(own) : name; // DuckDB accepts no schema there.
  return {
    kind: 'view',
    make,
    drop: `DROP VIEW IF EXISTS ${name}`,
    otherwise: [
      `CREATE OR REPLACE TABLE ${gone} (i INTEGER)`,
      `CREATE ${tempWord(path)}VIEW ${made} AS FROM ${gone}`,
      `DROP TABLE ${gone}`,
    ].join(';'),
    isTheirs: true,
  };
}

/** @returns A view of these columns that reads nothing. */
export function plainViewEntry(path: readonly string[], columns: readonly TypedColumn[]): Entry {
  const values = columns.map(
    ({ name, type }) => `CAST(NULL AS ${storable(type)}) AS ${quotedName(name)}`,
  );
  const name = wholeName(path);
  return viewEntry(path, `CREATE OR REPLACE VIEW ${name} AS SELECT ${values.join(', ')}`);
}

/**
 * @param sql DuckDB's own statement that creates the table, with its keys and generated columns.
 * @returns That table, without rows.
 */
export function definedTableEntry(path: readonly string[], sql: string): Entry {
  const head = /^CREATE (?:TEMP )?TABLE (?:"(?:[^"]|"")*"|[^"(])*/;
  const make = sql.replace(
    head,
    () => `CREATE OR REPLACE ${tempWord(path)}TABLE ${wholeName(path)}`,
  );
  return { ...tableEntry(path, []), make, isTheirs: true };
}

/** @returns A variable that is NULL of the type; without a type if that is unknown. */
export function variableEntry(name: string, type: string | null): Entry {
  const quoted = quotedName(name);
  return {
    kind: 'variable',
    make: `SET VARIABLE ${quoted} = ${type === null ? 'NULL' : `CAST(NULL AS ${storable(type)})`}`,
    drop: `RESET VARIABLE ${quoted}`,
  };
}

function columnList(columns: readonly TypedColumn[]): string {
  const names = distinctNames(columns.map(({ name }) => name));
  return columns
    .map(({ type }, index) => `${quotedName(names[index] ?? '')} ${storable(type)}`)
    .join(', ');
}

/** A column of NULLs is stored as one of integers. */
function storable(type: string): string {
  return type.replaceAll('"NULL"', 'INTEGER').replaceAll('SQLNULL', 'INTEGER');
}

function tempWord(path: readonly string[]): string {
  return isTemporary(path) ? 'TEMP ' : '';
}
