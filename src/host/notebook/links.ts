/** Links that open a notebook: `vscode://market-signals.market-signals/open?…`. */

import * as vscode from 'vscode';
import { errorMessage } from '../../core/base/errorMessage';
import { writeNotebook } from '../../core/notebook/notebookFile';
import { linkedTexts } from '../../io/linkedTexts';
import type { Log } from '../log';
import { notebookOf } from './activeNotebook';
import { showNotebook } from './newNotebook';
import { fromDocument, toNotebookData } from './notebookData';

/** VS Code asks the user before it hands a link to an extension. */
export function registerLinks(log: Log): vscode.Disposable {
  return vscode.window.registerUriHandler({
    handleUri: async ({ path, query }) => {
      try {
        const { linkedNotebook } = await import('../../core/notebook/openLink');
        await showNotebook(toNotebookData(linkedNotebook(path, query, linkedTexts)));
        void vscode.window.showInformationMessage(
          vscode.l10n.t('Opened from a link. Nothing has run yet.'),
        );
      } catch (error) {
        log.error('open link', error);
        void vscode.window.showErrorMessage(errorMessage(error));
      }
    },
  });
}

/** Copies a link that opens the notebook without its outputs. */
export async function copyLink(argument: unknown, extensionId: string): Promise<void> {
  const notebook = notebookOf(argument);
  if (!notebook) {
    throw new Error(vscode.l10n.t('Open a .signals notebook to copy a link to it.'));
  }
  const { notebookLink } = await import('../../core/notebook/openLink');
  const origin = `${vscode.env.uriScheme}://${extensionId}`;
  const link = notebookLink(origin, writeNotebook(fromDocument(notebook)), linkedTexts);
  await vscode.env.clipboard.writeText(link);
  vscode.window.setStatusBarMessage(vscode.l10n.t('Signals: the link was copied'), 3000);
}
