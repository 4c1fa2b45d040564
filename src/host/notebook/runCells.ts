import * as vscode from 'vscode';

/** Runs cells as the notebook's own Run does. */
export async function runCells(
  notebook: vscode.NotebookDocument,
  ranges: readonly vscode.NotebookRange[],
): Promise<void> {
  await vscode.commands.executeCommand('notebook.cell.execute', {
    ranges: ranges.map(({ start, end }) => ({ start, end })),
    document: notebook.uri,
  });
}

/** In Restricted Mode nothing runs that a notebook's file may hold. */
export async function runIfTrusted(
  notebook: vscode.NotebookDocument,
  range: vscode.NotebookRange,
): Promise<void> {
  if (vscode.workspace.isTrusted) {
    await runCells(notebook, [range]);
  }
}
