/** Which cell the result of a tab comes from. */

import type * as vscode from 'vscode';
import type { TabPlace } from '../../core/protocol/tabMessage';
import type { ExportSource } from '../export/exportSource';

/** Longer texts tell cells apart by how they begin. */
const mostText = 10_000;

export function placeOf({ notebook, cell }: ExportSource): TabPlace {
  return { notebook: String(notebook.uri), cell: Math.max(0, cell.index), text: textOf(cell) };
}

/** @returns The number of the cell with that text, otherwise the one of that place. */
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
