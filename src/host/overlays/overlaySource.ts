/** Finds the cell whose ranked list a command is about. */

import * as vscode from 'vscode';
import { isRecord } from '../../core/base/json';
import { readOverlayQuery, type OverlayQuery } from '../../core/overlays/overlayQuery';
import { resultsOf } from '../notebook/cellResults';
import { notebookType } from '../ids';
import { activeNotebook } from '../notebook/activeNotebook';

export interface OverlaySource {
  readonly cell: vscode.NotebookCell;
  readonly query: OverlayQuery;
}

/**
 * @param argument `{resultId}`, or nothing: the selected cell of the active notebook.
 * @returns The cell's ranked list; undefined if its output has none.
 */
export function overlaySource(argument: unknown): OverlaySource | undefined {
  if (isRecord(argument) && typeof argument['resultId'] === 'string') {
    const { resultId } = argument;
    return vscode.workspace.notebookDocuments
      .filter(notebook => notebook.notebookType === notebookType)
      .flatMap(notebook => notebook.getCells())
      .map(cell => sourceOf(cell, resultId))
      .find(source => source !== undefined);
  }
  const notebook = activeNotebook();
  const start = vscode.window.activeNotebookEditor?.selection.start ?? 0;
  return notebook && sourceOf(notebook.cellAt(start), null);
}

/** The query is read as untrusted input, since an output may come from a file. */
function sourceOf(cell: vscode.NotebookCell, resultId: string | null): OverlaySource | undefined {
  for (const { table, changes } of resultsOf(cell)) {
    const query = readOverlayQuery(changes?.query);
    if (query && (resultId === null || table?.id === resultId)) {
      return { cell, query };
    }
  }
  return undefined;
}
