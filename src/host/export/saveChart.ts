/** Saves a picture of a chart where the user says. */

import * as vscode from 'vscode';
import type { ChartFile, ChartFormat } from '../../core/protocol/chartFile';
import { resultsOf } from '../notebook/cellResults';
import { fileNameOf } from './fileName';
import { putBytes } from './putFile';
import { targetFolder } from './targetFolder';

const labels: Readonly<Record<ChartFormat, string>> = { svg: 'SVG', png: 'PNG' };

/**
 * @param chart Checked where the page's message was read.
 * @param target Absent: asked for, in a dialog that asks before it gives a name that is taken.
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
  const name = file.path.split('/').at(-1) ?? '';
  void vscode.window.setStatusBarMessage(`Signals: saved ${name}`, 5000);
}

async function askTarget(
  notebook: vscode.NotebookDocument,
  resultId: string,
  format: ChartFormat,
): Promise<vscode.Uri | undefined> {
  const folder = targetFolder(notebook);
  const cell = notebook
    .getCells()
    .find(one => resultsOf(one).some(({ table, chart }) => isOf(resultId, table, chart)));
  const name = `${fileNameOf(notebook, cell, 'chart')}.${format}`;
  return vscode.window.showSaveDialog({
    title: `Save Chart as ${labels[format]}`,
    saveLabel: 'Save',
    filters: { [labels[format]]: [format] },
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {}),
  });
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
