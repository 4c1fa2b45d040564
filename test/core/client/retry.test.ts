import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  backoffMs,
  isRetriableBreak,
  isRetriableStatus,
  retryAfterMs,
  parseHttpDate,
} from '../../../src/core/client/retry';

test('408, 425, 429 and 5xx are worth another try, and no other status is', () => {
  const retriable = Array.from({ length: 500 }, (_, index) => index + 100).filter(
    isRetriableStatus,
  );
  const fives = Array.from({ length: 100 }, (_, index) => index + 500);
  assert.deepEqual(retriable, [408, 425, 429, ...fives]);
});

test('broken connections are worth another try, time-outs, certificates and damaged answers are not', () => {
  const kinds = [
    ...(['connect', 'certificate', 'token', 'idle', 'total', 'broken'] as const),
    ...(['encoding', 'tooLarge'] as const),
  ];
  assert.deepEqual(kinds.filter(isRetriableBreak), ['connect', 'broken']);
});

test('the wait is jittered under a doubling cap of at most 10 s, never below what was asked', () => {
  const check = (retry: number, random: number, asked: number | undefined, expected: number) =>
    assert.equal(backoffMs(retry, random, asked), expected);
  check(1, 0, undefined, 0);
  check(1, 0.5, undefined, 250);
  check(2, 0.5, undefined, 500);
  check(3, 0.5, undefined, 1000);
  check(30, 0.5, undefined, 5000);
  check(1, 0.5, 3000, 3000);
  check(3, 0.5, 10, 1000);
});

test('Retry-After is read as seconds or as a date, of at most a year', () => {
  const now = Date.UTC(2024, 0, 1, 12, 0, 0);
  const check = (headers: Record<string, string>, expected: number | undefined) =>
    assert.equal(retryAfterMs(new Map(Object.entries(headers)), now), expected);
  check({ 'retry-after': '7' }, 7000);
  check({ 'retry-after': ' 0 ' }, 0);
  check({ 'retry-after': '3600' }, 3_600_000);
  check({ 'retry-after': '9'.repeat(40) }, 365 * 24 * 3_600_000);
  check({ 'retry-after': 'Mon, 01 Jan 2024 12:00:09 GMT' }, 9000);
  check({ 'retry-after': 'Mon, 01 Jan 2024 11:00:00 GMT' }, 0);
  check({ 'retry-after': 'Tue, 02 Jan 2024 12:00:00 GMT' }, 24 * 3_600_000);
  check({ 'retry-after': 'soon' }, undefined);
  check({ 'retry-after': '-1' }, undefined);
  check({ 'retry-after': '1.5' }, undefined);
  check({}, undefined);
});

test('a date in Retry-After counts from the service’s own clock where the answer tells it', () => {
  const headers = new Map([
    ['retry-after', 'Mon, 01 Jan 2024 12:00:05 GMT'],
    ['date', 'Mon, 01 Jan 2024 12:00:00 GMT'],
  ]);
  assert.equal(retryAfterMs(headers, Date.UTC(2030, 0, 1)), 5000);
});

test('all three forms of an HTTP date are read', () => {
  const check = (text: string, expected: number | undefined) =>
    assert.equal(parseHttpDate(text), expected, text);
  const instant = Date.UTC(1994, 10, 6, 8, 49, 37);
  check('Sun, 06 Nov 1994 08:49:37 GMT', instant);
  check('Sunday, 06-Nov-94 08:49:37 GMT', instant);
  check('Sun Nov  6 08:49:37 1994', instant);
  check('Sunday, 06-Nov-24 08:49:37 GMT', Date.UTC(2024, 10, 6, 8, 49, 37));
  check('Sun, 06 Nov 1994 08:49:37 +0100', undefined);
  check('Sun, 06 Foo 1994 08:49:37 GMT', undefined);
  check('1994-11-06T08:49:37Z', undefined);
  check('', undefined);
});
