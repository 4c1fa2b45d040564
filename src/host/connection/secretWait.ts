/** Reports once, for all waiting callers, that the secret storage does not answer, and lets the user end the wait. */

import * as vscode from 'vscode';

/**
 * @param ended Settles when the wait ends.
 * @param giveUp Ends the wait without an answer.
 */
export type AnnounceWait = (ended: Promise<unknown>, giveUp: () => void) => void;

/** The callbacks that end each wait, and the promises that it has ended. */
const waiting = new Map<() => void, Promise<void>>();

export const announceWait: AnnounceWait = (ended, giveUp) => {
  const isFirst = waiting.size === 0;
  const left = (): void => void waiting.delete(giveUp);
  waiting.set(giveUp, ended.then(left, left));
  if (isFirst) {
    void showWaiting();
  }
};

async function showWaiting(): Promise<void> {
  const title = vscode.l10n.t(
    "Signals: this computer's secret storage does not answer. Unlock its keyring, or cancel and select the sandbox meanwhile.",
  );
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  await vscode.window.withProgress(options, async (_, token) => {
    token.onCancellationRequested(() => {
      for (const giveUp of waiting.keys()) {
        giveUp();
      }
    });
    while (waiting.size > 0) {
      await Promise.all(waiting.values());
    }
  });
}
