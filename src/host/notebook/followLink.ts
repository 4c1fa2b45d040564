/** Follows a link of a grid: a cell with the call stands below the cell of the result. */

import * as vscode from 'vscode';
import { linkSql, type EntityKey, type EntityLink } from '../../core/protocol/entityLink';
import { exportSource } from '../export/exportSource';
import { languages } from '../ids';

/**
 * One step to undo. The new cell is selected and seen; it is not run, since that may ask the service.
 *
 * @throws If the notebook has no cell with the result any more, or does not take the cell.
 */
export async function followLink(
  editor: vscode.NotebookEditor,
  { resultId, link, key }: { resultId: string; link: EntityLink; key: EntityKey },
): Promise<void> {
  const cell = exportSource({ resultId })?.cell;
  if (!cell || cell.notebook !== editor.notebook) {
    throw new Error('The cell of this result is gone. Run the query again.');
  }
  const index = cell.index + 1;
  const { Code } = vscode.NotebookCellKind;
  const data = new vscode.NotebookCellData(Code, linkSql(link, key), languages.sql);
  const edit = new vscode.WorkspaceEdit();
  edit.set(cell.notebook.uri, [vscode.NotebookEdit.insertCells(index, [data])]);
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new Error('The notebook does not take another cell: it may be read-only.');
  }
  const range = new vscode.NotebookRange(index, index + 1);
  editor.selection = range;
  editor.revealRange(range, vscode.NotebookEditorRevealType.InCenterIfOutsideViewport);
}
