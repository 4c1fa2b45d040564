/** Intervals and days as a clause writes them. */

/** `day`, `2 weeks`: an optional count and a unit without its plural. */
export const TIME_INTERVAL = /^(?:([1-9]\d{0,3})\s+)?(second|minute|hour|day|week|month|year)s?$/;

/** @returns The text where it is a day of the calendar as `2026-01-31`, so that it can be written into SQL. */
export function literalDay(text: string): string | undefined {
  return /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text) ? text : undefined;
}
