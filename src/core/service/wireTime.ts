/**
 * Dates and times of the wire as numbers. Nothing here makes a `Date` from a text, which would bring a time
 * zone in; a text that is not exactly of the form is `null`.
 */

const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334] as const;
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
/** Days from 0000-01-01 (proleptic) to 1970-01-01. */
const EPOCH = 719_528;
const MICROS_PER_SECOND = 1_000_000;
const MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;
const CLOCK = /^[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/;

/** A date-time as written, with its offset. */
export interface WireDateTime {
  /** Microseconds since 1970-01-01T00:00 of the clock that is written, offset not applied. */
  readonly clockMicros: number;
  /** Minutes east of UTC; `null` if none is written. */
  readonly offsetMinutes: number | null;
}

/** @returns Whole days since 1970-01-01; `null` if `text` is not `YYYY-mm-dd` or the day does not exist. */
export function dayOfWireDate(text: string): number | null {
  return text.length === 10 ? dayAtStart(text) : null;
}

/**
 * @param text ISO 8601: date, `T` or a space, at least hours and minutes, up to nine decimals, an offset or none.
 * @returns `null` if the text is not of that form, or the microseconds are not a safe integer.
 */
export function wireDateTime(text: string): WireDateTime | null {
  const day = text.length > 10 ? dayAtStart(text) : null;
  const clock = day === null ? null : CLOCK.exec(text.slice(10));
  if (day === null || !clock) {
    return null;
  }
  const [hour, minute, second] = [Number(clock[1]), Number(clock[2]), Number(clock[3] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) {
    return null;
  }
  const fraction = Number((clock[4] ?? '').padEnd(6, '0').slice(0, 6));
  const seconds = (hour * 60 + minute) * 60 + second;
  const clockMicros = day * MICROS_PER_DAY + seconds * MICROS_PER_SECOND + fraction;
  return Number.isSafeInteger(clockMicros)
    ? { clockMicros, offsetMinutes: clock[5] === undefined ? null : minutesOf(clock[5]) }
    : null;
}

/** @returns Microseconds since 1970-01-01T00:00Z; `null` if no offset is written. */
export function instantOfWire(text: string): number | null {
  const time = wireDateTime(text);
  return time === null || time.offsetMinutes === null
    ? null
    : time.clockMicros - time.offsetMinutes * 60 * MICROS_PER_SECOND;
}

/** @returns The day of that clock time, in whole days since 1970-01-01. */
export function dayOfClock(clockMicros: number): number {
  return Math.floor(clockMicros / MICROS_PER_DAY);
}

function dayAtStart(text: string): number | null {
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) {
    return null;
  }
  const year = digits(text, 0) * 100 + digits(text, 2);
  const month = digits(text, 5) - 1;
  const dayOfMonth = digits(text, 8);
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const length = DAYS_IN_MONTH[month];
  const before = DAYS_BEFORE_MONTH[month];
  if (length === undefined || before === undefined || !(dayOfMonth >= 1)) {
    return null;
  }
  if (Number.isNaN(year) || dayOfMonth > length + (leap && month === 1 ? 1 : 0)) {
    return null;
  }
  const past = year - 1;
  const leapDays = Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400) + 1;
  return year * 365 + leapDays + before + (leap && month > 1 ? 1 : 0) + dayOfMonth - 1 - EPOCH;
}

/** The two-digit number at `at`; NaN if one of the two is no digit. */
function digits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
}

function minutesOf(offset: string): number {
  if (offset === 'Z') {
    return 0;
  }
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3).replace(':', '') || 0);
  return offset.startsWith('-') ? -minutes : minutes;
}
