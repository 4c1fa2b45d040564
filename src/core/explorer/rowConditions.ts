/**
 * Filters as conditions of SQL. Values are written by the caller's writer: as parameters of a statement that runs, or
 * as literals of one that people read.
 */

import { t } from '../base/translations';
import { quotedName, textLiteral } from '../base/quoted';
import type { ColumnFilter, FilterOf, TextOperator } from '../protocol/arrangement';
import {
  boundProblem,
  isDayType,
  isFloatingType,
  isTextType,
  rangeProblem,
} from '../protocol/columnTypes';
import type { ResultColumn } from '../protocol/outcome';

/** How names and values are written. */
export interface SqlWriter {
  readonly name: (name: string) => string;
  readonly text: (text: string) => string;
  /** @param text A plain date. */
  readonly day: (text: string) => string;
  /** @param text As `writtenNumber` matches it; `isExact` for a whole number that is compared exactly. */
  readonly number: (text: string, isExact: boolean) => string;
  /**
   * The values of a column that fit a condition on texts, where they are known: comparing values is faster than
   * searching in each row.
   */
  readonly matches?: (
    column: number,
    operator: TextOperator,
    text: string,
  ) => readonly string[] | undefined;
  /** @returns The condition that a value is one of several texts, in another form than with `IN`. */
  readonly isOneOf?: (value: string, texts: readonly string[]) => string;
  /** The condition for the rows of a mark. */
  readonly mark?: (mark: number) => string;
}

/** Values as literals. */
export const literals: SqlWriter = {
  name: quotedName,
  text: textLiteral,
  day: text => `DATE ${textLiteral(text)}`,
  number: (text, isExact) =>
    isExact ? text.replace('+', '') : `CAST(${doubleText(text)} AS DOUBLE)`,
};

/** A literal without exponent is a DECIMAL, which DuckDB does not always cast to the nearest DOUBLE; a text it does. */
function doubleText(text: string): string {
  const digits = text.replace(/\D/g, '').length;
  return digits <= 15 || /e/i.test(text) ? text : textLiteral(text);
}

/**
 * @returns The column at a place.
 * @throws {Error} If the result has no such column.
 */
export function columnAt(
  columns: readonly ResultColumn[],
  { column }: { readonly column: number },
): ResultColumn {
  const found = columns[column];
  if (!found) {
    throw new Error(t('The result has no column {0}.', column + 1));
  }
  return found;
}

/**
 * @returns A condition for each filter, in order; all of them hold for a row that is kept.
 * @throws {Error} With a sentence for the reader, if a column is not in the result or a bound has another type.
 */
export function rowConditions(
  filters: readonly ColumnFilter[],
  columns: readonly ResultColumn[],
  writer: SqlWriter,
): string[] {
  return filters.map(filter => {
    if (filter.kind === 'mark') {
      return writer.mark?.(filter.mark) ?? refuseMark();
    }
    return filter.kind === 'search'
      ? searchCondition(filter, columns, writer)
      : condition(filter, columnAt(columns, filter), writer);
  });
}

/** The condition that holds for no row or for every row, as others are joined. */
export function allOf(conditions: readonly string[]): string {
  return conditions.join(' AND ') || 'true';
}

function refuseMark(): never {
  throw new Error(t('The rows of a mark of a chart cannot be written as SQL.'));
}

function condition(
  filter: Exclude<ColumnFilter, { column: null }>,
  column: ResultColumn,
  writer: SqlWriter,
): string {
  const name = writer.name(column.name);
  switch (filter.kind) {
    case 'text':
      return textCondition(filter, column, writer);
    case 'range':
      return rangeCondition(filter, column, writer);
    case 'values':
      return valuesCondition(filter.values, column, writer);
    case 'exclude':
      return excludeCondition(filter.values, column, writer);
    case 'missing':
      return `${name} IS ${filter.missing ? '' : 'NOT '}NULL`;
  }
}

function searchCondition(
  { columns: places, text }: FilterOf<'search'>,
  columns: readonly ResultColumn[],
  writer: SqlWriter,
): string {
  const conditions = places.map(column =>
    textCondition({ column, operator: 'contains', text }, columnAt(columns, { column }), writer),
  );
  return conditions.length === 1
    ? (conditions[0] ?? '')
    : `(${conditions.join(' OR ') || 'false'})`;
}

function textCondition(
  { column, operator, text }: Pick<FilterOf<'text'>, 'column' | 'operator' | 'text'>,
  facts: ResultColumn,
  writer: SqlWriter,
): string {
  const known = writer.matches?.(column, operator, text);
  if (known) {
    return valuesCondition(known, facts, writer);
  }
  const value = `lower(${textOf(facts, writer)})`;
  const sought = `lower(${writer.text(text)})`;
  switch (operator) {
    case 'contains':
      return `contains(${value}, ${sought})`;
    case 'notContains':
      return `NOT contains(${value}, ${sought})`;
    case 'equals':
      return `${value} = ${sought}`;
    case 'notEquals':
      return `${value} <> ${sought}`;
    case 'startsWith':
      return `starts_with(${value}, ${sought})`;
    case 'endsWith':
      return `ends_with(${value}, ${sought})`;
  }
}

/** The column's values as text: enumerated values are compared as they are. */
function textOf({ name, type }: ResultColumn, writer: SqlWriter): string {
  const written = writer.name(name);
  return type === 'VARCHAR' ? written : `CAST(${written} AS VARCHAR)`;
}

function valuesCondition(
  values: readonly (string | null)[],
  column: ResultColumn,
  writer: SqlWriter,
): string {
  const listed = listCondition(values, column, writer);
  const missing = values.includes(null) ? [`${writer.name(column.name)} IS NULL`] : [];
  const conditions = [...listed, ...missing];
  return conditions.length > 1 ? `(${conditions.join(' OR ')})` : (conditions[0] ?? 'false');
}

function excludeCondition(
  values: readonly (string | null)[],
  column: ResultColumn,
  writer: SqlWriter,
): string {
  const name = writer.name(column.name);
  const [listed] = listCondition(values, column, writer, 'NOT ');
  if (values.includes(null)) {
    return listed ?? `${name} IS NOT NULL`;
  }
  return listed === undefined ? 'true' : `(${listed} OR ${name} IS NULL)`;
}

/** @returns The condition that the value is one of the texts; none if there are none. */
function listCondition(
  values: readonly (string | null)[],
  column: ResultColumn,
  writer: SqlWriter,
  not = '',
): string[] {
  const value = isTextType(column.type) ? writer.name(column.name) : textOf(column, writer);
  const texts = values.filter(text => text !== null).map(writer.text);
  const [only] = texts;
  if (only === undefined) {
    return [];
  }
  if (texts.length === 1) {
    return [`${value} ${not === '' ? '=' : '<>'} ${only}`];
  }
  return writer.isOneOf
    ? [`${not}${writer.isOneOf(value, texts)}`]
    : [`${value} ${not}IN (${texts.join(', ')})`];
}

function rangeCondition(
  { from, to }: FilterOf<'range'>,
  { name, type }: ResultColumn,
  writer: SqlWriter,
): string {
  refuse(rangeProblem(type));
  const isDay = isDayType(type);
  const written = writer.name(name);
  const value = isDay && type !== 'DATE' ? `CAST(${written} AS DATE)` : written;
  const bound = (text: string): string => {
    refuse(boundProblem(text, type));
    return isDay ? writer.day(text) : numberBound(text, type, writer);
  };
  if (from !== null && to !== null) {
    return `${value} BETWEEN ${bound(from)} AND ${bound(to)}`;
  }
  // NaN is greater than every number.
  const isOpen = to === null && isFloatingType(type);
  const conditions = [
    ...(from === null && to === null ? [`${written} IS NOT NULL`] : []),
    ...(isOpen ? [`NOT isnan(${value})`] : []),
    ...(from === null ? [] : [`${value} >= ${bound(from)}`]),
    ...(to === null ? [] : [`${value} <= ${bound(to)}`]),
  ];
  return conditions.length > 1 ? `(${conditions.join(' AND ')})` : (conditions[0] ?? 'true');
}

function refuse(problem: string | null): void {
  if (problem !== null) {
    throw new Error(problem);
  }
}

/** Whole numbers are compared exactly, also beyond 2^53. */
function numberBound(text: string, type: string, writer: SqlWriter): string {
  return writer.number(text, !isFloatingType(type) && /^[+-]?\d{1,28}$/.test(text));
}
