/** Saves a picture of a chart in a file that the user chooses. */

import { posix } from 'node:path';
import * as vscode from 'vscode';
import type { ChartFile, ChartFormat } from '../../core/protocol/chartFile';
import { resultsOf } from '../notebook/cellResults';
import { returnToOutput } from '../notebook/cellsBelow';
import { offerSaved } from './offerSaved';
import { putBytes } from './putFile';
import { targetFolder, fileNameOf } from './saveDialog';

const labels: Readonly<Record<ChartFormat, string>> = { svg: 'SVG', png: 'PNG' };

/**
 * @param chart Was checked when the page's message was read.
 * @param target Absent: chosen in a dialog, which asks before it returns the name of an existing file.
 */
export async function saveChart(
  notebook: vscode.NotebookDocument,
  { resultId, format, content }: ChartFile & { readonly resultId: string },
  target?: vscode.Uri,
): Promise<void> {
  const file = target ?? (await askTarget(notebook, resultId, format));
  if (!file) {
    return;
  }
  await putBytes(file, Buffer.from(content, format === 'png' ? 'base64' : 'utf8'));
  const name = posix.basename(file.path);
  offerSaved(vscode.l10n.t('Saved the chart as {0}.', name), file);
}

async function askTarget(
  notebook: vscode.NotebookDocument,
  resultId: string,
  format: ChartFormat,
): Promise<vscode.Uri | undefined> {
  const folder = targetFolder(notebook);
  const shown = notebook
    .getCells()
    .flatMap(cell => resultsOf(cell).map(({ table, chart }) => ({ cell, table, chart })))
    .find(({ table, chart }) => isOf(resultId, table, chart));
  const about = { spec: shown?.chart?.spec, part: 'chart' } as const;
  const name = `${await fileNameOf(notebook, shown?.cell, about)}.${format}`;
  const file = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save Chart as {0}', labels[format]),
    saveLabel: vscode.l10n.t('Save'),
    filters: { [labels[format]]: [format] },
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {}),
  });
  await returnToOutput(notebook);
  return file;
}

function isOf(
  resultId: string,
  ...[table, chart]: [
    { readonly id: string } | null,
    { readonly datasets: readonly { readonly resultId: string }[] } | null,
  ]
): boolean {
  return (
    table?.id === resultId || (chart?.datasets.some(set => set.resultId === resultId) ?? false)
  );
}
