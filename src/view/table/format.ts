/** How a value is written in a cell. The same in every locale. */

import { visibleText } from '../../core/base/visibleText';
import type { Value } from '../../core/protocol/outcome';
import type { ColumnFacts } from './columnRole';

/** A value in full, as it is copied and as a tooltip says it; null is the empty text. */
export function rawText(value: Value): string {
  if (value === null) {
    return '';
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A value as its cell shows it; null is `null`. */
export function cellText(value: Value, facts: ColumnFacts): string {
  if (value === null) {
    return 'null';
  }
  switch (facts.role) {
    case 'score':
      return signed(numberText(value, facts.decimals), value);
    case 'number':
      return numberText(value, facts.decimals);
    case 'integer':
      return grouped(rawText(value));
    case 'time':
      return rawText(value).replace('T', ' ');
    case 'plainInteger':
    case 'date':
    case 'boolean':
    case 'nested':
    case 'text':
      return visibleText(rawText(value).replace(/\s+/g, ' '));
  }
}

/** Groups the digits before the point of `-1234567.89` as `-1,234,567.89`; other texts stay as they are. */
export function grouped(text: string): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(text);
  if (!match) {
    return text;
  }
  const [, sign = '', whole = '', fraction = ''] = match;
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, ',') + fraction;
}

function numberText(value: Value, decimals: number): string {
  if (typeof value !== 'number') {
    return grouped(rawText(value));
  }
  const size = Math.abs(value);
  const vanishes = size > 0 && size < 0.5 / 10 ** decimals;
  if (vanishes || size >= 1e15) {
    return value.toExponential(2);
  }
  return grouped(value.toFixed(decimals));
}

function signed(text: string, value: Value): string {
  return Number(value) > 0 ? `+${text}` : text;
}
