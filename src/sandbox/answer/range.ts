/** The days of a request (assumptions A1 to A5 and A16). */

import { dayOfPlainDate, parsePlainDate, plainDateOfDay } from '../../core/base/plainDate';
import type { DayRange, World } from '../world/world';
import { single } from './query';
import type { Query } from './query';
import { Rejection } from './rejection';

const standardBack = '1w';

/**
 * @returns The requested range, half-open; it may extend beyond the days with data.
 * @throws {Rejection} 422 if the look-back period cannot be read, or a switch refuses an empty range.
 */
export function rangeOf(query: Query, world: World): DayRange {
  const { switches } = world;
  const back = backOf(single(query, 'default_time_back') ?? standardBack, world);
  const from = dayOf(single(query, 'date_from'));
  const to = dayOf(single(query, 'date_to'));
  const start = from === undefined || switches.dateFrom === 'inclusive' ? from : from + 1;
  const range = resolve({ from: start, to }, back, world);
  if (range.from >= range.to && switches.emptyRange === '422') {
    throw rejected('date_to', 'date_to should be later than date_from', single(query, 'date_to'));
  }
  return range;
}

interface AskedRange {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

function resolve({ from, to }: AskedRange, back: Back, { switches, history }: World): DayRange {
  if (from !== undefined && to !== undefined) {
    return { from, to };
  }
  if (to !== undefined) {
    return { from: switches.onlyDateTo === 'back' ? shifted(to, back, -1) : history.from, to };
  }
  if (from !== undefined) {
    return { from, to: switches.onlyDateFrom === 'toEnd' ? history.to : shifted(from, back, 1) };
  }
  const start = switches.noDates === 'back' ? shifted(history.to, back, -1) : history.from;
  return { from: start, to: history.to };
}

interface Back {
  readonly count: number;
  readonly unit: 'd' | 'w' | 'm' | 'y';
}

function backOf(text: string, { switches }: World): Back {
  const match = /^(\d{1,5})([dwmy])$/.exec(text);
  if (match) {
    return { count: Number(match[1]), unit: match[2] as Back['unit'] };
  }
  if (switches.backSyntax === 'lenient') {
    return { count: 1, unit: 'w' };
  }
  throw rejected('default_time_back', "String should match pattern '^\\d+[dwmy]$'", text);
}

/** Months and years keep the day of the month, or the month's last day where there is none. */
function shifted(day: number, { count, unit }: Back, direction: 1 | -1): number {
  if (unit === 'd' || unit === 'w') {
    return day + direction * count * (unit === 'w' ? 7 : 1);
  }
  const [year = 0, month = 1, date = 1] = plainDateOfDay(day).split('-').map(Number);
  const months = year * 12 + month - 1 + direction * count * (unit === 'y' ? 12 : 1);
  const first = monthStart(months);
  return Math.min(first + date - 1, monthStart(months + 1) - 1);
}

/** @returns The first day of a month counted from year 0, held within the years that dates can write. */
function monthStart(months: number): number {
  const held = Math.min(9999 * 12, Math.max(1000 * 12, months));
  return Date.UTC(Math.floor(held / 12), held % 12, 1) / 86_400_000;
}

function dayOf(text: string | undefined): number | undefined {
  const date = text === undefined ? undefined : parsePlainDate(text);
  return date === undefined ? undefined : dayOfPlainDate(date);
}

function rejected(parameter: string, message: string, input: unknown): Rejection {
  return new Rejection(422, [
    {
      location: ['query', parameter],
      type: ['string_pattern_mismatch', 'value_error.str.regex'],
      message,
      input,
    },
  ]);
}
