/** The results of a notebook's run, independent of the report's format. */

import type { Connection } from '../core/client/serviceClient';
import type { LineColumn } from '../core/base/span';
import { withoutOptions } from '../core/notebook/cellOptions';
import type { NotebookCell } from '../core/notebook/notebookFile';
import { incompleteSentence } from '../core/protocol/missingRows';
import { testSentence } from '../core/protocol/testSentence';
import type { CellOutcome } from '../core/protocol/outcome';
import { terminalText } from './terminalText';

export interface Report {
  readonly file: string;
  readonly connection: Connection;
  /** All cells, in the notebook's order. */
  readonly cells: readonly RanCell[];
}

/** One cell and what became of it. */
export interface RanCell {
  readonly cell: NotebookCell;
  /** Counts from 1 among the code cells; null for Markdown. */
  readonly number: number | null;
  /** The line of the file that its text begins at, from 1. */
  readonly line: number;
  /** Whether the command runs it: false for Markdown, and where `--cells` leaves it out. */
  readonly isChosen: boolean;
  /** Null: it was not reached. */
  readonly outcome: CellOutcome | null;
  /** Null: it succeeded, or was not reached. */
  readonly failure: CellFailure | null;
}

/** Why a cell counts as failed. */
export interface CellFailure {
  /** `notes` with `--strict`, `test`, `cancelled`, or the code of the error. */
  readonly code: string;
  readonly message: string;
  readonly at: LineColumn | null;
}

/** @returns Whether all cells that the command runs were reached, and succeeded. */
export function hasSucceeded({ cells }: Report): boolean {
  return cells.every(
    ({ isChosen, outcome, failure }) => failure === null && (!isChosen || outcome !== null),
  );
}

/**
 * @returns Whether the run goes on after the failure, whatever the options: the rows that a test checks exist, and other
 * cells do not need its own.
 */
export function isTestFailure(ran: RanCell): boolean {
  return ran.outcome?.test !== undefined && ran.failure?.code === 'test';
}

/**
 * @param strict Whether notes are failures.
 * @returns Null if the cell succeeded.
 */
export function failureOf(
  { status, error, notes, written, test, provenance }: CellOutcome,
  strict: boolean,
): CellFailure | null {
  if (error) {
    return { code: error.request?.kind ?? error.code, message: error.message, at: error.at };
  }
  if (status !== 'ok') {
    return { code: 'cancelled', message: 'The run was cancelled.', at: null };
  }
  if (test && test.failedRows > 0) {
    return { code: 'test', message: testSentence(test), at: null };
  }
  const all = [...notes.filter(note => note !== written), incompleteSentence(provenance)];
  const others = all.filter(note => note !== null);
  return strict && others.length > 0
    ? { code: 'notes', message: `Notes are failures: ${others.join(' ')}`, at: null }
    : null;
}

/** @returns The first line of a cell, its options left out. */
export function titleOf({ text }: NotebookCell): string {
  const lines = withoutOptions(text).split(/\r?\n/);
  return terminalText(lines.find(line => line.trim() !== '') ?? '').trimEnd();
}
