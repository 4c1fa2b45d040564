/** Signals: Suggest Charts. Offers the charts that fit a cell's table and writes the chosen one below its query. */

import * as vscode from 'vscode';
import { insertClause } from '../../core/visualise/suggest/insertClause';
import type { Suggestion } from '../../core/visualise/suggest/suggestCharts';
import { languages } from '../ids';
import { cellOf, resultsOf } from './cellResults';
import { runIfTrusted } from './runCells';

const REPLACE = 'Replace';

/** @param argument As for `cellOf`. */
export async function suggestCharts(argument: unknown): Promise<void> {
  const cell = cellOf(argument);
  const table = cell && resultsOf(cell).findLast(result => result.table)?.table;
  if (!cell || !table || cell.document.languageId !== languages.sql) {
    say('There is no table to draw: select a cell of SQL and run it.');
    return;
  }
  const { suggestFor } = await import('../../core/gallery/suggest');
  const suggestions = suggestFor(table);
  if (suggestions.length === 0) {
    say('No chart fits these columns: a chart needs a number, a date or a group.');
    return;
  }
  const chosen = await pick(suggestions);
  const edit = chosen && insertClause(cell.document.getText(), chosen.clause);
  if (!chosen || (edit?.replaces && !(await mayReplace()))) {
    return;
  }
  if (!edit) {
    say('No statement of the cell gives rows to draw.');
    return;
  }
  await write(cell, edit.span, edit.text);
  await runIfTrusted(cell.notebook, new vscode.NotebookRange(cell.index, cell.index + 1));
}

async function pick(suggestions: readonly Suggestion[]): Promise<Suggestion | undefined> {
  const items = suggestions.map(suggestion => ({
    label: suggestion.title,
    description: suggestion.question,
    suggestion,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: 'Suggest Charts',
    placeHolder: 'A chart that fits the columns, the best one first',
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked?.suggestion;
}

async function mayReplace(): Promise<boolean> {
  const question = 'The cell has a VISUALISE clause already. Replace it?';
  const detail = 'Undo brings it back.';
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, REPLACE);
  return answer === REPLACE;
}

/** One step to undo. */
async function write(
  cell: vscode.NotebookCell,
  { from, to }: { from: number; to: number },
  text: string,
): Promise<void> {
  const { document } = cell;
  const range = new vscode.Range(document.positionAt(from), document.positionAt(to));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, text);
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new Error('The cell could not be changed: is the notebook read-only?');
  }
}

function say(sentence: string): void {
  void vscode.window.showInformationMessage(sentence);
}
