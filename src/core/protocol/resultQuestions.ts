/**
 * What can be asked of a result that stays in the kernel. A page asks the host, which sees to it that the kernel is
 * asked for no more than this.
 */

import * as v from 'valibot';
import { arrangementShape, columnPlace, filtersShape, soughtText } from './arrangement';
import { count, type Described } from './shape';

/** Rows that one question may ask for. */
export const maxPageRows = 50_000;

const maxIdLength = 200;

/** A result as pages name it: see `withResultNames`. */
export const resultId = v.pipe(v.string(), v.maxLength(maxIdLength));

export const pageShape = v.object({
  resultId,
  offset: count,
  /** A page that asks for more is given `maxPageRows`. */
  limit: v.pipe(
    count,
    v.transform(limit => Math.min(limit, maxPageRows)),
  ),
  /** Absent: every row, in the order of the result. */
  arrangement: v.optional(arrangementShape),
  /** Whether lists, structs and maps are texts, as DuckDB casts them; absent: values of JSON. */
  nestedAsText: v.optional(v.boolean()),
});

export type PageParams = Described<typeof pageShape>;

export const summaryShape = v.object({
  resultId,
  /** The column's place in the result, from 0. */
  column: columnPlace,
  /** Only rows that fit these are looked at. */
  filters: filtersShape,
});

export type SummaryParams = Described<typeof summaryShape>;

export const valuesShape = v.object({
  ...summaryShape.entries,
  /** Values whose text contains it; empty: all. */
  search: soughtText,
});

/** Which values a column has, for a reader to choose from. */
export type ValuesParams = Described<typeof valuesShape>;
