/** The input boxes in which a person adds, edits and removes connections. The token only appears in its own box. */

import * as vscode from 'vscode';
import { checkBaseUrl } from '../../core/client/baseUrl';
import { nameProblem, withoutEntry } from '../../core/base/namedEntries';
import { withConnection, type ConnectionEntry } from '../../core/client/connections';
import type { Connection } from '../../core/client/serviceClient';
import { cleanToken } from '../../core/client/token';
import { tokenBinding } from '../../core/client/tokenLife';
import { changeSetting } from '../changeSettings';
import { commands, settings } from '../ids';
import { activeNotebook } from '../notebook/activeNotebook';
import { modelConnections, shareRows } from '../settings';
import type { Connections } from './connections';
import { pickLive } from './selectConnection';
import type { Tokens } from './tokens';
import { tokenVerdict } from './tryToken';

/** Asks for a name and two addresses, writes them to the user's settings and selects the connection. */
export async function addConnection(connections: Connections): Promise<void> {
  const entry = await askEntry(
    { title: 'Add a connection', steps: 3, before: undefined },
    connections.all(),
  );
  if (!entry) {
    return;
  }
  await changeConnections(setting => withConnection(setting, null, entry));
  await connections.select({ ...entry, synthetic: false }, activeNotebook());
  const setToken = 'Set Token';
  const sentence = `The connection ${entry.name} is selected. It needs a token.`;
  if ((await vscode.window.showInformationMessage(sentence, setToken)) === setToken) {
    await vscode.commands.executeCommand(commands.setToken);
  }
}

/**
 * Asks for all values of a connection, with the present ones filled in. The stored token stays unless another one is
 * entered, but is not sent to another host: there it has to be entered again.
 *
 * @param connection Absent: chosen from a list.
 * @param entered A token that was entered for it and is not stored.
 */
export async function editConnection(
  { connections, tokens }: { readonly connections: Connections; readonly tokens: Tokens },
  connection?: Connection,
  entered?: string,
): Promise<void> {
  const before = connection ?? (await pickLive(connections, 'Edit a connection'));
  if (!before) {
    return;
  }
  const others = connections.all().filter(({ name }) => name !== before.name);
  let shown: Connection = before;
  const stored = entered === undefined ? await tokens.read(before) : undefined;
  let typed = entered;
  for (;;) {
    const title = `Edit ${before.name}`;
    const entry = await askEntry({ title, steps: 4, before: shown }, others);
    const after = entry && { ...entry, synthetic: false };
    if (!after) {
      return;
    }
    const kept = typed ?? (hostsOf(after) === hostsOf(before) ? stored : undefined);
    const answer = await askToken(after, {
      title: `${title} (4 of 4)`,
      token: kept,
      isEntered: typed !== undefined,
    });
    if (answer === undefined) {
      return;
    }
    typed = answer === '' ? typed : answer;
    const token = typed ?? kept;
    const isTried = typed === undefined && addressesOf(after) === addressesOf(before);
    const verdict = isTried || token === undefined ? 'store' : await tokenVerdict(after, token);
    if (verdict === 'store') {
      await replace(before, after, { connections, tokens, token });
    }
    if (verdict !== 'edit') {
      return;
    }
    shown = after;
  }
}

/**
 * Removes a connection from the user's settings, and its token.
 *
 * The user confirms it, since the token cannot be restored.
 *
 * @param named That of a row. Absent: the user picks one.
 */
export async function removeConnection(
  connections: Connections,
  tokens: Tokens,
  named?: Connection,
): Promise<void> {
  const connection = named ?? (await pickLive(connections, 'Remove a connection and its token'));
  if (connection && (await isSure(connection, connections))) {
    await tokens.forget(connection);
    await connections.leave(connection.name);
    await changeConnections(setting => withoutEntry(setting, connection.name));
    await withholdRows(connection.name);
  }
}

async function isSure({ name }: Connection, connections: Connections): Promise<boolean> {
  const remove = 'Remove';
  const sentence = `Remove the connection ${name} and its token?`;
  const { connection } = await connections.current(activeNotebook());
  const isInUse = connection.name === name;
  const detail = [
    'The token cannot be restored from this computer.',
    ...(isInUse ? ['It is in use: cells will run on the sandbox, whose data are synthetic.'] : []),
  ].join(' ');
  return (
    (await vscode.window.showWarningMessage(sentence, { modal: true, detail }, remove)) === remove
  );
}

/** The token is stored first: if that fails, nothing has changed. */
async function replace(
  before: Connection,
  after: Connection,
  parts: {
    readonly connections: Connections;
    readonly tokens: Tokens;
    readonly token: string | undefined;
  },
): Promise<void> {
  const { connections, tokens, token } = parts;
  const { name, quantUrl, dataUrl } = after;
  if (token !== undefined) {
    await tokens.store(after, token);
  }
  const entry = { name, quantUrl, dataUrl };
  await connections.rename(before.name, name, () =>
    changeConnections(setting => withConnection(setting, before.name, entry)),
  );
  if (tokenBinding(before) !== tokenBinding(after)) {
    await tokens.forget(before);
  }
  if (before.name.toLowerCase() !== name.toLowerCase()) {
    await withholdRows(before.name);
  }
  void vscode.window.setStatusBarMessage(`Signals: the connection ${name} was changed`, 5000);
}

interface Asked {
  readonly title: string;
  /** The boxes of the entry come first. */
  readonly steps: number;
  readonly before: Connection | undefined;
}

async function askEntry(
  { title, steps, before }: Asked,
  others: readonly Connection[],
): Promise<ConnectionEntry | undefined> {
  const name = await vscode.window.showInputBox({
    title: `${title} (1 of ${steps})`,
    prompt: 'A name, for the status bar and for the front matter of notebooks',
    value: before?.name ?? '',
    ignoreFocusOut: true,
    validateInput: text => nameProblem(text, others, 'connection'),
  });
  const quantUrl =
    name &&
    (await askAddress({
      title: `${title} (2 of ${steps})`,
      what: 'quantUrl',
      value: before?.quantUrl,
    }));
  const dataUrl =
    quantUrl &&
    (await askAddress({
      title: `${title} (3 of ${steps})`,
      what: 'dataUrl',
      value: before?.dataUrl,
    }));
  return name && quantUrl && dataUrl ? { name: name.trim(), quantUrl, dataUrl } : undefined;
}

/** Addresses by their names in the setting, with what comes from each, and the service's own name. */
const contents = {
  quantUrl:
    'the address of scores, volumes, ranked lists and event rows (quant_url in its documentation)',
  dataUrl: 'the address of event counts (data_url in its documentation)',
} as const;

async function askAddress(asked: {
  readonly title: string;
  readonly what: keyof typeof contents;
  readonly value: string | undefined;
}): Promise<string | undefined> {
  const text = await vscode.window.showInputBox({
    title: asked.title,
    prompt: `${asked.what}: ${contents[asked.what]}`,
    value: asked.value ?? '',
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

/**
 * @param asked With `token`, an empty box is an answer too: the token stays.
 * @returns The entered token, cleaned; empty if none was entered; undefined if the user cancelled.
 */
export async function askToken(
  connection: Connection,
  asked: {
    readonly title: string;
    readonly token?: string | undefined;
    /** Whether it was entered before, and is not stored. */
    readonly isEntered?: boolean;
    readonly isNeeded?: boolean;
  },
): Promise<string | undefined> {
  const { title, token, isEntered = false, isNeeded = false } = asked;
  const kept =
    token === undefined
      ? 'Leave it empty to set it later'
      : `Leave it empty to ${isEntered ? 'use the one that you entered' : 'keep it'}`;
  const pasted = await vscode.window.showInputBox({
    title,
    prompt: [
      `The token is kept in this computer's secret storage and is only sent to ${hostsOf(connection)}`,
      ...(isNeeded ? [] : [kept]),
    ].join('. '),
    password: true,
    ignoreFocusOut: true,
    validateInput: text => {
      const check = cleanToken(text);
      return check.ok || (text === '' && !isNeeded) ? undefined : check.problem;
    },
  });
  if (pasted === undefined || (pasted === '' && !isNeeded)) {
    return pasted;
  }
  const cleaned = cleanToken(pasted);
  return cleaned.ok ? cleaned.token : undefined;
}

/** Another connection may get the name later, whose rows no person has allowed language models to have. */
async function withholdRows(name: string): Promise<void> {
  if (modelConnections().includes(name.toLowerCase())) {
    await shareRows(name, false);
  }
}

function changeConnections(change: (setting: unknown) => readonly unknown[]): Promise<void> {
  return changeSetting(settings.connections, change);
}

function addressesOf({ quantUrl, dataUrl }: Connection): string {
  return `${quantUrl} ${dataUrl}`;
}

function hostsOf({ quantUrl, dataUrl }: Connection): string {
  return [...new Set([quantUrl, dataUrl].map(url => new URL(url).host))].join(' and ');
}
