/** SQL behind a chart: where the rows of a layer come from, and what is computed of them. */

import type { Span } from '../base/span';
import type { ChartColumn } from './chartColumn';
import type { OwnSql } from './ownSql';

/** Rows in an order that can be told. */
export interface NumberedRows {
  /** SQL that can follow FROM. */
  readonly table: string;
  /** SQL of the column that numbers its rows from 0: `rowid`, or another where the rows have one of that name. */
  readonly rowId: string;
}

/** The rows that a layer reads before anything is computed of them. */
export interface LayerSource {
  /** What can stand after FROM: the cell's result, or the text after the layer's own FROM. */
  readonly table: string;
  /** SQL that numbers the rows in their order. */
  readonly rowNumber: string;
  /** The condition after FILTER as it was written; null keeps every row. */
  readonly filter: string | null;
  /** Writes SQL over these rows whose own names are none of theirs. */
  readonly own: OwnSql;
  /** What is to blame where the engine cannot compute with the rows: the FILTER, the FROM or the layer itself. */
  readonly span: Span;
}

/** A query whose rows are a named dataset of the specification. */
export interface ChartQuery {
  /** The name in `"data": {"name": …}`. */
  readonly name: string;
  readonly sql: string;
  /** The part of the clause to which a failure of the query belongs. */
  readonly span: Span;
  /** Present where `sql` gives one row of facts, which decide on the query of the rows. */
  readonly refine?: (facts: Facts) => RefinedQuery;
}

/** Numbers by the name of their column. */
export type Facts = ReadonlyMap<string, number | null>;

export interface RefinedQuery {
  readonly sql: string;
  /** Sentences for the output's footer. */
  readonly notes: readonly string[];
}

/** @returns A text that is the same for queries of the same rows: the same facts may lead to different ones. */
export function queryKey({ name, sql, refine }: ChartQuery): string {
  return refine ? `${name}: ${sql}` : sql;
}

/** @returns `name` as a quoted identifier of SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** @returns The names of columns, quoted, for a list that something else precedes: each after a comma. */
export function following(columns: readonly ChartColumn[], prefix = ''): string {
  return columns.map(({ name }) => `, ${prefix}${quoted(name)}`).join('');
}

/** @returns A condition that rows of `a` and `b` are of the same group, missing values included. */
export function sameGroup(groups: readonly ChartColumn[], a: string, b: string): string {
  const parts = groups.map(({ name }) => {
    const column = quoted(name);
    return `${a}.${column} IS NOT DISTINCT FROM ${b}.${column}`;
  });
  return parts.length === 0 ? 'true' : parts.join(' AND ');
}

/**
 * @param selected SQL of the columns, each with its name.
 * @param condition What has to hold besides the layer's filter.
 * @returns `_source AS (…)`, the beginning of every query; its `_row` is the number of the row.
 */
export function sourceTable(
  { table, rowNumber, filter, own }: LayerSource,
  selected: readonly string[],
  condition: string | null = null,
): string {
  const base = own`SELECT *, ${rowNumber} AS _row FROM ${table}`;
  // A line break ends a comment at the end of the condition.
  const filtered = filter === null ? base : `${base} WHERE (${filter}\n)`;
  const kept = condition === null ? '' : ` WHERE ${condition}`;
  return own`_source AS (SELECT ${[...selected, own`_row`].join(', ')} FROM (${filtered})${kept})`;
}
