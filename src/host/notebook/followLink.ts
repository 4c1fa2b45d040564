/** Follows a link in a grid: runs a new cell with the call below the cell of the result. */

import type * as vscode from 'vscode';
import { linkSql, type EntityKey, type EntityLink } from '../../core/protocol/entityLink';
import { exportSource } from '../export/exportSource';
import { insertBelow } from './cellsBelow';
import { executeIfTrusted } from './executeCells';

/** @throws If no cell has the result any more, or the notebook cannot be edited. */
export async function followLink(
  notebook: vscode.NotebookDocument,
  { resultId, link, key }: { resultId: string; link: EntityLink; key: EntityKey },
): Promise<void> {
  const cell = exportSource({ resultId })?.cell;
  if (!cell || cell.notebook !== notebook) {
    throw new Error('The cell of this result is gone. Run the query again.');
  }
  await executeIfTrusted(notebook, await insertBelow(cell, [{ text: linkSql(link, key) }]));
}
