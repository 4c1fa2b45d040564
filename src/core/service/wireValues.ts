/** Reading single values of parsed JSON: the only place where they get a type. */

import { isRecord } from '../base/json';
import type { CellValue, ColumnType } from './columns';
import { dayOfWireDate, instantOfWire, wireDateTime } from './wireTime';

/** An object of that shape before anything is known of its values. */
export type Unchecked<T> = { readonly [K in keyof T]?: unknown };

/** @returns `value` with unread fields; `null` if it is no object. */
export function uncheckedRecord<T>(value: unknown): Unchecked<T> | null {
  return isRecord(value) ? value : null;
}

/** @returns The text with content, or `null`. */
export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** @returns `value` as a cell of `type`; `undefined` if it is of another type. */
export function readCell(type: ColumnType, value: unknown): CellValue | undefined {
  if (value === null || value === undefined) {
    return null;
  }
  switch (type) {
    case 'DOUBLE':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    case 'BIGINT':
      return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
    case 'BOOLEAN':
      return typeof value === 'boolean' ? value : undefined;
    case 'VARCHAR':
      return typeof value === 'string' ? value : undefined;
    case 'DATE':
    case 'TIMESTAMP':
    case 'TIMESTAMPTZ':
      return typeof value === 'string' ? readTime(type, value) : undefined;
  }
}

/**
 * @param value Any parsed JSON.
 * @returns The value as JSON, cut for a sentence.
 */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function readTime(type: 'DATE' | 'TIMESTAMP' | 'TIMESTAMPTZ', text: string): number | undefined {
  switch (type) {
    case 'DATE':
      return dayOfWireDate(text) ?? undefined;
    case 'TIMESTAMP':
      return wireDateTime(text)?.clockMicros;
    case 'TIMESTAMPTZ':
      return instantOfWire(text) ?? undefined;
  }
}
