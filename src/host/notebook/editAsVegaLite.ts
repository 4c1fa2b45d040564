/** Signals: Edit as Vega-Lite. Puts cells below that draw the same chart from tables of the session. */

import * as vscode from 'vscode';
import { editableChart } from '../../core/visualise/editableChart';
import { languages } from '../ids';
import { cellOf, resultsOf } from './cellResults';
import { runIfTrusted } from './runCells';

/** @param argument As for `cellOf`. */
export async function editAsVegaLite(argument: unknown): Promise<void> {
  const cell = cellOf(argument);
  const chart = cell && resultsOf(cell).findLast(result => result.chart)?.chart;
  if (!cell || !chart) {
    const sentence = 'There is no chart to edit: select a cell with VISUALISE and run it.';
    void vscode.window.showInformationMessage(sentence);
    return;
  }
  const { source, spec } = chart;
  const notebookText = cell.notebook.getCells().map(textOf).join('\n');
  const made = source && editableChart(textOf(cell), { spec, source }, notebookText);
  if (!made) {
    const sentence = 'This chart was drawn before its cell was changed. Run the cell again.';
    void vscode.window.showInformationMessage(
      cell.document.languageId === languages.vegaLite
        ? 'This chart is a Vega-Lite specification already.'
        : sentence,
    );
    return;
  }
  const { data, specification } = made;
  const cells = [
    ...(data === null ? [] : [codeCell(data, languages.sql)]),
    codeCell(specification, languages.vegaLite),
  ];
  await insertBelow(cell, cells);
  const range = new vscode.NotebookRange(cell.index + 1, cell.index + 1 + cells.length);
  await runIfTrusted(cell.notebook, range);
}

function codeCell(text: string, language: string): vscode.NotebookCellData {
  return new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text, language);
}

/** One step to undo. */
async function insertBelow(
  cell: vscode.NotebookCell,
  cells: vscode.NotebookCellData[],
): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.set(cell.notebook.uri, [vscode.NotebookEdit.insertCells(cell.index + 1, cells)]);
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new Error('The notebook could not be changed: is it read-only?');
  }
  const last = new vscode.NotebookRange(cell.index + cells.length, cell.index + cells.length + 1);
  const editor = vscode.window.visibleNotebookEditors.find(
    ({ notebook }) => notebook === cell.notebook,
  );
  if (editor) {
    editor.selections = [last];
    editor.revealRange(last, vscode.NotebookEditorRevealType.InCenterIfOutsideViewport);
  }
}

function textOf(cell: vscode.NotebookCell): string {
  return cell.document.getText();
}
