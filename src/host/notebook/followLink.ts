/** Follows a link of a grid: a cell with the call runs below the cell of the result. */

import type * as vscode from 'vscode';
import { linkSql, type EntityKey, type EntityLink } from '../../core/protocol/entityLink';
import { exportSource } from '../export/exportSource';
import { insertBelow } from './cellsBelow';
import { executeIfTrusted } from './executeCells';

/** @throws If the notebook has no cell with the result any more, or does not take the cell. */
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
