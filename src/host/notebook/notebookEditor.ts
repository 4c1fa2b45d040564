/** Editors of notebooks. */

import * as vscode from 'vscode';

/** @returns The editor that shows the notebook: the active one, if it does. */
export function editorOf(notebook: vscode.NotebookDocument): vscode.NotebookEditor | undefined {
  const { activeNotebookEditor: active, visibleNotebookEditors: all } = vscode.window;
  return active?.notebook === notebook ? active : all.find(each => each.notebook === notebook);
}

/**
 * The first range of selected cells. Where none is selected, VS Code has an empty range, and older versions have no range,
 * although their types promise one.
 */
export function selectionOf({
  selections,
}: Pick<vscode.NotebookEditor, 'selections'>): vscode.NotebookRange {
  return selections[0] ?? new vscode.NotebookRange(0, 0);
}

/**
 * Shows the notebook where it is shown already, also if a maximised panel hides the editors, and gives it the focus: the
 * page of its outputs gets it, if that had it last.
 *
 * @returns Its editor, which has cells.
 */
export async function showEditor(
  notebook: vscode.NotebookDocument,
): Promise<vscode.NotebookEditor> {
  const viewColumn = editorOf(notebook)?.viewColumn;
  const editor = await vscode.window.showNotebookDocument(
    notebook,
    viewColumn === undefined ? {} : { viewColumn },
  );
  await untilOpened(notebook);
  return editor;
}

/**
 * Waits for an editor that VS Code is still opening. It is reported as an active one before it has cells: they could not be
 * selected, and a run of them would do nothing.
 */
export async function untilOpened(notebook: vscode.NotebookDocument): Promise<void> {
  const editor = editorOf(notebook);
  if (!editor || hasCells(editor)) {
    return;
  }
  const { window, workspace } = vscode;
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
      workspace.onDidChangeNotebookDocument(look),
    );
  });
  // VS Code reports the visible cells before the selected ones, which it has by the time that it answers.
  await vscode.commands.getCommands(true);
}

/** Before, the lists are empty, or hold an empty range in newer versions. */
function hasCells({ notebook, selections, visibleRanges }: vscode.NotebookEditor): boolean {
  return (
    notebook.cellCount === 0 || [...selections, ...visibleRanges].some(range => !range.isEmpty)
  );
}
