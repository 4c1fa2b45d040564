import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePlainDate } from '../../../src/core/base/plainDate';
import { defaultPlanLimits } from '../../../src/core/client/plan';
import {
  companiesOfList,
  companiesOfPortfolio,
  daysText,
  eventsCell,
  isOverview,
  mentionsCell,
  mentionsPlan,
  namedCompanies,
  plannedText,
  readDays,
  type EventCompanies,
  type EventDays,
} from '../../../src/core/explorer/eventsQuestion';
import type { NamedState } from '../../../src/core/protocol/exploration';

const today = parsePlainDate('2026-11-20');
const keys = Array.from({ length: 120 }, (_, index) => `company:c${index}`);
const bullish = companiesOfList('Bullish', {
  operation: 'bullish_stocks',
  parameters: { amount: '50', industry: 'energy' },
});
const limits = defaultPlanLimits;

function last(days: number): EventDays {
  return { kind: 'last', days };
}

function between(text: string): EventDays {
  const days = readDays(text);
  assert.ok(typeof days !== 'string', String(days));
  return days;
}

function check(companies: EventCompanies, days: EventDays, expected: readonly string[]): void {
  assert.ok(today);
  const question = { companies, days, types: [] };
  const planned = (['counts', 'mentions'] as const).map(face =>
    plannedText(question, face, { today, limits }),
  );
  assert.deepEqual(planned, expected);
}

test('requests are planned before any is sent', () => {
  check(companiesOfPortfolio('mine', keys.slice(0, 12)), last(60), [
    '12 companies × 60 days: 1 request',
    '12 companies × 60 days: 2 requests',
  ]);
  check(namedCompanies(keys), last(7), [
    '120 companies × 7 days: 3 requests',
    '120 companies × 7 days: 3 requests',
  ]);
  check(namedCompanies(keys.slice(0, 1)), between('2026-01-01 to 2026-03-31'), [
    '1 company × 90 days: 1 request',
    '1 company × 90 days: 3 requests',
  ]);
  // The list is a request too.
  check(bullish, last(30), [
    '50 companies × 30 days: 2 requests',
    '50 companies × 30 days: 2 requests',
  ]);
});

test('a portfolio of any size is asked for, in as many requests as it takes', () => {
  const entities = Array.from({ length: 1_200 }, (_, place) => `company:c${place}`);
  check(companiesOfPortfolio('large', entities), last(7), [
    '1,200 companies × 7 days: 24 requests',
    '1,200 companies × 7 days: 24 requests',
  ]);
});

test('days are read as a person writes them, and a reason is given where they cannot be', () => {
  assert.equal(daysText(between(' 2026-09-01  to 2026-11-20 ')), '2026-09-01 to 2026-11-20');
  assert.equal(daysText(between('2026-09-01..2026-09-01')), '2026-09-01 to 2026-09-01');
  for (const [text, problem] of [
    ['', /first and the last day/],
    ['2026-02-30 to 2026-03-01', /first and the last day/],
    ["2026-01-01' OR true", /first and the last day/],
    ['2026-03-01 to 2026-02-01', /before the first/],
    ['1990-01-01 to 2026-02-01', /ten years/],
  ] as const) {
    assert.match(String(readDays(text)), problem);
  }
});

test('few companies are named, and more are counted', () => {
  assert.equal(namedCompanies(['company:a', 'company:b']).label, 'company:a, company:b');
  assert.equal(namedCompanies(keys.slice(0, 4)).label, '4 companies');
});

test('the cell names companies, days and types as a person would', () => {
  const mine = companiesOfPortfolio("Ann's", keys);
  assert.equal(
    eventsCell({ companies: mine, days: last(7), types: ['E53_A', 'E55_A'] }, 'mentions'),
    [
      '-- Events of the last 7 days, date_to excluded',
      "FROM company_events(portfolio('Ann''s'),",
      '  date_from := current_date - 6, date_to := current_date + 1,',
      "  event_ids := ['E53_A', 'E55_A'])",
    ].join('\n'),
  );
  assert.equal(
    eventsCell(
      { companies: bullish, days: between('2026-09-01 to 2026-11-20'), types: ['E53_A'] },
      'counts',
    ),
    [
      '-- Counted events from 2026-09-01 to 2026-11-20, date_to excluded: a row for each',
      'SELECT entity, date, event_id, event_name',
      "FROM events_ts((SELECT list(entity) FROM bullish_stocks(amount := 50, industry := 'energy')),",
      "  date_from := DATE '2026-09-01', date_to := DATE '2026-11-20' + 1), range(count)",
      "WHERE event_id IN ('E53_A')",
    ].join('\n'),
  );
  const named = { companies: namedCompanies(keys.slice(0, 7)), days: last(30), types: [] };
  assert.equal(
    eventsCell(named, 'mentions').split('\n').slice(1, 5).join('\n'),
    [
      'FROM company_events([',
      "    'company:c0', 'company:c1', 'company:c2', 'company:c3', 'company:c4', 'company:c5',",
      "    'company:c6'",
      '  ],',
    ].join('\n'),
  );
});

const all: NamedState = {
  ...{ columns: [], filters: [], unit: null, stack: null },
  ...{ grouped: false, compared: null },
};
const some: NamedState = {
  ...all,
  columns: ['date', 'event_name', 'entity'],
  filters: [
    { kind: 'range', column: 0, from: '2026-11-02', to: '2026-11-09' },
    { kind: 'values', column: 1, values: ['Lawsuit'] },
    { kind: 'values', column: 2, values: ["company:o'hara", 'company:b'] },
  ],
};
const idOfName = (name: string): string | undefined => (name === 'Lawsuit' ? 'E53_A' : undefined);

test('the mentions of counts are those of the same companies, days and types', () => {
  for (const companies of [companiesOfPortfolio("Ann's", keys), bullish, namedCompanies(keys)]) {
    for (const types of [[], ['E53_A', 'E55_A']]) {
      const question = { companies, days: last(60), types };
      const counts = eventsCell(question, 'counts');
      assert.ok(isOverview(counts));
      const [, ...call] = eventsCell(question, 'mentions').split('\n');
      const [, ...same] = mentionsCell(counts, all, idOfName).split('\n');
      assert.deepEqual(same, call);
    }
  }
  assert.ok(!isOverview('FROM events_ts(portfolio(1), date_from := current_date)'));
  assert.throws(() => mentionsCell('SELECT 1', all, idOfName), /no counts/);
});

test('what is selected of counts narrows the request of mentions', () => {
  const question = { companies: bullish, days: last(60), types: ['E53_A', 'E55_A'] };
  assert.equal(
    mentionsCell(eventsCell(question, 'counts'), some, idOfName),
    [
      '-- Mentions of the counted events, date_to excluded',
      "FROM company_events(['company:o''hara', 'company:b'],",
      "  date_from := DATE '2026-11-02', date_to := DATE '2026-11-09' + 1,",
      "  event_ids := ['E53_A'])",
    ].join('\n'),
  );
  // A name without a known id narrows nothing: the filter of the rows does.
  const unknown = mentionsCell(eventsCell(question, 'counts'), some, () => undefined);
  assert.match(unknown, /event_ids := \['E53_A', 'E55_A'\]/);
  const call = { from: '2026-09-01', to: '2026-11-01', entityCount: 120 };
  assert.equal(mentionsPlan(all, call, limits), '120 companies × 61 days: 6 requests');
  assert.equal(mentionsPlan(some, call, limits), '2 companies × 8 days: 1 request');
});
