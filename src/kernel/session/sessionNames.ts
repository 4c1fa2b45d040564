/** The tables, views, macros and variables that a session's cells have created. */

import type { TypedColumn } from '../../core/language/analysis';
import { errorMessage } from '../../core/base/errorMessage';
import { quotedName, textLiteral, writtenName } from '../../core/base/quoted';
import type { SessionVariable } from '../../core/language/assist';
import type { SessionTable } from '../../core/language/notebookText';
import {
  mostListed,
  type SessionMacro,
  type SessionName,
  type SessionRelation,
} from '../../core/protocol/sessionContents';
import { signalsSchema } from '../engine/engine';
import type { Queries } from '../engine/serialConnection';
import { countOf } from '../relation/relation';

/**
 * A catalogue's names that are neither DuckDB's nor the product's; answers are in schemas such as `_7`, and stored
 * relations in a database of their own.
 */
const areOfCells = `database_name IN ('memory', 'temp') AND NOT internal
  AND schema_name <> ${textLiteral(signalsSchema)} AND NOT regexp_full_match(schema_name, '_[0-9]+')`;

const macrosQuery = `
  SELECT database_name, schema_name, function_name, min(function_type),
         first(parameters ORDER BY function_oid)
  FROM duckdb_functions()
  WHERE ${areOfCells} AND function_type IN ('macro', 'table_macro')
  GROUP BY database_name, schema_name, function_name
  ORDER BY schema_name <> 'main', schema_name, function_name
  LIMIT ${mostListed}`;

const MOST_VARIABLES = 200;
const LONGEST_VALUE = 200;
/** Each is counted by a query of its own. */
const MOST_COUNTED = 500;
/** Each is bound by a query of its own. */
const MOST_CHECKED = 500;

/** @returns The tables and views of the main schema with their columns; without those of answers and results. */
export async function sessionTables(connection: Queries): Promise<SessionTable[]> {
  const all = await readColumns(connection, "AND schema_name = 'main'");
  return all.map(({ name, kind, columns }) => ({ name, kind, columns }));
}

/** @returns The tables and views of every schema, the first tables with their number of rows. */
export async function sessionRelations(connection: Queries): Promise<SessionRelation[]> {
  const written = await namesAsWritten(connection);
  const all = await readColumns(connection, '', mostListed);
  const taken = new Set(all.filter(({ database }) => database === 'temp').map(({ name }) => name));
  const relations: SessionRelation[] = [];
  let counted = 0;
  let checked = 0;
  for (const each of all) {
    const { kind, columns } = each;
    const isTemporary = each.database === 'temp';
    const isHidden = !isTemporary && taken.has(each.name);
    const name = written(each, isHidden);
    const isCounted = kind === 'table' && counted++ < MOST_COUNTED;
    const rowCount = isCounted ? await countOf(connection, name.fullSql) : null;
    const isChecked = kind === 'view' && checked++ < MOST_CHECKED;
    const problem = isChecked ? await bindingProblem(connection, name.fullSql) : null;
    relations.push({ ...name, kind, isTemporary, columns, rowCount, problem });
  }
  return relations;
}

/** @returns Why DuckDB cannot bind the view, such as a table of it that was dropped; null if it can. Reads no rows. */
async function bindingProblem(connection: Queries, sql: string): Promise<string | null> {
  try {
    await connection.runAndReadAll(`DESCRIBE FROM ${sql}`);
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}

export async function readMacros(connection: Queries): Promise<SessionMacro[]> {
  const written = await namesAsWritten(connection);
  const rows = (await connection.runAndReadAll(macrosQuery)).getRowsJson();
  return rows.map(([database, schema, name, type, parameters]) => ({
    ...written({ database: String(database), schema: String(schema), name: String(name) }, false),
    kind: type === 'table_macro' ? 'table' : 'scalar',
    parameters: (Array.isArray(parameters) ? parameters : []).map(String),
  }));
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

interface CatalogueName {
  readonly database: string;
  readonly schema: string;
  readonly name: string;
}

interface NamedColumns extends CatalogueName {
  readonly kind: 'table' | 'view';
  readonly columns: readonly TypedColumn[];
}

/** @param condition SQL that follows another condition. */
async function readColumns(
  connection: Queries,
  condition: string,
  most?: number,
): Promise<NamedColumns[]> {
  const reader = await connection.runAndReadAll(`
    SELECT database_name, schema_name, table_name,
           list(column_name ORDER BY column_index), list(data_type ORDER BY column_index),
           (database_name, schema_name, table_name)
             IN (SELECT (database_name, schema_name, view_name) FROM duckdb_views())
    FROM duckdb_columns()
    WHERE ${areOfCells} ${condition}
    GROUP BY database_name, schema_name, table_name
    ORDER BY schema_name <> 'main', schema_name, table_name
    ${most === undefined ? '' : `LIMIT ${most}`}`);
  return reader.getRowsJson().map(([database, schema, name, names, types, isView]) => {
    const all = Array.isArray(types) ? types : [];
    const columns = (Array.isArray(names) ? names : []).map((column, index) => ({
      name: String(column),
      type: String(all[index]),
    }));
    const kind = isView === true ? 'view' : 'table';
    return {
      database: String(database),
      schema: String(schema),
      name: String(name),
      kind,
      columns,
    };
  });
}

type Written = (name: CatalogueName, isHidden: boolean) => SessionName;

/** @returns Writes a name so that it means its object now: after USE, or hidden by a temporary one, it needs a schema. */
async function namesAsWritten(connection: Queries): Promise<Written> {
  const reader = await connection.runAndReadAll(
    "SELECT current_schema(), list(keyword_name) FROM duckdb_keywords() WHERE keyword_category <> 'unreserved'",
  );
  const [[current = null, keywords = null] = []] = reader.getRowsJson();
  const reserved = new Set(Array.isArray(keywords) ? keywords.map(String) : []);
  const part = (name: string): string => writtenName(name, reserved.has(name.toLowerCase()));
  return ({ database, schema, name }, isHidden) => {
    const isFound = database === 'temp' || (schema === current && !isHidden);
    const catalogue = schema === 'main' ? [database] : [];
    const path = isFound ? [] : [...catalogue, schema];
    return {
      schema,
      name,
      sql: [...path, name].map(part).join('.'),
      fullSql: [database, schema, name].map(quotedName).join('.'),
    };
  };
}
