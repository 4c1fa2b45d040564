/** A value of a result as text: the same in a grid's tooltip, on the clipboard, on the command line and in CSV. */

import type { Value } from './outcome';

/**
 * @param type DuckDB's name of the column's type.
 * @returns The value in full, as DuckDB's cast to VARCHAR writes it; a nested value as JSON, null as the empty text.
 */
export function valueText(value: Value, type: string): string {
  if (value === null) {
    return '';
  }
  if (typeof value === 'object') {
    return JSON.stringify(value);
  }
  if (typeof value === 'number') {
    return /^(DOUBLE|FLOAT)$/.test(type) ? floatingText(value) : String(value);
  }
  return type.startsWith('TIMESTAMP') ? timestampText(String(value)) : String(value);
}

/** Both languages write the shortest digits that round-trip; they differ in when they use an exponent. */
function floatingText(value: number): string {
  const [digits = '', power = ''] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    const size = String(Math.abs(exponent)).padStart(2, '0');
    return `${digits}e${exponent < 0 ? '-' : '+'}${size}`;
  }
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

/**
 * `2026-01-02T03:04:05+00:00` becomes `2026-01-02 03:04:05+00`; a timestamp without ISO 8601 form already is DuckDB's
 * text.
 */
function timestampText(text: string): string {
  return text.replace(/(\d)T(\d)/, '$1 $2').replace(/([+-]\d\d):00$/, '$1');
}
