import * as vscode from 'vscode';

/** Runs cells as the notebook's own Run does; in Restricted Mode nothing that was not asked for runs. */
export async function runIfTrusted(
  notebook: vscode.NotebookDocument,
  { start, end }: vscode.NotebookRange,
): Promise<void> {
  if (vscode.workspace.isTrusted) {
    await vscode.commands.executeCommand('notebook.cell.execute', {
      ranges: [{ start, end }],
      document: notebook.uri,
    });
  }
}
