/** New notebooks. */

import * as vscode from 'vscode';
import { languages, notebookType } from '../ids';

/** Opens an untitled notebook with one cell, which has the focus. */
export async function newNotebook(): Promise<void> {
  const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, '', languages.sql);
  await showNotebook(new vscode.NotebookData([cell]));
  await vscode.commands.executeCommand('notebook.cell.edit');
}

/** Opens an untitled notebook with these cells. */
export async function showNotebook(data: vscode.NotebookData): Promise<vscode.NotebookDocument> {
  const notebook = await vscode.workspace.openNotebookDocument(notebookType, data);
  // A preview would take the place of another one, such as the walkthrough that opened this.
  await vscode.window.showNotebookDocument(notebook, { preview: false });
  return notebook;
}
