import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addDays,
  addMonths,
  dayOfPlainDate,
  parsePlainDate,
  plainDateOfDay,
} from '../../../src/core/base/plainDate';
import fc from '../../support/properties';

test('a text that is not a day that exists is no plain date', () => {
  for (const text of [
    '2024-02-31',
    '2024-3-5',
    '2024-13-01',
    '20240305',
    '2024-03-05T00:00',
    '',
    ' 2024-03-05',
  ]) {
    assert.equal(parsePlainDate(text), undefined, text);
  }
});

test('a plain date is its own text in every time zone', () => {
  assert.equal(parsePlainDate('2024-03-05'), '2024-03-05');
});

test('a day number and its date are the same day', () => {
  fc.assert(
    fc.property(fc.integer({ min: -600_000, max: 2_900_000 }), day => {
      assert.equal(dayOfPlainDate(plainDateOfDay(day)), day);
      assert.equal(parsePlainDate(plainDateOfDay(day)), plainDateOfDay(day));
    }),
  );
});

test('days are added across months and leap days', () => {
  const check = (date: string, days: number, expected: string): void => {
    const parsed = parsePlainDate(date);
    assert.ok(parsed);
    assert.equal(addDays(parsed, days), expected);
  };
  check('2024-02-28', 1, '2024-02-29');
  check('2024-03-01', -1, '2024-02-29');
  check('2026-12-31', 1, '2027-01-01');
});

test('months are added across years, and a day that the month does not have is its last', () => {
  const check = (date: string, months: number, expected: string): void => {
    const parsed = parsePlainDate(date);
    assert.ok(parsed);
    assert.equal(addMonths(parsed, months), expected);
  };
  check('2026-03-10', -1, '2026-02-10');
  check('2026-03-31', -1, '2026-02-28');
  check('2024-01-31', 1, '2024-02-29');
  check('2026-01-15', -13, '2024-12-15');
  check('2026-12-01', 1, '2027-01-01');
});
