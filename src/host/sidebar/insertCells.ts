/** Writes a cell into the active notebook, or into a new one, and runs it. */

import * as vscode from 'vscode';
import { languages } from '../ids';
import { activeNotebook } from '../notebook/activeNotebook';
import { insertBelow } from '../notebook/cellsBelow';
import { executeIfTrusted } from '../notebook/executeCells';
import { showNotebook } from '../notebook/newNotebook';
import { selectionOf, showEditor } from '../notebook/notebookEditor';

/**
 * Below the selected cell, or the first where none is selected, as one step of undo.
 *
 * @returns The cell, after it ran.
 */
export async function insertIntoNotebook(
  text: string,
  notebook: vscode.NotebookDocument | undefined = activeNotebook(),
): Promise<vscode.NotebookCell> {
  if (!notebook) {
    const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text, languages.sql);
    const opened = await showNotebook(new vscode.NotebookData([cell]));
    await executeIfTrusted(opened, new vscode.NotebookRange(0, 1));
    return opened.cellAt(0);
  }
  const { end } = selectionOf(await showEditor(notebook));
  const index = Math.min(Math.max(1, end), notebook.cellCount) - 1;
  const range = await insertBelow({ notebook, index }, [{ text }]);
  await executeIfTrusted(notebook, range);
  return notebook.cellAt(range.start);
}
