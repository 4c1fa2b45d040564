/** Tries a token with one small request, and asks the user what to do if that fails. */

import * as vscode from 'vscode';
import { CancelledError } from '../../core/base/cancellation';
import type { Connection } from '../../core/client/serviceClient';
import { ServiceError } from '../../core/service/serviceError';
import { liveClient } from './clients';

/** What to do with the token: store it, change the connection first, or nothing. */
export type TokenVerdict = 'store' | 'edit' | 'leave';

/** @returns The service's decision, or the user's if the service gives none. */
export async function tokenVerdict(connection: Connection, token: string): Promise<TokenVerdict> {
  const failure = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Trying the token at {0}', connection.name),
      cancellable: true,
    },
    (_, cancellation) => tryToken(connection, token, cancellation),
  );
  if (failure === 'cancelled') {
    return 'leave';
  }
  if (!failure || failure.kind === 'notEntitled') {
    return 'store';
  }
  const [edit, storeAnyway] = [vscode.l10n.t('Edit'), vscode.l10n.t('Store Anyway')];
  if (failure.kind === 'unauthorized') {
    const sentence = vscode.l10n.t('{0} refused the token, so it was not stored.', connection.name);
    const answer = await vscode.window.showErrorMessage(sentence, { modal: true }, edit);
    return answer === edit ? 'edit' : 'leave';
  }
  const sentence = vscode.l10n.t('The token could not be tried.');
  const options = { modal: true, detail: failure.message };
  // The user has just entered it: a notification could go by unseen.
  switch (await vscode.window.showWarningMessage(sentence, options, edit, storeAnyway)) {
    case storeAnyway:
      return 'store';
    case edit:
      return 'edit';
    default:
      return 'leave';
  }
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
