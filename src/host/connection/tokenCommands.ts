/** Set Token and Forget Token. The token goes from the input box to the secret storage and appears nowhere else. */

import * as vscode from 'vscode';
import type { Connection } from '../../core/client/serviceClient';
import { commands } from '../ids';
import { activeNotebook } from '../notebook/activeNotebook';
import { askToken, editConnection } from './changeConnections';
import type { Connections } from './connections';
import { SecretStorageError, type Tokens } from './tokens';
import { tokenVerdict } from './tryToken';

/**
 * Asks for a token, tries it with one small request and stores it.
 *
 * @param named Absent: the connection in use.
 */
export async function setToken(
  connections: Connections,
  tokens: Tokens,
  named?: Connection,
): Promise<void> {
  const connection =
    named ?? (await liveConnection(connections, vscode.l10n.t('The sandbox needs no token.')));
  if (!connection) {
    return;
  }
  const title = vscode.l10n.t('Token for {0}', connection.name);
  const token = await askToken(connection, { title, isNeeded: true });
  const verdict = token === undefined ? 'leave' : await tokenVerdict(connection, token);
  if (token === undefined || verdict === 'leave') {
    return;
  }
  if (verdict === 'edit') {
    await editConnection({ connections, tokens }, connection, token);
    return;
  }
  await storeOrOffer(tokens, connection, token);
}

/** Where the secret storage does not take the token, it can be used until the window closes. */
async function storeOrOffer(tokens: Tokens, connection: Connection, token: string): Promise<void> {
  try {
    await tokens.store(connection, token);
  } catch (error) {
    if (!(error instanceof SecretStorageError)) {
      throw error;
    }
    const use = vscode.l10n.t('Use in This Window Only');
    if ((await vscode.window.showWarningMessage(error.message, use)) === use) {
      tokens.useInWindow(connection, token);
    }
    return;
  }
  void vscode.window.showInformationMessage(
    vscode.l10n.t('The token for {0} was stored.', connection.name),
  );
}

/** @param named Absent: the connection in use. */
export async function forgetToken(
  connections: Connections,
  tokens: Tokens,
  named?: Connection,
): Promise<void> {
  const connection =
    named ?? (await liveConnection(connections, vscode.l10n.t('The sandbox has no token.')));
  if (connection) {
    await tokens.forget(connection);
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The token for {0} was removed.', connection.name),
    );
  }
}

async function liveConnection(
  connections: Connections,
  otherwise: string,
): Promise<Connection | undefined> {
  const { connection } = await connections.current(activeNotebook());
  if (!connection.synthetic) {
    return connection;
  }
  const select = vscode.l10n.t('Select Connection');
  if ((await vscode.window.showInformationMessage(otherwise, select)) === select) {
    await vscode.commands.executeCommand(commands.selectConnection);
  }
  return undefined;
}
