/**
 * The copy of a relation on which it is explored: its columns with few values, texts enumerated, with the row numbers of
 * the relation; and counts of day × value while the ends of a range of days move.
 */

import { quotedName } from '../../core/base/quoted';
import { filtersBeside, type ExploredRows } from '../../core/explorer/explorerSql';
import { allOf, columnAt, literals, rowConditions } from '../../core/explorer/rowConditions';
import type { ColumnFilter, TextOperator } from '../../core/protocol/arrangement';
import type { Explored } from '../../core/protocol/exploration';
import type { Queries } from '../engine/serialConnection';
import { markCondition } from './rowFilter';
import type { Relation } from './relation';

export interface Copy {
  readonly explored: Explored;
  /** SQL that can follow FROM, with the row numbers of the relation as `rowid`. */
  readonly table: string;
  /** The types of the columns in the copy; those that it has not are absent. */
  readonly types: ReadonlyMap<number, string>;
  readonly enums: readonly string[];
  /** The tables of day × value, by column; null: days alone. All are of the same filters, `brushKey`. */
  readonly cubes: Map<number | null, string>;
  brushKey: string;
}

/** @returns A query of `value` and `n` over counts that were made for a range of days, if they fit the filters. */
export function cubeOf(
  { explored, cubes, brushKey }: Copy,
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

/** The relation's columns with the types that they have in the copy. */
export function columnsOf({ types }: Copy, { columns }: Relation): Relation['columns'] {
  return columns.map((column, place) => ({ ...column, type: types.get(place) ?? column.type }));
}

export function brushKeyOf(filters: readonly ColumnFilter[], time: number): string {
  return JSON.stringify(filtersBeside(filters, time));
}

/** The copy's rows, with conditions on columns that it has not looked up in the relation. */
export async function rowsOf(
  connection: Queries,
  copy: Copy,
  relation: Relation,
  filters: readonly ColumnFilter[],
): Promise<ExploredRows> {
  const { table } = copy;
  const { columns: all, marks, rowId, table: source } = relation;
  const columns = columnsOf(copy, relation);
  const matches = await matchingValues(connection, { table, columns }, filters);
  return {
    table,
    columns,
    writer: {
      ...literals,
      matches: (column, operator, text) => matches.get(matchKey(column, operator, text)),
      mark: mark => markCondition(marks.get(mark), 'rowid'),
      beside: filter =>
        isInCopy(filter, copy)
          ? undefined
          : `rowid IN (SELECT ${rowId} FROM ${source} WHERE ${allOf(rowConditions([filter], all, literals))})`,
    },
  };
}

/** Whether the copy has the columns of a filter, as they are in the relation: of a time it has only the day. */
function isInCopy(filter: ColumnFilter, { types, explored: { time } }: Copy): boolean {
  const { kind } = filter;
  const places = kind === 'search' ? filter.columns : [filter.column];
  return places.every(
    place =>
      place !== null &&
      types.has(place) &&
      (place !== time?.column || kind === 'range' || kind === 'missing'),
  );
}

/** Finds the values that fit conditions on texts in the few that a column has, rather than in each row. */
async function matchingValues(
  connection: Queries,
  { table, columns }: ExploredRows,
  filters: readonly ColumnFilter[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  const conditions = filters.flatMap(filter =>
    filter.kind === 'text'
      ? [filter]
      : filter.kind === 'search'
        ? filter.columns.map(column => ({
            ...{ kind: 'text' as const, column, text: filter.text },
            operator: 'contains' as const,
          }))
        : [],
  );
  for (const condition of conditions) {
    const { name, type } = columnAt(columns, condition);
    if (type === 'ENUM()') {
      const dictionary = `(SELECT unnest(enum_range((SELECT any_value(${quotedName(name)}) FROM ${table}))) AS v)`;
      const asText = [...columns];
      asText[condition.column] = { name: 'v', type: 'VARCHAR' };
      const where = allOf(rowConditions([condition], asText, literals));
      const read = await connection.runAndReadAll(`SELECT v FROM ${dictionary} WHERE ${where}`);
      const key = matchKey(condition.column, condition.operator, condition.text);
      found.set(
        key,
        read.getRows().map(([value]) => String(value)),
      );
    }
  }
  return found;
}

function matchKey(column: number, operator: TextOperator, text: string): string {
  return `${column} ${operator} ${text}`;
}
