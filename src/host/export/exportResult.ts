/** Signals: Export Result. Asks for the part and the target, and writes a result to a file. */

import { posix } from 'node:path';
import * as vscode from 'vscode';
import { grouped } from '../../core/base/text';
import { isRecord } from '../../core/base/json';
import { rowsText } from '../../core/protocol/footer';
import {
  exportRecord,
  extensionOf,
  maxXlsxRows,
  type ExportFormat,
} from '../../core/protocol/exportRecord';
import { returnToOutput } from '../notebook/cellsBelow';
import type { KernelSessions } from '../notebook/kernelSessions';
import { askPart, type ChosenPart } from './askPart';
import { exportSource, type ExportSource } from './exportSource';
import { offerSaved } from './offerSaved';
import { saveExport } from './saveExport';
import { targetFolder, fileNameOf } from './saveDialog';

interface FormatItem extends vscode.QuickPickItem {
  readonly format: ExportFormat;
}

/** As listed for the user. */
const formats: readonly FormatItem[] = [
  {
    format: 'csv',
    label: 'CSV',
    detail: vscode.l10n.t(
      'For spreadsheets: text that would run as a formula gets a leading apostrophe.',
    ),
  },
  {
    format: 'xlsx',
    label: vscode.l10n.t('Excel workbook (XLSX)'),
    detail: vscode.l10n.t(
      'Typed cells, at most {0} rows; a second sheet holds the provenance.',
      grouped(maxXlsxRows),
    ),
  },
  {
    format: 'parquet',
    label: 'Parquet',
    detail: vscode.l10n.t('Typed columns, with provenance.'),
  },
  {
    format: 'arrow',
    label: 'Arrow IPC',
    detail: vscode.l10n.t('Typed columns in record batches, with provenance.'),
  },
  { format: 'json', label: 'JSON', detail: vscode.l10n.t('An array of objects, with provenance.') },
  { format: 'ndjson', label: 'NDJSON', detail: vscode.l10n.t('One object per line.') },
  {
    format: 'csvRaw',
    label: vscode.l10n.t('CSV, raw'),
    detail: vscode.l10n.t('For programs: all text unchanged.'),
  },
];

/**
 * @param argument A cell, or `{resultId, shown, part, format, target}`, each optional: the user is asked for missing
 * ones. A `target` that exists is refused; the dialog asks the user.
 */
export async function exportResult(argument: unknown, sessions: KernelSessions): Promise<void> {
  const source = exportSource(argument);
  if (!source?.output.table) {
    const sentence = vscode.l10n.t(
      'There is no result to export: select a cell with a table and run it.',
    );
    void vscode.window.showInformationMessage(sentence);
    return;
  }
  if (source.restored) {
    throw new Error(
      vscode.l10n.t('This result is from an earlier session. Run its cell again to export it.'),
    );
  }
  const task = await askTask(argument, source, sessions);
  if (isRecord(argument) && argument['resultId'] !== undefined) {
    await returnToOutput(source.notebook);
  }
  if (task) {
    await write(task, sessions);
  }
}

/** @returns Undefined if the user cancels a question. */
async function askTask(
  argument: unknown,
  source: ExportSource,
  sessions: KernelSessions,
): Promise<WriteTask | undefined> {
  const chosen = await askPart(argument, source, sessions);
  const format = chosen && (formatOf(argument) ?? (await askFormat()));
  if (!chosen || format === undefined) {
    return undefined;
  }
  refuseTooMany(chosen.rowCount, format);
  const given = isRecord(argument) ? argument['target'] : undefined;
  const target = given instanceof vscode.Uri ? given : await askTarget(source, format);
  return target && { source, chosen, format, target, mayReplace: given === undefined };
}

interface WriteTask {
  readonly source: ExportSource;
  readonly chosen: ChosenPart;
  readonly format: ExportFormat;
  readonly target: vscode.Uri;
  readonly mayReplace: boolean;
}

async function write(
  { source, chosen, format, target, mayReplace }: WriteTask,
  sessions: KernelSessions,
): Promise<void> {
  const { notebook, resultId, subject } = source;
  const { part, rowCount } = chosen;
  const isSaved = await withExportProgress(rowCount, target, ({ signal, token, onRows }) =>
    saveExport({
      target,
      format,
      record: exportRecord({ ...subject, rowCount }, part),
      mayReplace,
      signal,
      make: record =>
        sessions
          .of(notebook)
          .ask(
            'export',
            { resultId, format, record, ...(part && { shown: part.shown }) },
            token,
            onRows,
          ),
    }),
  );
  if (isSaved) {
    const synthetic = subject.provenance.synthetic ? vscode.l10n.t(' of synthetic data') : '';
    const name = posix.basename(target.path);
    offerSaved(
      vscode.l10n.t('Exported {0}{1} to {2}.', rowsText(rowCount), synthetic, name),
      target,
    );
  }
}

/** Checked before the user is asked for a name. */
function refuseTooMany(rowCount: number, format: ExportFormat): void {
  if (format === 'xlsx' && rowCount > maxXlsxRows) {
    throw new Error(
      vscode.l10n.t(
        'An XLSX sheet holds {0} below its header, but this result has {1}. Filter the rows and export them as shown, or choose another format.',
        rowsText(maxXlsxRows),
        rowsText(rowCount),
      ),
    );
  }
}

/** The dialog asks before it returns the name of an existing file. */
async function askTarget(
  { notebook, cell, output }: ExportSource,
  format: ExportFormat,
): Promise<vscode.Uri | undefined> {
  const extension = extensionOf(format);
  const folder = targetFolder(notebook);
  const name = await fileNameOf(notebook, cell, { spec: output.chart?.spec });
  const file = `${name}${extension}`;
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Result'),
    saveLabel: vscode.l10n.t('Export'),
    filters: { [formatLabel(format)]: [extension.slice(1)] },
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, file) } : {}),
  });
}

/** @returns The format that the command's argument names, if any. */
function formatOf(argument: unknown): ExportFormat | undefined {
  const wanted = isRecord(argument) ? argument['format'] : undefined;
  return formats.find(({ format }) => format === wanted)?.format;
}

function formatLabel(wanted: ExportFormat): string {
  return formats.find(({ format }) => format === wanted)?.label ?? wanted;
}

async function askFormat(): Promise<ExportFormat | undefined> {
  const picked = await vscode.window.showQuickPick(formats, {
    title: vscode.l10n.t('Export Result'),
    placeHolder: vscode.l10n.t('File format'),
    matchOnDetail: true,
    ignoreFocusOut: true, // Started by a button of the page, whose focus event may follow the question.
  });
  return picked?.format;
}

interface ExportControl {
  /** Aborted by Cancel. */
  readonly signal: AbortSignal;
  readonly token: vscode.CancellationToken;
  /** Called with the number of finished rows. */
  readonly onRows: (rowCount: number) => void;
}

/**
 * Shows the progress of an export as a notification with Cancel.
 *
 * @returns False if the user cancelled.
 */
async function withExportProgress(
  rowCount: number,
  target: vscode.Uri,
  work: (control: ExportControl) => Promise<void>,
): Promise<boolean> {
  const name = posix.basename(target.path);
  const title = vscode.l10n.t('Exporting to {0}', name);
  const location = vscode.ProgressLocation.Notification;
  const options = { location, title, cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    const ending = new AbortController();
    const subscription = token.onCancellationRequested(() => ending.abort());
    let written = 0;
    const onRows = (rows: number): void => {
      const increment = (100 * (rows - written)) / Math.max(1, rowCount);
      written = rows;
      progress.report({
        increment,
        message: vscode.l10n.t('{0} of {1}', grouped(rows), rowsText(rowCount)),
      });
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
