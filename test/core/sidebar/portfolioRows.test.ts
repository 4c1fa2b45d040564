import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainDateOfDay } from '../../../src/core/base/plainDate';
import { comparedAlone } from '../../../src/core/overlays/overlayHistory';
import {
  inOrder,
  portfoliosInForce,
  type Portfolio,
} from '../../../src/core/portfolios/portfolios';
import { readPortfolioFile } from '../../../src/core/portfolios/portfolioFile';
import { readSettingPortfolios } from '../../../src/core/portfolios/settingPortfolios';
import type { CellValue, ColumnTable } from '../../../src/core/service/columns';
import type { EntityFact } from '../../../src/core/service/entityFact';
import { rankedList } from '../../../src/core/sidebar/overlayTree';
import {
  companyOf,
  companyRows,
  eventCounts,
  latestScores,
  memberOfRow,
  portfolioRows,
  type KnownOfCompanies,
  type TodaysList,
} from '../../../src/core/sidebar/portfolioRows';
import type { Row, ViewState } from '../../../src/core/sidebar/row';
import {
  portfolioCell,
  portfolioEventsCell,
  portfolioScoresCell,
} from '../../../src/core/sidebar/portfolioCells';
import { snapshotOf } from '../overlays/snapshots';

const day = 20_000;

function portfoliosOf(setting: unknown): readonly Portfolio[] {
  return portfoliosInForce(readSettingPortfolios(setting));
}

/** A list of these entities; the first has the score 1, the next ones less. */
function listOf(name: string, entities: string): TodaysList {
  const { query, table } = snapshotOf(entities.split(' ').filter(Boolean), {
    day,
    parameters: { amount: '50' },
  });
  const compared = comparedAlone({ query, table, day: plainDateOfDay(day) }, null);
  const content = rankedList({ table, ...compared, fetchedAtMs: day * 86_400_000, notes: [] });
  return { name, state: { kind: 'content', content } };
}

function tableOf(names: readonly string[], rows: readonly (readonly CellValue[])[]): ColumnTable {
  return {
    columns: names.map(name => ({ name, type: 'VARCHAR', doc: '' })),
    rowCount: rows.length,
    values: names.map((_, at) => rows.map(row => row[at] ?? null)),
  };
}

const content = <Content>(of: Content): ViewState<Content> => ({ kind: 'content', content: of });

const lines = (rows: readonly Row[]): string[] =>
  rows.map(({ label, description = '' }) => [label, description].filter(Boolean).join(' · '));

const lists = [listOf('Bullish', 'company:a company:b'), listOf('Bearish', 'company:x')];
const fact: EntityFact = {
  ...{ entity: 'company:a', name: 'Alpha', ticker: 'ALF.DE', isin: 'DE1', vendor_id: null },
  ...{ country: null, industry: null, exchange_code: null, currency: null },
};
const scores = latestScores([
  tableOf(
    ['entity', 'date', 'score', 'ticker'],
    [
      ['company:a', day - 1, 0.25, 'ALF.DE'],
      ['company:a', day, 0.5, 'ALF.DE'],
      ['company:c', day - 2, -0.1, null],
      ['company:c', day, null, null],
    ],
  ),
]);
const events = eventCounts([
  tableOf(
    ['entity', 'count'],
    [
      ['company:a', 2],
      ['company:a', 1],
      ['company:c', 1],
    ],
  ),
]);
const known: KnownOfCompanies = {
  figures: { scores: content(scores), events: content(events) },
  lists,
  directory: new Map([[fact.entity, fact]]),
};

test("a portfolio has today's mean score and the number of its companies in either list", () => {
  const portfolios = portfoliosOf({
    core: ['a', 'b', 'c', 'x', { name: 'Unknown Ltd' }],
    none: ['d'],
    bad: [7, 'a'],
    large: Array.from({ length: 1200 }, (_, at) => `n${at}`),
  });
  assert.deepEqual(lines(portfolioRows(portfolios, lists, null)), [
    'core · 3 of 4 listed, mean +0.97 · 1 unknown',
    'none · 0 of 1 listed',
    'bad · 1 problem · 1 of 1 listed, mean +1.00',
    'large · 0 of 1,200 listed',
  ]);
});

test('a portfolio of the settings whose name is empty has a row that says so', () => {
  const [row] = portfolioRows(portfoliosOf({ ' ': ['a'] }), lists, null);
  assert.equal(row?.label, 'Portfolio without a name');
});

test('a portfolio says where it is from and which ones it hides', () => {
  const file = { address: 'file:///w/core.portfolio.csv', path: 'core.portfolio.csv' };
  const portfolios = portfoliosInForce([
    { name: 'core', source: 'file', file, members: [], problems: [] },
    ...readSettingPortfolios({ core: ['a'] }),
  ]);
  const [row] = portfolioRows(portfolios, lists, null);
  assert.equal(row?.description, '0 of 0 listed · hides the settings');
  assert.equal(row.kind, 'filePortfolio');
  assert.deepEqual(row.facts?.[0], ['from', 'the file core.portfolio.csv']);
  assert.ok(row.facts.some(([name]) => name === 'hides'));
});

test('without the lists, portfolios are there with the reason before them', () => {
  const failed: TodaysList = { name: 'Bullish', state: { kind: 'failed', sentence: 'No service' } };
  const rows = portfolioRows(portfoliosOf({ core: ['a'] }), [failed, ...lists], null);
  assert.deepEqual(lines(rows), ['No service · Retry', 'core · 1 company']);
  assert.deepEqual(rows[0]?.press, { action: 'retryList', argument: 'Bullish' });
});

test('where files cannot be searched, the other portfolios are there with the reason before them', () => {
  const rows = portfolioRows(portfoliosOf({ core: ['a'] }), lists, 'rg is missing');
  assert.deepEqual(lines(rows).slice(0, 1), ['Files not searched · Retry']);
  assert.equal(rows.length, 2);
  assert.match(rows[0]?.facts?.[0]?.[1] ?? '', /\*\.portfolio\.csv.*rg is missing/);
  assert.equal(rows[0]?.press?.action, 'retryPortfolio');
});

test('a company has its latest score, events, place and weight', () => {
  const [core] = portfoliosOf({
    core: [
      'a',
      { entity: 'c', weight: 0.4, name: 'Cee' },
      'x',
      { name: 'Unknown $(x) Ltd', weight: 2 },
    ],
  });
  assert.ok(core);
  const rows = companyRows(core, known);
  assert.deepEqual(lines(rows), [
    '+0.50  Alpha · 3 events · bullish 1 · ALF.DE',
    '−0.10  Cee · 1 event · weight 0.4',
    'x · no score · bearish 1',
    'Unknown $(x) Ltd · no company found · weight 2',
  ]);
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['company', 'company', 'company', 'unknownCompany'],
  );
  const found = memberOfRow(rows[0] as Row, [core]);
  assert.ok(found?.member);
  assert.deepEqual(companyOf(found.member, known), {
    ...{ entity: 'company:a', name: 'Alpha', ticker: 'ALF.DE', isin: 'DE1' },
    date: plainDateOfDay(day),
  });
});

test('an answer that failed does not hide the other one', () => {
  const [core] = portfoliosOf({ core: ['a'] });
  assert.ok(core);
  const failed = { kind: 'failed', sentence: 'The request failed' } as const;
  const one = { ...known, figures: { ...known.figures, events: failed } };
  const rows = companyRows(core, one);
  assert.deepEqual(lines(rows), [
    'The request failed · Retry',
    '+0.50  Alpha · bullish 1 · ALF.DE',
  ]);
  assert.equal(rows[0]?.press?.action, 'retryPortfolio');
  assert.equal(memberOfRow({ ...rows[0], id: 'portfolio core' }, [core])?.portfolio, core);
  const both = companyRows(core, { ...known, figures: { scores: failed, events: failed } });
  assert.equal(both.length, 2);
});

test('a portfolio without companies says what to do', () => {
  const [empty] = portfoliosOf({ empty: [] });
  assert.ok(empty);
  assert.deepEqual(companyRows(empty, known)[0]?.press, {
    action: 'pastePortfolio',
    argument: 'empty',
  });
});

test('portfolios are in the order of the user, new ones last', () => {
  const all = portfoliosOf({ a: [], b: [], c: [] });
  assert.deepEqual(
    inOrder(all, ['c', 'gone', 'a']).map(({ name }) => name),
    ['c', 'a', 'b'],
  );
});

/** Companies `company:0`, `company:1` and so on. */
function sized(name: string, companies: number): Portfolio {
  const [portfolio] = portfoliosOf({
    [name]: Array.from({ length: companies }, (_, at) => `${at}`),
  });
  assert.ok(portfolio);
  return portfolio;
}

test('cells name the portfolio as a person would write it', () => {
  assert.equal(
    portfolioCell(sized("o'neil", 1)).split('\n')[1],
    "FROM portfolio_weights('o''neil') AS p",
  );
  assert.match(portfolioScoresCell(sized('core', 12)), /company AS stroke\nDRAW line/);
  assert.match(portfolioScoresCell(sized('core', 13)), /DRAW tile/);
  assert.match(
    portfolioEventsCell(sized('a\nb', 1)),
    /^-- [^\n]*\nFROM company_events\(portfolio\('a\nb'\),/,
  );
});

test('row, tooltip and cells count the same companies, and a comment names what a cell leaves out', () => {
  const unknown = Array.from({ length: 7 }, (_, at) => ({ name: `Un\nknown ${at}`, weight: 0.5 }));
  const [core] = portfoliosOf({ core: ['a', 'b', ...unknown, 7] });
  assert.ok(core);
  const [row] = portfolioRows([core], lists, null);
  assert.match(row?.description ?? '', /^1 problem · 2 of 2 listed.* · 7 unknown/);
  const facts = new Map(row?.facts);
  assert.equal(facts.get('companies'), '2');
  assert.equal(facts.get('without a company'), '7, not requested');
  for (const cell of [portfolioCell(core), portfolioScoresCell(core), portfolioEventsCell(core)]) {
    const [first, second] = cell.split('\n');
    assert.match(
      first ?? '',
      /^-- 2 companies; left out: 7 names without a company: Un known 0 \(weight 0\.5\), .*and 2 more$/,
    );
    assert.equal(second, '-- Not read: Entry 10 has no entity.');
  }
});

test('a portfolio that cannot be read says why, and a press opens it', () => {
  const file = { address: 'file:///w/x.portfolio.csv', path: 'x.portfolio.csv' };
  const [unread] = portfoliosInForce([
    { name: 'x', source: 'file', file, ...readPortfolioFile('firm|share\na|1') },
  ]);
  assert.ok(unread);
  const [row] = portfolioRows([unread], lists, null);
  assert.equal(row?.description, 'cannot be read: no “entity” column');
  assert.equal(row.icon?.name, 'error');
  assert.equal(row.press?.action, 'openPortfolio');
  assert.equal(row.expands, undefined);
  assert.equal(memberOfRow(row, [unread])?.portfolio, unread);
});

test('weights that mix percent and fractions are visible', () => {
  const [mixed] = portfoliosOf({
    mixed: [
      { entity: 'a', weight: 0.01 },
      { entity: 'b', weight: 3 },
    ],
  });
  assert.ok(mixed);
  const [row] = portfolioRows([mixed], lists, null);
  assert.match(row?.description ?? '', /mixed weights/);
  assert.equal(row?.icon?.name, 'warning');
});

test('a portfolio of a thousand companies has 200 rows at first, and one that loads more', () => {
  const [large] = portfoliosOf({ large: Array.from({ length: 1000 }, (_, at) => `n${at}`) });
  assert.ok(large);
  const rows = companyRows(large, known);
  assert.equal(rows.length, 201);
  assert.deepEqual(lines(rows.slice(-1)), ['Load 200 more · 800 not shown']);
  assert.deepEqual(rows.at(-1)?.press, {
    action: 'loadMoreCompanies',
    argument: 'portfolio large',
  });
  assert.equal(companyRows(large, known, 1000).length, 1000);
});
