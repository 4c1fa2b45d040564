/** The progress notification of an export, with Cancel. */

import * as vscode from 'vscode';
import { groupedInteger } from '../../core/base/groupedInteger';
import { rowsText } from '../../core/protocol/footer';

export interface ExportControl {
  /** Aborted by Cancel. */
  readonly signal: AbortSignal;
  readonly token: vscode.CancellationToken;
  /** Called with the number of finished rows. */
  readonly onRows: (rowCount: number) => void;
}

/** @returns False if the user cancelled. */
export async function withExportProgress(
  rowCount: number,
  target: vscode.Uri,
  work: (control: ExportControl) => Promise<void>,
): Promise<boolean> {
  const name = target.path.split('/').at(-1) ?? '';
  const title = `Exporting to ${name}`;
  const location = vscode.ProgressLocation.Notification;
  const options = { location, title, cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    const ending = new AbortController();
    const subscription = token.onCancellationRequested(() => ending.abort());
    let written = 0;
    const onRows = (rows: number): void => {
      const increment = (100 * (rows - written)) / Math.max(1, rowCount);
      written = rows;
      progress.report({ increment, message: `${groupedInteger(rows)} of ${rowsText(rowCount)}` });
    };
    try {
      await work({ signal: ending.signal, token, onRows });
      return true;
    } catch (error) {
      if (token.isCancellationRequested) {
        return false;
      }
      throw error;
    } finally {
      subscription.dispose();
    }
  });
}
