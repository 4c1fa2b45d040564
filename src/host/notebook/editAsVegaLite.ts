/** Signals: Edit as Vega-Lite. Inserts cells below that draw the same chart from tables of the session. */

import * as vscode from 'vscode';
import { editableChart } from '../../core/visualise/editableChart';
import { languages } from '../ids';
import { cellOf, resultsOf } from './cellResults';
import { insertBelow } from './cellsBelow';
import { executeIfTrusted } from './executeCells';

/** @param argument As for `cellOf`. */
export async function editAsVegaLite(argument: unknown): Promise<void> {
  const cell = cellOf(argument);
  const chart = cell && resultsOf(cell).findLast(result => result.chart)?.chart;
  if (!cell || !chart) {
    const sentence = vscode.l10n.t(
      'There is no chart to edit: select a cell with VISUALISE and run it.',
    );
    void vscode.window.showInformationMessage(sentence);
    return;
  }
  const { source, spec } = chart;
  const notebookText = cell.notebook.getCells().map(textOf).join('\n');
  const made = source && editableChart(textOf(cell), { spec, source }, notebookText);
  if (!made) {
    const sentence = vscode.l10n.t(
      'This chart was drawn before its cell was changed. Run the cell again.',
    );
    void vscode.window.showInformationMessage(
      cell.document.languageId === languages.vegaLite
        ? vscode.l10n.t('This chart is a Vega-Lite specification already.')
        : sentence,
    );
    return;
  }
  const { data, specification } = made;
  const range = await insertBelow(cell, [
    ...(data === null ? [] : [{ text: data }]),
    { text: specification, language: languages.vegaLite },
  ]);
  await executeIfTrusted(cell.notebook, range);
}

function textOf(cell: vscode.NotebookCell): string {
  return cell.document.getText();
}
