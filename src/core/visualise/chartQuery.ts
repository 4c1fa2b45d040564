/** The SQL of a chart: the source of a layer's rows, and what is computed from them. */

import { quotedName } from '../base/quoted';
import type { Span } from '../base/span';
import type { ChartColumn } from './chartColumn';
import type { SqlTag } from './sqlTag';

/** Rows in a known order. */
export interface NumberedRows {
  /** SQL that can follow FROM. */
  readonly table: string;
  /** SQL of the column that numbers its rows from 0: `rowid`, or another where the rows have one of that name. */
  readonly rowId: string;
}

/** The rows that a layer reads before anything is computed of them. */
export interface LayerSource {
  /** SQL that can follow FROM: the cell's result, or the text after the layer's own FROM. */
  readonly table: string;
  /** SQL that numbers the rows in their order. */
  readonly rowNumber: string;
  /** The table after the layer's FROM, before anything is computed of it; null: the cell's result. */
  readonly origin: string | null;
  /** The condition after FILTER as it was written; null keeps every row. */
  readonly filter: string | null;
  /** Writes SQL over these rows with generated names that do not clash with theirs. */
  readonly own: SqlTag;
  /** Where to report an error of the engine: the FILTER, the FROM or the layer itself. */
  readonly span: Span;
}

/** Which rows each row of a query was made of: see `rowsBehind.ts`. */
export interface RowsBehind {
  /** SQL of the rows that were read, with what is compared. */
  readonly sql: string;
  /** The column of `sql` with the number of each row. */
  readonly number: string;
  /** SQL over the columns of a drawn row of what is compared besides them: `drawnColumns.place`. */
  readonly place?: string;
  /** A condition that holds for a row that was read and a row that was drawn from it. */
  readonly matches: string;
  /** The rows that are numbered, as SQL that can follow FROM, numbered from 1; null: those of the cell's result, by their row id. */
  readonly table: string | null;
  /** A sentence if more rows are shown than those of the mark alone. */
  readonly note?: string;
  /** Only drawn rows with this number in that column are meant. */
  readonly part?: { readonly column: string; readonly number: number };
  /** If the rows that were read are themselves the rows of a query: its SQL, and where they come from. */
  readonly of?: { readonly sql: string; readonly behind: RowsBehind };
}

/** A query whose rows are a named dataset of the specification. */
export interface ChartQuery {
  /** The name in `"data": {"name": …}`. */
  readonly name: string;
  readonly sql: string;
  /** The part of the clause to which a failure of the query belongs. */
  readonly span: Span;
  /** The rows that each of its rows was made of, of each layer that shares it; absent: its rows are those of the result. */
  readonly behind?: readonly RowsBehind[];
  /** Present if `sql` returns one row of facts, from which the query of the rows is made. */
  readonly refine?: (facts: Facts) => RefinedQuery;
}

/** Numbers by the name of their column. */
export type Facts = ReadonlyMap<string, number | null>;

export interface RefinedQuery {
  readonly sql: string;
  /** Sentences for the output's footer. */
  readonly notes: readonly string[];
  readonly behind?: readonly RowsBehind[];
}

/** @returns A text that is the same for queries of the same rows: the same facts may lead to different ones. */
export function queryKey({ name, sql, refine }: ChartQuery): string {
  return refine ? `${name}: ${sql}` : sql;
}

/** @returns The names of columns, quoted, for a list that something else precedes: each after a comma. */
export function following(columns: readonly ChartColumn[], prefix = ''): string {
  return columns.map(({ name }) => `, ${prefix}${quotedName(name)}`).join('');
}

/** @returns A condition that rows of `a` and `b` are of the same group, missing values included. */
export function sameGroup(groups: readonly ChartColumn[], a: string, b: string): string {
  const parts = groups.map(({ name }) => {
    const column = quotedName(name);
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
