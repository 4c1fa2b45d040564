/** Finds the result that a command is about, and its output. */

import * as vscode from 'vscode';
import { isRecord } from '../../core/base/json';
import type { ExportSubject } from '../../core/protocol/exportRecord';
import type { ResultColumn } from '../../core/protocol/outcome';
import { outputResultId, outputRowCount, type ResultOutput } from '../../core/protocol/output';
import { notebookType } from '../ids';
import { activeNotebook } from '../notebook/activeNotebook';
import { selectionOf } from '../notebook/notebookEditor';
import { resultsOf } from '../notebook/cellResults';

export interface ExportSource {
  readonly notebook: vscode.NotebookDocument;
  /** Undefined for rows that no cell shows. */
  readonly cell: vscode.NotebookCell | undefined;
  /** In the title of a tab, after the notebook's. */
  readonly name: string;
  readonly output: ResultOutput;
  readonly resultId: string;
  readonly columns: readonly ResultColumn[];
  readonly subject: ExportSubject & { readonly rowCount: number };
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
  const { activeNotebookEditor: editor } = vscode.window;
  const start = editor ? selectionOf(editor).start : 0;
  const cell = notebook.getCells().find(one => one === argument);
  return firstSource([cell ?? notebook.cellAt(start)], null);
}

function firstSource(
  cells: readonly vscode.NotebookCell[],
  resultId: string | null,
): ExportSource | undefined {
  for (const cell of cells) {
    for (const output of resultsOf(cell)) {
      const { notebook, index } = cell;
      const source = sourceOf({
        notebook,
        cell,
        name: vscode.l10n.t('cell {0}', index + 1),
        output,
      });
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

/** @returns Undefined if the output has neither a table nor a chart. */
export function sourceOf(
  shown: Pick<ExportSource, 'notebook' | 'cell' | 'name' | 'output'>,
): ExportSource | undefined {
  const { output } = shown;
  const { table, provenance, notes, copyright, restored } = output;
  const resultId = outputResultId(output);
  if (resultId === undefined) {
    return undefined;
  }
  const rowCount = outputRowCount(output) ?? 0;
  const subject = { provenance, notes, copyright, rowCount };
  const columns = table?.columns ?? [];
  const source = { ...shown, resultId, columns, subject, restored };
  made.add(source);
  return source;
}
