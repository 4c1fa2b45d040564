/** The lists in which a person selects a connection. */

import * as vscode from 'vscode';
import type { Connection } from '../../core/client/serviceClient';
import { commands } from '../ids';
import { labelText } from '../labelText';
import { activeNotebook } from '../notebook/activeNotebook';
import type { Connections } from './connections';

type ConnectionItem = vscode.QuickPickItem & { readonly connection?: Connection };

const editButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('edit'),
  tooltip: vscode.l10n.t('Edit Connection'),
};

/**
 * Selects the connection of this window and of the active notebook; offers to add one and to edit each.
 *
 * @param name The name of the connection. Absent: the user picks one.
 */
export async function selectConnection(connections: Connections, name?: string): Promise<void> {
  const notebook = activeNotebook();
  const named = connections.all().find(each => each.name === name);
  if (named) {
    await connections.select(named, notebook);
    return;
  }
  const { connection: current } = await connections.current(notebook);
  const add: ConnectionItem = { label: vscode.l10n.t('Add a connection…'), alwaysShow: true };
  const items = connections.all().map(one => ({
    ...connectionItem(one, one.name === current.name),
    buttons: one.synthetic ? [] : [editButton],
  }));
  const separator = { label: '', kind: vscode.QuickPickItemKind.Separator };
  const picked = await pickOrEdit([...items, separator, add], current);
  if (picked?.isEdited) {
    await vscode.commands.executeCommand(commands.editConnection, picked.item.connection?.name);
  } else if (picked?.item === add) {
    await vscode.commands.executeCommand(commands.addConnection);
  } else if (picked?.item.connection) {
    await connections.select(picked.item.connection, notebook);
  }
}

interface Picked {
  readonly item: ConnectionItem;
  readonly isEdited: boolean;
}

function pickOrEdit(
  items: readonly ConnectionItem[],
  current: Connection,
): Promise<Picked | undefined> {
  return new Promise(resolve => {
    const pick = vscode.window.createQuickPick<ConnectionItem>();
    const close = (picked: Picked | undefined): void => {
      resolve(picked);
      pick.dispose();
    };
    pick.title = vscode.l10n.t('Select the connection that cells run on');
    pick.placeholder = vscode.l10n.t('In use: {0}', current.name);
    pick.matchOnDetail = true;
    pick.items = items;
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      close(item && { item, isEdited: false });
    });
    pick.onDidTriggerItemButton(({ item }) => close({ item, isEdited: true }));
    pick.onDidHide(() => close(undefined));
    pick.show();
  });
}

/** @returns A connection other than the sandbox; undefined if there is none, or the user cancelled. */
export async function pickLive(
  connections: Connections,
  title: string,
): Promise<Connection | undefined> {
  const live = connections.all().filter(({ synthetic }) => !synthetic);
  if (live.length === 0) {
    void offerToAdd();
    return undefined;
  }
  const items = live.map(connection => connectionItem(connection, false));
  const picked = await vscode.window.showQuickPick<ConnectionItem>(items, {
    title,
    matchOnDetail: true,
  });
  return picked?.connection;
}

async function offerToAdd(): Promise<void> {
  const add = vscode.l10n.t('Add Connection');
  const sentence = vscode.l10n.t('There is no connection besides the sandbox.');
  if ((await vscode.window.showInformationMessage(sentence, add)) === add) {
    await vscode.commands.executeCommand(commands.addConnection);
  }
}

function connectionItem(connection: Connection, isCurrent: boolean): ConnectionItem {
  const { name, quantUrl, dataUrl, synthetic } = connection;
  return {
    label: labelText(name),
    ...(isCurrent ? { description: vscode.l10n.t('in use') } : {}),
    detail: synthetic
      ? vscode.l10n.t('Synthetic data, no token needed')
      : labelText(vscode.l10n.t('{0} and {1}', quantUrl, dataUrl)),
    connection,
  };
}
