/**
 * Signals: Choose a Price File. Replaces the sandbox's prices, which a connection to the service does not have, by a
 * file of the user.
 */

import path from 'node:path';
import * as vscode from 'vscode';
import { priceMentions } from '../../core/sql/priceMentions';
import { textLiteral } from '../../core/base/quoted';
import { targetFolder } from '../export/saveDialog';
import { commands } from '../ids';
import { notebookOf } from './activeNotebook';
import { cellOf } from './cellResults';
import { changeCell } from './changeCell';

/** @param argument A cell; otherwise the selected one, or the first of the notebook that names the prices. */
export async function choosePriceFile(argument: unknown): Promise<void> {
  const own = cellOf(argument);
  const cells = [...(own ? [own] : []), ...(notebookOf(argument)?.getCells() ?? [])];
  const cell = cells.find(namesPrices);
  if (!cell) {
    throw new Error(vscode.l10n.t('No cell of this notebook reads sandbox_prices.'));
  }
  const folder = targetFolder(cell.notebook);
  if (!folder) {
    throw new Error(
      vscode.l10n.t('Open a folder first: cells can only read files in the workspace folders.'),
    );
  }
  const [file] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Prices: a file with the columns entity, date and close'),
      openLabel: vscode.l10n.t('Read Prices'),
      defaultUri: folder,
      filters: { Prices: ['csv', 'parquet'] },
    })) ?? [];
  if (file) {
    const text = textLiteral(nameFrom(folder, file));
    const mentions = priceMentions(cell.document.getText());
    await changeCell(
      cell,
      mentions.map(span => ({ span, text })),
    );
  }
}

/** @returns The status bar item for the command, below a cell that names the prices of the sandbox. */
export function priceItems(cell: vscode.NotebookCell): vscode.NotebookCellStatusBarItem[] {
  if (!namesPrices(cell)) {
    return [];
  }
  const item = new vscode.NotebookCellStatusBarItem(
    vscode.l10n.t('$(folder-opened) Choose a price file…'),
    vscode.NotebookCellStatusBarAlignment.Left,
  );
  const title = vscode.l10n.t('Read prices from your own file');
  item.command = { command: commands.choosePriceFile, title, arguments: [cell] };
  item.tooltip = vscode.l10n.t(
    'Only the sandbox has the table sandbox_prices. Press to read a CSV or Parquet file with the columns entity, date and close instead.',
  );
  return [item];
}

function namesPrices({ kind, document }: vscode.NotebookCell): boolean {
  return kind === vscode.NotebookCellKind.Code && priceMentions(document.getText()).length > 0;
}

/** @returns The name by which a cell reads the file, relative to `folder`. */
function nameFrom(folder: vscode.Uri, file: vscode.Uri): string {
  if (file.scheme !== 'file' || !vscode.workspace.getWorkspaceFolder(file)) {
    throw new Error(
      vscode.l10n.t(
        'Cells can only read files in the workspace folders. Copy {0} into one of them and choose it there.',
        path.basename(file.path),
      ),
    );
  }
  const relative = path.relative(folder.fsPath, file.fsPath);
  return (relative.startsWith('..') ? file.fsPath : relative).replaceAll('\\', '/');
}
