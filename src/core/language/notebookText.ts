/** The input of the language process: texts and names of a notebook, without results, token or files. */

import { parameterDoc, type ParameterInForce } from '../notebook/parameterInput';
import type { NotebookParameterType, NotebookParameterValue } from '../notebook/parameters';
import type { TypedColumn } from './analysis';

export type CellLanguage = 'signals-sql' | 'vega-lite';

export interface CellText {
  /** The caller's id of the cell; unique in the notebook. */
  readonly id: string;
  readonly language: CellLanguage;
  readonly text: string;
}

/** A parameter of the front matter: a variable of the session, with the value that it has now. */
export interface ParameterText {
  readonly name: string;
  readonly type: NotebookParameterType;
  readonly value: NotebookParameterValue;
  /** Label, description and what its value is counted from, as sentences; absent if there are none. */
  readonly doc?: string;
}

/** A table or view of the running session. */
export interface SessionTable {
  readonly name: string;
  readonly kind: 'table' | 'view';
  readonly columns: readonly TypedColumn[];
}

export interface NotebookText {
  /** The caller's id of the notebook. */
  readonly id: string;
  /** The code cells, in the notebook's order. */
  readonly cells: readonly CellText[];
  readonly parameters: readonly ParameterText[];
  /** Names for `portfolio()`; null: not known, and so not checked. */
  readonly portfolios: readonly string[] | null;
  /** Empty if no kernel runs. Used if the texts do not show what a table is. */
  readonly session: readonly SessionTable[];
  /** The folder of relative file names; null: none. */
  readonly folder: string | null;
  /** Whether the user allows the cells to write files; absent: not. */
  readonly allowWriting?: boolean;
}

/** @returns A parameter as the language process reads it. */
export function parameterText(parameter: ParameterInForce): ParameterText {
  const { name, type, value } = parameter;
  const doc = parameterDoc(parameter);
  return { name, type, value, ...(doc === null ? {} : { doc }) };
}
