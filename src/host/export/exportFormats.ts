/** The formats of exports, as the user is asked for them. */

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
    detail: 'For spreadsheets: a text that one would run as a formula begins with an apostrophe.',
  },
  {
    format: 'xlsx',
    label: 'Excel workbook (XLSX)',
    detail: `Cells with their types, at most ${groupedInteger(maxXlsxRows)} rows; a second sheet says where they come from.`,
  },
  {
    format: 'parquet',
    label: 'Parquet',
    detail: 'Columns with their types, with where they come from.',
  },
  {
    format: 'arrow',
    label: 'Arrow IPC',
    detail: 'Columns with their types in record batches, with where they come from.',
  },
  { format: 'json', label: 'JSON', detail: 'An array of objects, with where they come from.' },
  { format: 'ndjson', label: 'NDJSON', detail: 'One object a line.' },
  { format: 'csvRaw', label: 'CSV, raw', detail: 'For programs: every text as it is.' },
];

/** @returns What the caller of the command wants, where it says so. */
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
    placeHolder: 'Format of the file',
    matchOnDetail: true,
    ignoreFocusOut: true, // Asked by a button of the page, whose focus may come after the question.
  });
  return picked?.format;
}
