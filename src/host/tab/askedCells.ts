/** Cells that are run for an explorer: one with the query if the notebook has it, otherwise a new one. */

import * as vscode from 'vscode';
import type { TabPlace } from '../../core/protocol/tabMessage';
import { notebookType } from '../ids';
import { executeIfTrusted } from '../notebook/executeCells';
import { insertIntoNotebook } from '../sidebar/insertCells';
import { cellOf } from './tabPlaces';

/**
 * @param notebook Undefined: a new one.
 * @returns The cell, after it ran.
 */
export async function askCell(
  text: string,
  notebook: vscode.NotebookDocument | undefined,
): Promise<vscode.NotebookCell> {
  const known = notebook?.getCells().find(({ document }) => document.getText() === text);
  if (!known) {
    return insertIntoNotebook(text, notebook);
  }
  return runAgain(known);
}

/** @returns The cell of the place, after it ran; its notebook is opened first. */
export async function askPlace(place: TabPlace): Promise<vscode.NotebookCell> {
  const { notebook } = await showPlace(place);
  return runAgain(notebook.cellAt(cellOf(place, notebook)));
}

/** Shows the notebook of a tab's result, at its cell. */
export async function showPlace(place: TabPlace): Promise<vscode.NotebookEditor> {
  const uri = vscode.Uri.parse(place.notebook, true);
  const notebook = await vscode.workspace.openNotebookDocument(uri);
  if (notebook.notebookType !== notebookType) {
    throw new Error(vscode.l10n.t('The notebook of this result no longer exists.'));
  }
  const index = cellOf(place, notebook);
  const range = new vscode.NotebookRange(index, index + 1);
  const viewColumn = columnOf(uri) ?? vscode.ViewColumn.One;
  const options = { viewColumn, selections: [range] };
  const editor = await vscode.window.showNotebookDocument(notebook, options);
  editor.revealRange(range, vscode.NotebookEditorRevealType.InCenterIfOutsideViewport);
  return editor;
}

async function runAgain(cell: vscode.NotebookCell): Promise<vscode.NotebookCell> {
  const range = new vscode.NotebookRange(cell.index, cell.index + 1);
  await executeIfTrusted(cell.notebook, range);
  return cell;
}

/** The tab of the open notebook, even if another tab is in front of it. */
function columnOf(notebook: vscode.Uri): vscode.ViewColumn | undefined {
  const isIt = ({ input }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputNotebook && String(input.uri) === String(notebook);
  return vscode.window.tabGroups.all.find(({ tabs }) => tabs.some(isIt))?.viewColumn;
}
