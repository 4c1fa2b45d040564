/** Converts DuckDB's values to the values of results. */

import {
  DuckDBArrayValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBUnionValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { Value } from '../../core/protocol/outcome';

/**
 * @param value Of a column that was read as `readableSql.ts` writes it, so that it has the digits that DuckDB shows.
 * @returns The value as `protocol/outcome.ts` describes it. Total: values without a form of their own become text.
 */
export function valueOf(value: DuckDBValue): Value {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? value : nonFiniteText(value);
    case 'bigint':
      return integerOf(value);
    case 'string':
    case 'boolean':
      return value;
    default:
      return value === null || value === undefined ? null : objectValueOf(value);
  }
}

function integerOf(value: bigint): Value {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function nonFiniteText(value: number): string {
  return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
}

function objectValueOf(value: object): Value {
  if (value instanceof DuckDBTimestampValue) {
    return timestampText(value);
  }
  if (value instanceof DuckDBDateValue) {
    return value.isFinite ? withEra(String(value)) : infinityText(value.days);
  }
  if (value instanceof DuckDBDecimalValue) {
    return decimalText(value);
  }
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) {
    return value.items.map(valueOf);
  }
  if (value instanceof DuckDBStructValue) {
    return Object.fromEntries(
      Object.entries(value.entries).map(([key, item]) => [key, valueOf(item)]),
    );
  }
  if (value instanceof DuckDBMapValue) {
    return value.entries.map(({ key, value: item }) => ({
      key: valueOf(key),
      value: valueOf(item),
    }));
  }
  if (value instanceof DuckDBUnionValue) {
    return valueOf(value.value);
  }
  if (value instanceof DuckDBTimestampTZValue) {
    // Its own text has the machine's offset; sessions use UTC.
    return instantText(timestampText(new DuckDBTimestampValue(value.micros)));
  }
  if (value instanceof DuckDBTimestampSecondsValue) {
    return value.isFinite ? isoTimestamp(String(value)) : infinityText(value.seconds);
  }
  if (value instanceof DuckDBTimestampMillisecondsValue) {
    return value.isFinite ? isoTimestamp(String(value)) : infinityText(value.millis);
  }
  if (value instanceof DuckDBTimestampNanosecondsValue) {
    return value.isFinite ? isoTimestamp(String(value)) : infinityText(value.nanos);
  }
  return String(value);
}

/** DuckDB writes no zero before the decimal point for types such as DECIMAL(2, 2), whose digits all follow it. */
function decimalText(value: DuckDBDecimalValue): string {
  const text = String(value);
  return value.scale > 0 && value.scale === value.width ? text.replace(/^(-?)0\./, '$1.') : text;
}

/** The year before 1 is 1 BC, which the binding calls 0. */
function withEra(text: string): string {
  return text.replace(/^0000(-\d\d-\d\d)/, '0001$1 (BC)');
}

function infinityText(value: number | bigint): string {
  return value > 0 ? 'infinity' : '-infinity';
}

const microsInSecond = 1e6;
/**
 * Writes it like DuckDB, but several times as fast from 1684 to 2255, since charts and pages are full of such dates.
 */
function timestampText(value: DuckDBTimestampValue): string {
  const micros = Number(value.micros);
  if (!Number.isSafeInteger(micros)) {
    return isoTimestamp(String(value));
  }
  const rest = ((micros % microsInSecond) + microsInSecond) % microsInSecond;
  const seconds = new Date((micros - rest) / 1000).toISOString().slice(0, 19);
  return rest === 0 ? seconds : `${seconds}.${String(rest).padStart(6, '0').replace(/0+$/, '')}`;
}

/**
 * `2026-01-02 03:04:05.5` becomes `2026-01-02T03:04:05.5`; infinities and times before the year 1 have no such form.
 */
function isoTimestamp(text: string): string {
  return withEra(text).replace(/^(\d+-\d\d-\d\d) (?=\d)/, '$1T');
}

/** As its text: ISO 8601 or DuckDB's own form. */
function instantText(text: string): string {
  return text.endsWith('infinity') ? text : `${text}${text.includes('T') ? '+00:00' : '+00'}`;
}
