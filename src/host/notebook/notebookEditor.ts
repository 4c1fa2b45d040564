/** Editors of notebooks. */

import * as vscode from 'vscode';

/** @returns The editor that shows the notebook: the active one, if it does. */
export function editorOf(notebook: vscode.NotebookDocument): vscode.NotebookEditor | undefined {
  const { activeNotebookEditor: active, visibleNotebookEditors: all } = vscode.window;
  return active?.notebook === notebook ? active : all.find(each => each.notebook === notebook);
}

/**
 * Waits for an editor that VS Code is still opening. It is reported as an active one before it has cells: they could not be
 * selected, and a run of them would do nothing.
 */
export async function untilOpened(notebook: vscode.NotebookDocument): Promise<void> {
  const editor = editorOf(notebook);
  if (!editor || notebook.cellCount === 0 || hasCells(editor)) {
    return;
  }
  const { window } = vscode;
  await new Promise<void>(resolve => {
    const look = (): void => {
      if (hasCells(editor) || !window.visibleNotebookEditors.includes(editor)) {
        subscriptions.dispose();
        resolve();
      }
    };
    const subscriptions = vscode.Disposable.from(
      window.onDidChangeNotebookEditorSelection(look),
      window.onDidChangeNotebookEditorVisibleRanges(look),
      window.onDidChangeVisibleNotebookEditors(look),
    );
  });
}

/** Before, the list is empty, or holds an empty range in newer versions. */
function hasCells({ selections, visibleRanges }: vscode.NotebookEditor): boolean {
  return [...selections, ...visibleRanges].some(range => !range.isEmpty);
}
