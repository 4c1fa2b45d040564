/** Finds the cell that a command is about, and the results in its outputs. */

import * as vscode from 'vscode';
import { isRecord } from '../../core/base/json';
import {
  readErrorOutput,
  readResultOutput,
  type ErrorOutput,
  type ResultOutput,
} from '../../core/protocol/output';
import { mimeTypes, notebookType } from '../ids';
import { activeNotebook } from './activeNotebook';
import { selectionOf } from './notebookEditor';

/**
 * @param argument A cell; `{ resultId, fetchedAt }` of an output that shows it; or nothing: the selected cell of the
 * active notebook.
 */
export function cellOf(argument: unknown): vscode.NotebookCell | undefined {
  const cells = vscode.workspace.notebookDocuments
    .filter(notebook => notebook.notebookType === notebookType)
    .flatMap(notebook => notebook.getCells());
  const cell = cells.find(one => one === argument);
  if (cell || (isRecord(argument) && 'resultId' in argument)) {
    return cell ?? cells.find(one => resultsOf(one).some(result => isShown(result, argument)));
  }
  const { activeNotebookEditor: editor } = vscode.window;
  const start = editor && selectionOf(editor).start;
  const notebook = activeNotebook();
  return notebook && start !== undefined && start < notebook.cellCount
    ? notebook.cellAt(start)
    : undefined;
}

/** @param argument A cell, or nothing: the selected cells of the active notebook. */
export function selectedCells(argument: unknown): readonly vscode.NotebookCell[] {
  const one = cellOf(argument);
  const editor = vscode.window.activeNotebookEditor;
  if (!one || one === argument || editor?.notebook !== one.notebook) {
    return one ? [one] : [];
  }
  return editor.selections.flatMap(range => editor.notebook.getCells(range));
}

/** The results that a cell shows, in order. Those from a file are marked as restored; unreadable ones are left out. */
export function resultsOf(cell: vscode.NotebookCell): ResultOutput[] {
  return payloadsOf(cell, mimeTypes.result)
    .map(readResultOutput)
    .filter(result => result !== null);
}

/** The errors that a cell shows, likewise. */
export function errorsOf(cell: vscode.NotebookCell): ErrorOutput[] {
  return payloadsOf(cell, mimeTypes.error)
    .map(readErrorOutput)
    .filter(error => error !== null);
}

function payloadsOf({ outputs }: vscode.NotebookCell, mimeType: string): unknown[] {
  const decoder = new TextDecoder();
  return outputs
    .flatMap(output => output.items)
    .filter(({ mime }) => mime === mimeType)
    .map(({ data }) => JSON.parse(decoder.decode(data)) as unknown);
}

/** Each kernel numbers its results from the start, so the time of the result distinguishes those of two sessions. */
function isShown({ table, provenance }: ResultOutput, argument: unknown): boolean {
  return (
    isRecord(argument) &&
    table?.id === argument['resultId'] &&
    provenance.fetchedAt === argument['fetchedAt']
  );
}
