/** The provenance record of an export: in the file if its format has a place for it, otherwise in a second file. */

import { isRecord, type Json, type JsonObject } from '../base/json';
import type { Copyright, Provenance, ResultColumn } from './outcome';
import { filterTexts, sortTexts, type ShownRows } from './shownRows';

/** `csv` escapes texts that a spreadsheet would run; `csvRaw` writes them unchanged. */
export type ExportFormat = 'csv' | 'csvRaw' | 'xlsx' | 'json' | 'ndjson' | 'parquet' | 'arrow';

export interface ExportSubject {
  readonly provenance: Provenance;
  /** Rows of the export; null for a chart that draws none of the session. */
  readonly rowCount: number | null;
  readonly notes: readonly string[];
  readonly copyright: Copyright | null;
}

/** The exported part of a result. */
export interface ExportedPart {
  readonly shown: ShownRows;
  /** Of the result. */
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
}

/** The key of the record in the key-value metadata of Parquet and Arrow files. */
export const recordKey = 'market_signals.provenance';

/** Rows of an XLSX sheet below its header. */
export const maxXlsxRows = 1_048_575;
export const maxXlsxColumns = 16_384;

/** The version of the record's shape; its key distinguishes our records from other files. */
const recordVersion = 1;

/** @returns The ending of the files of a format, with its dot. */
export function extensionOf(format: ExportFormat): string {
  return format === 'csvRaw' ? '.csv' : `.${format}`;
}

/** @returns Whether the record is a separate file: CSV and NDJSON have no place for it. */
export function hasSidecar(format: ExportFormat): boolean {
  return format === 'csv' || format === 'csvRaw' || format === 'ndjson';
}

/** @returns The name of the file beside an export that holds its record. */
export function sidecarName(name: string): string {
  return `${name}.provenance.json`;
}

/**
 * The record of one export, the same in every format:
 *
 * `{marketSignals: 1, connection, synthetic, calls, missing, fetchedAt, rowCount, shown, notes, rights}`, where `calls`
 * and `missing` are those of `Provenance`, with half-open intervals, `missing` is absent if no rows are, `fetchedAt` is in UTC, `shown` is null for a whole result and
 * `rights` is the service's notice or null. Of a part, `shown` is
 * `{resultRowCount, filters: [text], sort: [text], columns: [name]}`.
 */
export function exportRecord(subject: ExportSubject, part: ExportedPart | null = null): JsonObject {
  const { provenance, rowCount, notes, copyright } = subject;
  const { connection, synthetic, calls, missing, fetchedAt } = provenance;
  return {
    marketSignals: recordVersion,
    connection,
    synthetic,
    calls: calls.map(call => ({ ...call })),
    ...(missing && { missing: missing.map(each => ({ ...each })) }),
    fetchedAt,
    rowCount,
    shown: part && partRecord(part),
    notes: [...notes],
    rights: copyright && { ...copyright },
  };
}

/** @returns Whether `value` is such a record, of any version. */
export function isExportRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'marketSignals' in value;
}

/**
 * A record as lines for a sheet: nested values are named by their path, `calls 1 function`.
 *
 * @returns Name and value of each, in the order of the record; nothing for what is null.
 */
export function recordLines(record: JsonObject): [name: string, value: string][] {
  return Object.entries(record).flatMap(([name, value]) => linesOf(name, value));
}

function linesOf(name: string, value: Json | undefined): [string, string][] {
  if (value === null || value === undefined) {
    return [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item: Json, index) => linesOf(`${name} ${index + 1}`, item));
  }
  return isRecord(value)
    ? Object.entries(value).flatMap(([key, item]) => linesOf(`${name} ${key}`, item))
    : [[name, String(value)]];
}

function partRecord({ shown, columns, rowCount }: ExportedPart): JsonObject {
  const names = columns.map(({ name }) => name);
  return {
    resultRowCount: rowCount,
    filters: filterTexts(shown.arrangement, names),
    sort: sortTexts(shown.arrangement, names),
    columns: shown.columns.map(column => names[column] ?? ''),
  };
}
