/** When a failed try is worth another, and how long to wait before it. */

import type { TransportErrorKind } from './ports';

/** Tries after the first. */
export const MAX_RETRIES = 3;

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 10_000;
/** The longest wait before another try; a service that asks for more is not waited for. */
export const MAX_WAIT_MS = 60_000;
/** At most a year is taken from a header: larger values overflow clocks. */
const MAX_RETRY_AFTER_MS = 365 * 24 * 3_600_000;

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
/** The forms of a date in an HTTP header. */
const USUAL =
  /^[A-Za-z]+, (\d{1,2})[ -]([A-Za-z]{3})[ -](\d{2}|\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
const OF_C = /^[A-Za-z]{3} ([A-Za-z]{3}) +(\d{1,2}) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/;

/** All operations only read, so POST is as repeatable as GET. */
export function isRetriableStatus(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || (status >= 500 && status <= 599);
}

/**
 * Time-outs of a request that had begun are not retried: waiting four times as long does not help.
 * Errors of certificates and tokens are not retried either.
 */
export function isRetriableBreak(kind: TransportErrorKind): boolean {
  return kind === 'connect' || kind === 'broken';
}

/**
 * @param retry Which retry this is, from 1.
 * @param random Uniform in [0, 1).
 * @param retryAfterMs The wait that the service asked for, if any.
 * @returns Milliseconds to wait: full jitter under a doubling cap, and never less than `retryAfterMs`.
 */
export function backoffMs(retry: number, random: number, retryAfterMs: number | undefined): number {
  const cap = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (retry - 1));
  return Math.max(random * cap, retryAfterMs ?? 0);
}

/**
 * Reads `Retry-After`: seconds, or a date, which is compared with the answer's own `Date` where it has one,
 * since the two computers' clocks may differ.
 *
 * @returns Milliseconds, at most a year, or `undefined` if the header is absent or unreadable.
 */
export function retryAfterMs(
  headers: ReadonlyMap<string, string>,
  nowMs: number,
): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) {
    return Math.min(Number(value) * 1000, MAX_RETRY_AFTER_MS);
  }
  const until = parseHttpDate(value);
  if (until === undefined) {
    return undefined;
  }
  const from = parseHttpDate(headers.get('date') ?? '') ?? nowMs;
  return Math.min(Math.max(until - from, 0), MAX_RETRY_AFTER_MS);
}

/**
 * The three forms of a date in an HTTP header (RFC 9110, 5.6.7), read without a `Date` made from text.
 *
 * @returns Epoch milliseconds, or `undefined` if `text` is no such date.
 */
export function parseHttpDate(text: string): number | undefined {
  const usual = USUAL.exec(text.trim());
  if (usual) {
    const [, day = '', month = '', year = '', ...time] = usual;
    return instant(fullYear(year), month, day, time);
  }
  const ofC = OF_C.exec(text.trim());
  if (ofC) {
    const [, month = '', day = '', hour = '', minute = '', second = '', year = ''] = ofC;
    return instant(Number(year), month, day, [hour, minute, second]);
  }
  return undefined;
}

function instant(
  year: number,
  month: string,
  day: string,
  time: readonly string[],
): number | undefined {
  const index = MONTHS.indexOf(month);
  const [hour = 0, minute = 0, second = 0] = time.map(Number);
  return index < 0 ? undefined : Date.UTC(year, index, Number(day), hour, minute, second);
}

/** Two digits are of the twentieth century from 70 on, as in the times when they were written. */
function fullYear(year: string): number {
  const value = Number(year);
  return year.length === 4 ? value : value < 70 ? 2000 + value : 1900 + value;
}
