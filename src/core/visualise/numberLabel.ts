/** The form of numbers on an axis and in texts. */

import type { JsonObject } from '../base/json';
import { isWholeColumn, type ChartColumn } from './chartColumn';

/** A zero with more characters has the decimals of ticks that are written with an exponent. */
const mostZeros = 8;

/** Numbers of at least this size have an exponent, on an axis and in a text; and those that are as near to zero. */
const HUGE = '1e15';
const TINY = '1e-6';

/**
 * Large numbers are short on an axis (`12.3M`), with as many digits as tell neighbouring ticks apart (`41.25k`); what is
 * below 10,000 keeps its digits, without a comma, since it may be a year. There are no years at powers of ten, nor on an
 * axis that goes on to 10,000: there all have one form (`1k`, `10k`). Where all values are the same, Vega gives them six
 * decimals. Numbers beyond the prefixes have an exponent.
 *
 * @param transform The `type` of the scale, and its `base`.
 * @param domain An expression of the first and the last value of the scale, where they are known.
 * @returns An expression of Vega over `datum` of a label.
 */
export function numberLabel(transform: JsonObject, domain?: string): string {
  const isLog = transform['type'] === 'log';
  const isOfTens = isLog && (transform['base'] ?? 10) === 10;
  const size = 'abs(datum.value)';
  const thousands = isOfTens
    ? '1000'
    : domain === undefined
      ? '10000'
      : `(max(abs(${domain}[0]), abs(peek(${domain}))) >= 10000 ? 1000 : 10000)`;
  // Ticks of a logarithmic axis differ by factors.
  const digits = isLog ? 3 : 9;
  const [short, six, exponent] = [`.${digits}~s`, '.6~f', `.${digits}~e`].map(
    format => `format(datum.value, '${format}')`,
  );
  return (
    `${isExtreme(size)} ? ${exponent} : ` +
    `${size} >= ${thousands} ? replace(${short}, 'G', 'B') : ` +
    `${size} === 0 && length(datum.label) > ${mostZeros} ? '0' : ` +
    `slice(datum.label, -7, -6) === '.' ? ${six} : replace(datum.label, ',', '')`
  );
}

/**
 * A computed number with more than four digits has four, or all that are before its point and two after it: the mean of
 * some scores as `0.4213`, not `0.42131578947368423`.
 *
 * @param value An expression of Vega.
 * @returns An expression of the number's text, with the minus of axes.
 */
export function numberText(value: string, column: ChartColumn): string {
  const size = `abs(${value})`;
  const digits = /^(DOUBLE|FLOAT|REAL)$/i.test(column.type)
    ? `${isExtreme(size)} ? '.3~e' : ${size} === toNumber(format(${size}, '.4~r')) ? '.4~r' : ${size} >= 100 ? '.2~f' : '.4~r'`
    : isWholeColumn(column)
      ? `${size} < 1e21 ? 'd' : '.3~e'`
      : `'.15~r'`;
  return `isNumber(${value}) ? format(${value}, ${digits}) : ${value}`;
}

function isExtreme(size: string): string {
  return `${size} >= ${HUGE} || (${size} > 0 && ${size} < ${TINY})`;
}
