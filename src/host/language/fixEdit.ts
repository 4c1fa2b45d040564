/** What a fix changes: edits of cells, or a cell that moves. */

import * as vscode from 'vscode';
import type { Fix } from '../../core/language/problems';
import type { Analysed } from './analyses';
import { analysedCells, cellId } from './notebookText';
import { rangeOf } from './spans';

/**
 * @param document The cell that has the problem.
 * @returns Undefined if a cell that it changes differs from the analysed one.
 */
export function fixEdit(
  { edits }: Fix,
  document: vscode.TextDocument,
  analysed: Analysed,
): vscode.WorkspaceEdit | undefined {
  const edit = new vscode.WorkspaceEdit();
  for (const { span, text, cell } of edits) {
    const target = cell === undefined ? document : cellAt(analysed, cell)?.document;
    if (!target) {
      return undefined;
    }
    edit.replace(target.uri, rangeOf(target, span), text);
  }
  return edit;
}

/** A cell, by the URI of its text, that is moved above another. */
export interface CellMove {
  readonly cell: string;
  readonly above: string;
}

/** @returns Undefined if one of the cells differs from the analysed one. */
export function fixMove(
  { cell, above }: Required<Fix>['move'],
  analysed: Analysed,
): CellMove | undefined {
  const [from, to] = [cellAt(analysed, cell), cellAt(analysed, above)];
  return from && to ? { cell: cellId(from.document), above: cellId(to.document) } : undefined;
}

/**
 * Moves the cell with its outputs, as one step to undo.
 *
 * A command does this, since VS Code applies a quick fix's changes of texts, but not of the order of cells.
 */
export async function moveCell(move: CellMove): Promise<void> {
  const cells = vscode.workspace.notebookDocuments.flatMap(notebook => notebook.getCells());
  const [from, to] = [move.cell, move.above].map(id =>
    cells.find(({ document }) => cellId(document) === id),
  );
  if (!from || from.notebook !== to?.notebook) {
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  edit.set(from.notebook.uri, [
    vscode.NotebookEdit.deleteCells(new vscode.NotebookRange(from.index, from.index + 1)),
    vscode.NotebookEdit.insertCells(to.index, [dataOf(from)]),
  ]);
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new Error('The cell could not be moved: is the notebook read-only?');
  }
}

function dataOf(cell: vscode.NotebookCell): vscode.NotebookCellData {
  const { kind, document, metadata, outputs, executionSummary } = cell;
  const data = new vscode.NotebookCellData(kind, document.getText(), document.languageId);
  data.metadata = metadata;
  data.outputs = [...outputs];
  if (executionSummary) {
    data.executionSummary = executionSummary;
  }
  return data;
}

function cellAt({ notebook, text }: Analysed, index: number): vscode.NotebookCell | undefined {
  const wanted = text.cells[index];
  return analysedCells(notebook).find(
    ({ document }) => cellId(document) === wanted?.id && document.getText() === wanted.text,
  );
}
