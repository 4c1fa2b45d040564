/** Inserts the query for a list's changes below the cell of the list, and runs it. */

import * as vscode from 'vscode';
import { plainDateOfInstant } from '../../core/base/plainDate';
import { changesQueryText, type ComparedWith } from '../../core/overlays/changesCall';
import { snapshotChoices, type SnapshotChoice } from '../../core/overlays/snapshotChoices';
import type { Connections } from '../connection/connections';
import type { Log } from '../log';
import { insertBelow } from '../notebook/cellsBelow';
import { executeCells } from '../notebook/executeCells';
import { overlaySource, type OverlaySource } from './overlaySource';
import type { Snapshots } from './snapshots';

interface ChangesParts {
  readonly connections: Connections;
  readonly snapshots: Snapshots;
  readonly log: Log;
}

const nothingToCompare =
  'This cell has no result of bullish_stocks or bearish_stocks to compare: select a cell that requests a single list, and run it.';
const noSnapshots =
  'There is no earlier snapshot of this list. One is stored on each day on which the list is requested.';

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
    title: `Compare ${source.query.operation} With…`,
    placeHolder: 'The day whose list is compared with the current one',
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (picked?.choice) {
    await insertChanges(source, picked.choice.comparedWith);
  }
}

async function choicesFor(
  { cell, query }: OverlaySource,
  { connections, snapshots, log }: ChangesParts,
): Promise<readonly SnapshotChoice[]> {
  const { connection } = await connections.current(cell.notebook);
  const place = await snapshots.placeOf(connection);
  if (place === undefined) {
    return [];
  }
  const list = await (await snapshots.store()).list(place);
  list.problems.forEach(problem => log.warn(problem));
  return snapshotChoices(list.snapshots, query, plainDateOfInstant(Date.now()));
}

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
  return [...group('same question', true), ...group('other parameters', false)];
}

async function insertChanges(
  { cell, query }: OverlaySource,
  comparedWith: ComparedWith,
): Promise<void> {
  const range = await insertBelow(cell, [{ text: changesQueryText(query, comparedWith) }]);
  await executeCells(cell.notebook, [range]);
}
