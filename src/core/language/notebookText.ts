/** A notebook as the language process sees it: texts and names, no results, no token, nothing of a file. */

import type { NotebookParameterType, NotebookParameterValue } from '../notebook/parameters';
import type { TypedColumn } from './analysis';

export type CellLanguage = 'signals-sql' | 'vega-lite';

export interface CellText {
  /** The asker's own name for the cell; unique in the notebook. */
  readonly id: string;
  readonly language: CellLanguage;
  readonly text: string;
}

/** A parameter of the front matter: a variable of the session, with the value that it has now. */
export interface ParameterText {
  readonly name: string;
  readonly type: NotebookParameterType;
  readonly value: NotebookParameterValue;
  /** What it is called and for, and what its value is counted from, as sentences; absent where nothing is said. */
  readonly doc?: string;
}

/** A table or view that the running session really has. */
export interface SessionTable {
  readonly name: string;
  readonly kind: 'table' | 'view';
  readonly columns: readonly TypedColumn[];
}

export interface NotebookText {
  /** The asker's own name for the notebook. */
  readonly id: string;
  /** The code cells, in the notebook's order. */
  readonly cells: readonly CellText[];
  readonly parameters: readonly ParameterText[];
  /** Names for `portfolio()`; null: not known, and so not checked. */
  readonly portfolios: readonly string[] | null;
  /** Empty where no kernel runs. Used where the texts cannot tell what a table is. */
  readonly session: readonly SessionTable[];
  /** Where relative names of files count from; null: nowhere. */
  readonly folder: string | null;
  /** Whether the user allows the cells to write files; absent: not. */
  readonly allowWriting?: boolean;
}
