import * as vscode from 'vscode';
import { hasTab } from './activeNotebook';
import { untilOpened } from './notebookEditor';

/** Runs cells like the notebook's own Run; nothing if the notebook was closed: VS Code would run the active notebook's. */
export async function executeCells(
  notebook: vscode.NotebookDocument,
  ranges: readonly vscode.NotebookRange[],
): Promise<void> {
  await untilOpened(notebook);
  if (!hasTab(notebook.uri.toString())) {
    return;
  }
  await vscode.commands.executeCommand('notebook.cell.execute', {
    ranges: ranges.map(({ start, end }) => ({ start, end })),
    document: notebook.uri,
  });
}

/** In Restricted Mode, nothing runs that can come from a notebook's file. */
export async function executeIfTrusted(
  notebook: vscode.NotebookDocument,
  range: vscode.NotebookRange,
): Promise<void> {
  if (vscode.workspace.isTrusted) {
    await executeCells(notebook, [range]);
  }
}
