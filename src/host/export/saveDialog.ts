/** What a save dialog proposes: the folder, and the name of the file. */

import { posix } from 'node:path';
import * as vscode from 'vscode';
import { exportName, type ExportNaming } from '../../core/protocol/exportName';
import { frontMatterContents } from '../notebook/frontMatter';

/** The folder that a save dialog opens in: the notebook's own, otherwise the first of the workspace. */
export function targetFolder(notebook: vscode.NotebookDocument): vscode.Uri | undefined {
  return notebook.isUntitled
    ? vscode.workspace.workspaceFolders?.[0]?.uri
    : vscode.Uri.joinPath(notebook.uri, '..');
}

/** @returns The file name that a dialog proposes, without extension. */
export async function fileNameOf(
  notebook: vscode.NotebookDocument,
  cell: vscode.NotebookCell | undefined,
  shown: Pick<ExportNaming, 'spec' | 'part'>,
): Promise<string> {
  const { title } = await frontMatterContents(notebook);
  const file = posix.basename(notebook.uri.path);
  const place = cell && cell.index >= 0 ? cell.index + 1 : undefined;
  return exportName({ title, file, cell: place, ...shown });
}
