/** Signals: Export Result. Asks what and where, and writes the whole of a result. */

import * as vscode from 'vscode';
import { isRecord } from '../../core/base/json';
import { rowsText } from '../../core/protocol/footer';
import { exportRecord, extensionOf, type ExportFormat } from '../../core/protocol/exportRecord';
import type { KernelSessions } from '../notebook/kernelSessions';
import { exportSource, type ExportSource } from './exportSource';
import { saveExport } from './saveExport';
import { targetFolder } from './targetFolder';

interface FormatItem extends vscode.QuickPickItem {
  readonly format: ExportFormat;
}

const formats: readonly FormatItem[] = [
  {
    format: 'csv',
    label: 'CSV',
    detail: 'For spreadsheets: a text that one would run as a formula begins with an apostrophe.',
  },
  { format: 'csvRaw', label: 'CSV, raw', detail: 'For programs: every text as it is.' },
  { format: 'json', label: 'JSON', detail: 'An array of objects, with where they come from.' },
  { format: 'ndjson', label: 'NDJSON', detail: 'One object a line.' },
  {
    format: 'parquet',
    label: 'Parquet',
    detail: 'Columns with their types, with where they come from.',
  },
];

/**
 * @param argument A cell, or `{resultId, format, target}`, each optional: what is missing is asked for. A `target`
 * that exists is refused; in the dialog the user is asked.
 */
export async function exportResult(argument: unknown, sessions: KernelSessions): Promise<void> {
  const source = exportSource(argument);
  if (!source) {
    const sentence = 'There is no result to export: select a cell with a table and run it.';
    void vscode.window.showInformationMessage(sentence);
    return;
  }
  if (source.restored) {
    throw new Error('This result is from an earlier session. Run its cell again to export it.');
  }
  const format = formatOf(argument) ?? (await askFormat());
  if (format === undefined) {
    return;
  }
  const given = isRecord(argument) ? argument['target'] : undefined;
  const target = given instanceof vscode.Uri ? given : await askTarget(source, format);
  if (target === undefined) {
    return;
  }
  const isSaved = await withProgress(source, target, (signal, token) =>
    saveExport({
      target,
      format,
      record: exportRecord(source.subject),
      mayReplace: given === undefined,
      signal,
      make: record =>
        sessions
          .of(source.notebook)
          .exportResult({ resultId: source.resultId, format, record }, token),
    }),
  );
  if (isSaved) {
    const rows = rowsText(source.subject.rowCount);
    const synthetic = source.subject.provenance.synthetic ? ' of synthetic data' : '';
    void vscode.window.setStatusBarMessage(`Signals: exported ${rows}${synthetic}`, 5000);
  }
}

function formatOf(argument: unknown): ExportFormat | undefined {
  const wanted = isRecord(argument) ? argument['format'] : undefined;
  return formats.find(({ format }) => format === wanted)?.format;
}

async function askFormat(): Promise<ExportFormat | undefined> {
  const picked = await vscode.window.showQuickPick(formats, {
    title: 'Export Result',
    placeHolder: 'Format of the file',
  });
  return picked?.format;
}

/** The dialog asks before it gives a name that is taken. */
async function askTarget(
  { notebook, cell }: ExportSource,
  format: ExportFormat,
): Promise<vscode.Uri | undefined> {
  const extension = extensionOf(format);
  const name =
    notebook.uri.path
      .split('/')
      .at(-1)
      ?.replace(/\.signals$/, '') ?? 'result';
  const folder = targetFolder(notebook);
  const file = `${name}-${cell.index + 1}${extension}`;
  const label = formats.find(item => item.format === format)?.label ?? format;
  return vscode.window.showSaveDialog({
    title: 'Export Result',
    saveLabel: 'Export',
    filters: { [label]: [extension.slice(1)] },
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, file) } : {}),
  });
}

/** @returns False where the user cancelled. */
async function withProgress(
  { subject }: ExportSource,
  target: vscode.Uri,
  work: (signal: AbortSignal, token: vscode.CancellationToken) => Promise<void>,
): Promise<boolean> {
  const name = target.path.split('/').at(-1) ?? '';
  const title = `Exporting ${rowsText(subject.rowCount)} to ${name}`;
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress({ location, title, cancellable: true }, async (_, token) => {
    const ending = new AbortController();
    const subscription = token.onCancellationRequested(() => ending.abort());
    try {
      await work(ending.signal, token);
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
