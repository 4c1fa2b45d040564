/**
 * How the rows of a relation are read while it is explored, and what is made for that: the values of its columns with few
 * values, and counts of day × value while the ends of a range of days move.
 */

import { filtersBeside, type ExploredRows } from '../../core/explorer/explorerSql';
import { allOf, literals, rowConditions, type SqlWriter } from '../../core/explorer/rowConditions';
import type { ColumnFilter, FilterOf, TextOperator } from '../../core/protocol/arrangement';
import type { Explored } from '../../core/protocol/exploration';
import type { Queries } from '../engine/serialConnection';
import { markCondition } from './rowFilter';
import type { Relation } from './relation';

/** What was made for a relation, none of it as large as its rows. */
export interface Prepared {
  readonly explored: Explored;
  /** A table with `place`, of a column, and `text`: each different value of the columns with few. */
  readonly values: string;
  /** The columns with few values. */
  readonly few: ReadonlySet<number>;
  /** The tables of day × value, by column; null: days alone. All are of the same filters, `brushKey`. */
  readonly cubes: Map<number | null, string>;
  brushKey: string;
}

/** If more values of a column fit a text, its rows are searched. */
const MOST_MATCHES = 50;

/** @returns A query of `value` and `n` over counts that were made for a range of days, if they fit the filters. */
export function cubeOf(
  { explored, cubes, brushKey }: Prepared,
  filters: readonly ColumnFilter[],
  column: number | null,
): string | undefined {
  const time = explored.time?.column;
  const cube = cubes.get(column);
  if (time === undefined || cube === undefined || brushKey !== brushKeyOf(filters, time)) {
    return undefined;
  }
  const days = filters.filter(filter => filter.column === time);
  const columns = Array.from({ length: time + 1 }, () => ({ name: 'day', type: 'DATE' }));
  const where = allOf(rowConditions(days, columns, literals));
  return `SELECT value, CAST(sum(n) AS BIGINT) AS n FROM ${cube} WHERE ${where} GROUP BY value`;
}

export function brushKeyOf(filters: readonly ColumnFilter[], time: number): string {
  return JSON.stringify(filtersBeside(filters, time));
}

/** @param prepared Undefined if nothing was made for the relation: its rows are the same without. */
export async function rowsOf(
  connection: Queries,
  prepared: Prepared | undefined,
  { table, columns, marks, rowId }: Relation,
  filters: readonly ColumnFilter[],
): Promise<ExploredRows & { readonly writer: SqlWriter }> {
  const matches = await matchingValues(connection, prepared, filters);
  return {
    table,
    columns,
    writer: {
      ...literals,
      // DuckDB evaluates a function once for each value of a dictionary, and IN for each row.
      isOneOf: (value, texts) => `list_contains([${texts.join(', ')}], ${value})`,
      matches: (column, operator, text) => matches.get(matchKey(column, operator, text)),
      mark: mark => markCondition(marks.get(mark), rowId),
    },
  };
}

/** Finds the values that fit conditions on texts in the few that a column has, rather than in each row. */
async function matchingValues(
  connection: Queries,
  prepared: Prepared | undefined,
  filters: readonly ColumnFilter[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (const condition of filters.flatMap(textConditions)) {
    if (prepared?.few.has(condition.column)) {
      const { column, operator, text } = condition;
      const texts = [{ name: 'text', type: 'VARCHAR' }];
      const where = allOf(rowConditions([{ ...condition, column: 0 }], texts, literals));
      const sql = `SELECT text FROM ${prepared.values} WHERE place = ${column} AND ${where} LIMIT ${MOST_MATCHES + 1}`;
      const fitting = (await connection.runAndReadAll(sql)).getRows();
      if (fitting.length <= MOST_MATCHES) {
        found.set(
          matchKey(column, operator, text),
          fitting.map(([value]) => String(value)),
        );
      }
    }
  }
  return found;
}

/** A search is a condition on each of its columns. */
function textConditions(filter: ColumnFilter): FilterOf<'text'>[] {
  switch (filter.kind) {
    case 'text':
      return [filter];
    case 'search':
      return filter.columns.map(column => ({
        ...{ kind: 'text', column, operator: 'contains', text: filter.text },
      }));
    default:
      return [];
  }
}

function matchKey(column: number, operator: TextOperator, text: string): string {
  return `${column} ${operator} ${text}`;
}
