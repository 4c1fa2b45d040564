/** Formats values for cells. The same in every locale. */

import { visibleText } from '../../core/base/visibleText';
import type { Value } from '../../core/protocol/outcome';
import { valueText } from '../../core/protocol/valueText';
import type { ColumnFacts } from './columnRole';

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
    case 'date':
    case 'time':
    case 'boolean':
    case 'nested':
    case 'text':
      return visibleText(text.replace(/\s+/g, ' '));
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

function numberText(value: Value, { decimals, type }: ColumnFacts): string {
  if (typeof value !== 'number') {
    return grouped(valueText(value, type));
  }
  const size = Math.abs(value);
  const vanishes = size > 0 && size < 0.5 / 10 ** decimals;
  if (vanishes || size >= 1e15) {
    return value.toExponential(2);
  }
  return grouped(value.toFixed(decimals));
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

/** The minus sign, as wide as a plus sign, in place of the hyphen before a digit. */
function trueMinus(text: string): string {
  return text.replace(/^-(?=\d)/, '\u2212');
}
