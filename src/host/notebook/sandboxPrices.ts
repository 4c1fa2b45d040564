/**
 * Writes the prices of the sandbox's market beside the notebook in front.
 *
 * The service has no prices, so analyses of returns read a file of the user's. With this one they can be tried on the
 * sandbox at once.
 */

import * as vscode from 'vscode';
import { plainDateOfInstant } from '../../core/base/plainDate';
import { putBytes } from '../export/putFile';
import { targetFolder } from '../export/targetFolder';
import { activeNotebook } from './activeNotebook';
import { fileExists } from '../fileExists';

const FILE = 'prices.csv';
/** As far back as an event study over a year with its estimation window needs, and some more. */
const DAYS = 731;
/** Rows between two looks at the clock of the extension host, which has others to serve. */
const ROWS_AT_ONCE = 2_000;

/** @throws {Error} Where there is no folder whose files a cell could read. */
export async function writeSandboxPrices(): Promise<void> {
  const target = vscode.Uri.joinPath(folder(), FILE);
  if ((await fileExists(target)) && !(await mayReplace())) {
    return;
  }
  const location = vscode.ProgressLocation.Notification;
  const title = `Writing ${FILE}: synthetic prices of the sandbox`;
  const isWritten = await vscode.window.withProgress(
    { location, title, cancellable: true },
    async (_, token) => {
      const text = await pricesText(token);
      if (text === null) {
        return false;
      }
      await putBytes(target, new TextEncoder().encode(text));
      return true;
    },
  );
  if (isWritten) {
    const place = vscode.workspace.asRelativePath(target);
    void vscode.window.showInformationMessage(
      `Synthetic prices of the sandbox are in ${place}. Run the notebook again to use them.`,
    );
  }
}

/** The notebook's folder; of one that is not saved yet, the first of the workspace: cells read files there. */
function folder(): vscode.Uri {
  const notebook = activeNotebook();
  const found = notebook ? targetFolder(notebook) : vscode.workspace.workspaceFolders?.[0]?.uri;
  if (!found) {
    throw new Error(
      'Open a folder first: cells read files below the folders of the workspace only.',
    );
  }
  return found;
}

async function mayReplace(): Promise<boolean> {
  const replace = 'Replace';
  const question = `There is a file ${FILE} beside the notebook. Replace it by synthetic prices?`;
  const answer = await vscode.window.showWarningMessage(question, { modal: true }, replace);
  return answer === replace;
}

/** @returns The lines of the file; null where the person cancelled. */
async function pricesText(token: vscode.CancellationToken): Promise<string | null> {
  const { createSandbox, defaultSandboxConfig, samplePrices } =
    await import('../../sandbox/sandbox');
  const sandbox = createSandbox(defaultSandboxConfig(plainDateOfInstant(Date.now())));
  const { to } = sandbox.world.history;
  const lines: string[] = [];
  for (const line of samplePrices(sandbox, { from: to - DAYS, to })) {
    lines.push(line);
    if (lines.length % ROWS_AT_ONCE === 0) {
      await new Promise<void>(resolve => setImmediate(resolve));
      if (token.isCancellationRequested) {
        return null;
      }
    }
  }
  return lines.join('');
}
