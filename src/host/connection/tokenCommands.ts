/** Set Token and Forget Token. The token goes from the box to the secret storage and is named nowhere. */

import * as vscode from 'vscode';
import { CancelledError } from '../../core/base/cancellation';
import { cleanToken } from '../../core/client/token';
import type { Connection } from '../../core/client/serviceClient';
import { ServiceError } from '../../core/service/serviceError';
import { commands } from '../ids';
import { activeNotebook } from '../notebook/activeNotebook';
import { liveClient } from './clients';
import type { Connections } from './connections';
import type { Tokens } from './tokens';

/** Asks for the token of the connection in use, tries it with one small request and stores it. */
export async function setToken(connections: Connections, tokens: Tokens): Promise<void> {
  const connection = await liveConnection(connections, 'The sandbox needs no token.');
  if (!connection) {
    return;
  }
  const pasted = await vscode.window.showInputBox({
    title: `Token for ${connection.name}`,
    prompt: `It is kept in this computer's secret storage and sent to ${hostsOf(connection)} alone`,
    password: true,
    ignoreFocusOut: true,
    validateInput: text => {
      const check = cleanToken(text);
      return check.ok ? undefined : check.problem;
    },
  });
  const cleaned = pasted === undefined ? undefined : cleanToken(pasted);
  if (!cleaned?.ok || !(await isWelcome(connection, cleaned.token))) {
    return;
  }
  await tokens.store(connection, cleaned.token);
  void vscode.window.showInformationMessage(`The token for ${connection.name} is stored.`);
}

export async function forgetToken(connections: Connections, tokens: Tokens): Promise<void> {
  const connection = await liveConnection(connections, 'The sandbox has no token.');
  if (connection) {
    await tokens.forget(connection);
    void vscode.window.showInformationMessage(`The token for ${connection.name} is forgotten.`);
  }
}

/** @returns Whether to store the token: the service took it, or the user wants it stored all the same. */
async function isWelcome(connection: Connection, token: string): Promise<boolean> {
  const failure = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: `Trying the token at ${connection.name}`,
      cancellable: true,
    },
    (_, cancellation) => tryToken(connection, token, cancellation),
  );
  if (failure === 'cancelled') {
    return false;
  }
  if (!failure || failure.kind === 'notEntitled') {
    return true;
  }
  if (failure.kind === 'unauthorized') {
    const sentence = `${connection.name} refused the token, so it was not stored.`;
    void vscode.window.showErrorMessage(sentence);
    return false;
  }
  const storeAnyway = 'Store Anyway';
  const sentence = `The token could not be tried. ${failure.message}`;
  return (await vscode.window.showWarningMessage(sentence, storeAnyway)) === storeAnyway;
}

async function tryToken(
  connection: Connection,
  token: string,
  cancellation: vscode.CancellationToken,
): Promise<ServiceError | 'cancelled' | undefined> {
  try {
    const client = await liveClient(connection, () => Promise.resolve(token));
    const parameters = { amount: '1' };
    await client.ask({ operation: 'bullish_stocks', entities: [], parameters }, cancellation);
    return undefined;
  } catch (error) {
    if (error instanceof CancelledError) {
      return 'cancelled';
    }
    if (error instanceof ServiceError) {
      return error;
    }
    throw error;
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
  const select = 'Select Connection';
  if ((await vscode.window.showInformationMessage(otherwise, select)) === select) {
    await vscode.commands.executeCommand(commands.selectConnection);
  }
  return undefined;
}

function hostsOf({ quantUrl, dataUrl }: Connection): string {
  return [...new Set([quantUrl, dataUrl].map(url => new URL(url).host))].join(' and ');
}
