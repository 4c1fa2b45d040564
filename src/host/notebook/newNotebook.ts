/** New notebooks: an empty one, and a copy of the tour that ships with the extension. */

import * as vscode from 'vscode';
import { openNotebook } from '../../core/notebook/notebookFile';
import { languages, notebookType } from '../ids';
import { toNotebookData } from './notebookData';

/** Opens an untitled notebook with one cell to write into. */
export async function newNotebook(): Promise<void> {
  const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, '', languages.sql);
  await show(new vscode.NotebookData([cell]));
}

/** Opens a copy, so that whatever is tried out in it leaves the tour as it is. */
export async function openTour(extensionUri: vscode.Uri): Promise<void> {
  const file = vscode.Uri.joinPath(extensionUri, 'notebooks', 'tour.signals');
  const bytes = await vscode.workspace.fs.readFile(file);
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  await show(toNotebookData(openNotebook(bytes, content => decoder.decode(content))));
}

async function show(data: vscode.NotebookData): Promise<void> {
  const notebook = await vscode.workspace.openNotebookDocument(notebookType, data);
  await vscode.window.showNotebookDocument(notebook);
}
