/**
 * A result's values as a chart's data.
 *
 * Drawing must not depend on the time zone of the machine: a date and a date-time without offset are written as if
 * they were UTC and drawn on UTC scales, so that they appear as they are (an instant appears in UTC).
 */

import type { Json, JsonObject } from '../base/json';
import { columnKind, rowKey } from './chartColumn';
import type { ChartColumn } from './chartColumn';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(\.\d+)?$/;
const OFFSET = /(Z|[+-]\d{2}(?::?\d{2})?(?::?\d{2})?)$/;

/**
 * @param value A value as results carry it: numbers as numbers (wide integers and decimals, NaN and the infinities as
 * strings), DATE `YYYY-MM-DD`, TIMESTAMP ISO 8601 without and TIMESTAMPTZ with offset.
 * @param columnType DuckDB's name of the column's type.
 * @returns The value in the chart's data: a finite number, a date, a date-time that ends in `Z`, a boolean, a text or
 * null.
 */
export function chartValue(value: unknown, columnType: string): Json {
  if (value === null || value === undefined) {
    return null;
  }
  switch (columnKind(columnType)) {
    case 'number':
      return numberValue(value);
    case 'date':
      return typeof value === 'string' && DATE.test(value) ? value : null;
    case 'timestamp':
      return typeof value === 'string' ? dateTimeText(value) : null;
    case 'instant':
      return typeof value === 'string' ? instantText(value) : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'text':
      return textValue(value);
  }
}

/**
 * Rows as objects, one property per column.
 *
 * @param columns The columns of `rows`, in their order; of two with the same name the first is taken.
 * @param rows Values row by row.
 * @param wanted Names of the columns to keep; all where absent.
 */
export function chartRows(
  columns: readonly ChartColumn[],
  rows: readonly (readonly unknown[])[],
  wanted?: readonly string[],
): JsonObject[] {
  const kept = columns
    .map((column, index) => ({ index, key: rowKey(column.name), ...column }))
    .filter(column => wanted?.includes(column.name) ?? true)
    .filter((column, at, all) => all.findIndex(other => other.key === column.key) === at);
  return rows.map(row =>
    Object.fromEntries(kept.map(({ key, index, type }) => [key, chartValue(row[index], type)])),
  );
}

/**
 * @param text A date-time without offset, `T` or a space between date and time.
 * @returns The same clock reading as UTC, to the millisecond, or null if `text` is none.
 */
export function dateTimeText(text: string): string | null {
  const match = DATE_TIME.exec(text);
  if (!match) {
    return DATE.test(text) ? `${text}T00:00:00Z` : null;
  }
  const [, date = '', minutes = '', seconds = ':00', fraction = ''] = match;
  const milliseconds = fraction === '' ? '' : fraction.slice(0, 4).padEnd(4, '0');
  return `${date}T${minutes}${seconds}${milliseconds}Z`;
}

/** @returns The instant in UTC, to the millisecond, or null if `text` is no date-time with offset. */
export function instantText(text: string): string | null {
  const offset = OFFSET.exec(text);
  const clock = dateTimeText(text.slice(0, offset ? offset.index : text.length));
  if (clock === null || !text.includes(':')) {
    return null;
  }
  const shift = offset?.[1] === undefined || offset[1] === 'Z' ? 0 : offsetSeconds(offset[1]);
  const epochMs = Date.parse(clock) - shift * 1000;
  return Number.isFinite(epochMs) ? new Date(epochMs).toISOString().replace('.000Z', 'Z') : null;
}

function offsetSeconds(offset: string): number {
  const digits = offset.slice(1).replaceAll(':', '').padEnd(6, '0');
  const [hours, minutes, seconds] = [0, 2, 4].map(at => Number(digits.slice(at, at + 2)));
  const total = (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0);
  return offset.startsWith('-') ? -total : total;
}

function numberValue(value: unknown): number | null {
  const isNumeric =
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    (typeof value === 'string' && value.trim() !== '');
  const number = isNumeric ? Number(value) : NaN;
  return Number.isFinite(number) ? number : null;
}

function textValue(value: unknown): string {
  if (typeof value === 'string') {
    return value;
  }
  return typeof value === 'bigint' ? value.toString() : JSON.stringify(value);
}
