import * as vscode from 'vscode';
import { notebookType } from '../ids';

/**
 * The active notebook, if it is one of ours. VS Code reports the tab of a notebook that opens before the editor in it:
 * until then it is the notebook of the active tab.
 */
export function activeNotebook(): vscode.NotebookDocument | undefined {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  const notebook =
    vscode.window.activeNotebookEditor?.notebook ??
    notebookAt(activeTab && notebookUriOf(activeTab));
  return notebook?.notebookType === notebookType ? notebook : undefined;
}

/**
 * The notebook that a command is about: that of the toolbar or the cell whose button was pressed, otherwise the active
 * one.
 */
export function notebookOf(argument: unknown): vscode.NotebookDocument | undefined {
  const uri = toolbarUri(argument);
  return uri ? notebookAt(uri) : activeNotebook();
}

/** @returns The URI of the notebook that a tab shows. */
export function notebookUriOf({ input }: vscode.Tab): string | undefined {
  return input instanceof vscode.TabInputNotebook ? input.uri.toString() : undefined;
}

/** @returns Whether a tab shows the notebook: VS Code keeps some notebooks open for minutes after their tabs closed. */
export function hasTab(uri: string): boolean {
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(tab => notebookUriOf(tab) === uri),
  );
}

function notebookAt(uri: string | undefined): vscode.NotebookDocument | undefined {
  return vscode.workspace.notebookDocuments.find(notebook => notebook.uri.toString() === uri);
}

/** VS Code's argument for a notebook toolbar's button. */
function toolbarUri(argument: unknown): string | undefined {
  if (typeof argument !== 'object' || argument === null || !('notebookEditor' in argument)) {
    return undefined;
  }
  const { notebookEditor } = argument;
  return typeof notebookEditor === 'object' &&
    notebookEditor !== null &&
    'notebookUri' in notebookEditor
    ? String(notebookEditor.notebookUri)
    : undefined;
}
