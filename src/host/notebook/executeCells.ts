import * as vscode from 'vscode';
import { untilOpened } from './notebookEditor';

/** Runs cells like the notebook's own Run. */
export async function executeCells(
  notebook: vscode.NotebookDocument,
  ranges: readonly vscode.NotebookRange[],
): Promise<void> {
  await untilOpened(notebook);
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
