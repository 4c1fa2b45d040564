/** Formats values for cells. The same in every locale. */

import { visibleText } from '../../core/base/visibleText';
import type { Value } from '../../core/protocol/outcome';
import { valueText } from '../../core/protocol/valueText';
import { decimalsIn, type ColumnFacts } from './columnRole';

/** A value as its cell shows it; null is `null`. */
export function cellText(value: Value, facts: ColumnFacts): string {
  if (value === null) {
    return 'null';
  }
  const text = valueText(value, facts.type);
  switch (facts.role) {
    case 'score':
      return trueMinus(signed(numberText(value, facts), value));
    case 'number':
      return trueMinus(numberText(value, facts));
    case 'integer':
      return trueMinus(grouped(text));
    case 'plainInteger':
      return trueMinus(text);
    case 'date':
    case 'time':
    case 'boolean':
    case 'text':
      return visibleText(text.replace(/\s+/g, ' '));
    case 'nested':
      return visibleText(nestedMinus(text.replace(/\s+/g, ' ')));
  }
}

/** Groups the digits before the decimal point: `-1234567.89` becomes `-1,234,567.89`; other texts stay unchanged. */
export function grouped(text: string): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(text);
  if (!match) {
    return text;
  }
  const [, sign = '', whole = '', fraction = ''] = match;
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, ',') + fraction;
}

/**
 * Significant digits of a value that is small beside the others of its column, if it has as many. Scores, whose sign
 * says that they are not zero, all have the decimals of their column.
 */
const LEAST_DIGITS = 2;
/** Smaller values have an exponent. */
const MOST_DECIMALS = 5;

function numberText(value: Value, { role, decimals, type }: ColumnFacts): string {
  if (typeof value !== 'number') {
    return grouped(valueText(value, type));
  }
  const size = Math.abs(value);
  const isSmall = size > 0 && role !== 'score';
  const more = isSmall ? LEAST_DIGITS - 1 - Math.floor(Math.log10(size)) : 0;
  if (size >= 1e15 || more > Math.max(decimals, MOST_DECIMALS)) {
    return value.toExponential(2);
  }
  return grouped(value.toFixed(Math.max(decimals, Math.min(more, decimalsIn(value)))));
}

/** A statistic of a column, with five significant digits, or more if it has more before the decimal point. */
export function statisticText(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e15 || (size > 0 && size < 1e-4)) {
    return trueMinus(value.toExponential(3));
  }
  const decimals = Math.max(0, 4 - Math.floor(Math.log10(size || 1)));
  return trueMinus(grouped(String(Number(value.toFixed(decimals)))));
}

function signed(text: string, value: Value): string {
  return Number(value) > 0 ? `+${text}` : text;
}

/** The text of a number as it is typed: a minus sign that was copied from what is shown is a hyphen. */
export function typedMinus(text: string): string {
  return text.replace(/\u2212(?=\d)/g, '-');
}

/** The minus sign, as wide as a plus sign, in place of the hyphen of a number and of its exponent. */
export function trueMinus(text: string): string {
  return text.replace(/(^|e)-(?=\d)/g, '$1\u2212');
}

/** JSON in which numbers have the minus sign; texts stay as they are. */
export function nestedMinus(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|(?<![\w.])-(?=\d)|(?<=\de)-(?=\d)/g, part =>
    part === '-' ? '\u2212' : part,
  );
}
