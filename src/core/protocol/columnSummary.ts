/** The summary of one column of a result. The kernel computes it on request. */

import * as v from 'valibot';
import { count, list, text, type Described } from './shape';

const maxBins = 100;
const maxTops = 10;

/** Values that one answer lists. */
export const mostValues = 200;

export const valueCountShape = v.object({
  /** As DuckDB writes it as text; null for the missing value. */
  text: v.nullable(text),
  count,
});

export type ValueCount = Described<typeof valueCountShape>;

const bin = v.object({
  count,
  /**
   * The least and the greatest value in the bin, as a range filter takes them; null if the bin is empty, or if a day is
   * outside the range of filters.
   */
  from: v.nullable(text),
  to: v.nullable(text),
});

export type ColumnBin = Described<typeof bin>;

/** Statistics of the finite values; `deviation` is the sample standard deviation, null for a single value. */
const moments = v.object({
  /** Whether the quartiles are estimated. */
  isApproximate: v.boolean(),
  mean: v.number(),
  standardDeviation: v.nullable(v.number()),
  lowerQuartile: v.number(),
  median: v.number(),
  upperQuartile: v.number(),
});

export const columnSummaryShape = v.object({
  name: text,
  /** DuckDB's name of the type. */
  type: text,
  rowCount: count,
  nullCount: count,
  /** Different values, null not counted: at most as many as there are values. */
  distinctCount: count,
  /** Whether the number of different values is estimated. */
  isApproximate: v.boolean(),
  /**
   * The least and the greatest value as DuckDB writes them; null if there is no value, or none that can be compared.
   */
  least: v.nullable(text),
  greatest: v.nullable(text),
  /** Statistics of numbers; null for other types and if there are none. */
  moments: v.nullable(moments),
  /**
   * Bins of equal width from `least` to `greatest`, of whole days for dates; empty for values that are neither numbers
   * nor dates.
   */
  bins: list(bin, maxBins),
  /** The most frequent values of a column without bins, null not counted; those as frequent by their text. */
  tops: list(valueCountShape, maxTops),
});

export type ColumnSummary = Described<typeof columnSummaryShape>;

export const valueCountsShape = v.object({
  /** The most frequent first; those as frequent by their text. At most `mostValues`. */
  values: list(valueCountShape, mostValues),
  /** Whether there are more than these. */
  hasMore: v.boolean(),
});

/** Values that a reader can choose from, with how many rows have them. */
export type ValueCounts = Described<typeof valueCountsShape>;
