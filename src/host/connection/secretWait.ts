/** Says that the secret storage does not answer, once for all who wait for it, and lets a person end the wait. */

import * as vscode from 'vscode';

/**
 * @param ended Settles when the wait has an end.
 * @param giveUp Ends it without an answer.
 */
export type AnnounceWait = (ended: Promise<unknown>, giveUp: () => void) => void;

/** What ends each wait, and when it has ended. */
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
  const title =
    "Signals: this computer's secret storage does not answer. Unlock its keyring, or cancel and select the sandbox meanwhile.";
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
