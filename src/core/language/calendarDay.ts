/**
 * Evaluates date expressions relative to today, months and parts of the calendar included. Only for display beside the
 * text: the arguments of a call are read by `constantOf`, or evaluated by DuckDB.
 */

import {
  addDays,
  addMonths,
  dayOfPlainDate,
  parsePlainDate,
  type PlainDate,
} from '../base/plainDate';
import { closing } from '../sql/calls';
import { constantOf } from '../sql/constants';
import { calendarAmount } from '../sql/intervals';
import { stringValue } from '../sql/names';
import type { Token } from '../sql/tokens';

/** The largest distance from today in days: within it every year can be represented in JavaScript. */
const MOST_DAYS = 292_000;
const MOST_MONTHS = 9600;
const FIRST_DAY = '1000-01-01';

/** @returns The day, or undefined if the expression is not understood, or does not count from today. */
export function calendarDay(tokens: readonly Token[], today: PlainDate): PlainDate | undefined {
  const days = constantOf(tokens)?.days;
  if (days !== undefined) {
    return Math.abs(days) < MOST_DAYS ? addDays(today, days) : undefined;
  }
  const depth = tokens[0]?.depth;
  const operator = tokens.findLastIndex(
    ({ kind, text, depth: own }) => kind === 'operator' && /^[-+]$/.test(text) && own === depth,
  );
  if (operator > 0) {
    const day = calendarDay(tokens.slice(0, operator), today);
    const sign = tokens[operator]?.text === '-' ? -1 : 1;
    return day && movedBy(day, tokens.slice(operator + 1), sign);
  }
  if (tokens.at(-2)?.text === '::' && tokens.at(-1)?.text === 'date') {
    return calendarDay(tokens.slice(0, -2), today);
  }
  return closing(tokens, 0) === tokens.length - 1 && tokens[0]?.text === '('
    ? calendarDay(tokens.slice(1, -1), today)
    : truncated(tokens, today);
}

function movedBy(day: PlainDate, written: readonly Token[], sign: number): PlainDate | undefined {
  const amount = calendarAmount(written);
  if (!amount || amount.days > MOST_DAYS || amount.months > MOST_MONTHS) {
    return undefined;
  }
  const moved = addDays(addMonths(day, sign * amount.months), sign * amount.days);
  return moved >= FIRST_DAY ? parsePlainDate(moved) : undefined;
}

/** `date_trunc('month', current_date)`. */
function truncated(tokens: readonly Token[], today: PlainDate): PlainDate | undefined {
  const isCall = tokens[0]?.text === 'date_trunc' && tokens[1]?.text === '(';
  if (!isCall || closing(tokens, 1) !== tokens.length - 1 || tokens[3]?.kind !== 'comma') {
    return undefined;
  }
  const day = calendarDay(tokens.slice(4, -1), today);
  return day && startOf(stringValue(tokens[2])?.toLowerCase(), day);
}

/** 1970-01-01 was a Thursday. */
const THURSDAY = 3;

function startOf(part: string | undefined, day: PlainDate): PlainDate | undefined {
  const [year = '', month = ''] = day.split('-');
  switch (part) {
    case 'year':
      return parsePlainDate(`${year}-01-01`);
    case 'quarter':
      return parsePlainDate(`${addMonths(day, -((Number(month) - 1) % 3)).slice(0, 8)}01`);
    case 'month':
      return parsePlainDate(`${year}-${month}-01`);
    case 'week':
      return addDays(day, -((((dayOfPlainDate(day) + THURSDAY) % 7) + 7) % 7));
    case 'day':
      return day;
    default:
      return undefined;
  }
}
