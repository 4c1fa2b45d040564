import * as vscode from 'vscode';

/** Why no requests are sent to a service from an untrusted workspace. */
export const restrictedSentence = vscode.l10n.t(
  'This workspace is in Restricted Mode, where no cell runs on a live connection. Trust the workspace, or select the sandbox.',
);

/** A request that is not sent in Restricted Mode. `message` can be shown as it is. */
export class RestrictedError extends Error {
  override readonly name = 'RestrictedError';
  constructor() {
    super(restrictedSentence);
  }
}
