/**
 * A drawn VISUALISE clause as separate cells: SQL that names the rows, and a specification to edit.
 *
 * The rows are tables of the session with stable names, made by a cell, so that a saved notebook draws the same when it
 * is opened and run again.
 */

import { nameOfIdentifier } from '../base/quoted';
import { isRecord } from '../base/json';
import type { Json, JsonObject } from '../base/json';
import { ComposedText } from '../sql/composedText';
import { drawnStatement } from '../sql/drawnStatement';
import { statementsOf } from '../sql/statements';
import type { Token } from '../sql/tokens';
import { resultName } from './chartData';
import type { NumberedRows } from './chartQuery';
import { legibleJson } from './legibleJson';

/** How the data of a chart were computed. */
export interface ChartSource extends NumberedRows {
  /**
   * Statistics, reductions and other tables, by the name in the specification; each may read the cell's result and
   * those before it by their `table`.
   */
  readonly queries: readonly ({
    readonly name: string;
    readonly sql: string;
  } & Partial<NumberedRows>)[];
}

export interface EditableChart {
  /** The text of a cell of SQL that makes the tables; null if the chart draws a table as it is. */
  readonly data: string | null;
  /** The text of a `vega-lite` cell. */
  readonly specification: string;
}

const BASE_NAME = 'chart_data';
/** Statements that can follow `CREATE TABLE … AS`; the others are put in brackets after FROM. */
const QUERIES = ['select', 'from', 'with', 'values', 'pivot', 'unpivot', '('];

/**
 * @param text The cell's text; its last VISUALISE clause is the one that is drawn.
 * @param notebookText The text of all cells: names that occur in it are taken.
 * @returns The cells, or null if the text holds no clause.
 */
export function editableChart(
  text: string,
  { spec, source }: { readonly spec: JsonObject; readonly source: ChartSource },
  notebookText: string,
): EditableChart | null {
  const written = statementsOf(text).findLast(({ clause }) => clause !== null);
  if (!written) {
    return null;
  }
  const { statement, holes } = drawnStatement(text, written);
  const plain = source.queries.length === 0 ? plainTable(text, statement.tokens) : null;
  if (plain !== null) {
    return { data: null, specification: specification(spec, new Map([[resultName, plain]])) };
  }
  const sql = new ComposedText().copy(text, statement.sql, holes).text;
  const base = freeName(notebookText);
  const names = new Map([[resultName, base]]);
  const made = [createTable(base, asQuery(sql, statement.tokens))];
  const tables = new Map([[source.table, numbered(base, source.rowId)]]);
  for (const query of source.queries) {
    const name = `${base}_${query.name.toLowerCase().replace(/\W+/g, '_')}`;
    names.set(query.name, name);
    made.push(createTable(name, withNames(query.sql, tables)));
    if (query.table !== undefined) {
      tables.set(query.table, numbered(name, query.rowId));
    }
  }
  return { data: made.join('\n\n'), specification: specification(spec, names) };
}

/** A table of the session numbers its rows by itself, unless it has a column of that name. */
function numbered(name: string, rowId = 'rowid'): string {
  return rowId === 'rowid' ? name : `(SELECT *, row_number() OVER () - 1 AS ${rowId} FROM ${name})`;
}

function withNames(sql: string, tables: ReadonlyMap<string, string>): string {
  return [...tables].reduce((text, [table, name]) => text.replaceAll(table, name), sql);
}

/** The table, where the statement is `FROM table` or `SELECT * FROM table` and no more. */
function plainTable(text: string, tokens: readonly Token[]): string | null {
  const words = tokens.map(token => token.text);
  const from = words[0] === 'from' ? 0 : words.slice(0, 3).join(' ') === 'select * from' ? 2 : -1;
  const name = tokens[from + 1];
  if (from < 0 || !name || tokens.length !== from + 2) {
    return null;
  }
  const written = text.slice(name.from, name.to);
  return ['quoted', 'word'].includes(name.kind) ? nameOfIdentifier(written) : null;
}

function asQuery(sql: string, [first]: readonly Token[]): string {
  return QUERIES.includes(first?.text ?? '') ? sql : `FROM (${sql})`;
}

function createTable(name: string, sql: string): string {
  return `CREATE OR REPLACE TABLE ${name} AS\n${sql};`;
}

function freeName(text: string): string {
  const lower = text.toLowerCase();
  for (let count = 1; ; count++) {
    const name = count === 1 ? BASE_NAME : `${BASE_NAME}_${count}`;
    // Also taken where it begins a longer name: `chart_data_rows` is of `chart_data`.
    if (!new RegExp(`\\b${name}(?!_?\\d)`).test(lower)) {
      return name;
    }
  }
}

function specification(spec: JsonObject, names: ReadonlyMap<string, string>): string {
  return legibleJson(renamed(spec, names));
}

/** The specification with other names of data; everything else stays as it is. */
function renamed(value: Json, names: ReadonlyMap<string, string>): Json {
  if (Array.isArray(value)) {
    return value.map((item: Json) => renamed(item, names));
  }
  if (!isRecord(value)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === 'data' ? renamedData(item, names) : key === 'values' ? item : renamed(item, names),
    ]),
  );
}

function renamedData(data: Json, names: ReadonlyMap<string, string>): Json {
  const name = isRecord(data) && typeof data['name'] === 'string' ? data['name'] : undefined;
  const other = name === undefined ? undefined : names.get(name);
  return isRecord(data) && other !== undefined ? { ...data, name: other } : data;
}
