/**
 * A snapshot as the text of a file: a line that describes it, and a line with its values, column by column.
 *
 * The text is checked as untrusted input; any error makes the whole snapshot unreadable.
 */

import { isRecord } from '../base/json';
import type { CellValue, Column, ColumnType } from '../service/columns';
import { functionColumns } from '../service/functionColumns';
import { readOverlayQuery } from './overlayQuery';
import { maxSnapshotRows, type Snapshot } from './snapshot';

const formatVersion = 1;

/** The content of the first line. */
export type SnapshotHead = Omit<Snapshot, 'table'> & { readonly rowCount: number };

const maxNameLength = 200;

/** The first instant that a plain date cannot name. */
const endOfTimeMs = Date.UTC(9999, 0, 1);

export function writeSnapshot({ query, connection, takenAtMs, table }: Snapshot): string {
  const columns = table.columns.map(({ name }) => name);
  const { rowCount } = table;
  const head = { format: formatVersion, ...query, connection, takenAtMs, rowCount, columns };
  return `${JSON.stringify(head)}\n${JSON.stringify(table.values)}\n`;
}

/** @returns The description in the first line, or undefined if it is not a snapshot's. */
export function readSnapshotHead(firstLine: string): SnapshotHead | undefined {
  const head = parsed(firstLine);
  const query = readOverlayQuery(head);
  if (!isRecord(head) || head['format'] !== formatVersion || !query) {
    return undefined;
  }
  const { connection, takenAtMs, rowCount } = head;
  const isHead =
    typeof connection === 'string' &&
    connection.length <= maxNameLength &&
    isCount(takenAtMs, endOfTimeMs) &&
    isCount(rowCount, maxSnapshotRows);
  return isHead ? { query, connection, takenAtMs, rowCount } : undefined;
}

/** @returns The snapshot under the columns of today's function, or undefined if the text is none. */
export function readSnapshot(text: string): Snapshot | undefined {
  const [firstLine = '', secondLine = ''] = text.split('\n', 2);
  const head = readSnapshotHead(firstLine);
  const names = columnNames(parsed(firstLine));
  const values = parsed(secondLine);
  if (!head || !names || !Array.isArray(values) || values.length !== names.length) {
    return undefined;
  }
  const { rowCount, ...rest } = head;
  const columns = functionColumns[head.query.operation];
  const read = columns.map(column => {
    const at = names.indexOf(column.name);
    // A column that an earlier version did not have.
    return at < 0
      ? new Array<CellValue>(rowCount).fill(null)
      : valuesOf(column, values[at], rowCount);
  });
  const complete = read.filter(each => each !== undefined);
  return complete.length === columns.length
    ? { ...rest, table: { columns, rowCount, values: complete } }
    : undefined;
}

function columnNames(head: unknown): readonly string[] | undefined {
  const names = isRecord(head) ? head['columns'] : undefined;
  return Array.isArray(names) && names.every(name => typeof name === 'string') ? names : undefined;
}

function valuesOf(
  { type }: Column,
  values: unknown,
  rowCount: number,
): readonly CellValue[] | undefined {
  if (!Array.isArray(values) || values.length !== rowCount) {
    return undefined;
  }
  const read = values.filter(value => isCellValue(type, value));
  return read.length === rowCount ? read : undefined;
}

function isCellValue(type: ColumnType, value: unknown): value is CellValue {
  if (value === null) {
    return true;
  }
  switch (type) {
    case 'VARCHAR':
      return typeof value === 'string';
    case 'BOOLEAN':
      return typeof value === 'boolean';
    case 'DOUBLE':
      return typeof value === 'number';
    case 'BIGINT':
    case 'DATE':
    case 'TIMESTAMP':
    case 'TIMESTAMPTZ':
      return Number.isSafeInteger(value);
  }
}

function isCount(value: unknown, most: number): value is number {
  return Number.isSafeInteger(value) && typeof value === 'number' && value >= 0 && value <= most;
}

/** @returns The JSON value, or undefined if the text is none. */
function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    if (error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}
