import type * as vscode from 'vscode';
import { exportName, type ExportNaming } from '../../core/protocol/exportName';
import { frontMatterContents } from '../notebook/frontMatter';

/** @returns The file name that a dialog proposes, without extension. */
export async function fileNameOf(
  notebook: vscode.NotebookDocument,
  cell: vscode.NotebookCell | undefined,
  shown: Pick<ExportNaming, 'spec' | 'part'>,
): Promise<string> {
  const { title } = await frontMatterContents(notebook);
  const file = notebook.uri.path.split('/').at(-1) ?? '';
  const place = cell && cell.index >= 0 ? cell.index + 1 : undefined;
  return exportName({ title, file, cell: place, ...shown });
}
