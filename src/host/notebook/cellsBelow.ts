/** Inserts new cells below a cell, and moves the focus to a cell or to its output. */

import * as vscode from 'vscode';
import { languages } from '../ids';
import { showEditor, untilOpened } from './notebookEditor';

/** A cell to insert, in one of the notebook's languages. */
export interface NewCell {
  readonly text: string;
  readonly language?: string;
}

/**
 * One undo step. The last new cell is selected, revealed and focused, even if a page of outputs had the focus.
 *
 * @param index Of the cell above; -1: at the top.
 * @returns The range of the new cells.
 * @throws If the notebook cannot be edited.
 */
export async function insertBelow(
  { notebook, index }: Pick<vscode.NotebookCell, 'notebook' | 'index'>,
  cells: readonly NewCell[],
): Promise<vscode.NotebookRange> {
  const range = new vscode.NotebookRange(index + 1, index + 1 + cells.length);
  await insertCells(notebook, range.start, cells);
  await focusCells(notebook, new vscode.NotebookRange(range.end - 1, range.end));
  return range;
}

/**
 * One undo step, which leaves the focus where it is.
 *
 * @param index Of the first new cell.
 * @throws If the notebook cannot be edited.
 */
export async function insertCells(
  notebook: vscode.NotebookDocument,
  index: number,
  cells: readonly NewCell[],
): Promise<void> {
  const { Code, Markup } = vscode.NotebookCellKind;
  const made = cells.map(
    ({ text, language = languages.sql }) =>
      new vscode.NotebookCellData(language === 'markdown' ? Markup : Code, text, language),
  );
  const edit = new vscode.WorkspaceEdit();
  edit.set(notebook.uri, [vscode.NotebookEdit.insertCells(index, made)]);
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new Error(vscode.l10n.t('The cell could not be added: is the notebook read-only?'));
  }
}

/** Selects and reveals the cells; the last one gets the focus, even if a page of outputs had it. */
export async function focusCells(
  notebook: vscode.NotebookDocument,
  range: vscode.NotebookRange,
): Promise<void> {
  // The active editor is not shown again: where a page of outputs has the focus, VS Code would give it to that page once
  // more a moment later, when the cell has it already.
  const { activeNotebookEditor: active } = vscode.window;
  const editor = active?.notebook === notebook ? active : await showEditor(notebook);
  await untilOpened(notebook);
  editor.selections = [range];
  // A page of outputs keeps the focus until a cell requests it. The user can be in another notebook by now.
  if ((vscode.window.activeNotebookEditor ?? editor) === editor) {
    await vscode.commands.executeCommand('notebook.cell.quitEdit');
  }
  editor.revealRange(range, vscode.NotebookEditorRevealType.InCenterIfOutsideViewport);
}

/**
 * Gives the focus back to the output whose button opened a dialog of VS Code: that leaves it in the cell's code, where the
 * next key would change the query.
 */
export async function returnToOutput(notebook: vscode.NotebookDocument): Promise<void> {
  if (vscode.window.activeNotebookEditor?.notebook === notebook) {
    await vscode.commands.executeCommand('notebook.cell.focusInOutput');
  }
}
