import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainDateOfDay } from '../../../src/core/base/plainDate';
import {
  dayOfClock,
  dayOfWireDate,
  instantOfWire,
  wireDateTime,
} from '../../../src/core/service/wireTime';
import fc from '../../support/properties';

const microsPerDay = 86_400_000_000;

test('a date of the wire is a whole number of days since 1970-01-01', () => {
  const check = (text: string, expected: number | null): void => {
    assert.equal(dayOfWireDate(text), expected, text);
  };
  check('1970-01-01', 0);
  check('1969-12-31', -1);
  check('2000-02-29', 11_016);
  check('2024-03-05', 19_787);
  check('2024-02-31', null);
  check('2023-02-29', null);
  check('1900-02-29', null);
  check('2024-13-01', null);
  check('2024-00-10', null);
  check('2024-01-00', null);
  check('2024-3-5', null);
  check('20240305', null);
  check('2024-03-05T00:00:00', null);
  check('2024/03/05', null);
  check('2024-03-0x', null);
  check('٢٠٢٤-٠٣-٠٥', null);
  check('', null);
});

test('every day of ten thousand years reads back as itself', () => {
  fc.assert(
    fc.property(fc.integer({ min: -600_000, max: 2_900_000 }), day => {
      assert.equal(dayOfWireDate(plainDateOfDay(day)), day);
    }),
  );
});

test('a date-time without offset is the clock that is written', () => {
  const check = (text: string, seconds: number, fraction = 0): void => {
    const expected = 19_787 * microsPerDay + seconds * 1_000_000 + fraction;
    assert.deepEqual(wireDateTime(text), { clockMicros: expected, offsetMinutes: null }, text);
  };
  check('2024-03-05T00:00:00', 0);
  check('2024-03-05T23:59:59', 86_399);
  check('2024-03-05T10:30', 37_800);
  check('2024-03-05 10:30:01', 37_801);
  check('2024-03-05T10:30:01.5', 37_801, 500_000);
  check('2024-03-05T10:30:01.123456789', 37_801, 123_456);
});

test('an offset is read but does not move the clock', () => {
  const check = (text: string, offsetMinutes: number): void => {
    assert.deepEqual(wireDateTime(text), { clockMicros: 0, offsetMinutes }, text);
  };
  check('1970-01-01T00:00:00Z', 0);
  check('1970-01-01T00:00:00+05:45', 345);
  check('1970-01-01T00:00:00-0330', -210);
  check('1970-01-01T00:00:00+14', 840);
});

test('an instant needs an offset', () => {
  const check = (text: string, expected: number | null): void => {
    assert.equal(instantOfWire(text), expected, text);
  };
  check('1970-01-01T00:00:00Z', 0);
  check('1970-01-01T02:00:00+02:00', 0);
  check('1969-12-31T20:30:00.000001-03:30', 1);
  check('1970-01-01T00:00:00', null);
  check('1970-01-01', null);
  check('yesterday', null);
});

test('a text that is no date-time is none', () => {
  for (const text of [
    '2024-03-05',
    '2024-03-05T',
    '2024-03-05T24:00:00',
    '2024-03-05T10:60:00',
    '2024-03-05T10:00:60',
    '2024-02-30T10:00:00',
    '2024-03-05T10:00:00 UTC',
    '9999-12-31T00:00:00',
  ]) {
    assert.equal(wireDateTime(text), null, text);
  }
});

test('the day of a clock time before 1970 is the day it lies in', () => {
  assert.equal(dayOfClock(-1), -1);
  assert.equal(dayOfClock(0), 0);
  assert.equal(dayOfClock(microsPerDay), 1);
});
