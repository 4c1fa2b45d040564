import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePlainDate } from '../../../src/core/base/plainDate';
import { inlayHints, type HintFacts } from '../../../src/core/language/inlayHints';

const today = parsePlainDate('2026-03-10');
assert.ok(today);
const facts: HintFacts = {
  today,
  portfolios: new Map([
    ['core', 12],
    ['one', 1],
  ]),
  variables: new Map([['since', { value: '2026-01-05', type: 'DATE' }]]),
};

/** `expected`: the text with each hint in braces where it stands. */
function check(expected: string): void {
  const text = expected.replace(/\{[^}]*\}/g, '');
  let made = text;
  for (const { offset, text: hint } of inlayHints(text, facts).reverse()) {
    made = `${made.slice(0, offset)}{${hint}}${made.slice(offset)}`;
  }
  assert.equal(made, expected);
}

test('a relative date says which day it is', () => {
  check("FROM events_ts('a', date_from := current_date - 30{2026-02-08})");
  check("FROM events_ts('a', date_to := current_date{2026-03-10})");
  check("FROM events_ts('a', date_from := today() - INTERVAL 2 WEEKS{2026-02-24})");
  check("FROM events_ts('a', date_through := (current_date + 1){2026-03-11})");
  check("FROM events_ts('a', date_from := getvariable('since'){2026-01-05})");
});

test('a date that counts months or begins a part of the calendar says which day it is', () => {
  check("FROM events_ts('a', date_from := current_date - INTERVAL 1 MONTH{2026-02-10})");
  check("FROM events_ts('a', date_from := current_date - INTERVAL '2 years'{2024-03-10})");
  check("FROM events_ts('a', date_from := (current_date - 10) - INTERVAL 1 MONTH{2026-01-28})");
  check("FROM events_ts('a', date_from := current_date - INTERVAL 1 MONTH + 1{2026-02-11})");
  check("FROM events_ts('a', date_from := (current_date - INTERVAL 1 QUARTER)::DATE{2025-12-10})");
  check("FROM events_ts('a', date_from := date_trunc('month', current_date)::DATE{2026-03-01})");
  check("FROM events_ts('a', date_from := date_trunc('year', current_date)::DATE{2026-01-01})");
  check("FROM events_ts('a', date_from := date_trunc('week', today())::DATE{2026-03-09})");
  check(
    "FROM events_ts('a', date_from := date_trunc('quarter', current_date - 30)::DATE{2026-01-01})",
  );
  check("FROM events_ts('a', date_from := date_trunc('month', current_date) - 1{2026-02-28})");
  check(
    "FROM events_ts('a', date_from := current_date - INTERVAL 1 MONTH - INTERVAL '2 Weeks'{2026-01-27})",
  );
  check("FROM events_ts('a', date_from := current_date - INTERVAL 1000 DAYS{2023-06-14})");
  check("FROM events_ts('a', date_from := current_date - INTERVAL 99999 YEARS)");
  check("FROM events_ts('a', date_from := current_date - INTERVAL 700 YEARS{1326-03-10})");
  check(
    "FROM events_ts('a', date_from := current_date - INTERVAL 700 YEARS - INTERVAL 700 YEARS - INTERVAL 700 YEARS)",
  );
  check("FROM events_ts('a', date_from := current_date - INTERVAL 1 HOUR)");
  check("FROM events_ts('a', date_from := date_trunc('month', d)::DATE)");
  check("FROM events_ts('a', date_from := current_date - INTERVAL (n) MONTH)");
  check("FROM events_ts('a', date_from := current_date - 999999999999)");
});

test('a date that is written, or is not known, has no hint', () => {
  check("FROM events_ts('a', date_from := DATE '2026-01-01')");
  check("FROM events_ts('a', date_from := '2026-01-01')");
  check("FROM events_ts('a', date_from := getvariable('until'))");
  check("FROM events_ts('a', date_from := (SELECT min(d) FROM t))");
  check('SELECT current_date - 30');
});

test('a list that is not counted at a glance says how many it holds', () => {
  check("FROM events_ts(['a', 'b', 'c', 'd'])");
  check("FROM events_ts(['a', 'b', 'c', 'd', 'e']{5 entities})");
  check("FROM events_ts(entities := portfolio('core'){12 entities})");
  check("FROM events_ts(portfolio('one'){1 entity})");
  check("FROM events_ts(portfolio('other'))");
  check("FROM events_ts(portfolio('core') || ['x'])");
});

test('the hint of an exclusive end says so', () => {
  const [hint] = inlayHints("FROM events_ts('a', date_to := current_date)", facts);
  assert.match(hint?.tooltip ?? '', /^Today this is 2026-03-10\. .* left out/);
});

test('a variable is not said to be another day tomorrow', () => {
  const [hint] = inlayHints("FROM events_ts('a', date_from := getvariable('since'))", facts);
  assert.equal(hint?.tooltip, 'The variable is 2026-01-05, included.');
});
