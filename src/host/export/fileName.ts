import type * as vscode from 'vscode';

/** @returns What a dialog proposes, without an ending: the notebook, the cell, and what of it. */
export function fileNameOf(
  notebook: vscode.NotebookDocument,
  cell: vscode.NotebookCell | undefined,
  part?: string,
): string {
  const name = notebook.uri.path
    .split('/')
    .at(-1)
    ?.replace(/\.signals$/, '');
  const parts = [name ?? 'result', ...(cell && cell.index >= 0 ? [String(cell.index + 1)] : [])];
  return [...parts, ...(part === undefined ? [] : [part])].join('-');
}
