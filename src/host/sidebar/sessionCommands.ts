/** Commands on the rows of the view *Session*. */

import * as vscode from 'vscode';
import type { Cancellation } from '../../core/base/cancellation';
import { cellOutputs } from '../../core/protocol/cellOutputs';
import type { CellOutcome } from '../../core/protocol/outcome';
import { dropQuestion, makerOf, type SessionItem } from '../../core/sidebar/sessionTree';
import { summariseCell } from '../../core/sidebar/writtenCells';
import { commands } from '../ids';
import type { NotebookAnalyses } from '../language/analyses';
import { analysedCells, cellId } from '../language/notebookText';
import { focusCells } from '../notebook/cellsBelow';
import { selectionOf, showEditor } from '../notebook/notebookEditor';
import type { ResultTabs } from '../tab/resultTabs';
import { insertIntoNotebook } from './insertCells';
import { rowOf } from './rowTree';
import type { SessionView } from './sessionView';

export interface SessionParts {
  readonly view: SessionView;
  readonly tabs: ResultTabs;
  readonly analyses: NotebookAnalyses;
  /** Runs SQL that is in no cell. */
  readonly run: (
    notebook: vscode.NotebookDocument,
    text: string,
    token: Cancellation,
  ) => Promise<CellOutcome>;
}

const drop = vscode.l10n.t('Drop');

/** Opens the rows of a table, view, file or result beside the notebook. */
export async function openRows(argument: unknown, parts: SessionParts): Promise<void> {
  const { item, notebook } = chosen(argument, parts);
  if (item.result) {
    await vscode.commands.executeCommand(commands.openResult, { resultId: item.result.id });
    return;
  }
  const outcome = await runVisibly(vscode.l10n.t('Reading {0}', item.label), token =>
    parts.run(notebook, `FROM ${item.sql}`, token),
  );
  for (const { kind, value } of cellOutputs(outcome, vscode.workspace.isTrusted)) {
    if (kind === 'result') {
      const key = `${notebook.uri.toString()} ${item.id}`;
      parts.tabs.openRows(key, { notebook, name: item.label }, value);
    }
  }
}

/** Writes the name at the cursor of the selected cell, or at its end. */
export async function insertName(argument: unknown, parts: SessionParts): Promise<void> {
  const { item, notebook } = chosen(argument, parts);
  const { start } = selectionOf(await showEditor(notebook));
  const cell = start < notebook.cellCount ? notebook.cellAt(start) : undefined;
  if (item.sql === null || cell?.kind !== vscode.NotebookCellKind.Code) {
    throw new Error(vscode.l10n.t('Select a code cell first: the name is written there.'));
  }
  const { document } = cell;
  const written = vscode.window.visibleTextEditors.find(each => each.document === document);
  const end = document.lineAt(document.lineCount - 1).range.end;
  const range = written?.selection ?? new vscode.Range(end, end);
  const isApart = written !== undefined || /(^|\s)$/.test(document.getText());
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, isApart ? item.sql : ` ${item.sql}`);
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new Error(vscode.l10n.t('The name could not be written: is the notebook read-only?'));
  }
  await focusCells(notebook, new vscode.NotebookRange(start, start + 1));
  await vscode.commands.executeCommand('notebook.cell.edit');
}

/** Writes a cell that summarises the columns, and runs it. */
export async function summariseRows(argument: unknown, parts: SessionParts): Promise<void> {
  const { item, notebook } = chosen(argument, parts);
  if (item.sql !== null) {
    await insertIntoNotebook(summariseCell(item.sql), notebook);
  }
}

/** Selects the cell that made the item. */
export async function goToMaker(argument: unknown, parts: SessionParts): Promise<void> {
  const { item, notebook } = chosen(argument, parts);
  const index = item.result ? item.result.cell : await makingCell(item, notebook, parts);
  if (index === undefined || index >= notebook.cellCount) {
    throw new Error(vscode.l10n.t('No cell of this notebook makes {0}.', item.label));
  }
  await showEditor(notebook);
  await focusCells(notebook, new vscode.NotebookRange(index, index + 1));
}

/** Asks, and drops the item from the session. */
export async function dropItem(argument: unknown, parts: SessionParts): Promise<void> {
  const { item, notebook } = chosen(argument, parts);
  const { dropSql } = item;
  if (dropSql === null) {
    return;
  }
  const { question, detail } = dropQuestion(item);
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, drop);
  if (answer === drop) {
    await runVisibly(vscode.l10n.t('Dropping {0}', item.label), token =>
      parts.run(notebook, dropSql, token),
    );
  }
}

/** Runs all cells of the notebook whose session is shown. */
export async function runSession(view: SessionView): Promise<void> {
  if (!view.notebook) {
    throw new Error(vscode.l10n.t('Open a notebook first.'));
  }
  await vscode.commands.executeCommand('notebook.execute', view.notebook.uri);
}

function chosen(
  argument: unknown,
  { view }: SessionParts,
): { readonly item: SessionItem; readonly notebook: vscode.NotebookDocument } {
  const item = view.itemOf(rowOf(argument));
  if (!item || !view.notebook) {
    throw new Error(vscode.l10n.t('The session no longer has this. Refresh the view Session.'));
  }
  return { item, notebook: view.notebook };
}

async function makingCell(
  item: SessionItem,
  notebook: vscode.NotebookDocument,
  { analyses }: SessionParts,
): Promise<number | undefined> {
  const analysed = await analyses.current(notebook);
  const id = analysed?.text.cells[makerOf(item, analysed.analysis) ?? -1]?.id;
  return analysedCells(notebook).find(({ document }) => cellId(document) === id)?.index;
}

/** @throws {Error} With the message of the failed statement. */
async function runVisibly(
  title: string,
  work: (token: Cancellation) => Promise<CellOutcome>,
): Promise<CellOutcome> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  const outcome = await vscode.window.withProgress(options, (_progress, token) => work(token));
  if (outcome.error) {
    throw new Error(outcome.error.message);
  }
  return outcome;
}
