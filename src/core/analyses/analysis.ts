/**
 * An analysis: a table macro of DuckDB over tables that are given by name.
 *
 * A macro replaces its parameters' names wherever they stand alone in its body, so no body refers to a column of such
 * a name; its own columns and steps begin with an underscore, out of the way of the user's.
 */

/** A parameter of an analysis. */
export interface AnalysisParameter {
  readonly name: string;
  /** SQL of the default; null where the argument has to be given. */
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

/** An analysis as a macro: `FROM name(parameters)` gives rows of `columns`. */
export interface Analysis {
  readonly name: string;
  readonly doc: string;
  readonly parameters: readonly AnalysisParameter[];
  readonly columns: readonly AnalysisColumn[];
  /** The query in which the parameters stand. */
  readonly sql: string;
}

/** A table given by name: a table, view or common table expression. */
export function tableParameter(name: string, doc: string): AnalysisParameter {
  return { name, default: null, doc };
}

/** An argument that may be left out; `standard` is SQL. */
export function option(name: string, standard: string, doc: string): AnalysisParameter {
  return { name, default: standard, doc };
}

/** A column of the result. */
export function column(name: string, type: string, doc: string): AnalysisColumn {
  return { name, type, doc };
}

/** @returns The statements that create the macro in `schema` with its docstring as the comment. */
export function macroStatements(schema: string, { name, doc, parameters, sql }: Analysis): string {
  const list = parameters.map(parameter =>
    parameter.default === null ? parameter.name : `${parameter.name} := ${parameter.default}`,
  );
  const comment = doc.replaceAll("'", "''");
  return `CREATE MACRO ${schema}.${name}(${list.join(', ')}) AS TABLE ${sql};
    COMMENT ON MACRO TABLE ${schema}.${name} IS '${comment}';`;
}
