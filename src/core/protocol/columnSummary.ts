/** What is known of the values of one column of a result. Worked out by the kernel when a reader asks. */

export interface ColumnSummary {
  readonly name: string;
  /** DuckDB's name of the type. */
  readonly type: string;
  readonly rowCount: number;
  readonly nullCount: number;
  /** Different values, null not counted. */
  readonly distinctCount: number;
  readonly isDistinctApproximate: boolean;
  /** As DuckDB writes them; null where there is no value, or none that can be compared. */
  readonly least: string | null;
  readonly greatest: string | null;
  /** Counts between `least` and `greatest` in bins of equal width; empty for what is no number and no date. */
  readonly histogram: readonly number[];
}

/** Values that a reader can choose from, with how many rows have them. */
export interface ValueCounts {
  /** The most frequent first; those as frequent by their text. At most `mostValues`. */
  readonly values: readonly ValueCount[];
  /** Whether there are more than these. */
  readonly hasMore: boolean;
}

export interface ValueCount {
  /** As DuckDB writes it as text; null for the missing value. */
  readonly text: string | null;
  readonly count: number;
}

/** Values that one answer lists. */
export const mostValues = 200;
