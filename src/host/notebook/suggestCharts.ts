/** The charts that fit a cell's table: the page shows them, and the chosen one is written below the cell's query. */

import * as vscode from 'vscode';
import { insertClause } from '../../core/visualise/suggest/insertClause';
import type { Suggestion } from '../../core/visualise/suggest/suggestCharts';
import { languages } from '../ids';
import { cellOf, resultsOf } from './cellResults';
import { focusCells } from './cellsBelow';
import { changeCell } from './changeCell';
import { executeIfTrusted } from './executeCells';
import type { RendererMessages } from './rendererMessages';

const REPLACE = vscode.l10n.t('Replace');

/** A suggestion in a page's message. */
interface Chosen {
  readonly resultId: string;
  readonly suggestion: string;
}

interface ChosenCard extends Chosen {
  readonly byKeyboard: boolean;
}

/**
 * Signals: Suggest Charts. Shows the cell's output with the charts that fit.
 *
 * @param argument As for `cellOf`.
 */
export async function suggestCharts(argument: unknown, pages: RendererMessages): Promise<void> {
  const cell = cellOf(argument);
  const table = cell && resultsOf(cell).findLast(result => result.table)?.table;
  if (!cell || !table || cell.document.languageId !== languages.sql) {
    const sentence = vscode.l10n.t('There is no table to draw: select an SQL cell and run it.');
    void vscode.window.showInformationMessage(sentence);
    return;
  }
  const range = new vscode.NotebookRange(cell.index, cell.index + 1);
  const editor = await vscode.window.showNotebookDocument(cell.notebook, { selections: [range] });
  editor.revealRange(range, vscode.NotebookEditorRevealType.InCenterIfOutsideViewport);
  await vscode.commands.executeCommand('notebook.cell.focusInOutput');
  await pages.showSuggestions(editor, table.id);
}

/**
 * @returns The charts that fit the result, the best one first.
 * @throws {Error} If no cell shows the result, or no chart fits it.
 */
export async function suggestionsFor(
  notebook: vscode.NotebookDocument,
  resultId: string,
): Promise<Suggestion[]> {
  const { suggestFor } = await import('../../core/gallery/suggest');
  const suggestions = suggestFor(drawnTable(notebook, resultId).table);
  if (suggestions.length === 0) {
    throw new Error(
      vscode.l10n.t('No chart fits: a chart needs rows and a column of numbers, dates or groups.'),
    );
  }
  return suggestions;
}

/** @throws {Error} If the result or the suggestion does not exist any more. */
export async function suggestionOf(
  notebook: vscode.NotebookDocument,
  { resultId, suggestion }: Chosen,
): Promise<Suggestion> {
  const suggestions = await suggestionsFor(notebook, resultId);
  const found = suggestions.find(({ id }) => id === suggestion);
  if (!found) {
    throw new Error(
      vscode.l10n.t('This chart does not fit the result any more. Suggest charts again.'),
    );
  }
  return found;
}

/**
 * Writes the clause below the query and runs the cell. After a key, the page keeps the focus and gives it to the chart that it
 * draws; after a click it does not, since VS Code may hear of that when the next click has moved the focus elsewhere.
 */
export async function useSuggestion(
  notebook: vscode.NotebookDocument,
  chosen: ChosenCard,
): Promise<void> {
  const { clause } = await suggestionOf(notebook, chosen);
  const { cell } = drawnTable(notebook, chosen.resultId);
  const edit = insertClause(cell.document.getText(), clause);
  if (!edit) {
    throw new Error(vscode.l10n.t('No statement of the cell returns rows to draw.'));
  }
  if (edit.replaces && !(await mayReplace())) {
    return;
  }
  const range = new vscode.NotebookRange(cell.index, cell.index + 1);
  if (!chosen.byKeyboard) {
    await focusCells(notebook, range);
  }
  await changeCell(cell, [edit]);
  await executeIfTrusted(notebook, range);
}

function drawnTable(notebook: vscode.NotebookDocument, resultId: string) {
  for (const cell of notebook.getCells()) {
    const table = resultsOf(cell).find(result => result.table?.id === resultId)?.table;
    if (table && cell.document.languageId === languages.sql) {
      return { cell, table };
    }
  }
  throw new Error(vscode.l10n.t('No SQL cell shows this result any more. Run the query again.'));
}

async function mayReplace(): Promise<boolean> {
  const question = vscode.l10n.t('The cell has a VISUALISE clause already. Replace it?');
  const detail = vscode.l10n.t('Undo brings it back.');
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, REPLACE);
  return answer === REPLACE;
}
