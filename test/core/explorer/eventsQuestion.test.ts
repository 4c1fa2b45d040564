import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePlainDate } from '../../../src/core/base/plainDate';
import { defaultPlanLimits } from '../../../src/core/client/plan';
import {
  companiesOfList,
  companiesOfPortfolio,
  eventsCell,
  namedCompanies,
  plannedText,
  type EventCompanies,
} from '../../../src/core/explorer/eventsQuestion';

const today = parsePlainDate('2026-11-20');
const keys = Array.from({ length: 120 }, (_, index) => `company:c${index}`);

function check(companies: EventCompanies, days: number, expected: string): void {
  assert.ok(today);
  assert.equal(plannedText(companies, { days, today, limits: defaultPlanLimits }), expected);
}

test('requests are planned before any is sent', () => {
  check(companiesOfPortfolio('mine', keys.slice(0, 12)), 60, '12 companies × 60 days: 2 requests');
  check(namedCompanies(keys), 7, '120 companies × 7 days: 3 requests');
  check(namedCompanies(keys.slice(0, 1)), 30, '1 company × 30 days: 1 request');
  // The list is a request too.
  check(companiesOfList('bullish_stocks'), 30, '50 companies × 30 days: 2 requests');
});

test('the cell names companies as a person would', () => {
  assert.equal(
    eventsCell(companiesOfPortfolio("Ann's", keys), 7),
    [
      '-- Events of the last 7 days, date_to excluded',
      "FROM company_events(portfolio('Ann''s'),",
      '  date_from := current_date - 6, date_to := current_date + 1)',
    ].join('\n'),
  );
  assert.equal(
    eventsCell(namedCompanies(keys.slice(0, 7)), 30)
      .split('\n')
      .slice(1, 5)
      .join('\n'),
    [
      'FROM company_events([',
      "    'company:c0', 'company:c1', 'company:c2', 'company:c3', 'company:c4', 'company:c5',",
      "    'company:c6'",
      '  ],',
    ].join('\n'),
  );
});
