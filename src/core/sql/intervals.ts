/** Amounts that are added to or subtracted from a date. */

import { stringValue } from './names';
import type { Token } from './tokens';

/** Whole days and months; months differ in length, so one cannot be converted to the other. */
export interface CalendarAmount {
  readonly days: number;
  readonly months: number;
}

const units: ReadonlyMap<string, CalendarAmount> = new Map([
  ['day', { days: 1, months: 0 }],
  ['week', { days: 7, months: 0 }],
  ['month', { days: 0, months: 1 }],
  ['quarter', { days: 0, months: 3 }],
  ['year', { days: 0, months: 12 }],
]);

/** @returns The value of `30`, `INTERVAL 3 MONTHS` or `INTERVAL '3 months'`; null for anything else. */
export function calendarAmount(tokens: readonly Token[]): CalendarAmount | null {
  const [first, second, third] = tokens;
  if (tokens.length === 1 && first?.kind === 'number') {
    return amountOf(`${first.text} day`);
  }
  if (first?.text !== 'interval' || tokens.length > 3) {
    return null;
  }
  return amountOf(`${stringValue(second) ?? second?.text ?? ''} ${third?.text ?? ''}`);
}

function amountOf(written: string): CalendarAmount | null {
  const [, count = '', name = ''] = /^\s*(\d{1,9})\s+([a-z]+?)s?\s*$/i.exec(written) ?? [];
  const unit = units.get(name.toLowerCase());
  return unit ? { days: Number(count) * unit.days, months: Number(count) * unit.months } : null;
}
