/** Filters of a grid as SQL: values from the page are parameters, never part of the statement. */

import type {
  Arrangement,
  ColumnFilter,
  SortKey,
  TextOperator,
} from '../../core/protocol/arrangement';
import {
  boundProblem,
  isDayType,
  isFloatingType,
  rangeProblem,
} from '../../core/protocol/columnTypes';
import type { ResultColumn } from '../../core/protocol/outcome';
import { quotedName } from '../../core/base/quoted';
import type { Relation } from './relation';

/** SQL with `$1`, `$2`…, and the values of these. */
export interface BoundSql {
  readonly sql: string;
  readonly values: readonly string[];
}

type FilteredRelation = Pick<Relation, 'columns' | 'rowId' | 'marks'>;

/**
 * @returns The rest of a `SELECT … FROM` the relation: which rows, and in which order; equal rows keep the relation's
 * order.
 * @throws {Error} With a sentence for the reader, if a column is not in the relation or a bound has another type.
 */
export function arrangedSql({ sort, filters }: Arrangement, relation: FilteredRelation): BoundSql {
  const { columns, rowId } = relation;
  const { sql, values } = conditionSql(filters, relation);
  const keys = sort.map(key => sortTerm(key, columnAt(columns, key)));
  return { sql: `WHERE ${sql} ORDER BY ${[...keys, rowId].join(', ')}`, values };
}

/**
 * @returns A condition that holds for the rows that match all filters.
 * @throws {Error} As `arrangedSql`.
 */
export function conditionSql(
  filters: readonly ColumnFilter[],
  relation: FilteredRelation,
): BoundSql {
  const values: string[] = [];
  const bind = (value: string): string => `$${values.push(value)}`;
  const conditions = filters.map(filter =>
    filter.kind === 'mark'
      ? markCondition(filter, relation)
      : condition(filter, columnAt(relation.columns, filter), bind),
  );
  return { sql: conditions.join(' AND ') || 'true', values };
}

function markCondition(
  { mark }: { readonly mark: number },
  { rowId, marks }: FilteredRelation,
): string {
  const rows = marks.get(mark);
  if (rows === undefined) {
    throw new Error('The rows of this mark are no longer kept: click the mark again.');
  }
  return `${rowId} IN (SELECT "row" FROM ${rows})`;
}

/** @throws {Error} If the result has no such column. */
export function columnAt(
  columns: readonly ResultColumn[],
  { column }: { readonly column: number },
): ResultColumn {
  const found = columns[column];
  if (!found) {
    throw new Error(`The result has no column ${column + 1}.`);
  }
  return found;
}

function sortTerm({ descending }: SortKey, { name }: ResultColumn): string {
  return `${quotedName(name)} ${descending ? 'DESC' : 'ASC'} NULLS LAST`;
}

type Bind = (value: string) => string;

function condition(
  filter: Exclude<ColumnFilter, { kind: 'mark' }>,
  column: ResultColumn,
  bind: Bind,
): string {
  const name = quotedName(column.name);
  switch (filter.kind) {
    case 'text':
      return textCondition(`lower(CAST(${name} AS VARCHAR))`, filter.operator, bind(filter.text));
    case 'range':
      return rangeCondition(filter, column, bind);
    case 'values':
      return valuesCondition(name, filter.values, bind);
    case 'missing':
      return `${name} IS ${filter.missing ? '' : 'NOT '}NULL`;
  }
}

function textCondition(value: string, operator: TextOperator, parameter: string): string {
  const text = `lower(${parameter})`;
  switch (operator) {
    case 'contains':
      return `contains(${value}, ${text})`;
    case 'notContains':
      return `NOT contains(${value}, ${text})`;
    case 'equals':
      return `${value} = ${text}`;
    case 'notEquals':
      return `${value} <> ${text}`;
    case 'startsWith':
      return `starts_with(${value}, ${text})`;
    case 'endsWith':
      return `ends_with(${value}, ${text})`;
  }
}

function valuesCondition(name: string, values: readonly (string | null)[], bind: Bind): string {
  const texts = values.filter(value => value !== null).map(bind);
  const listed = texts.length === 0 ? [] : [`CAST(${name} AS VARCHAR) IN (${texts.join(', ')})`];
  const missing = values.includes(null) ? [`${name} IS NULL`] : [];
  return `(${[...listed, ...missing].join(' OR ') || 'false'})`;
}

function rangeCondition(
  { from, to }: Extract<ColumnFilter, { kind: 'range' }>,
  { name, type }: ResultColumn,
  bind: Bind,
): string {
  refuse(rangeProblem(type));
  const isDay = isDayType(type);
  const value = isDay ? `CAST(${quotedName(name)} AS DATE)` : quotedName(name);
  const bound = (text: string): string => {
    refuse(boundProblem(text, type));
    return isDay ? `CAST(${bind(text)} AS DATE)` : numberBound(text, type, bind);
  };
  return `(${[
    `${value} IS NOT NULL`,
    ...(isFloatingType(type) ? [`NOT isnan(${value})`] : []),
    ...(from === null ? [] : [`${value} >= ${bound(from)}`]),
    ...(to === null ? [] : [`${value} <= ${bound(to)}`]),
  ].join(' AND ')})`;
}

function refuse(problem: string | null): void {
  if (problem !== null) {
    throw new Error(problem);
  }
}

/** Whole numbers are compared exactly, also beyond 2^53. */
function numberBound(text: string, type: string, bind: Bind): string {
  const isExact = !isFloatingType(type) && /^[+-]?\d{1,28}$/.test(text);
  return `CAST(${bind(text)} AS ${isExact ? 'DECIMAL(38, 0)' : 'DOUBLE'})`;
}
