/** An analysis: a DuckDB table macro over tables that are passed by name. */

/** A parameter of an analysis. */
export interface AnalysisParameter {
  readonly name: string;
  /** SQL of the default; null if the argument is required. */
  readonly default: string | null;
  readonly doc: string;
}

/** A column of an analysis's rows. */
export interface AnalysisColumn {
  readonly name: string;
  /** DuckDB type. */
  readonly type: string;
  readonly doc: string;
}

/** An analysis as a macro: `FROM name(parameters)` returns rows with these `columns`. */
export interface Analysis {
  readonly name: string;
  readonly doc: string;
  readonly parameters: readonly AnalysisParameter[];
  readonly columns: readonly AnalysisColumn[];
}
