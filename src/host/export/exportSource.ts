/** Finds the result that a command is about, and its output. */

import * as vscode from 'vscode';
import { isRecord } from '../../core/base/json';
import type { ExportSubject } from '../../core/protocol/exportRecord';
import type { ResultColumn } from '../../core/protocol/outcome';
import { outputResultId, outputRowCount, type ResultOutput } from '../../core/protocol/output';
import { notebookType } from '../ids';
import { activeNotebook } from '../notebook/activeNotebook';
import { resultsOf } from '../notebook/cellResults';

export interface ExportSource {
  readonly notebook: vscode.NotebookDocument;
  readonly cell: vscode.NotebookCell;
  readonly output: ResultOutput;
  readonly resultId: string;
  readonly columns: readonly ResultColumn[];
  readonly subject: ExportSubject;
  readonly restored: boolean;
}

/**
 * @param argument `{source}`, `{resultId}`, a cell, or nothing: the selected cell of the active notebook.
 * @returns The result; undefined if there is none.
 */
export function exportSource(argument: unknown): ExportSource | undefined {
  if (isRecord(argument) && isSource(argument['source'])) {
    return argument['source'];
  }
  if (isRecord(argument) && typeof argument['resultId'] === 'string') {
    const { resultId } = argument;
    const cells = vscode.workspace.notebookDocuments
      .filter(notebook => notebook.notebookType === notebookType)
      .flatMap(notebook => notebook.getCells());
    return firstSource(cells, resultId);
  }
  const notebook = activeNotebook();
  if (!notebook) {
    return undefined;
  }
  const start = vscode.window.activeNotebookEditor?.selection.start ?? 0;
  const cell = notebook.getCells().find(one => one === argument);
  return firstSource([cell ?? notebook.cellAt(start)], null);
}

function firstSource(
  cells: readonly vscode.NotebookCell[],
  resultId: string | null,
): ExportSource | undefined {
  for (const cell of cells) {
    for (const output of resultsOf(cell)) {
      const source = sourceOf(cell, output);
      if (source && (resultId === null || source.resultId === resultId)) {
        return source;
      }
    }
  }
  return undefined;
}

/** Sources created here: a command's argument can otherwise come from anyone. */
const made = new WeakSet<object>();

function isSource(value: unknown): value is ExportSource {
  return typeof value === 'object' && value !== null && made.has(value);
}

/** @returns Undefined if a cell has neither a table nor a chart. */
function sourceOf(cell: vscode.NotebookCell, output: ResultOutput): ExportSource | undefined {
  const { table, provenance, notes, copyright, restored } = output;
  const resultId = outputResultId(output);
  if (resultId === undefined) {
    return undefined;
  }
  const rowCount = outputRowCount(output) ?? 0;
  const subject = { provenance, notes, copyright, rowCount };
  const columns = table?.columns ?? [];
  const { notebook } = cell;
  const source = { notebook, cell, output, resultId, columns, subject, restored };
  made.add(source);
  return source;
}
