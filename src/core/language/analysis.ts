/**
 * The static analysis of a notebook's cells. The language process computes it; completion, hover, navigation,
 * diagnostics and dependencies read it.
 *
 * Every span counts UTF-16 units in the text of its own cell. Cells are identified by their index in `cells`, which is
 * the index in the `NotebookText`. An analysis is immutable: a changed text gets a new one.
 */

import type { Span } from '../base/span';
import type { DefinitionEffect, DefinitionKind, MacroParameter } from '../sql/definitions';
import type { NameUse } from '../sql/uses';
import type { Problem } from './problems';

export interface TypedColumn {
  readonly name: string;
  /** DuckDB's name of the type, for example `DOUBLE` or `VARCHAR[]`. */
  readonly type: string;
}

/** A table, view, macro or variable that a cell makes, changes or drops. */
export interface Definition {
  readonly kind: DefinitionKind;
  /** As written, without quotes; compare by `nameKey`, or by `pathKey` where schemas matter. */
  readonly name: string;
  /** The parts before the name: catalogue and schema. */
  readonly path: readonly string[];
  /** The span of the name, quotes included. */
  readonly span: Span;
  /** The whole statement, without its semicolon. */
  readonly statement: Span;
  readonly effect: DefinitionEffect;
  /**
   * The columns of a table or view after this statement; null if known only at run time (PIVOT, files) and for other
   * kinds.
   */
  readonly columns: readonly TypedColumn[] | null;
  /** The parameters of a macro; empty for other kinds. */
  readonly parameters: readonly MacroParameter[];
  /** DuckDB's type of a variable; null if it is not known and for other kinds. */
  readonly type: string | null;
  /** The ROLLBACK that undoes the statement; undefined if none does. */
  readonly undoneAt?: NotebookPlace;
}

/** A place in a notebook: a cell's index and UTF-16 units of its text. */
export interface NotebookPlace {
  readonly cell: number;
  readonly offset: number;
}

export interface StatementAnalysis {
  /** The statement, clause included, without its semicolon. */
  readonly span: Span;
  /** The SQL before the clause. */
  readonly sql: Span;
  /** From VISUALISE to the end; null if there is none. */
  readonly clause: Span | null;
  /** The columns of its rows, which a clause draws; null if it returns none or they are not known. */
  readonly columns: readonly TypedColumn[] | null;
}

export interface CellAnalysis {
  readonly id: string;
  readonly statements: readonly StatementAnalysis[];
  /** In the order of the text; `changes` and `drops` included. */
  readonly definitions: readonly Definition[];
  /**
   * In the order of the text: relations, macros and variables that the cell names. Macros only if some cell of the
   * notebook defines them; all relations and variables.
   */
  readonly uses: readonly NameUse[];
  /** In the order of the text. */
  readonly problems: readonly Problem[];
}

export interface NotebookAnalysis {
  readonly cells: readonly CellAnalysis[];
  /** False where time ran out: the problems and columns of some cells are missing. */
  readonly complete: boolean;
}
