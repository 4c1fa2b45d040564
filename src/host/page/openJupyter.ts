/** Signals: Open as Signals Notebook. A Jupyter notebook as an unsaved notebook of ours; nothing runs. */

import * as vscode from 'vscode';
import { toNotebookData } from '../notebook/notebookData';
import { showNotebook } from '../notebook/newNotebook';

/** @param argument The file; otherwise that of the active editor of Jupyter notebooks, or one that the user chooses. */
export async function openJupyter(argument: unknown): Promise<void> {
  const file = argument instanceof vscode.Uri ? argument : (activeFile() ?? (await chosenFile()));
  if (!file) {
    return;
  }
  const { mostJupyterBytes, notebookOfJupyter } = await import('../../core/jupyter/openJupyter');
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > mostJupyterBytes) {
    throw new Error(`The file has more than ${mostJupyterBytes / 1_000_000} MB.`);
  }
  const bytes = await vscode.workspace.fs.readFile(file);
  await showNotebook(toNotebookData(notebookOfJupyter(new TextDecoder().decode(bytes))));
}

function activeFile(): vscode.Uri | undefined {
  const uri = vscode.window.activeNotebookEditor?.notebook.uri;
  return uri?.path.endsWith('.ipynb') ? uri : undefined;
}

async function chosenFile(): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: 'Open as Signals Notebook',
    filters: { 'Jupyter notebook': ['ipynb'] },
  });
  return chosen?.[0];
}
