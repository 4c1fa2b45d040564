/**
 * An analysis: a DuckDB table macro over tables that are passed by name.
 *
 * A macro replaces its parameters' names wherever they occur as a bare name in its body, so no body refers to a column
 * of such a name; the body's own columns and steps begin with an underscore so that they cannot clash with the user's.
 */

import { textLiteral } from '../base/quoted';

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
  /** The query that uses the parameters. */
  readonly sql: string;
}

/** A table passed by name: a table, view or common table expression. */
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
  return `CREATE MACRO ${schema}.${name}(${list.join(', ')}) AS TABLE ${sql};
    COMMENT ON MACRO TABLE ${schema}.${name} IS ${textLiteral(doc)};`;
}
