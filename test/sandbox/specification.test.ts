import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  factualities,
  industries,
  sourceCountries,
  stockIndices,
  temporalities,
  timeHorizons,
} from '../../src/core/service/enumerations';
import { operations } from '../../src/core/service/operations';
import { ask, at, demo, itemsAt, names, numbers, sum, targets, texts } from './asking';

const list = ['company:demo0001', 'company:demo0002', 'company:demo0004'];

test('S1: each of the nine operations answers at its path and by its method alone', () => {
  const good: [string, unknown][] = [
    [targets.score('demo0001'), undefined],
    [targets.scores, list],
    [targets.bullish, undefined],
    [targets.bearish, undefined],
    [targets.volume('demo0001'), undefined],
    [targets.volumes, list],
    [targets.counts('demo0001'), undefined],
    [targets.countLists, list],
    [targets.rows, list],
  ];
  assert.equal(good.length, operations.length);
  for (const [target, body] of good) {
    assert.equal(ask(demo, target, { body }).status, 200, target);
    const other = ask(demo, target, { body: body === undefined ? [] : undefined });
    assert.equal(other.status, 405, target);
    assert.equal(other.headers['allow'], body === undefined ? 'GET' : 'POST');
    assert.equal(ask(demo, `${target}x`, { body }).status, 404);
  }
  assert.equal(ask(demo, 'quant:trading/v2/company/demo0001/bull_bear_score_ts').status, 404);
  assert.equal(ask(demo, 'quant:trading/v3/company/demo0001/trading_volume_ts').status, 404);
  assert.equal(ask(demo, 'quant:company/demo0001/events_ts').status, 404);
  assert.equal(ask(demo, 'data:signal/bullish_stocks').status, 404);
});

test('S2: a parameter that is not sent has the default of the specification', () => {
  assert.equal(itemsAt(ask(demo, targets.bullish).json, 'bullish_stocks').length, 15);
  const same = (target: string, withDefaults: string): void =>
    assert.equal(ask(demo, `${target}?${withDefaults}`).text, ask(demo, target).text, withDefaults);
  same(targets.bullish, 'amount=15&industry=all&source_country=all&stock_index=all');
  same(targets.score('demo0001'), 'default_time_back=1w');
  const counts = (query: string): unknown[] =>
    itemsAt(
      ask(demo, `${targets.counts('demo0001')}?default_time_back=1y${query}`).json,
      'events_ts',
    );
  const every = [
    ...factualities.map(value => `&factuality=${value}`),
    ...temporalities.map(value => `&temporality=${value}`),
  ];
  assert.deepEqual(counts(every.join('')), counts(''));
});

test('S3: ranges hold their first day and not their last', () => {
  const days = (query: string): string[] =>
    texts(itemsAt(ask(demo, `${targets.score('demo0001')}?${query}`).json, 'score_ts'), 'date');
  const all = days('date_from=2026-11-02&date_to=2026-11-14');
  assert.equal(all[0], '2026-11-02');
  assert.equal(all.at(-1), '2026-11-13');
  assert.deepEqual(
    [
      ...days('date_from=2026-11-02&date_to=2026-11-06'),
      ...days('date_from=2026-11-06&date_to=2026-11-14'),
    ],
    all,
  );
});

test('S4: a value outside an enumeration, or of the wrong type, is refused with its place', () => {
  const check = (target: string, parameter: string, value: string): void => {
    const separator = target.includes('?') ? '&' : '?';
    const answer = ask(demo, `${target}${separator}${parameter}=${encodeURIComponent(value)}`);
    assert.equal(answer.status, 422, `${parameter}=${value}`);
    assert.deepEqual(itemsAt(answer.json, 'detail', 0, 'loc').slice(0, 2), ['query', parameter]);
  };
  check(targets.bullish, 'industry', 'Technology');
  check(targets.bullish, 'source_country', 'uk');
  check(targets.bullish, 'stock_index', 'STOXX600');
  check(targets.bullish, 'time_horizon', '1d');
  check(targets.bullish, 'time_horizon', 'all');
  check(targets.bullish, 'amount', 'ten');
  check(targets.score('demo0001'), 'date_from', '2026-02-30');
  check(targets.score('demo0001'), 'date_to', '2026-2-3');
  check(targets.counts('demo0001'), 'factuality', 'fact');
  check(targets.counts('demo0001'), 'temporality', 'past');
  for (const [parameter, values] of [
    ['industry', industries],
    ['source_country', sourceCountries],
    ['stock_index', stockIndices],
    ['time_horizon', timeHorizons],
  ] as const) {
    for (const value of values) {
      const query = `${parameter}=${encodeURIComponent(value)}&amount=1`;
      assert.equal(ask(demo, `${targets.bullish}?${query}`).status, 200, query);
    }
  }
});

test('S5: a repeatable parameter takes several values, each with its name', () => {
  const total = (query: string): number => eventCount(`default_time_back=1y&${query}`);
  const fact = total('factuality=FACT');
  const probable = total('factuality=PROBABLE');
  assert.ok(fact > 0 && probable > 0);
  assert.equal(total('factuality=FACT&factuality=PROBABLE'), fact + probable);
  const joined = ask(demo, `${targets.counts('demo0001')}?factuality=FACT%2CPROBABLE`);
  assert.equal(joined.status, 422);
});

test('S6: the body is a bare JSON array of texts and required', () => {
  for (const [body, place] of [
    ['', ['body']],
    ['{', ['body']],
    ['{"entities":[]}', ['body']],
    ['"company:demo0001"', ['body']],
    ['["company:demo0001",7]', ['body', 1]],
  ] as const) {
    const answer = ask(demo, targets.scores, { body });
    assert.equal(answer.status, 422, body);
    assert.deepEqual(at(answer.json, 'detail', 0, 'loc'), place, body);
  }
  const headers = { authorization: 'Bearer token', 'content-type': 'text/plain' };
  assert.equal(ask(demo, targets.scores, { body: list, headers }).status, 422);
});

test('S7: no event ids means all events', () => {
  const named = (query: string): Set<string> => {
    const answer = ask(demo, `${targets.rows}?default_time_back=1y${query}`, { body: list });
    return new Set(texts(itemsAt(answer.json, 'entries'), 'event_name'));
  };
  assert.ok(named('').size > 10);
  assert.deepEqual(named('&event_ids=E41_A'), new Set(['Stock Price Up']));
  assert.deepEqual(
    named('&event_ids=E41_A&event_ids=E41_B'),
    new Set(['Stock Price Up', 'Stock Price Down']),
  );
});

test('S8: a list is answered with one element for each entity', () => {
  for (const [target, field] of [
    [targets.scores, 'score_ts_itemized'],
    [targets.volumes, 'trading_volume_ts_itemized'],
    [targets.countLists, 'events_ts_itemized'],
  ] as const) {
    const items = itemsAt(ask(demo, target, { body: list }).json, field);
    assert.deepEqual(texts(items, 'entity_info', 'compound_key'), list);
  }
});

const listing = ['exchange_code', 'exchange_name', 'currency', 'ticker'];

test('S9: listing fields are null at the top of operation 2, absent from 6, 7 and 8, and may be null in elements', () => {
  const scores = ask(demo, targets.scores, { body: list }).json;
  assert.deepEqual(names(scores), [...listing, 'score_ts_itemized']);
  assert.ok(listing.every(field => at(scores, field) === null));
  assert.deepEqual(names(ask(demo, targets.volumes, { body: list }).json), [
    'trading_volume_ts_itemized',
  ]);
  assert.deepEqual(names(ask(demo, targets.counts('demo0001')).json), [
    'events_ts',
    'used_cache',
    'cache_key',
    'last_updated',
  ]);
  const many = Array.from({ length: 200 }, (_, n) => `company:demo0${n + 100}`);
  const elements = itemsAt(
    ask(demo, targets.volumes, { body: many }).json,
    'trading_volume_ts_itemized',
  );
  assert.ok(elements.some(element => at(element, 'currency') === null));
  assert.ok(elements.some(element => at(element, 'currency') === 'USD'));
});

test('S10: event counts are ordered by date, then by the text of the id', () => {
  const answer = ask(demo, `${targets.counts('demo0001')}?default_time_back=3y`);
  const keys = itemsAt(answer.json, 'events_ts').map(
    item => `${String(at(item, 'date'))} ${String(at(item, 'sub_event', 'id'))}`,
  );
  assert.ok(keys.length > 300);
  assert.deepEqual(keys, [...keys].sort());
  assert.equal(new Set(keys).size, keys.length);
});

test('S11: ids of overlays carry the type, compound keys carry it twice', () => {
  const overlay = ask(demo, `${targets.bullish}?amount=50`).json;
  for (const item of itemsAt(overlay, 'bullish_stocks')) {
    const id = String(at(item, 'entity_info', 'alpha_id'));
    assert.equal(at(item, 'entity_info', 'type'), 'company');
    assert.match(id, /^company:[^:]/);
    assert.equal(at(item, 'entity_info', 'compound_key'), `company:${id}`);
  }
  assert.deepEqual(at(ask(demo, targets.score('demo0001')).json, 'entity_info'), {
    type: 'company',
    alpha_id: 'demo0001',
    compound_key: 'company:demo0001',
  });
});

test('S12: volume has no row on a day without data', () => {
  const answer = ask(demo, `${targets.volume('demo0001')}?default_time_back=1y`);
  const dates = texts(itemsAt(answer.json, 'trading_volume_ts'), 'date');
  const days = dates.map(date => new Date(date).getUTCDay());
  assert.ok(days.length > 240 && days.length < 262);
  assert.ok(days.every(day => day >= 1 && day <= 5));
  assert.ok(!dates.includes('2025-12-25'));
  const volumes = numbers(itemsAt(answer.json, 'trading_volume_ts'), 'trading_volume');
  assert.ok(volumes.every(shares => shares >= 1e6 && shares < 999e6));
});

test('S12: a company announces its results about four times a year, and is in the news for days', () => {
  const query = 'date_from=2025-06-01&date_to=2026-06-01&event_ids=E1_C';
  const rows = itemsAt(ask(demo, `${targets.rows}?${query}`, { body: list }).json, 'entries');
  for (const key of list) {
    const own = rows.filter(row => at(row, 'sandbox_id') === key);
    const months = new Set(texts(own, 'news_publish_time').map(text => text.slice(0, 7)));
    assert.ok(months.size >= 3 && months.size <= 5, `${key}: ${[...months].join()}`);
  }
});

test('S13: only events of the chosen factuality and temporality are counted', () => {
  const total = (query: string): number => eventCount(`default_time_back=3y${query}`);
  const parts = temporalities.map(value => total(`&factuality=FACT&temporality=${value}`));
  assert.equal(sum(parts), total('&factuality=FACT'));
  assert.ok(total('&factuality=FACT') < total(''));
});

test('S14: answers have the fields of the specification, in their case', () => {
  const score = ask(demo, targets.score('demo0001')).json;
  assert.deepEqual(names(score), [...listing, 'score_ts', 'score_ts_last_score', 'entity_info']);
  assert.deepEqual(names(at(score, 'score_ts', 0)), ['date', 'score']);
  assert.deepEqual(at(score, 'score_ts_last_score'), itemsAt(score, 'score_ts').at(-1));
  const volume = ask(demo, targets.volume('demo0001')).json;
  assert.deepEqual(names(volume), [...listing, 'trading_volume_ts', 'entity_info']);
  assert.deepEqual(names(at(volume, 'trading_volume_ts', 0)), ['date', 'trading_volume']);
  const counts = ask(demo, `${targets.counts('demo0001')}?default_time_back=1y`).json;
  assert.deepEqual(names(at(counts, 'events_ts', 0)), ['date', 'count', 'sub_event']);
  assert.deepEqual(names(at(counts, 'events_ts', 0, 'sub_event')), ['type', 'id', 'name']);
  assert.equal(at(counts, 'events_ts', 0, 'sub_event', 'type'), 'sub_event');
  const element = at(ask(demo, targets.countLists, { body: list }).json, 'events_ts_itemized', 0);
  const cache = ['used_cache', 'cache_key', 'last_updated'];
  assert.deepEqual(names(element), ['events_ts', 'entity_info', ...cache]);
  assert.match(String(at(element, 'last_updated')), /^2026-11-20T\d\d:\d\d:\d\d\+00:00$/);
});

test('S14: overlay items and event rows have the fields of the specification', () => {
  const overlay = ask(demo, targets.bearish).json;
  assert.deepEqual(names(overlay), ['bearish_stocks']);
  const itemFields =
    'entity_info date sandbox_id industry bull_bear_score squid_score price price_delta ' +
    'name isin country_name country_id';
  assert.deepEqual(names(at(overlay, 'bearish_stocks', 0)), [...listing, ...itemFields.split(' ')]);
  const rows = ask(demo, `${targets.rows}?default_time_back=1m`, { body: list }).json;
  assert.deepEqual(names(rows), ['entries', 'copyright']);
  const row = at(rows, 'entries', 0);
  const rowFields =
    'news_publish_time ISIN sandbox_id company event_name role factuality temporality country city ' +
    'industry supersector sector subsector';
  assert.deepEqual(names(row), rowFields.split(' '));
  assert.match(String(at(row, 'news_publish_time')), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  assert.match(String(at(row, 'factuality')), /^[a-z]+$/);
});

test('S15: event rows come with a rights notice of several paragraphs and an address', () => {
  const { json } = ask(demo, targets.rows, { body: [] });
  const notice = String(at(json, 'copyright', 'copyright_info'));
  const address = String(at(json, 'copyright', 'contact_email'));
  assert.ok(notice.split('\n\n').length >= 3);
  assert.match(notice, /must not be modified, sold, redistributed/);
  assert.match(notice, /synthetic/);
  assert.match(address, /^\S+@\S+$/);
  assert.ok(notice.trimEnd().endsWith(address));
});

test('S16: every operation wants a bearer token', () => {
  for (const [target, body] of [
    [targets.bullish, undefined],
    [targets.counts('demo0001'), undefined],
    [targets.rows, list],
  ] as const) {
    const json = { 'content-type': 'application/json' };
    for (const authorization of [undefined, '', 'Bearer', 'Bearer ', 'Basic dXNlcg==']) {
      const headers = authorization === undefined ? json : { ...json, authorization };
      const answer = ask(demo, target, { body, headers });
      assert.equal(answer.status, 401, String(authorization));
      assert.equal(answer.headers['www-authenticate'], 'Bearer');
    }
  }
});

test('S17: scores are above zero in the bullish list and below in the bearish, strongest first', () => {
  const scores = (target: string, field: string): number[] =>
    numbers(itemsAt(ask(demo, `${target}?amount=600`).json, field), 'bull_bear_score');
  const bullish = scores(targets.bullish, 'bullish_stocks');
  const bearish = scores(targets.bearish, 'bearish_stocks');
  assert.ok(bullish.every(score => score > 0) && bearish.every(score => score < 0));
  assert.deepEqual(
    bullish,
    bullish.toSorted((a, b) => b - a),
  );
  assert.deepEqual(
    bearish,
    bearish.toSorted((a, b) => a - b),
  );
  assert.ok(bullish.length + bearish.length > 580);
});

test('S18: the amount limits the items and a shorter list is the start of a longer one', () => {
  const first = (amount: number): unknown[] =>
    itemsAt(ask(demo, `${targets.bearish}?amount=${amount}`).json, 'bearish_stocks');
  const long = first(200);
  assert.equal(long.length, 200);
  for (const amount of [0, 1, 7, 40, 120]) {
    assert.deepEqual(first(amount), long.slice(0, amount), String(amount));
  }
  const narrow = ask(demo, `${targets.bullish}?stock_index=DAX&amount=100`).json;
  assert.ok(itemsAt(narrow, 'bullish_stocks').length < 30);
});

/** @returns How many events of the first company are counted. */
function eventCount(query: string): number {
  const answer = ask(demo, `${targets.counts('demo0001')}?${query}`);
  return sum(numbers(itemsAt(answer.json, 'events_ts'), 'count'));
}
