/** Finds the cell of a tab's result. */

import type * as vscode from 'vscode';
import type { TabPlace } from '../../core/protocol/tabMessage';
import type { ExportSource } from '../export/exportSource';

/** Longer texts are compared by their beginning. */
const mostText = 10_000;

export function placeOf({ notebook, cell }: ExportSource): TabPlace {
  return {
    notebook: String(notebook.uri),
    cell: Math.max(0, cell?.index ?? 0),
    text: cell ? textOf(cell) : '',
  };
}

/** @returns The index of the cell with that text, otherwise of the one at that place. */
export function cellOf(place: TabPlace, notebook: vscode.NotebookDocument): number {
  const same = notebook.getCells().filter(cell => textOf(cell) === place.text);
  const nearest = same.toSorted(
    (one, other) => Math.abs(one.index - place.cell) - Math.abs(other.index - place.cell),
  )[0];
  return nearest?.index ?? Math.max(0, Math.min(place.cell, notebook.cellCount - 1));
}

function textOf(cell: vscode.NotebookCell): string {
  return cell.document.getText().slice(0, mostText);
}
