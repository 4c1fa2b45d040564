/** Commands on the ranked lists of the side bar: save, change and remove a list, and write it into a notebook. */

import * as vscode from 'vscode';
import { targetOfStep } from '../../core/base/moved';
import { viewSummary, withViewsMoved, type ListView } from '../../core/overlays/savedViews';
import { changesQueryText } from '../../core/overlays/changesCall';
import type { OverlayName } from '../../core/overlays/overlayQuery';
import { countryNames } from '../../core/service/countryNames';
import { overlayParameters } from '../../core/service/parameters';
import type { Row } from '../../core/sidebar/row';
import { listCell } from '../../core/sidebar/writtenCells';
import { languages } from '../ids';
import { showNotebook } from '../notebook/newNotebook';
import { insertIntoNotebook } from './insertCells';
import { savedLists } from './overlaysView';

/** Asks for the parts of a list and its name, and saves it. */
export async function saveList(): Promise<void> {
  const query = { operation: 'bullish_stocks', parameters: { amount: '50' } } as const;
  const asked = await askList(
    { name: '', query, isSaved: true, isPinned: false },
    vscode.l10n.t('Save a list'),
  );
  const name =
    asked &&
    (await savedLists.askName(vscode.l10n.t('Name of the list'), suggestedName(asked), null));
  if (asked && name !== undefined) {
    await savedLists.save({ ...asked, name }, null);
  }
}

export async function editList(argument: unknown): Promise<void> {
  const view = await savedView(argument, vscode.l10n.t('Edit a list'));
  const asked = view && (await askList(view, vscode.l10n.t('Edit {0}', view.name)));
  if (view && asked) {
    await savedLists.save(asked, view.name);
  }
}

export async function renameList(argument: unknown): Promise<void> {
  const view = await savedView(argument, vscode.l10n.t('Rename a list'));
  const name =
    view && (await savedLists.askName(vscode.l10n.t('Name of the list'), view.name, view.name));
  if (view && name !== undefined) {
    await savedLists.save({ ...view, name }, view.name);
  }
}

export async function pinList(argument: unknown, isPinned: boolean): Promise<void> {
  const view = await savedView(
    argument,
    isPinned ? vscode.l10n.t('Pin a list') : vscode.l10n.t('Unpin a list'),
  );
  if (view) {
    await savedLists.save({ ...view, isPinned }, view.name);
  }
}

/** Moves a saved list one place up or down: among those that are pinned, or among the others. */
export async function moveList(row: Row, direction: 'up' | 'down'): Promise<void> {
  const all = savedLists.all();
  const moved = all.find(({ name }) => name === row.id);
  const names = all
    .filter(({ isSaved, isPinned }) => isSaved && isPinned === moved?.isPinned)
    .map(({ name }) => name);
  const target = moved && targetOfStep(names, moved.name, direction);
  if (moved && target !== undefined) {
    await savedLists.change(setting => withViewsMoved(setting, [moved.name], target));
  }
}

export async function removeList(argument: unknown): Promise<void> {
  const view = await savedView(argument, vscode.l10n.t('Remove a list'));
  if (view) {
    await savedLists.remove(view);
  }
}

export async function insertList(argument: unknown): Promise<void> {
  const view = await anyView(argument);
  if (view) {
    await insertIntoNotebook(listCell(view.query));
  }
}

/** A notebook with the list and what changed in it. */
export async function openListAsNotebook(argument: unknown): Promise<void> {
  const view = await anyView(argument);
  if (!view) {
    return;
  }
  const { Code, Markup } = vscode.NotebookCellKind;
  const side = view.query.operation === 'bullish_stocks' ? 'bullish' : 'bearish';
  const title = vscode.l10n.t(
    '# {0}\n\nThe most {1} stocks ({2}), and what changed since an earlier day.',
    view.name,
    side,
    viewSummary(view),
  );
  const changes = changesQueryText(view.query, { kind: 'previous' });
  await showNotebook(
    new vscode.NotebookData([
      new vscode.NotebookCellData(Markup, title, 'markdown'),
      new vscode.NotebookCellData(Code, listCell(view.query), languages.sql),
      new vscode.NotebookCellData(Code, changes, languages.sql),
    ]),
  );
}

export async function copyListQuery(argument: unknown): Promise<void> {
  const view = await anyView(argument);
  if (view) {
    await vscode.env.clipboard.writeText(listCell(view.query));
  }
}

function savedView(argument: unknown, title: string): Promise<ListView | undefined> {
  const saved = savedLists.all().filter(({ isSaved }) => isSaved);
  return savedLists.pick(argument, saved, title);
}

function anyView(argument: unknown): Promise<ListView | undefined> {
  return savedLists.pick(argument, savedLists.all(), vscode.l10n.t('Select a list'));
}

interface PartItem extends vscode.QuickPickItem {
  /** Absent: the list is complete. */
  readonly part?: string;
}

/** A list of the parts with their values: any of them can be changed before the list is accepted. */
async function askList(view: ListView, title: string): Promise<ListView | undefined> {
  let asked = view;
  for (;;) {
    const items = partItems(asked);
    const options = {
      title,
      placeHolder: vscode.l10n.t('Change any part, then accept'),
      ignoreFocusOut: true,
    };
    const item = await vscode.window.showQuickPick(items, options);
    if (!item || item.part === undefined) {
      return item && asked;
    }
    asked = await askPart(asked, item.part);
  }
}

const sideLabels: Readonly<Record<OverlayName, string>> = {
  bullish_stocks: 'bullish',
  bearish_stocks: 'bearish',
};

function partItems({ query: { operation, parameters } }: ListView): readonly PartItem[] {
  const values = listParameters().map(({ name, default: standard }) => ({
    label: name,
    description: parameters[name] ?? `${standard ?? vscode.l10n.t('not sent')} (default)`,
    part: name,
  }));
  return [
    { label: vscode.l10n.t('$(check) Accept'), detail: vscode.l10n.t('The list as it is below') },
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: 'side', description: sideLabels[operation], part: 'side' },
    ...values,
  ];
}

/** Those that the specification lists. */
function listParameters(): typeof overlayParameters {
  return overlayParameters.filter(({ listed }) => listed);
}

async function askPart(view: ListView, part: string): Promise<ListView> {
  const { query } = view;
  if (part === 'side') {
    const sides = (['bullish_stocks', 'bearish_stocks'] as const).map(operation => ({
      label: sideLabels[operation],
      operation,
    }));
    const side = await vscode.window.showQuickPick(sides, { title: part });
    return side ? { ...view, query: { ...query, operation: side.operation } } : view;
  }
  const parameter = listParameters().find(({ name }) => name === part);
  const value =
    parameter?.type === 'integer' ? await askAmount(query.parameters[part]) : await askValue(part);
  if (value === undefined) {
    return view;
  }
  const { [part]: _, ...others } = query.parameters;
  const parameters = value === '' ? others : { ...others, [part]: value };
  return { ...view, query: { ...query, parameters } };
}

function askAmount(before: string | undefined): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: 'amount',
    prompt: vscode.l10n.t('Most stocks of the list. The service may return fewer'),
    value: before ?? '50',
    ignoreFocusOut: true,
    validateInput: text =>
      /^[1-9]\d{0,4}$/.test(text.trim())
        ? undefined
        : vscode.l10n.t('A whole number from 1 to 99999.'),
  });
}

/** @returns The value on the wire; empty: the parameter is not sent. */
async function askValue(part: string): Promise<string | undefined> {
  const values = listParameters().find(({ name }) => name === part)?.values ?? [];
  const names: Readonly<Record<string, string | undefined>> =
    part === 'source_country' ? Object.fromEntries(countryNames) : {};
  const items = values
    .filter(value => value !== 'all')
    .map(value => ({ label: value, description: names[value] ?? '', value }));
  const none = {
    label: vscode.l10n.t('not restricted'),
    description: vscode.l10n.t('the parameter is not sent'),
    value: '',
  };
  const options = { title: part, matchOnDescription: true, ignoreFocusOut: true };
  return (await vscode.window.showQuickPick([none, ...items], options))?.value;
}

function suggestedName(view: ListView): string {
  const { amount: _, ...filters } = view.query.parameters;
  const words = Object.values(filters).map(value => value.replaceAll('_', ' '));
  const side =
    view.query.operation === 'bullish_stocks' ? vscode.l10n.t('Bullish') : vscode.l10n.t('Bearish');
  return words.length === 0 ? '' : [side, ...words].join(' ');
}
