import assert from 'node:assert/strict';
import { test } from 'node:test';
import { industries, sourceCountries } from '../../../src/core/service/enumerations';
import { specialEntities } from '../../../src/sandbox/sandbox';
import type { Sandbox } from '../../../src/sandbox/sandbox';
import { countries, countryBlock } from '../../../src/sandbox/world/countries';
import { isinCheckDigit, syntheticIsin } from '../../../src/sandbox/world/isin';
import { isMember } from '../../../src/sandbox/world/stockIndices';
import { Universe } from '../../../src/sandbox/world/universe';
import type { Company } from '../../../src/sandbox/world/universe';
import { ask, at, demo, hostile, itemsAt, sandboxWith, targets, texts } from '../asking';

const { universe } = demo.world;
const companies = Array.from({ length: 600 }, (_, index) => universe.company(index));

function members(stockIndex: string): Set<Company> {
  const { facts } = universe;
  return new Set(
    companies.filter(({ index }) => isMember(stockIndex, facts.country(index), facts.size(index))),
  );
}

test('there are 600 companies, of every source country and industry, for every seed', () => {
  assert.equal(universe.count, 600);
  assert.equal(countryBlock, 600);
  assert.deepEqual(
    countries.map(({ id }) => id),
    sourceCountries.filter(id => id !== 'all'),
  );
  for (const seed of [42, 1, 2 ** 40 + 7, -3]) {
    const { facts } = new Universe(seed, 600);
    const numbers = Array.from({ length: 600 }, (_, index) => index);
    assert.equal(new Set(numbers.map(n => facts.country(n).id)).size, sourceCountries.length - 1);
    assert.equal(new Set(numbers.map(n => facts.industry(n).code)).size, industries.length - 1);
    const american = numbers.filter(n => facts.country(n).id === 'us');
    assert.equal(american.length, 210, 'a third of the companies is American');
    assert.ok(
      numbers.every(n => facts.country(n).id !== 'vg' || facts.industry(n).code !== 'utilities'),
    );
  }
});

test('ids, vendor ids, ISINs and tickers each name one company and lead back to it', () => {
  for (const company of companies) {
    assert.equal(universe.find(company.id), company);
    assert.equal(universe.findByVendorId(company.vendorId), company);
    if (company.vendorId !== company.id) {
      assert.equal(universe.findByVendorId(company.id), undefined, company.id);
      assert.equal(universe.find(company.vendorId), undefined);
    }
  }
  for (const field of ['id', 'vendorId', 'isin'] as const) {
    assert.equal(new Set(companies.map(company => company[field])).size, 600, field);
  }
  assert.equal(new Set(companies.map(({ listing }) => listing.ticker)).size, 600);
  const differing = companies.filter(({ id, vendorId }) => id !== vendorId).length;
  assert.ok(differing > 35 && differing < 90, String(differing));
});

test('the index sets obey their algebra', () => {
  const [sp, r1, r2, r3] = ['SP 500', 'Russell 1000', 'Russell 2000', 'Russell 3000'].map(members);
  assert.ok(sp && r1 && r2 && r3);
  assert.ok([...sp].every(company => r1.has(company)) && sp.size < r1.size && sp.size > 10);
  assert.ok([...r1].every(company => !r2.has(company)));
  assert.deepEqual(new Set([...r1, ...r2]).size, r3.size);
  assert.ok([...r1, ...r2].every(company => r3.has(company)));
  assert.ok([...r3].every(({ country }) => country.id === 'us'));
  const stoxx = members('STOXX 600');
  const dax = members('DAX');
  assert.ok(dax.size > 3 && stoxx.size > 50);
  assert.ok([...dax].every(company => company.country.id === 'de' && stoxx.has(company)));
  assert.ok([...stoxx].every(({ country }) => country.european));
  assert.ok([...members('MSCI World')].every(({ country }) => country.developed));
});

test('an overlay filtered by index, country and industry holds members alone', () => {
  const query = 'stock_index=STOXX%20600&source_country=gb&industry=industrials&amount=600';
  const items = itemsAt(ask(demo, `${targets.bullish}?${query}`).json, 'bullish_stocks');
  const stoxx = members('STOXX 600');
  for (const item of items) {
    const company = universe.find(String(at(item, 'entity_info', 'alpha_id')).slice(8));
    assert.ok(company && stoxx.has(company));
    assert.equal(at(item, 'country_id'), 'gb');
    assert.equal(at(item, 'industry'), 'industry.industrials');
  }
  const plus = ask(demo, `${targets.bullish}?${query.replace('%20', '+')}`);
  assert.deepEqual(itemsAt(plus.json, 'bullish_stocks'), items);
  const empty = ask(demo, `${targets.bullish}?source_country=vg&industry=utilities`);
  assert.deepEqual(itemsAt(empty.json, 'bullish_stocks'), []);
});

test('the check digit of an ISIN is that of the standard', () => {
  for (const isin of ['US0378331005', 'AU0000XVGZA3', 'GB0002634946', 'US38259P5089']) {
    assert.equal(isinCheckDigit(isin.slice(0, 11)), Number(isin[11]), isin);
  }
  assert.match(syntheticIsin('us', 7), /^US00SB00007\d$/);
  for (const { isin, country } of companies) {
    assert.equal(isin.length, 12);
    assert.ok(isin.startsWith(`${country.id.toUpperCase()}00SB`));
    assert.equal(isinCheckDigit(isin.slice(0, 11)), Number(isin[11]));
  }
});

function namesOf(sandbox: Sandbox): string[] {
  return companies.map(({ index }) => sandbox.world.universe.company(index).name);
}

test('names are of many scripts, some long, some alike, and none looks broken', () => {
  const allNames = namesOf(demo);
  const beyondAscii = allNames.filter(name =>
    [...name].some(sign => (sign.codePointAt(0) ?? 0) > 127),
  );
  assert.ok(beyondAscii.length >= 72, String(beyondAscii.length));
  for (const pattern of [
    /\p{Script=Katakana}/u,
    /\p{Script=Han}/u,
    /\p{Script=Arabic}/u,
    /\p{Script=Cyrillic}/u,
    /[ěšřž]/,
    /[łśżó]/,
    /.{60,}/,
  ]) {
    assert.ok(
      allNames.some(name => pattern.test(name)),
      String(pattern),
    );
  }
  assert.ok(allNames.includes('Ångström Kraft'));
  assert.equal(allNames.filter(name => name === 'Twinford Industries').length, 2);
  for (const { id, name } of companies) {
    assert.match(name, /^[\p{L}\p{N}& .-]+$/u, id);
    assert.equal(name, name.normalize('NFC'));
    assert.match(id, /^demo(\d{4}|_[a-z]+)$/);
  }
});

test('hostile names and ids come with a switch, which changes no other company', () => {
  const hostileNames = namesOf(hostile).filter((name, n) => name !== companies[n]?.name);
  assert.equal(hostileNames.length, 5);
  for (const pattern of [/^<img /, /^=HYPERLINK/, /^@.*\]\(command:/, /\u202E/, /A\u030A/]) {
    assert.ok(
      hostileNames.some(name => pattern.test(name)),
      String(pattern),
    );
  }
  const ids = companies.filter(({ index, id }) => hostile.world.universe.company(index).id !== id);
  assert.deepEqual(
    ids.map(({ id }) => id),
    ['demo0018', 'demo0019', 'demo0020', 'demo0021', 'demo0022'],
  );
});

test('odd ids are reached in a path when they are encoded, and in a body as they are', () => {
  const odd = ['demo.0018', 'demo-0019', '0020demo', 'demo 0021/é', 'demo:0022'];
  for (const id of odd) {
    const { json } = ask(hostile, targets.score(encodeURIComponent(id)));
    assert.equal(at(json, 'entity_info', 'alpha_id'), id);
    assert.equal(ask(demo, targets.score(encodeURIComponent(id))).status, 404);
  }
  const body = odd.map(id => `company:${id}`);
  const items = itemsAt(ask(hostile, targets.scores, { body }).json, 'score_ts_itemized');
  assert.deepEqual(texts(items, 'entity_info', 'compound_key'), body);
  assert.equal(ask(hostile, targets.score('demo 0021/é')).status, 404);
});

test('a listing has a ticker of symbol and exchange code, one symbol with a dot; few are not told', () => {
  for (const { listing } of companies) {
    assert.ok(listing.ticker.endsWith(`.${listing.exchangeCode}`));
  }
  assert.ok(companies.some(({ listing }) => listing.ticker.split('.').length === 3));
  const untold = companies.filter(({ listingKnown }) => !listingKnown).length;
  assert.ok(untold > 8 && untold < 45, String(untold));
});

/** Rows of a year of scores, volume, counts and event rows. */
function rowCounts(id: string, sandbox = demo): number[] {
  const range = '?default_time_back=1y';
  const rows = ask(sandbox, targets.rows + range, { body: [`company:${id}`] });
  return [
    itemsAt(ask(sandbox, targets.score(id) + range).json, 'score_ts').length,
    itemsAt(ask(sandbox, targets.volume(id) + range).json, 'trading_volume_ts').length,
    itemsAt(ask(sandbox, targets.counts(id) + range).json, 'events_ts').length,
    itemsAt(rows.json, 'entries').length,
  ];
}

test('the special entities have the data that their names say, in every mode', () => {
  for (const mode of ['tiny', 'demo'] as const) {
    const sandbox = sandboxWith({ mode });
    const counts = (id: string): number[] => rowCounts(id, sandbox);
    assert.deepEqual(counts('demo_nodata'), [0, 0, 0, 0]);
    assert.deepEqual(counts('demo_scoreonly').slice(1), [0, 0, 0]);
    assert.ok((counts('demo_scoreonly')[0] ?? 0) > 60);
    const [scores = 0, volumes, , eventRows = 0] = counts('demo_oneday');
    assert.deepEqual([scores, volumes], [1, 1]);
    assert.ok(eventRows >= 1);
  }
  const [gappy = 0] = rowCounts('demo_gappy');
  const [whole = 0] = rowCounts('demo0005');
  assert.ok(gappy / whole > 0.62 && gappy / whole < 0.78, String(gappy / whole));
  assert.equal(specialEntities.length, 7);
});

test('one special entity starts late, one stops early, one has bursts of events', () => {
  const dates = (id: string): string[] =>
    texts(itemsAt(ask(demo, `${targets.score(id)}?default_time_back=1y`).json, 'score_ts'), 'date');
  assert.ok((dates('demo_ipo')[0] ?? '') >= '2026-09-21');
  assert.ok((dates('demo_delisted').at(-1) ?? '9') < '2026-10-21');
  assert.ok((dates('demo_delisted')[0] ?? '9') < '2025-12-01');
  const answer = ask(demo, `${targets.counts('demo_burst')}?default_time_back=1y`);
  const perDay = new Map<string, number>();
  for (const item of itemsAt(answer.json, 'events_ts')) {
    const day = String(at(item, 'date'));
    perDay.set(day, (perDay.get(day) ?? 0) + Number(at(item, 'count')));
  }
  assert.ok(perDay.size < 60 && Math.max(...perDay.values()) > 20);
});

test('a universe of 100,000 companies keeps none before it is asked', () => {
  const wide = sandboxWith({ mode: 'wide' }).world.universe;
  const last = wide.find('demo100000');
  assert.equal(last?.index, 99_999);
  assert.equal(wide.find('demo100001'), undefined);
  assert.equal(wide.company(4), wide.company(4));
});
