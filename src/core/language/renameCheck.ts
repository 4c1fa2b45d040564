/** Checks by binding what a rename would do to other statements: in `SELECT t FROM t` the column is a row. */

import { isRecord } from '../base/json';
import { nameKey } from '../sql/names';
import type { NotebookAnalysis } from './analysis';
import type { NotebookText } from './notebookText';
import type { Problem } from './problems';
import type { CellEdit } from './rename';

/** @returns The notebook with the edits, which do not overlap. */
export function editedNotebook(notebook: NotebookText, edits: readonly CellEdit[]): NotebookText {
  const cells = notebook.cells.map((cell, index) => {
    const text = edits
      .filter(edit => edit.cell === index)
      .sort((a, b) => b.span.from - a.span.from)
      .reduce(
        (made, { span, text: to }) => made.slice(0, span.from) + to + made.slice(span.to),
        cell.text,
      );
    return { ...cell, text };
  });
  return { ...notebook, cells };
}

/**
 * @param renamed The name as it was.
 * @returns One sentence about the first cell that has more errors after than before; null if none has.
 */
export function brokenBy(
  before: NotebookAnalysis,
  after: NotebookAnalysis,
  renamed: string,
): string | null {
  const errors = (analysis: NotebookAnalysis, cell: number) =>
    (analysis.cells[cell]?.problems ?? []).filter(({ severity }) => severity === 'error');
  const broken = after.cells.findIndex(
    (_, cell) => errors(after, cell).length > errors(before, cell).length,
  );
  if (broken < 0) {
    return null;
  }
  const known = new Set(errors(before, broken).map(({ message }) => message));
  const fresh = errors(after, broken).find(({ message }) => !known.has(message));
  const where = `Cell ${broken + 1}`;
  return fresh && isRow(fresh, renamed)
    ? `${where} uses the rows of ${renamed} as a value, which a rename cannot change. First give the table that alias there: ${renamed} AS ${renamed}.`
    : `${where} would no longer run. ${fresh?.message ?? ''} Change it first.`;
}

/** Whether the name is missing as a column, which was a row of the table. */
function isRow({ code, data }: Problem, renamed: string): boolean {
  const name = isRecord(data) ? data['name'] : undefined;
  return code === 'unknownColumn' && typeof name === 'string' && nameKey(name) === nameKey(renamed);
}
