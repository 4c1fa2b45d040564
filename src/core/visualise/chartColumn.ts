/** What a chart needs to know about a column of the result. */

import { fromQuotes } from '../base/quoted';
import { t } from '../base/translations';

/** A column of the result that a chart draws. */
export interface ChartColumn {
  readonly name: string;
  /** DuckDB's name of the type, for example `DATE`, `DECIMAL(18,3)` or `TIMESTAMP WITH TIME ZONE`. */
  readonly type: string;
  /** The title of an axis, if the column was computed from another. */
  readonly title?: string;
  /** The column that a chart's description names in its place: it has the other's values, some of them put together. */
  readonly of?: string;
  /** Whether an axis of the column has ticks at whole numbers only; if absent, its type decides. */
  readonly isWhole?: boolean;
  /** Whether its values are written in the clause, so that a text of them has all their digits. */
  readonly isListed?: boolean;
}

const WHOLE = /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|(DECIMAL|NUMERIC)\(\d+, ?0\))$/i;

/** @returns Whether only whole numbers are values of the column: no half ranks. */
export function isWholeColumn({ type, isWhole = WHOLE.test(type.trim()) }: ChartColumn): boolean {
  return isWhole;
}

/** The one column of the service with a documented unit, or a statistic of it that keeps the unit. */
const SHARES = /^((sum|mean|median|min|max) of )?trading_volume$/;

/** @returns The title of a column without LABEL, in axes, legends and tooltips; with its unit where that is documented. */
export function columnTitle({ name, title }: Pick<ChartColumn, 'name' | 'title'>): string {
  const words = nameInWords(title ?? name);
  return SHARES.test(title ?? name) ? t('{0} (shares)', words) : words;
}

/** @returns The title of a statistic with its unit; undefined where none is documented. */
export function titleWithUnit(statistic: string, column: string): string | undefined {
  const name = `${statistic} of ${column}`;
  return SHARES.test(name) ? columnTitle({ name }) : undefined;
}

/** @returns The title of a column within a sentence: `bull/bear score`, `ISIN`. */
export function nameInSentence(name: string): string {
  const title = nameInWords(name);
  return /^.[a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

/** A name of lower-case words joined by `_`; or that of a column computed from one: `mean of y`, `score end`. */
const WORDS = /^(?:[a-z]+ of [a-z]|[a-z](?=[a-z0-9_]))[a-z0-9]*(?:_[a-z0-9]+)*(?: end)?$/;

/** `bull_bear_score` as `Bull/bear score`; other names, such as those that an author wrote with spaces, stay as written. */
function nameInWords(name: string): string {
  if (!WORDS.test(name)) {
    return name;
  }
  const words = name
    .replaceAll('_', ' ')
    .replace('bull bear', 'bull/bear')
    .replace(/\b(id|ids|ic|isin|utc)\b/g, word => word.toUpperCase().replace('IDS', 'IDs'));
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export type ColumnKind =
  | 'number'
  | 'date' // A calendar day.
  | 'timestamp' // A date and time of a clock whose offset is not stated: shown as it is, never converted.
  | 'instant' // A point in time; shown in UTC.
  | 'boolean'
  | 'text'; // Everything else.

const NUMBER =
  /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|INT\d*|FLOAT\d*|REAL|DOUBLE|DECIMAL(\(.*\))?|NUMERIC(\(.*\))?|BIGNUM)$/;

/** @returns The kind of values of a DuckDB type in a chart. */
export function columnKind(type: string): ColumnKind {
  const name = type.trim().toUpperCase();
  if (NUMBER.test(name)) {
    return 'number';
  }
  if (name === 'DATE') {
    return 'date';
  }
  if (name === 'TIMESTAMP WITH TIME ZONE' || name === 'TIMESTAMPTZ') {
    return 'instant';
  }
  if (/^(TIMESTAMP(_S|_MS|_NS)?|DATETIME)$/.test(name)) {
    return 'timestamp';
  }
  return name === 'BOOLEAN' ? 'boolean' : 'text';
}

/** With more values than this, a chart sorts them by name. */
const MOST_ORDERED = 100;

/** @returns The values of an ENUM in the order of the type; null for other types, and where they are many. */
export function enumValues(type: string): readonly string[] | null {
  if (!/^ENUM\s*\(.*\)$/is.test(type)) {
    return null;
  }
  const values = [...type.matchAll(/'((?:[^']|'')*)'/g)];
  return values.length > MOST_ORDERED
    ? null
    : values.map(([, written = '']) => fromQuotes(written, "'"));
}

/** Columns of rows that several layers share in panels: the layer of a row, and its number there. No reader wants them. */
export const partColumns = { part: 'layer part', place: 'place in part' };

/** @returns `name`, or a similar one where `taken` has it in any case. */
export function freeName(name: string, taken: readonly string[]): string {
  const lower = new Set(taken.map(other => other.toLowerCase()));
  let free = name;
  for (let count = 1; lower.has(free.toLowerCase()); count++) {
    free = `${name} (${count === 1 ? 'computed' : `computed ${count}`})`;
  }
  return free;
}

/**
 * The name of a column's values in the chart's data.
 *
 * It is the column's own name, except that quotes and backslashes become `_`: Vega-Lite reads them as part of a path
 * even where they are escaped.
 */
export function rowKey(column: string): string {
  return column.replace(/['"\\]/g, '_');
}

/** The column as a Vega-Lite field: dots and brackets are escaped, so that they are not read as a path. */
export function fieldPath(column: string): string {
  return rowKey(column).replace(/[.[\]]/g, '\\$&');
}
