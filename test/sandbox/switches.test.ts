import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultSwitches, switchValues } from '../../src/sandbox/sandbox';
import type { Switches } from '../../src/sandbox/sandbox';
import { ask, at, demo, itemsAt, names, numbers, sandboxWith, sum, targets, texts } from './asking';
import type { Answer } from './asking';

/** Asks a sandbox that differs from the standard one in some switches alone. */
function askWith(switches: Partial<Switches>, target: string, body?: unknown): Answer {
  return ask(sandboxWith({}, switches), target, { body });
}

/** The first and last day of a score series, and how many days it has. */
function span(switches: Partial<Switches>, query: string): [string?, string?] {
  const answer = askWith(
    { weekendScores: 'all', ...switches },
    `${targets.score('demo0005')}?${query}`,
  );
  const days = texts(itemsAt(answer.json, 'score_ts'), 'date');
  return [days[0], days.at(-1)].filter(day => day !== undefined) as [string?, string?];
}

test('the first value of each switch is the standard', () => {
  assert.deepEqual(
    Object.entries(switchValues).map(([name, values]) => [name, values[0]]),
    Object.entries(defaultSwitches).filter(([name]) => name !== 'maxListLength'),
  );
});

test('A1: the day date_from is in the range, or not', () => {
  const query = 'date_from=2026-11-10&date_to=2026-11-13';
  assert.deepEqual(span({}, query), ['2026-11-10', '2026-11-12']);
  assert.deepEqual(span({ dateFrom: 'exclusive' }, query), ['2026-11-11', '2026-11-12']);
});

test('A2: without dates the look-back period ends with the last day, or there is everything', () => {
  assert.deepEqual(span({}, ''), ['2026-11-13', '2026-11-19']);
  assert.deepEqual(span({}, 'default_time_back=2d'), ['2026-11-18', '2026-11-19']);
  assert.deepEqual(span({ noDates: 'everything' }, ''), ['2023-11-20', '2026-11-19']);
});

test('A3: with date_to alone the look-back period ends there, or there is everything before it', () => {
  assert.deepEqual(span({}, 'date_to=2026-10-01'), ['2026-09-24', '2026-09-30']);
  assert.deepEqual(span({ onlyDateTo: 'everything' }, 'date_to=2026-10-01'), [
    '2023-11-20',
    '2026-09-30',
  ]);
});

test('A4: with date_from alone the range goes on to the last day, or for the look-back period', () => {
  const query = 'date_from=2026-10-05&default_time_back=3d';
  assert.deepEqual(span({}, query), ['2026-10-05', '2026-11-19']);
  assert.deepEqual(span({ onlyDateFrom: 'back' }, query), ['2026-10-05', '2026-10-07']);
});

test('A5: a look-back period is a number of days, weeks, months or years; else refused, or a week', () => {
  const check = (back: string, first: string): void =>
    assert.equal(span({}, `date_to=2026-03-31&default_time_back=${back}`)[0], first, back);
  check('5d', '2026-03-26');
  check('2w', '2026-03-17');
  check('1m', '2026-02-28');
  check('13m', '2025-02-28');
  check('2y', '2024-03-31');
  for (const back of ['1mo', '1W', 'week', '', '-1d', '1.5w']) {
    const query = `${targets.score('demo0005')}?default_time_back=${back}`;
    assert.equal(ask(demo, query).status, 422, back);
    assert.equal(askWith({ backSyntax: 'lenient' }, query).status, 200, back);
  }
  assert.equal(span({ backSyntax: 'lenient' }, 'default_time_back=1mo')[0], '2026-11-13');
});

test('A6: dates on an overlay are ignored, honoured or refused', () => {
  const query = `${targets.bullish}?date_from=2026-05-04&date_to=2026-05-09`;
  const dates = (answer: Answer): string[] => texts(itemsAt(answer.json, 'bullish_stocks'), 'date');
  assert.equal(ask(demo, query).text, ask(demo, targets.bullish).text);
  const honoured = dates(askWith({ overlayDates: 'honoured' }, query));
  assert.ok(
    honoured.length === 15 && honoured.every(day => day >= '2026-05-04' && day < '2026-05-09'),
  );
  assert.equal(askWith({ overlayDates: '422' }, query).status, 422);
  assert.equal(askWith({ overlayDates: '422' }, targets.bullish).status, 200);
});

test('A7: an unknown entity in a list is omitted, empty, null, or fails the call', () => {
  const body = ['company:demo0001', 'company:unknown1', 'fund:demo0001'];
  const items = (unknownInList: Switches['unknownInList']): unknown[] =>
    itemsAt(askWith({ unknownInList }, targets.scores, body).json, 'score_ts_itemized');
  assert.deepEqual(texts(items('omitted'), 'entity_info', 'compound_key'), body.slice(0, 1));
  assert.deepEqual(texts(items('empty'), 'entity_info', 'compound_key'), body);
  assert.deepEqual(itemsAt(items('empty'), 1, 'score_ts'), []);
  assert.deepEqual(items('null').slice(1), [null, null]);
  assert.equal(askWith({ unknownInList: '404' }, targets.scores, body).status, 404);
  const refused = askWith({ unknownInList: '422' }, targets.scores, body);
  assert.equal(refused.status, 422);
  assert.deepEqual(at(refused.json, 'detail', 0, 'loc'), ['body', 1]);
});

test('A8: an unknown entity in the path is not found, empty, or refused', () => {
  for (const id of ['unknown1', 'demo0000', 'demo0601', 'demo1']) {
    assert.equal(ask(demo, targets.score(id)).status, 404, id);
  }
  const empty = askWith({ unknownSingle: 'empty' }, targets.volume('unknown1'));
  assert.deepEqual(at(empty.json, 'trading_volume_ts'), []);
  assert.equal(at(empty.json, 'entity_info', 'compound_key'), 'company:unknown1');
  assert.equal(askWith({ unknownSingle: '422' }, targets.counts('unknown1')).status, 422);
});

test('A9: an entity that a list holds twice is answered once, or each time', () => {
  const body = ['company:demo0002', 'company:demo0001', 'company:demo0002'];
  const keys = (switches: Partial<Switches>): string[] =>
    texts(
      itemsAt(askWith(switches, targets.volumes, body).json, 'trading_volume_ts_itemized'),
      'entity_info',
      'compound_key',
    );
  assert.deepEqual(keys({}), body.slice(0, 2));
  assert.deepEqual(keys({ duplicates: 'repeated' }), body);
});

test('A10: the elements of a list come in the order of the request, or in another', () => {
  const body = Array.from({ length: 9 }, (_, n) => `company:demo000${n + 1}`);
  const keys = (switches: Partial<Switches>): string[] =>
    texts(
      itemsAt(askWith(switches, targets.countLists, body).json, 'events_ts_itemized'),
      'entity_info',
      'compound_key',
    );
  assert.deepEqual(keys({}), body);
  const shuffled = keys({ itemOrder: 'shuffled' });
  assert.notDeepEqual(shuffled, body);
  assert.deepEqual(shuffled.toSorted(), body);
});

test('A11: a request without the token is unauthorised, or forbidden', () => {
  const headers = {};
  assert.equal(ask(demo, targets.bullish, { headers }).status, 401);
  const forbidding = sandboxWith({}, { refusedToken: '403' });
  assert.equal(ask(forbidding, targets.bullish, { headers }).status, 403);
  const strict = sandboxWith({ token: 'the-one' });
  assert.equal(ask(strict, targets.bullish).status, 401);
  const good = { authorization: 'Bearer the-one' };
  assert.equal(ask(strict, targets.bullish, { headers: good }).status, 200);
});

test('A12: a 422 has one of six bodies', () => {
  const answer = (rejectionShape: Switches['rejectionShape']): Answer =>
    askWith({ rejectionShape }, `${targets.bullish}?stock_index=STOXX600&amount=x`);
  const current = at(answer('fastapi2').json, 'detail', 0);
  assert.deepEqual(names(current), ['type', 'loc', 'msg', 'input', 'ctx']);
  assert.equal(at(current, 'type'), 'literal_error');
  assert.match(String(at(current, 'msg')), /^Input should be 'all', 'STOXX 600', /);
  const old = at(answer('fastapi1').json, 'detail', 1);
  assert.deepEqual(names(old), ['loc', 'msg', 'type']);
  assert.equal(at(old, 'type'), 'type_error.integer');
  assert.match(String(at(answer('string').json, 'detail')), /stock_index.*amount/);
  assert.equal(answer('problem').headers['content-type'], 'application/problem+json');
  assert.equal(at(answer('problem').json, 'status'), 422);
  assert.match(answer('html').text, /^<html>/);
  assert.equal(answer('empty').text, '');
  for (const shape of switchValues.rejectionShape) {
    assert.equal(answer(shape).status, 422, shape);
  }
});

test('A13: a parameter that the operation does not list is ignored, or refused', () => {
  const query = `${targets.volume('demo0001')}?time_horizon=1D`;
  assert.equal(ask(demo, query).text, ask(demo, targets.volume('demo0001')).text);
  assert.equal(askWith({ unknownParameter: '422' }, query).status, 422);
});

test('A14: an amount of zero or less gives an empty list, or is refused', () => {
  for (const amount of [0, -1]) {
    const query = `${targets.bullish}?amount=${amount}`;
    assert.deepEqual(ask(demo, query).json, { bullish_stocks: [] });
    assert.equal(askWith({ amountBelowOne: '422' }, query).status, 422);
  }
  assert.equal(askWith({ amountBelowOne: '422' }, targets.bullish).status, 200);
});

test('A15: an empty list gives an empty answer, or is refused', () => {
  assert.deepEqual(itemsAt(ask(demo, targets.scores, { body: [] }).json, 'score_ts_itemized'), []);
  assert.equal(askWith({ emptyList: '422' }, targets.scores, []).status, 422);
});

test('A16: a range that ends where it starts, or before, is empty, or refused', () => {
  for (const query of [
    'date_from=2026-11-10&date_to=2026-11-10',
    'date_from=2026-11-10&date_to=2026-11-01',
  ]) {
    assert.deepEqual(span({}, query), []);
    assert.equal(
      askWith({ emptyRange: '422' }, `${targets.score('demo0005')}?${query}`).status,
      422,
    );
  }
});

test('A17: ids are compared with their case, or without', () => {
  assert.equal(ask(demo, targets.score('DEMO0005')).status, 404);
  const loose = askWith({ idCase: 'insensitive' }, targets.score('DEMO0005'));
  assert.equal(at(loose.json, 'entity_info', 'alpha_id'), 'demo0005');
});

test("A18: the maker's field has the name of the configuration", () => {
  const named = sandboxWith({ vendorField: 'acme_id' });
  const item = at(ask(named, targets.bullish).json, 'bullish_stocks', 0);
  assert.match(String(at(item, 'acme_id')), /^company:/);
  assert.equal(at(item, 'sandbox_id'), undefined);
});

test('A19: a list may have any length, or a longest one', () => {
  const body = ['company:demo0001', 'company:demo0002', 'company:demo0004'];
  assert.equal(askWith({ maxListLength: 2 }, targets.scores, body).status, 422);
  assert.equal(askWith({ maxListLength: 3 }, targets.scores, body).status, 200);
});

test('A20: scores are within one, within a hundred, or without bounds', () => {
  const scores = (scale: 'unit' | 'hundred' | 'raw'): number[] => {
    const target = `${targets.score('demo0005')}?default_time_back=3y`;
    return numbers(itemsAt(ask(sandboxWith({ scale }), target).json, 'score_ts'), 'score');
  };
  const [unit, hundred, raw] = [scores('unit'), scores('hundred'), scores('raw')];
  assert.ok(unit.every(score => Math.abs(score) < 1) && unit.some(score => Math.abs(score) > 0.5));
  assert.ok(hundred.every((score, n) => Math.abs(score - 100 * (unit[n] ?? 0)) < 1e-3));
  assert.ok(raw.some(score => Math.abs(score) > 1.5));
  assert.ok(raw.every((score, n) => Math.sign(score) === Math.sign(unit[n] ?? 0)));
});

test('A21: a price change is in currency, or relative', () => {
  const items = (priceDelta: Switches['priceDelta']): unknown[] =>
    itemsAt(askWith({ priceDelta }, targets.bullish).json, 'bullish_stocks');
  const absolute = numbers(items('absolute'), 'price_delta');
  const relative = numbers(items('relative'), 'price_delta');
  for (const [n, price] of numbers(items('absolute'), 'price').entries()) {
    const change = absolute[n] ?? NaN;
    assert.ok(Math.abs(change / (price - change) - (relative[n] ?? NaN)) < 1e-6);
  }
});

test('A22: scores come on some, no or all days of weekends', () => {
  const share = (weekendScores: Switches['weekendScores']): number => {
    const target = `${targets.score('demo0005')}?default_time_back=3y`;
    const dates = texts(itemsAt(askWith({ weekendScores }, target).json, 'score_ts'), 'date');
    return dates.filter(day => [0, 6].includes(new Date(day).getUTCDay())).length / 313;
  };
  assert.ok(Math.abs(share('some') - 0.4) < 0.08);
  assert.equal(share('none'), 0);
  assert.ok(share('all') > 0.95);
});

test('A23: without a horizon the standard one is meant', () => {
  const target = targets.score('demo0005');
  assert.equal(ask(demo, target).text, ask(demo, `${target}?time_horizon=1W`).text);
  const monthly = askWith({ defaultHorizon: '1M' }, target).text;
  assert.equal(monthly, ask(demo, `${target}?time_horizon=1M`).text);
  assert.notEqual(monthly, ask(demo, target).text);
});

test('A24: an event is reported once, or several times', () => {
  const query = 'date_from=2026-01-01&date_to=2026-11-01';
  const rows = (switches: Partial<Switches>): number =>
    itemsAt(askWith(switches, `${targets.rows}?${query}`, ['company:demo0001']).json, 'entries')
      .length;
  const answer = ask(demo, `${targets.counts('demo0001')}?${query}`);
  const counted = sum(numbers(itemsAt(answer.json, 'events_ts'), 'count'));
  assert.equal(rows({ mentions: 'one' }), counted);
  assert.ok(rows({}) > 1.4 * counted && rows({}) < 2.3 * counted);
});

test('A25: the last score of an empty series is an object of nulls, null, or absent', () => {
  const last = (emptyLastScore: Switches['emptyLastScore']): unknown =>
    at(askWith({ emptyLastScore }, targets.score('demo_nodata')).json, 'score_ts_last_score');
  assert.deepEqual(last('object'), { date: null, score: null });
  assert.equal(last('null'), null);
  assert.equal(last('absent'), undefined);
});

test('an overlay score is the last of the series, or another figure near it', () => {
  const scores = (overlayScore: Switches['overlayScore']): number[] =>
    numbers(
      itemsAt(askWith({ overlayScore }, targets.bearish).json, 'bearish_stocks'),
      'bull_bear_score',
    );
  const item = at(ask(demo, targets.bearish).json, 'bearish_stocks', 0);
  const id = String(at(item, 'entity_info', 'alpha_id')).slice('company:'.length);
  const last = at(ask(demo, targets.score(id)).json, 'score_ts_last_score');
  assert.equal(at(item, 'bull_bear_score'), at(last, 'score'));
  assert.equal(at(item, 'date'), at(last, 'date'));
  const apart = scores('apart');
  assert.ok(scores('sameAsSeries').every((score, n) => score !== apart[n] && (apart[n] ?? 0) < 0));
});
