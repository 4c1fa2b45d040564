import * as vscode from 'vscode';

/** The folder that a save dialog opens in: the notebook's own, otherwise the first of the workspace. */
export function targetFolder(notebook: vscode.NotebookDocument): vscode.Uri | undefined {
  return notebook.isUntitled
    ? vscode.workspace.workspaceFolders?.[0]?.uri
    : vscode.Uri.joinPath(notebook.uri, '..');
}
