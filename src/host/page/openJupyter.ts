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
    throw new Error(vscode.l10n.t('The file has more than {0} MB.', mostJupyterBytes / 1_000_000));
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
    title: vscode.l10n.t('Open as Signals Notebook'),
    filters: { [vscode.l10n.t('Jupyter notebook')]: ['ipynb'] },
  });
  return chosen?.[0];
}
