/**
 * How the reader of a grid wants its rows: in which order, and which of them. Carried out by the kernel.
 *
 * Columns are named by their place in the result, from 0, so that no name has to be taken from a page.
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
export const maxFilterValues = 500;
const maxTextLength = 1_000;
const maxColumn = 100_000;

/** A column's place in the result, from 0; that the result has it is for the kernel to say. */
export const columnPlace = v.pipe(count, v.ltValue(maxColumn));

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
  v.object({ kind: v.literal('missing'), column: columnPlace, missing: v.boolean() }),
]);

/**
 * Keeps the rows whose value of `column` fits. Null fits only where it is asked for. A column may have several filters.
 */
export type ColumnFilter = Described<typeof filter>;

export const filtersShape = list(filter, maxFilters);

export const arrangementShape = v.object({
  /** The first key decides, then the second; rows that are equal in all keep the order of the result. */
  sort: list(sortKey, maxSortKeys),
  /** A row has to fit all of them. */
  filters: filtersShape,
});

export type Arrangement = Described<typeof arrangementShape>;

/** Every row, in the order of the result. */
export const asMade: Arrangement = { sort: [], filters: [] };

export function isAsMade({ sort, filters }: Arrangement): boolean {
  return sort.length === 0 && filters.length === 0;
}
