/** The pickers and boxes in which a person chooses, adds and removes connections. */

import * as vscode from 'vscode';
import { checkBaseUrl } from '../../core/client/baseUrl';
import { nameProblem } from '../../core/client/connections';
import type { Connection } from '../../core/client/serviceClient';
import { commands, settings, settingsSection } from '../ids';
import { activeNotebook } from '../notebook/activeNotebook';
import { connectionsSetting } from '../settings';
import type { Connections } from './connections';
import type { Tokens } from './tokens';

type ConnectionItem = vscode.QuickPickItem & { readonly connection?: Connection };

/** Chooses the connection of this window and of the notebook in front; offers to add one. */
export async function selectConnection(connections: Connections): Promise<void> {
  const notebook = activeNotebook();
  const { connection: current } = await connections.current(notebook);
  const add: ConnectionItem = { label: 'Add a connection…', alwaysShow: true };
  const items = connections.all().map(one => connectionItem(one, one.name === current.name));
  const separator = { label: '', kind: vscode.QuickPickItemKind.Separator };
  const picked = await vscode.window.showQuickPick<ConnectionItem>([...items, separator, add], {
    title: 'Select the connection that cells run on',
    placeHolder: `In use: ${current.name}`,
    matchOnDetail: true,
  });
  if (picked === add) {
    await vscode.commands.executeCommand(commands.addConnection);
  } else if (picked?.connection) {
    await connections.select(picked.connection, notebook);
  }
}

/** Asks for a name and two addresses, writes them to the user's settings and selects the connection. */
export async function addConnection(connections: Connections): Promise<void> {
  const title = 'Add a connection';
  const name = await vscode.window.showInputBox({
    title: `${title} (1 of 3)`,
    prompt: 'A name, for the status bar and for the front matter of notebooks',
    ignoreFocusOut: true,
    validateInput: text => nameProblem(text, connections.all()),
  });
  const quantUrl = name && (await askAddress(`${title} (2 of 3)`, 'quant_url'));
  const dataUrl = quantUrl && (await askAddress(`${title} (3 of 3)`, 'data_url'));
  if (!name || !quantUrl || !dataUrl) {
    return;
  }
  const entry = { name: name.trim(), quantUrl, dataUrl };
  const setting = connectionsSetting();
  const before: unknown[] = Array.isArray(setting) ? setting : [];
  await writeSetting([...before, entry]);
  await connections.select({ ...entry, synthetic: false }, activeNotebook());
  const setToken = 'Set Token';
  const sentence = `The connection ${entry.name} is selected. It needs a token.`;
  if ((await vscode.window.showInformationMessage(sentence, setToken)) === setToken) {
    await vscode.commands.executeCommand(commands.setToken);
  }
}

/** Removes a connection from the user's settings, and its token. */
export async function removeConnection(connections: Connections, tokens: Tokens): Promise<void> {
  const live = connections.all().filter(({ synthetic }) => !synthetic);
  if (live.length === 0) {
    void vscode.window.showInformationMessage('There is no connection besides the sandbox.');
    return;
  }
  const items = live.map(connection => connectionItem(connection, false));
  const picked = await vscode.window.showQuickPick<ConnectionItem>(items, {
    title: 'Remove a connection and its token',
  });
  const connection = picked?.connection;
  if (!connection) {
    return;
  }
  await tokens.forget(connection);
  const setting = connectionsSetting();
  const entries: unknown[] = Array.isArray(setting) ? setting : [];
  await writeSetting(entries.filter(entry => !isNamed(entry, connection.name)));
}

function connectionItem(connection: Connection, isCurrent: boolean): ConnectionItem {
  const { name, quantUrl, dataUrl, synthetic } = connection;
  return {
    label: plain(name),
    ...(isCurrent ? { description: 'in use' } : {}),
    detail: synthetic ? 'Synthetic data, no token needed' : plain(`${quantUrl} and ${dataUrl}`),
    connection,
  };
}

/** A name must not become an icon. */
function plain(text: string): string {
  return text.replaceAll('$(', '$\u200b(');
}

async function askAddress(title: string, what: string): Promise<string | undefined> {
  const text = await vscode.window.showInputBox({
    title,
    prompt: `The address that the service's documentation calls ${what}`,
    placeHolder: 'https://host/path',
    ignoreFocusOut: true,
    validateInput: written => {
      const check = checkBaseUrl(written);
      return check.ok ? undefined : check.problem;
    },
  });
  const check = text === undefined ? undefined : checkBaseUrl(text);
  return check?.ok ? check.url : undefined;
}

function writeSetting(value: readonly unknown[]): Thenable<void> {
  return vscode.workspace
    .getConfiguration(settingsSection)
    .update(settings.connections, value, vscode.ConfigurationTarget.Global);
}

function isNamed(entry: unknown, name: string): boolean {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'name' in entry &&
    typeof entry.name === 'string' &&
    entry.name.trim() === name
  );
}
