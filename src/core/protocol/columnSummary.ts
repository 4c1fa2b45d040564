/** What is known of the values of one column of a result. Worked out by the kernel when a reader asks. */

import * as v from 'valibot';
import { count, list, name, text, type Described } from './shape';

const maxBins = 100;

/** Values that one answer lists. */
export const mostValues = 200;

export const columnSummaryShape = v.object({
  name,
  /** DuckDB's name of the type. */
  type: name,
  rowCount: count,
  nullCount: count,
  /** Different values, null not counted. */
  distinctCount: count,
  isDistinctApproximate: v.boolean(),
  /** As DuckDB writes them; null where there is no value, or none that can be compared. */
  least: v.nullable(text),
  greatest: v.nullable(text),
  /** Counts between `least` and `greatest` in bins of equal width; empty for what is no number and no date. */
  histogram: list(count, maxBins),
});

export type ColumnSummary = Described<typeof columnSummaryShape>;

const valueCount = v.object({
  /** As DuckDB writes it as text; null for the missing value. */
  text: v.nullable(text),
  count,
});

export type ValueCount = Described<typeof valueCount>;

export const valueCountsShape = v.object({
  /** The most frequent first; those as frequent by their text. At most `mostValues`. */
  values: list(valueCount, mostValues),
  /** Whether there are more than these. */
  hasMore: v.boolean(),
});

/** Values that a reader can choose from, with how many rows have them. */
export type ValueCounts = Described<typeof valueCountsShape>;
