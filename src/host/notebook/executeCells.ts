import * as vscode from 'vscode';

/** Runs cells as the notebook's own Run does. */
export async function executeCells(
  notebook: vscode.NotebookDocument,
  ranges: readonly vscode.NotebookRange[],
): Promise<void> {
  await vscode.commands.executeCommand('notebook.cell.execute', {
    ranges: ranges.map(({ start, end }) => ({ start, end })),
    document: notebook.uri,
  });
}

/** In Restricted Mode nothing runs that a notebook's file may hold. */
export async function executeIfTrusted(
  notebook: vscode.NotebookDocument,
  range: vscode.NotebookRange,
): Promise<void> {
  if (vscode.workspace.isTrusted) {
    await executeCells(notebook, [range]);
  }
}
