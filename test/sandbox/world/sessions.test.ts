import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOfPlainDate, plainDateOfDay } from '../../../src/core/base/plainDate';
import { countries } from '../../../src/sandbox/world/countries';
import { isSession, tradingDayNumber, monthDayOf } from '../../../src/sandbox/world/sessions';
import { date } from '../asking';
import fc from '../../support/properties';

test('month and day by arithmetic are those of the date', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100_000, max: 200_000 }), day => {
      assert.equal(monthDayOf(day), Number(plainDateOfDay(day).slice(5).replace('-', '')));
    }),
  );
});

function open(id: string, from: string, count: number): string {
  const country = countries.find(known => known.id === id);
  assert.ok(country);
  const first = dayOfPlainDate(date(from));
  return Array.from({ length: count }, (_, n) => (isSession(country, first + n) ? 'o' : '-')).join(
    '',
  );
}

test('exchanges keep the weeks and holidays of their countries', () => {
  assert.equal(open('us', '2026-06-29', 7), 'ooooo--');
  assert.equal(open('us', '2025-06-30', 7), 'oooo---', '4 July 2025 is a Friday');
  assert.equal(open('sa', '2026-06-29', 7), 'oooo--o');
  assert.equal(open('il', '2025-11-30', 7), 'ooooo--', 'a Sunday');
  assert.equal(open('il', '2026-11-29', 7), '-ooooo-', 'a Sunday');
  assert.equal(open('de', '2026-12-24', 4), 'o---');
  assert.equal(open('jp', '2026-12-24', 4), 'oo--');
  assert.equal(open('fr', '2026-05-01', 1), '-');
  assert.equal(open('gb', '2026-01-01', 1), '-');
});

test('trading days are numbered without a step back, one for each weekday of trading', () => {
  for (const country of countries) {
    let before = tradingDayNumber(country, 20_000);
    for (let day = 20_001; day < 20_800; day++) {
      const number = tradingDayNumber(country, day);
      assert.ok(number === before || number === before + 1, `${country.id} ${day}`);
      if (isSession(country, day) && day !== dayOfPlainDate(date('2026-01-05'))) {
        assert.equal(number, before + 1, `${country.id} ${plainDateOfDay(day)}`);
      }
      before = number;
    }
  }
});
