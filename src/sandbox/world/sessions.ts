/** Trading sessions: on which days a country's exchange is open. Days are whole UTC days since 1970-01-01. */

import type { Country } from './countries';

/** 2026-01-05, a Monday: from here on Israel trades Monday to Friday. */
const israelChange = 20_458;

/** Countries whose exchanges do not keep 25 December. */
const withoutChristmas = new Set('bd cn il in jp pk sa th tr tw vn'.split(' '));
/** Countries whose exchanges keep 1 May. */
const withMayDay = new Set(
  'at be ch cn cy de es fi fr gr it lu no pl pt se za br ar cl co mx'.split(' '),
);

/** @returns The day of the week: 0 is Sunday, 6 Saturday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** @returns Whether it is Saturday or Sunday. */
export function isWeekend(day: number): boolean {
  const weekday = weekdayOf(day);
  return weekday === 0 || weekday === 6;
}

/** @returns Whether the country's exchange is open. */
export function isSession(country: Country, day: number): boolean {
  return isTradingWeekday(country, day) && !isHoliday(country, monthDayOf(day));
}

/**
 * Numbers the country's trading weekdays, holidays included, so that consecutive sessions of a week have
 * consecutive numbers. A closed day has the number of the trading day before it.
 */
export function tradingDayNumber(country: Country, day: number): number {
  const isShifted = runsSundayToThursday(country, day);
  const shifted = isShifted ? day + 1 : day;
  // 1970-01-05 was a Monday: day 4.
  const week = Math.floor((shifted - 4) / 7);
  const place = Math.min(4, shifted - 4 - week * 7);
  const catchUp = country.tradingWeek === 'israel' && !isShifted ? 1 : 0;
  return week * 5 + place + catchUp;
}

function isTradingWeekday(country: Country, day: number): boolean {
  const weekday = weekdayOf(day);
  return runsSundayToThursday(country, day) ? weekday <= 4 : weekday >= 1 && weekday <= 5;
}

function runsSundayToThursday({ tradingWeek }: Country, day: number): boolean {
  return tradingWeek === 'sundayToThursday' || (tradingWeek === 'israel' && day < israelChange);
}

function isHoliday(country: Country, monthDay: number): boolean {
  return (
    monthDay === 101 ||
    monthDay === country.nationalDay ||
    (monthDay === 1225 && !withoutChristmas.has(country.id)) ||
    (monthDay === 501 && withMayDay.has(country.id))
  );
}

/**
 * By arithmetic, since it is used very often.
 *
 * @param day Whole days since 1970-01-01, not before the year 0.
 * @returns Month and day of the month as one number: 1231 for 31 December.
 */
export function monthDayOf(day: number): number {
  // Years begin in March here, so that the leap day is the last of its year (after H. Hinnant's calendar notes).
  const shifted = day + 719_468;
  const dayOfEra = shifted % 146_097;
  const leaps = whole(dayOfEra / 1460) - whole(dayOfEra / 36_524) + whole(dayOfEra / 146_096);
  const yearOfEra = whole((dayOfEra - leaps) / 365);
  const dayOfYear = dayOfEra - 365 * yearOfEra - (yearOfEra >> 2) + whole(yearOfEra / 100);
  const marchMonth = whole((5 * dayOfYear + 2) / 153);
  const date = dayOfYear - whole((153 * marchMonth + 2) / 5) + 1;
  return (marchMonth < 10 ? marchMonth + 3 : marchMonth - 9) * 100 + date;
}

function whole(number: number): number {
  return number | 0;
}
