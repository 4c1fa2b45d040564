/**
 * Calendar dates without a time zone.
 *
 * A plain date is its text, `YYYY-mm-dd`, the form of the wire: texts compare in calendar order. Arithmetic
 * goes through day numbers. Nothing here makes a `Date` from a string, which would introduce a time zone.
 */

const MS_PER_DAY = 86_400_000;
const PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;

/** `YYYY-mm-dd`, a day that exists. Created only by `parsePlainDate` and `plainDateOfDay`. */
export type PlainDate = string & { readonly plainDate: unique symbol };

/** @returns The date, or `undefined` if `text` is not `YYYY-mm-dd` or the day does not exist. */
export function parsePlainDate(text: string): PlainDate | undefined {
  const match = PATTERN.exec(text);
  if (!match) {
    return undefined;
  }
  const day = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) / MS_PER_DAY;
  return plainDateOfDay(day) === text ? (text as PlainDate) : undefined;
}

/** @returns Whole days since 1970-01-01. */
export function dayOfPlainDate(date: PlainDate): number {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  return Date.UTC(year, month - 1, day) / MS_PER_DAY;
}

/**
 * @param day Whole days since 1970-01-01; the years 0100 to 9999.
 * @returns The date of that day.
 */
export function plainDateOfDay(day: number): PlainDate {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10) as PlainDate;
}

/** @returns The date `days` later (earlier where negative). */
export function addDays(date: PlainDate, days: number): PlainDate {
  return plainDateOfDay(dayOfPlainDate(date) + days);
}

/** @returns The date `months` later (earlier where negative); the last day of the month where that has fewer days. */
export function addMonths(date: PlainDate, months: number): PlainDate {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const first = Date.UTC(year, month - 1 + months, 1) / MS_PER_DAY;
  const next = Date.UTC(year, month + months, 1) / MS_PER_DAY;
  return plainDateOfDay(Math.min(first + day, next) - 1);
}

/** @returns The UTC day of the instant. */
export function plainDateOfInstant(epochMs: number): PlainDate {
  return plainDateOfDay(Math.floor(epochMs / MS_PER_DAY));
}
