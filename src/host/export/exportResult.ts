/** Signals: Export Result. Asks for the part and the target, and writes a result to a file. */

import * as vscode from 'vscode';
import { isRecord } from '../../core/base/json';
import { rowsText } from '../../core/protocol/footer';
import {
  exportRecord,
  extensionOf,
  maxXlsxRows,
  type ExportFormat,
} from '../../core/protocol/exportRecord';
import type { KernelSessions } from '../notebook/kernelSessions';
import { askPart, type ChosenPart } from './askPart';
import { askFormat, formatLabel, formatOf } from './exportFormats';
import { withExportProgress } from './exportProgress';
import { exportSource, type ExportSource } from './exportSource';
import { fileNameOf } from './fileName';
import { offerSaved } from './offerSaved';
import { saveExport } from './saveExport';
import { targetFolder } from './targetFolder';

/**
 * @param argument A cell, or `{resultId, shown, part, format, target}`, each optional: the user is asked for missing
 * ones. A `target` that exists is refused; the dialog asks the user.
 */
export async function exportResult(argument: unknown, sessions: KernelSessions): Promise<void> {
  const source = exportSource(argument);
  if (!source?.output.table) {
    const sentence = 'There is no result to export: select a cell with a table and run it.';
    void vscode.window.showInformationMessage(sentence);
    return;
  }
  if (source.restored) {
    throw new Error('This result is from an earlier session. Run its cell again to export it.');
  }
  const chosen = await askPart(argument, source, sessions);
  const format = chosen && (formatOf(argument) ?? (await askFormat()));
  if (!chosen || format === undefined) {
    return;
  }
  refuseTooMany(chosen.rowCount, format);
  const given = isRecord(argument) ? argument['target'] : undefined;
  const target = given instanceof vscode.Uri ? given : await askTarget(source, format);
  if (target !== undefined) {
    const task = { source, chosen, format, target, mayReplace: given === undefined };
    await write(task, sessions);
  }
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
    const synthetic = subject.provenance.synthetic ? ' of synthetic data' : '';
    const name = target.path.split('/').at(-1) ?? '';
    offerSaved(`Exported ${rowsText(rowCount)}${synthetic} to ${name}.`, target);
  }
}

/** Checked before the user is asked for a name. */
function refuseTooMany(rowCount: number, format: ExportFormat): void {
  if (format === 'xlsx' && rowCount > maxXlsxRows) {
    throw new Error(
      `An XLSX sheet holds ${rowsText(maxXlsxRows)} below its header, but this result has ${rowsText(rowCount)}. Filter the rows and export them as shown, or choose another format.`,
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
    title: 'Export Result',
    saveLabel: 'Export',
    filters: { [formatLabel(format)]: [extension.slice(1)] },
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, file) } : {}),
  });
}
