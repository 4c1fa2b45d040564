/** The role of a column, from its name, type and first values: decides how values are shown. */

import type { ResultColumn, Value } from '../../core/protocol/outcome';
import { sides } from '../../core/visualise/sideColours';

export type ColumnRole =
  | 'score' // A signed number: sign, colour and a bar.
  | 'integer' // Grouped.
  | 'number' // Grouped, a fixed number of decimals.
  | 'plainInteger' // Ids and years: never grouped.
  | 'date'
  | 'time'
  | 'boolean'
  | 'nested' // Lists, structs and JSON.
  | 'text';

/** Facts about a column besides its values. */
export interface ColumnFacts {
  readonly name: string;
  readonly type: string;
  readonly role: ColumnRole;
  /** A few letters for the header. */
  readonly mark: string;
  /** Decimals of role `number` and `score`. */
  readonly decimals: number;
  /** The least and the greatest value of the sample and 0: the ends of a score's bar. */
  readonly lowest: number;
  readonly highest: number;
}

const INTEGER = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER)$/;
const FRACTIONAL = /^(DOUBLE|FLOAT|DECIMAL\b.*)$/;
const NESTED = /(\[\d*\]|^(STRUCT|MAP|UNION|JSON)\b.*)$/;
/** The exact value is in the tooltip. */
const SIGNIFICANT_DIGITS = { score: 3, number: 5 };
const MAX_DECIMALS = 8;

/** @param sample Values of the column, for example those of the first page. */
export function columnFacts(column: ResultColumn, sample: readonly Value[]): ColumnFacts {
  const role = columnRole(column);
  const numbers = sample.map(Number).filter((value, index) => {
    const raw = sample[index];
    return (typeof raw === 'number' || typeof raw === 'string') && Number.isFinite(value);
  });
  const lowest = numbers.reduce((least, value) => Math.min(least, value), 0);
  const highest = numbers.reduce((most, value) => Math.max(most, value), 0);
  const largest = Math.max(-lowest, highest);
  const decimals =
    role === 'score' || role === 'number'
      ? decimalsOf(numbers, largest, SIGNIFICANT_DIGITS[role])
      : 0;
  return { ...column, role, mark: markOf(column.type), decimals, lowest, highest };
}

export function columnRole({ name, type }: ResultColumn): ColumnRole {
  if (NESTED.test(type)) {
    return 'nested';
  }
  const lowerName = name.toLowerCase();
  if (INTEGER.test(type)) {
    return /(^|_)(id|year)$/.test(lowerName) ? 'plainInteger' : 'integer';
  }
  if (FRACTIONAL.test(type)) {
    return /(^|_)score$/.test(lowerName) ? 'score' : 'number';
  }
  if (type === 'DATE') {
    return 'date';
  }
  if (type.startsWith('TIME')) {
    return 'time';
  }
  return type === 'BOOLEAN' ? 'boolean' : 'text';
}

/** Whether values are aligned to the right. */
export function isNumeric(role: ColumnRole): boolean {
  return role === 'score' || role === 'integer' || role === 'number' || role === 'plainInteger';
}

/** Whether a value is one of the two sides (bull and bear), which have a mark and a colour. */
export function isSide(value: Value, { name }: ResultColumn): boolean {
  return name.toLowerCase() === 'side' && sides.some(side => side === value);
}

/** As many decimals as the values have, up to a number of significant digits of the largest. */
function decimalsOf(numbers: readonly number[], largest: number, digits: number): number {
  const most = numbers.reduce((decimals, value) => Math.max(decimals, decimalsIn(value)), 0);
  if (most === 0 || largest === 0) {
    return most;
  }
  const enough = digits - 1 - Math.floor(Math.log10(largest));
  return Math.min(most, Math.min(Math.max(enough, 2), MAX_DECIMALS));
}

/** @returns How many decimals the shortest text of the number has. */
export function decimalsIn(value: number): number {
  const [mantissa = '', exponent] = String(value).split('e');
  const written = mantissa.split('.')[1]?.length ?? 0;
  return Math.max(0, written - Number(exponent ?? 0));
}

function markOf(type: string): string {
  if (NESTED.test(type)) {
    return '{ }';
  }
  if (INTEGER.test(type)) {
    return '123';
  }
  if (FRACTIONAL.test(type)) {
    return '1.2';
  }
  if (type === 'DATE') {
    return 'date';
  }
  if (type.startsWith('TIME')) {
    return 'time';
  }
  return type === 'BOOLEAN' ? 't/f' : type === 'VARCHAR' ? 'abc' : type.toLowerCase();
}
