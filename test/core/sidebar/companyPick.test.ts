import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EntityFact } from '../../../src/core/service/entityFact';
import {
  companyActions,
  companyTexts,
  foundCompanies,
  nothingFound,
  keyAfter,
  offersLearning,
} from '../../../src/core/sidebar/companyPick';

function company(entity: string, fields: Partial<EntityFact> = {}): EntityFact {
  const unknown = { name: null, ticker: null, isin: null, vendor_id: null, country: null };
  return { entity, ...unknown, industry: null, exchange_code: null, currency: null, ...fields };
}

const companies = [
  company('company:c1', { name: 'Shale Oil', ticker: 'SHL.N', isin: 'US0000000001' }),
  company('company:c2', { name: 'Old Hal', ticker: 'OHL.L' }),
  company('company:c3', { name: 'Halvar Foods', ticker: 'HVF.N' }),
  company('company:c4', { name: 'Halden Steel', ticker: 'HDS.N' }),
  company('company:c5', { name: 'Zeta', ticker: 'HAL' }),
  company('company:c6'),
];

/** The entities that are found for a text, in order. */
function check(text: string, expected: string): void {
  const found = foundCompanies(companies, text).map(({ entity }) => entity.slice(-2));
  assert.equal(found.join(' '), expected, text);
}

test('a company is found by name, ticker, ISIN or key, the one that is meant first', () => {
  check('hal', 'c5 c4 c3 c2 c1');
  check('HAL', 'c5 c4 c3 c2 c1');
  check('ohl.l', 'c2');
  check('us0000000001', 'c1');
  check('company:c6', 'c6');
  check('c3', 'c3');
  check(' steel  hds ', 'c4');
  check('none of them', '');
  check('', 'c4 c3 c2 c1 c5 c6');
});

test('more companies can be learned where few are found, and not on the sandbox', () => {
  const offers = (synthetic: boolean, found: number): boolean =>
    offersLearning({ synthetic }, found);
  assert.deepEqual([offers(false, 0), offers(false, 4), offers(false, 5)], [true, true, false]);
  assert.equal(offers(true, 0), false);
});

test('at most 200 companies are shown at once, among them the one whose ticker is typed', () => {
  const many = Array.from({ length: 3000 }, (_, at) => company(`k${at}`, { name: `Sun ${at}` }));
  const found = foundCompanies([...many, company('z', { name: 'Zulu', ticker: 'SUN' })], 'sun');
  assert.equal(found.length, 200);
  assert.equal(found[0]?.entity, 'z');
});

test('a company has its name, what it is traded as, and where it belongs', () => {
  const [, second] = companies;
  const full = company('company:a', {
    ...{ name: 'Alpha', ticker: 'A.N', isin: 'US1', country: 'Norway' },
    industry: 'industry.energy',
  });
  assert.deepEqual(companyTexts(full), {
    label: 'Alpha',
    description: 'A.N · US1',
    detail: 'company:a · Norway · energy',
  });
  assert.deepEqual(second && companyTexts(second).detail, 'company:c2');
  assert.equal(companyTexts(company('company:c6')).label, 'company:c6');
});

test('what is not known of a company cannot be copied, and without an editor nothing is inserted', () => {
  const labels = (fact: EntityFact, hasEditor: boolean): string[] =>
    companyActions(fact, hasEditor).map(({ label }) => label);
  const charts = ['Score History', 'Events Around a Day…', 'Add to Portfolio…'];
  assert.deepEqual(labels(company('company:c6'), false), [...charts, 'Copy Entity']);
  assert.deepEqual(labels(company('a', { ticker: 'A', isin: 'US1' }), true), [
    ...charts,
    'Insert Key at the Cursor',
    ...['Copy Entity', 'Copy Ticker', 'Copy ISIN'],
  ]);
});

test('an inserted key is a literal of SQL, or the rest of one that is open', () => {
  assert.equal(keyAfter("o'neil", 'FROM events_ts('), "'o''neil'");
  assert.equal(keyAfter("o'neil", "FROM events_ts('"), "o''neil");
  assert.equal(keyAfter('a', "FROM events_ts(['b', "), "'a'");
  assert.equal(keyAfter('a', "FROM events_ts(['it''s', '"), 'a');
});

test('where no company fits, the list says so and what to do', () => {
  const known = { connection: 'Live', entities: [], synthetic: false };
  assert.deepEqual(nothingFound(known, ' zz '), {
    label: 'No known company has “zz”',
    detail: 'The service has no search: ranked lists name further companies',
  });
  assert.equal(nothingFound(known, '').label, 'No company of Live is known yet');
  assert.match(nothingFound({ ...known, synthetic: true }, 'zz').detail, /^Clear the text/);
});
