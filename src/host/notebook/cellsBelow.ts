/** Puts new cells below a cell of a notebook, and the keyboard on a cell. */

import * as vscode from 'vscode';
import { languages } from '../ids';

/** A cell to be made, in one of the notebook's languages. */
export interface NewCell {
  readonly text: string;
  readonly language?: string;
}

/**
 * One step to undo. The last new cell is selected, seen and has the keyboard, also where a page of outputs had it.
 *
 * @returns Where the new cells are.
 * @throws If the notebook does not take the cells.
 */
export async function insertBelow(
  { notebook, index }: vscode.NotebookCell,
  cells: readonly NewCell[],
): Promise<vscode.NotebookRange> {
  const { Code } = vscode.NotebookCellKind;
  const made = cells.map(
    ({ text, language = languages.sql }) => new vscode.NotebookCellData(Code, text, language),
  );
  const range = new vscode.NotebookRange(index + 1, index + 1 + made.length);
  const edit = new vscode.WorkspaceEdit();
  edit.set(notebook.uri, [vscode.NotebookEdit.insertCells(range.start, made)]);
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new Error('The cell could not be added: is the notebook read-only?');
  }
  await focusCells(notebook, new vscode.NotebookRange(range.end - 1, range.end));
  return range;
}

/** The cells are selected and seen; the last has the keyboard, also where a page of outputs had it. */
export async function focusCells(
  notebook: vscode.NotebookDocument,
  range: vscode.NotebookRange,
): Promise<void> {
  const shown = vscode.window.visibleNotebookEditors.find(each => each.notebook === notebook);
  const editor = await vscode.window.showNotebookDocument(notebook, {
    ...(shown?.viewColumn === undefined ? {} : { viewColumn: shown.viewColumn }),
    selections: [range],
  });
  // A page of outputs keeps the keyboard until a cell asks for it.
  await vscode.commands.executeCommand('notebook.cell.quitEdit');
  editor.revealRange(range, vscode.NotebookEditorRevealType.InCenterIfOutsideViewport);
}
