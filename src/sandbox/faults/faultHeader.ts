/**
 * The header `X-Sandbox-Fault`: faults for one request, as text.
 *
 * Faults are separated by semicolons, arguments by commas: `latency(200,50); truncate(1000,wrong)`. An omitted argument
 * has its default value.
 */

import { switchValues } from '../switches';
import type { Fault, RetryAfter } from './fault';

type Arguments = readonly string[];

const readers: Readonly<Record<string, (given: Arguments) => Fault>> = {
  latency: ([ms, jitter]) => ({
    kind: 'latency',
    ms: number(ms, 500),
    jitterMs: number(jitter, 0),
  }),
  slowBody: ([rate]) => ({ kind: 'slowBody', bytesPerSecond: Math.max(1, number(rate, 1024)) }),
  stall: ([after]) => ({ kind: 'stall', afterBytes: number(after, 0) }),
  truncate: ([at, length]) => ({
    kind: 'truncate',
    atByte: number(at, 100),
    length: oneOf(['correct', 'wrong'], length),
  }),
  resetConnection: () => ({ kind: 'resetConnection' }),
  gzip: () => ({ kind: 'encoding', encoding: 'gzip' }),
  br: () => ({ kind: 'encoding', encoding: 'br' }),
  'utf8-bom': () => ({ kind: 'utf8-bom' }),
  'latin1-mislabelled': () => ({ kind: 'latin1-mislabelled' }),
  wrongContentType: () => ({ kind: 'wrongContentType' }),
  '401': () => ({ kind: 'status', status: 401 }),
  '401-expired': () => ({ kind: '401-expired' }),
  '403': () => ({ kind: 'status', status: 403 }),
  '404': () => ({ kind: 'status', status: 404 }),
  '413': () => ({ kind: 'status', status: 413 }),
  '414': () => ({ kind: 'status', status: 414 }),
  '422': ([shape]) => ({ kind: '422', shape: oneOf(switchValues.rejectionShape, shape) }),
  '429': given => ({ kind: '429', retryAfter: retryAfter(given) }),
  rateLimit: ([capacity, rate]) => ({
    kind: 'rateLimit',
    capacity: number(capacity, 10),
    perSecond: number(rate, 1),
  }),
  '500': () => ({ kind: 'status', status: 500 }),
  '502-html': () => ({ kind: '502-html' }),
  '503': given => ({ kind: '503', retryAfter: retryAfter(given) }),
  redirect: ([status, to]) => ({
    kind: 'redirect',
    status: oneOf([302, 301, 307, 308] as const, status === undefined ? undefined : Number(status)),
    to: to ?? 'same',
  }),
  captivePortal: () => ({ kind: 'captivePortal' }),
  emptyBody200: () => ({ kind: 'emptyBody200' }),
  nan: () => ({ kind: 'nan' }),
  hugeNumber: () => ({ kind: 'hugeNumber' }),
  wrongTypes: ([every]) => ({ kind: 'wrongTypes', every: Math.max(1, number(every, 40)) }),
  missingFields: ([every]) => ({ kind: 'missingFields', every: Math.max(1, number(every, 40)) }),
  nullFields: ([every]) => ({ kind: 'nullFields', every: Math.max(1, number(every, 40)) }),
  extraFields: () => ({ kind: 'extraFields' }),
  duplicateRows: () => ({ kind: 'duplicateRows' }),
  shuffle: () => ({ kind: 'shuffle' }),
  excludedDayIncluded: () => ({ kind: 'excludedDayIncluded' }),
  partialList: ([count]) => ({ kind: 'partialList', count: number(count, 1) }),
  clockSkew: ([seconds]) => ({ kind: 'clockSkew', seconds: number(seconds, 3600) }),
};

/** The names that the header knows. */
export const faultNames: readonly string[] = Object.keys(readers);

/** @throws {RangeError} If the text names no fault, or an argument has a wrong value. */
export function parseFaults(text: string): Fault[] {
  return text
    .split(';')
    .map(part => part.trim())
    .filter(part => part !== '')
    .map(parseFault);
}

function parseFault(text: string): Fault {
  const match = /^([\w-]+)\s*(?:\(([^()]*)\))?$/.exec(text);
  const reader =
    match?.[1] !== undefined && Object.hasOwn(readers, match[1]) ? readers[match[1]] : null;
  if (!reader) {
    throw new RangeError(`${text} is not a fault; the faults are ${faultNames.join(', ')}`);
  }
  const given = (match?.[2] ?? '').split(',').map(argument => argument.trim());
  return reader(given.filter(argument => argument !== ''));
}

function number(text: string | undefined, standard: number): number {
  const value = text === undefined ? standard : Number(text);
  if (!Number.isFinite(value)) {
    throw new RangeError(`${text} is not a number`);
  }
  return value;
}

function oneOf<T>(values: readonly [T, ...T[]], given: unknown): T {
  const value = given === undefined ? values[0] : values.find(known => known === given);
  if (value === undefined) {
    throw new RangeError(`${String(given)} is not one of ${values.join(', ')}`);
  }
  return value;
}

/** `2` or `2,seconds`, `2,date`, `0,absent`. */
function retryAfter([seconds, form]: Arguments): RetryAfter {
  return { seconds: number(seconds, 1), form: oneOf(['seconds', 'date', 'absent'], form) };
}
