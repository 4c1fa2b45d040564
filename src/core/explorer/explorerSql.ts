/**
 * The explorer's questions as SQL: one small query each, over one table. Filters are literals, so that a query is a
 * text that can be read, compared and copied.
 */

import { quotedName, textLiteral } from '../base/quoted';
import type { ColumnFilter } from '../protocol/arrangement';
import type { FacetQuestion, TimelineStack, TimelineUnit } from '../protocol/exploration';
import type { ResultColumn } from '../protocol/outcome';
import { allOf, columnAt, literals, rowConditions, type SqlWriter } from './rowConditions';

/** Rows to explore. */
export interface ExploredRows {
  /** SQL that can follow FROM. */
  readonly table: string;
  readonly columns: readonly ResultColumn[];
  /** How conditions are written; absent: with literals. */
  readonly writer?: SqlWriter;
}

/** @returns The filters of other columns. */
export function filtersBeside(
  filters: readonly ColumnFilter[],
  column: number,
): readonly ColumnFilter[] {
  return filters.filter(filter => filter.column !== column);
}

/** @returns A query of one number: the rows that match all filters. */
export function countSql(rows: ExploredRows, filters: readonly ColumnFilter[]): string {
  return `SELECT count(*) AS n FROM ${rows.table} WHERE ${whereOf(rows, filters)}`;
}

/** @returns A query with a row a value of the column: `value`, `n`, under the filters of the other columns. */
export function facetCountsSql(
  rows: ExploredRows,
  filters: readonly ColumnFilter[],
  column: number,
): string {
  const name = nameAt(rows, column);
  const where = whereOf(rows, filtersBeside(filters, column));
  return `SELECT ${name} AS value, count(*) AS n FROM ${rows.table} WHERE ${where} GROUP BY ${name}`;
}

/** The values of a column that are listed. */
export interface ListedValues {
  /** A query with `value` and `n`, each value once. */
  readonly counts: string;
  readonly question: FacetQuestion;
  /** Values that are listed however few rows have them. */
  readonly named: readonly (string | null)[];
}

/**
 * @returns One query for all facets, which costs less than one each: the place of the facet, `text`, `n`, and how many
 * values it has; by facet, the most frequent value first.
 */
export function listedValuesSql(facets: readonly ListedValues[]): string {
  const parts = facets.map(({ counts, question: { limit, search }, named }, facet) => {
    const sought =
      search === '' ? '' : `WHERE contains(lower(text), lower(${textLiteral(search)}))`;
    const texts = named.filter(text => text !== null).map(textLiteral);
    const isNamed = [
      ...(texts.length === 0 ? [] : [`text IN (${texts.join(', ')})`]),
      ...(named.includes(null) ? ['text IS NULL'] : []),
    ];
    const kept = [`place <= ${limit}`, ...isNamed].join(' OR ');
    return `SELECT ${facet} AS facet, text, n, value_count, place FROM (
      SELECT text, n, row_number() OVER (ORDER BY n DESC, text NULLS LAST) AS place, count(*) OVER () AS value_count
      FROM (SELECT CAST(value AS VARCHAR) AS text, n FROM (${counts})) ${sought}) WHERE ${kept}`;
  });
  return `SELECT facet, text, n, value_count FROM (${parts.join(' UNION ALL ')}) ORDER BY facet, place`;
}

/**
 * @param time The column of days.
 * @returns A query with a row a bar and part of the stack: its first day `bar`, `part`, `n`, under the filters of the
 * other columns.
 */
export function timelineSql(
  rows: ExploredRows,
  filters: readonly ColumnFilter[],
  { time, unit, stack }: { time: number; unit: TimelineUnit; stack: TimelineStack | null },
): string {
  const day = `CAST(${nameAt(rows, time)} AS DATE)`;
  const value = stack === null ? '0' : nameAt(rows, stack.column);
  const where = whereOf(rows, filtersBeside(filters, time));
  // Days are counted before they are gathered to weeks and months: there are fewer of them than rows.
  const days = `SELECT ${day} AS day, ${value} AS value, count(*) AS n FROM ${rows.table} WHERE ${where} GROUP BY ALL`;
  return `SELECT CAST(CAST(date_trunc('${unit}', day) AS DATE) AS VARCHAR) AS bar, ${partSql(stack)} AS part, CAST(sum(n) AS BIGINT) AS n
    FROM (${days}) WHERE ${isWritten('day')} GROUP BY ALL ORDER BY bar, part`;
}

/** @returns A query with a row a day and value of the column, `day`, `value`, `n`, whatever the range of days. */
export function dayCountsSql(
  rows: ExploredRows,
  filters: readonly ColumnFilter[],
  { time, column }: { time: number; column: number | null },
): string {
  const day = `CAST(${nameAt(rows, time)} AS DATE)`;
  const value = column === null ? '0' : nameAt(rows, column);
  const beside = filtersBeside(filters, time);
  const where = whereOf(rows, column === null ? beside : filtersBeside(beside, column));
  return `SELECT ${day} AS day, ${value} AS value, count(*) AS n FROM ${rows.table} WHERE ${where} GROUP BY ALL`;
}

/** @returns The condition that a day can be written as a plain date. */
export function isWritten(day: string): string {
  return `${day} BETWEEN DATE '0101-01-01' AND DATE '9999-12-31'`;
}

/** The place of a value in the stack; other values have the place after the last. */
function partSql(stack: TimelineStack | null): string {
  if (stack === null || stack.values.length === 0) {
    return '0';
  }
  const cases = stack.values.map((text, place) =>
    text === null
      ? `WHEN value IS NULL THEN ${place}`
      : `WHEN CAST(value AS VARCHAR) = ${textLiteral(text)} THEN ${place}`,
  );
  return `CASE ${cases.join(' ')} ELSE ${stack.values.length} END`;
}

function whereOf({ columns, writer = literals }: ExploredRows, filters: readonly ColumnFilter[]) {
  return allOf(rowConditions(filters, columns, writer));
}

function nameAt({ columns }: ExploredRows, column: number): string {
  return quotedName(columnAt(columns, { column }).name);
}
