/** DuckDB's values as the values of results. */

import {
  DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBDateValue,
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
import type { Value } from '../core/protocol/outcome';

/** @returns The value as `protocol/outcome.ts` describes it. Total: what has no form of its own becomes text. */
export function valueOf(value: DuckDBValue): Value {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? value : String(value);
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

function objectValueOf(value: object): Value {
  if (value instanceof DuckDBTimestampValue) {
    return timestampText(value);
  }
  if (value instanceof DuckDBDateValue) {
    return String(value);
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
  if (value instanceof DuckDBBlobValue) {
    return String(value);
  }
  const isTimestamp = timestampClasses.some(timestamp => value instanceof timestamp);
  return isTimestamp ? isoTimestamp(String(value), value) : String(value);
}

const timestampClasses = [
  DuckDBTimestampTZValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
];

const microsInSecond = 1e6;
/** As DuckDB writes it, several times as fast from 1684 to 2255: charts and pages are full of such dates. */
function timestampText(value: DuckDBTimestampValue): string {
  const micros = Number(value.micros);
  if (!Number.isSafeInteger(micros)) {
    return isoTimestamp(String(value), value);
  }
  const rest = ((micros % microsInSecond) + microsInSecond) % microsInSecond;
  const seconds = new Date((micros - rest) / 1000).toISOString().slice(0, 19);
  return rest === 0 ? seconds : `${seconds}.${String(rest).padStart(6, '0').replace(/0+$/, '')}`;
}

/** `2026-01-02 03:04:05.5+00` becomes `2026-01-02T03:04:05.5+00:00`; infinities stay as they are. */
function isoTimestamp(text: string, value: object): string {
  const iso = text.replace(' ', 'T');
  return value instanceof DuckDBTimestampTZValue ? iso.replace(/([+-]\d{2})$/, '$1:00') : iso;
}
