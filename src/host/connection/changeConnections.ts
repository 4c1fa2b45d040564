/** The input boxes in which a person adds, edits and removes connections. The token only appears in its own box. */

import { joined } from '../../core/base/text';
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

interface ConnectionParts {
  readonly connections: Connections;
  readonly tokens: Tokens;
}

/** Asks for a name, two addresses and the token, tries them, writes them to the user's settings and selects the connection. */
export async function addConnection({ connections, tokens }: ConnectionParts): Promise<void> {
  const title = vscode.l10n.t('Add a connection');
  const added = await askTried({ title, before: undefined, others: connections.all() });
  if (!added) {
    return;
  }
  const { connection, token } = added;
  const { name, quantUrl, dataUrl } = connection;
  if (token !== undefined) {
    await tokens.store(connection, token);
  }
  await changeConnections(setting => withConnection(setting, null, { name, quantUrl, dataUrl }));
  await connections.select(connection, activeNotebook());
  if (token !== undefined) {
    void vscode.window.setStatusBarMessage(
      vscode.l10n.t('Signals: the connection {0} is selected', name),
      5000,
    );
    return;
  }
  const setToken = vscode.l10n.t('Set Token');
  const sentence = vscode.l10n.t('The connection {0} is selected. It needs a token.', name);
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
  { connections, tokens }: ConnectionParts,
  connection?: Connection,
  entered?: string,
): Promise<void> {
  const before = connection ?? (await pickLive(connections, vscode.l10n.t('Edit a connection')));
  if (!before) {
    return;
  }
  const others = connections.all().filter(({ name }) => name !== before.name);
  const stored = entered === undefined ? await tokens.read(before) : undefined;
  const tried = await askTried({
    ...{ title: vscode.l10n.t('Edit {0}', before.name), before, others },
    ...{ stored, entered },
  });
  if (tried) {
    await replace(before, tried, { connections, tokens });
  }
}

/** A connection as the user wants it. */
interface Wanted {
  readonly connection: Connection;
  /** Tried at its addresses; undefined: none was entered, and none is stored for them. */
  readonly token: string | undefined;
}

/** Asks again, with what was entered, as long as the user edits what was refused. Nothing is saved here. */
async function askTried(asked: {
  readonly title: string;
  readonly before: Connection | undefined;
  readonly others: readonly Connection[];
  readonly stored?: string | undefined;
  readonly entered?: string | undefined;
}): Promise<Wanted | undefined> {
  const { title, before, others, stored } = asked;
  let shown = before;
  let typed = asked.entered;
  for (;;) {
    const entry = await askEntry(title, shown, others);
    if (!entry) {
      return undefined;
    }
    const connection = { ...entry, synthetic: false };
    const isSameHost = before !== undefined && hostsOf(connection) === hostsOf(before);
    const kept = typed ?? (isSameHost ? stored : undefined);
    const answer = await askToken(connection, {
      title: `${title} (4 of 4)`,
      token: kept,
      isEntered: typed !== undefined,
    });
    if (answer === undefined) {
      return undefined;
    }
    typed = answer === '' ? typed : answer;
    const token = typed ?? kept;
    const isTried =
      before !== undefined &&
      typed === undefined &&
      addressesOf(connection) === addressesOf(before);
    const verdict =
      isTried || token === undefined ? 'store' : await tokenVerdict(connection, token);
    if (verdict !== 'edit') {
      return verdict === 'store' ? { connection, token } : undefined;
    }
    shown = connection;
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
  const connection =
    named ?? (await pickLive(connections, vscode.l10n.t('Remove a connection and its token')));
  if (connection && (await isSure(connection, connections))) {
    await tokens.forget(connection);
    await withholdRows(connection.name);
    await connections.leave(connection.name);
    await changeConnections(setting => withoutEntry(setting, connection.name));
  }
}

async function isSure({ name }: Connection, connections: Connections): Promise<boolean> {
  const remove = vscode.l10n.t('Remove');
  const sentence = vscode.l10n.t('Remove the connection {0} and its token?', name);
  const { connection } = await connections.current(activeNotebook());
  const isInUse = connection.name === name;
  const detail = [
    vscode.l10n.t('The token cannot be restored from this computer.'),
    ...(isInUse
      ? [vscode.l10n.t('It is in use: cells will run on the sandbox, whose data are synthetic.')]
      : []),
  ].join(' ');
  return (
    (await vscode.window.showWarningMessage(sentence, { modal: true, detail }, remove)) === remove
  );
}

/** The token is stored first: if that fails, nothing has changed. */
async function replace(
  before: Connection,
  { connection: after, token }: Wanted,
  { connections, tokens }: ConnectionParts,
): Promise<void> {
  const { name, quantUrl, dataUrl } = after;
  if (token !== undefined) {
    await tokens.store(after, token);
  }
  if (before.name.toLowerCase() !== name.toLowerCase()) {
    await withholdRows(before.name);
  }
  const entry = { name, quantUrl, dataUrl };
  await connections.rename(before.name, name, () =>
    changeConnections(setting => withConnection(setting, before.name, entry)),
  );
  if (tokenBinding(before) !== tokenBinding(after)) {
    await tokens.forget(before);
  }
  void vscode.window.setStatusBarMessage(
    vscode.l10n.t('Signals: the connection {0} was changed', name),
    5000,
  );
}

async function askEntry(
  title: string,
  before: Connection | undefined,
  others: readonly Connection[],
): Promise<ConnectionEntry | undefined> {
  const name = await vscode.window.showInputBox({
    title: `${title} (1 of 4)`,
    prompt: vscode.l10n.t(
      'A name of your choice: the status bar shows it, and the front matter of a notebook can ask for it (setting name)',
    ),
    placeHolder: vscode.l10n.t('for example Live'),
    value: before?.name ?? '',
    ignoreFocusOut: true,
    validateInput: text =>
      nameProblem(text, others, name =>
        vscode.l10n.t('There is already a connection named {0}.', name),
      ),
  });
  const quantUrl =
    name &&
    (await askAddress({
      title: `${title} (2 of 4)`,
      what: 'quantUrl',
      value: before?.quantUrl,
    }));
  const dataUrl =
    quantUrl &&
    (await askAddress({
      title: `${title} (3 of 4)`,
      what: 'dataUrl',
      value: before?.dataUrl,
    }));
  return name && quantUrl && dataUrl ? { name: name.trim(), quantUrl, dataUrl } : undefined;
}

/** Addresses by their names in the setting: what comes from each, the service's own name, and an example. */
const addresses = {
  quantUrl: {
    prompt: vscode.l10n.t(
      'Address of scores, volumes, ranked lists and event rows, which the service calls quant_url (setting quantUrl)',
    ),
    example: 'https://api.example.com/quant',
  },
  dataUrl: {
    prompt: vscode.l10n.t(
      'Address of event counts, which the service calls data_url (setting dataUrl)',
    ),
    example: 'https://api.example.com/data',
  },
} as const;

async function askAddress(asked: {
  readonly title: string;
  readonly what: keyof typeof addresses;
  readonly value: string | undefined;
}): Promise<string | undefined> {
  const { prompt, example } = addresses[asked.what];
  const text = await vscode.window.showInputBox({
    title: asked.title,
    prompt,
    value: asked.value ?? '',
    placeHolder: vscode.l10n.t('for example {0}', example),
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
      ? vscode.l10n.t('Leave it empty to set it later')
      : vscode.l10n.t(
          'Leave it empty to {0}',
          isEntered ? vscode.l10n.t('use the one that you entered') : vscode.l10n.t('keep it'),
        );
  const pasted = await vscode.window.showInputBox({
    title,
    prompt: [
      vscode.l10n.t(
        "The token is kept in this computer's secret storage and is only sent to {0}",
        hostsOf(connection),
      ),
      ...(isNeeded ? [] : [kept]),
    ].join('. '),
    placeHolder: vscode.l10n.t('Paste the token'),
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

/**
 * Another connection may get the name later, whose rows no person has allowed language models to have: called before the
 * name is free.
 */
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
  return joined([...new Set([quantUrl, dataUrl].map(url => new URL(url).host))]);
}
