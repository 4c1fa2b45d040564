/** Inserts the query for a list's changes below the cell of the list, and runs it. */

import * as vscode from 'vscode';
import { isRecord } from '../../core/base/json';
import { plainDateOfInstant } from '../../core/base/plainDate';
import { changesQueryText, type ComparedWith } from '../../core/overlays/changesCall';
import type { SnapshotList } from '../../core/overlays/snapshot';
import { readOverlayQuery, type OverlayQuery } from '../../core/overlays/overlayQuery';
import { snapshotChoices, type SnapshotChoice } from '../../core/overlays/snapshotChoices';
import type { Connections } from '../connection/connections';
import { notebookType } from '../ids';
import type { Log } from '../log';
import { activeNotebook } from '../notebook/activeNotebook';
import { selectionOf } from '../notebook/notebookEditor';
import { resultsOf } from '../notebook/cellResults';
import { insertBelow, returnToOutput } from '../notebook/cellsBelow';
import { executeCells } from '../notebook/executeCells';
import type { KernelSessions } from '../notebook/kernelSessions';
import type { Snapshots } from './snapshots';

interface ChangesParts {
  readonly connections: Connections;
  readonly snapshots: Snapshots;
  readonly sessions: KernelSessions;
  readonly log: Log;
}

interface OverlaySource {
  readonly cell: vscode.NotebookCell;
  readonly query: OverlayQuery;
}

const nothingToCompare = vscode.l10n.t(
  'This cell has no result of bullish_stocks or bearish_stocks to compare: select a cell that requests a single list, and run it.',
);
const noSnapshots = vscode.l10n.t(
  'There is no earlier snapshot of this list. One is stored on each day on which the list is requested.',
);

/** @param argument `{resultId}` from an output, or nothing: the selected cell. */
export async function whatChanged(argument: unknown): Promise<void> {
  const source = overlaySource(argument);
  if (!source) {
    void vscode.window.showInformationMessage(nothingToCompare);
    return;
  }
  await insertChanges(source, { kind: 'previous' });
}

/** Lets a person choose the snapshot. */
export async function compareWith(argument: unknown, parts: ChangesParts): Promise<void> {
  const source = overlaySource(argument);
  if (!source) {
    void vscode.window.showInformationMessage(nothingToCompare);
    return;
  }
  const choices = await choicesFor(source, parts);
  if (choices.length === 0) {
    void vscode.window.showInformationMessage(noSnapshots);
    return;
  }
  const picked = await vscode.window.showQuickPick(quickPickItems(choices), {
    title: vscode.l10n.t('Compare {0} With…', source.query.operation),
    placeHolder: vscode.l10n.t('The day whose list is compared with the current one'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (picked?.choice) {
    await insertChanges(source, picked.choice.comparedWith);
  } else if (isOfOutput(argument)) {
    await returnToOutput(source.cell.notebook);
  }
}

async function choicesFor(
  { cell, query }: OverlaySource,
  { connections, snapshots, sessions, log }: ChangesParts,
): Promise<readonly SnapshotChoice[]> {
  const { connection } = await connections.current(cell.notebook);
  const stored = await snapshots.of(connection, sessions.lakes);
  const list = stored ? await stored.keeper.list(stored.place) : none;
  list.problems.forEach(problem => log.warn(problem));
  return snapshotChoices(list.snapshots, query, plainDateOfInstant(Date.now()));
}

const none: SnapshotList = { snapshots: [], problems: [] };

interface ChoiceItem extends vscode.QuickPickItem {
  readonly choice?: SnapshotChoice;
}

function quickPickItems(choices: readonly SnapshotChoice[]): ChoiceItem[] {
  const group = (label: string, isSame: boolean): ChoiceItem[] => {
    const items = choices
      .filter(choice => choice.isSame === isSame)
      .map(choice => ({ label: choice.label, description: choice.description, choice }));
    const separator = { label, kind: vscode.QuickPickItemKind.Separator };
    return items.length === 0 ? [] : [separator, ...items];
  };
  return [
    ...group(vscode.l10n.t('same question'), true),
    ...group(vscode.l10n.t('other parameters'), false),
  ];
}

async function insertChanges(
  { cell, query }: OverlaySource,
  comparedWith: ComparedWith,
): Promise<void> {
  const range = await insertBelow(cell, [{ text: changesQueryText(query, comparedWith) }]);
  await executeCells(cell.notebook, [range]);
}

/**
 * Finds the cell whose ranked list a command is about.
 *
 * @param argument `{resultId}`, or nothing: the selected cell of the active notebook.
 * @returns The cell's ranked list; undefined if its output has none.
 */
function overlaySource(argument: unknown): OverlaySource | undefined {
  if (isOfOutput(argument)) {
    const { resultId } = argument;
    return vscode.workspace.notebookDocuments
      .filter(notebook => notebook.notebookType === notebookType)
      .flatMap(notebook => notebook.getCells())
      .map(cell => sourceOf(cell, resultId))
      .find(source => source !== undefined);
  }
  const notebook = activeNotebook();
  const { activeNotebookEditor: editor } = vscode.window;
  const start = editor ? selectionOf(editor).start : 0;
  return notebook && sourceOf(notebook.cellAt(start), null);
}

function isOfOutput(argument: unknown): argument is { readonly resultId: string } {
  return isRecord(argument) && typeof argument['resultId'] === 'string';
}

/** The query is read as untrusted input, since an output may come from a file. */
function sourceOf(cell: vscode.NotebookCell, resultId: string | null): OverlaySource | undefined {
  for (const { table, changes } of resultsOf(cell)) {
    const query = readOverlayQuery(changes?.query);
    if (query && (resultId === null || table?.id === resultId)) {
      return { cell, query };
    }
  }
  return undefined;
}
