/**
 * The sort order and the filters of a grid. The kernel applies them.
 *
 * Columns are identified by their index in the result, from 0, so that no name from a page has to be trusted.
 */

import * as v from 'valibot';
import { count, list, type Described } from './shape';

/** How a value's text is compared; capital and small letters are the same. */
export const textOperators = [
  'contains',
  'notContains',
  'equals',
  'notEquals',
  'startsWith',
  'endsWith',
] as const;

export type TextOperator = (typeof textOperators)[number];

const maxSortKeys = 16;
const maxFilters = 64;
/** Columns that one search reads. */
const maxSearched = 64;
/** As many as a large portfolio has companies. */
export const maxFilterValues = 5_000;
const maxTextLength = 1_000;
const maxColumn = 100_000;

/** A column's index in the result, from 0; the kernel checks that the result has it. */
export const columnPlace = v.pipe(count, v.ltValue(maxColumn));

/** A number as a reader writes it for the bound of a filter. */
export const writtenNumber = /^[+-]?(\d{1,300}(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

/** A text that a reader searches for. */
export const soughtText = v.pipe(v.string(), v.maxLength(maxTextLength));

const sortKey = v.object({ column: columnPlace, descending: v.boolean() });

export type SortKey = Described<typeof sortKey>;

const filter = v.variant('kind', [
  v.object({
    kind: v.literal('text'),
    column: columnPlace,
    operator: v.picklist(textOperators),
    text: soughtText,
  }),
  v.object({
    kind: v.literal('range'),
    column: columnPlace,
    /** A number or a `YYYY-MM-DD`, both ends included; null: open. */
    from: v.nullable(soughtText),
    to: v.nullable(soughtText),
  }),
  /** Values as DuckDB writes them as text; null is the missing value. */
  v.object({
    kind: v.literal('values'),
    column: columnPlace,
    values: list(v.nullable(soughtText), maxFilterValues),
  }),
  /** None of these values; null leaves out the missing value. */
  v.object({
    kind: v.literal('exclude'),
    column: columnPlace,
    values: list(v.nullable(soughtText), maxFilterValues),
  }),
  v.object({ kind: v.literal('missing'), column: columnPlace, missing: v.boolean() }),
  /** A text that at least one of the columns contains; of no one column. */
  v.object({
    kind: v.literal('search'),
    column: v.null(),
    columns: list(columnPlace, maxSearched),
    text: soughtText,
  }),
  /** The rows of a mark of a chart, as the answer to the question `mark` numbered them; of no one column. */
  v.object({
    kind: v.literal('mark'),
    column: v.null(),
    mark: count,
    /** What a reader knows the mark by. */
    label: soughtText,
  }),
]);

/**
 * Keeps the rows whose value of `column` matches, or those of a mark. Null only matches if it is requested. A column may have several
 * filters.
 */
export type ColumnFilter = Described<typeof filter>;

/** One kind of filter. */
export type FilterOf<Kind extends ColumnFilter['kind']> = Extract<ColumnFilter, { kind: Kind }>;

export const filtersShape = list(filter, maxFilters);

export const arrangementShape = v.object({
  /** The first key decides, then the second; rows that are equal in all keep the order of the result. */
  sort: list(sortKey, maxSortKeys),
  /** A row has to match all of them. */
  filters: filtersShape,
});

export type Arrangement = Described<typeof arrangementShape>;

/** Every row, in the order of the result. */
export const asMade: Arrangement = { sort: [], filters: [] };

export function isAsMade({ sort, filters }: Arrangement): boolean {
  return sort.length === 0 && filters.length === 0;
}
