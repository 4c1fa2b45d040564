/** The export formats, as listed for the user. */

import * as vscode from 'vscode';
import { isRecord } from '../../core/base/json';
import { maxXlsxRows, type ExportFormat } from '../../core/protocol/exportRecord';
import { groupedInteger } from '../../core/base/groupedInteger';

interface FormatItem extends vscode.QuickPickItem {
  readonly format: ExportFormat;
}

const formats: readonly FormatItem[] = [
  {
    format: 'csv',
    label: 'CSV',
    detail: 'For spreadsheets: text that would run as a formula gets a leading apostrophe.',
  },
  {
    format: 'xlsx',
    label: 'Excel workbook (XLSX)',
    detail: `Typed cells, at most ${groupedInteger(maxXlsxRows)} rows; a second sheet holds the provenance.`,
  },
  {
    format: 'parquet',
    label: 'Parquet',
    detail: 'Typed columns, with provenance.',
  },
  {
    format: 'arrow',
    label: 'Arrow IPC',
    detail: 'Typed columns in record batches, with provenance.',
  },
  { format: 'json', label: 'JSON', detail: 'An array of objects, with provenance.' },
  { format: 'ndjson', label: 'NDJSON', detail: 'One object per line.' },
  { format: 'csvRaw', label: 'CSV, raw', detail: 'For programs: all text unchanged.' },
];

/** @returns The format that the command's argument names, if any. */
export function formatOf(argument: unknown): ExportFormat | undefined {
  const wanted = isRecord(argument) ? argument['format'] : undefined;
  return formats.find(({ format }) => format === wanted)?.format;
}

export function formatLabel(wanted: ExportFormat): string {
  return formats.find(({ format }) => format === wanted)?.label ?? wanted;
}

export async function askFormat(): Promise<ExportFormat | undefined> {
  const picked = await vscode.window.showQuickPick(formats, {
    title: 'Export Result',
    placeHolder: 'File format',
    matchOnDetail: true,
    ignoreFocusOut: true, // Started by a button of the page, whose focus event may follow the question.
  });
  return picked?.format;
}
