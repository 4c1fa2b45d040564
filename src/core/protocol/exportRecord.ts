/** What an export says of its data: in the file where its format has a place for it, otherwise in a file beside it. */

import type { JsonObject } from '../base/json';
import type { Copyright, Provenance } from './outcome';

/** `csv` makes texts harmless that a spreadsheet would run; `csvRaw` writes them as they are. */
export type ExportFormat = 'csv' | 'csvRaw' | 'json' | 'ndjson' | 'parquet';

export interface ExportSubject {
  readonly provenance: Provenance;
  readonly rowCount: number;
  readonly notes: readonly string[];
  readonly copyright: Copyright | null;
}

/** The key of the record in a Parquet file's key-value metadata. */
export const parquetRecordKey = 'market_signals.provenance';

/** The version of the record's shape; its key tells a record of ours from other people's files. */
const recordVersion = 1;

/** @returns The ending of the files of a format, with its dot. */
export function extensionOf(format: ExportFormat): string {
  return format === 'csvRaw' ? '.csv' : `.${format}`;
}

/** @returns Whether the record is a file of its own: CSV and NDJSON have no place for it. */
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
 * `{marketSignals: 1, connection, synthetic, calls, fetchedAt, rowCount, notes, rights}`, where `calls` are those of
 * `Provenance` with their half-open intervals, `fetchedAt` is in UTC and `rights` is the service's notice or null.
 */
export function exportRecord(subject: ExportSubject): JsonObject {
  const { provenance, rowCount, notes, copyright } = subject;
  const { connection, synthetic, calls, fetchedAt } = provenance;
  return {
    marketSignals: recordVersion,
    connection,
    synthetic,
    calls: calls.map(call => ({ ...call })),
    fetchedAt,
    rowCount,
    notes: [...notes],
    rights: copyright && { ...copyright },
  };
}

/** @returns Whether `value` is a record of ours, of any version. */
export function isExportRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'marketSignals' in value;
}
