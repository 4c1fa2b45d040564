import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  dateThrough,
  signalFunctionNamed,
  signalFunctions,
} from '../../../src/core/service/functions';
import type { SignalFunction } from '../../../src/core/service/functions';
import { operations } from '../../../src/core/service/operations';

function named(name: string): SignalFunction {
  const found = signalFunctionNamed(name);
  assert.ok(found, name);
  return found;
}

test('every operation belongs to exactly one function', () => {
  const used = signalFunctions.flatMap(({ one, list, none }) => [one, list, none]);
  assert.deepEqual(
    used.filter(operation => operation !== null).map(({ number }) => number),
    operations.map(({ number }) => number),
  );
});

test('a function stands for the operations of one entity, of a list, or of none', () => {
  const check = (name: string, expected: (number | null)[], first: string | null): void => {
    const { one, list, none, first: own } = named(name);
    const numbers = [one, list, none].map(operation => operation?.number ?? null);
    assert.deepEqual([numbers, own], [expected, first], name);
  };
  check('bull_bear_score_ts', [1, 2, null], 'entities');
  check('bullish_stocks', [null, null, 3], null);
  check('bearish_stocks', [null, null, 4], null);
  check('trading_volume_ts', [5, 6, null], 'entities');
  check('events_ts', [7, 8, null], 'entities');
  check('company_events', [null, 9, null], 'companies');
});

test('the named arguments are the parameters of its operations, date_through after date_to', () => {
  const check = (name: string, expected: string): void => {
    assert.equal(
      named(name)
        .arguments.map(each => each.name)
        .join(' '),
      expected,
      name,
    );
  };
  const range = 'date_from date_to date_through default_time_back';
  const overlay =
    'amount industry time_horizon source_country stock_index date_from date_to date_through';
  check('bull_bear_score_ts', `${range} time_horizon`);
  check('bullish_stocks', overlay);
  check('bearish_stocks', overlay);
  check('trading_volume_ts', range);
  check('events_ts', `${range} factuality temporality`);
  check('company_events', `${range} event_ids`);
});

test('date_through is no parameter of the service', () => {
  assert.equal(dateThrough.listed, false);
  for (const { name, parameters } of operations) {
    assert.ok(!parameters.some(parameter => parameter.name === dateThrough.name), name);
  }
});

test('the columns are the wire names of the answer, entity first', () => {
  const check = (name: string, expected: string): void => {
    assert.equal(
      named(name)
        .columns.map(each => each.name)
        .join(' '),
      expected,
      name,
    );
  };
  const listing = 'ticker exchange_code exchange_name currency';
  const info = 'entity_type alpha_id compound_key';
  const overlay =
    'entity rank side name date bull_bear_score squid_score price price_delta industry country_name ' +
    `country_id isin ${listing} vendor_id ${info}`;
  check(
    'bull_bear_score_ts',
    `entity date score ${listing} score_ts_last_score_date score_ts_last_score ${info}`,
  );
  check('bullish_stocks', overlay);
  check('bearish_stocks', overlay);
  check('trading_volume_ts', `entity date trading_volume ${listing} ${info}`);
  check(
    'events_ts',
    `entity date event_id event_name count sub_event_type last_updated used_cache cache_key ${info}`,
  );
  check(
    'company_events',
    'entity date news_publish_time event_id event_name company role factuality temporality isin ' +
      'vendor_id country city industry supersector sector subsector',
  );
});

test('columns that are no text have the type of what they hold', () => {
  const check = (name: string, expected: Record<string, string>): void => {
    const columns = named(name).columns.filter(({ type }) => type !== 'VARCHAR');
    assert.deepEqual(Object.fromEntries(columns.map(each => [each.name, each.type])), expected);
  };
  check('bull_bear_score_ts', {
    date: 'DATE',
    score: 'DOUBLE',
    score_ts_last_score_date: 'DATE',
    score_ts_last_score: 'DOUBLE',
  });
  check('bearish_stocks', {
    rank: 'BIGINT',
    date: 'DATE',
    bull_bear_score: 'DOUBLE',
    squid_score: 'DOUBLE',
    price: 'DOUBLE',
    price_delta: 'DOUBLE',
  });
  check('trading_volume_ts', { date: 'DATE', trading_volume: 'DOUBLE' });
  check('events_ts', {
    date: 'DATE',
    count: 'BIGINT',
    last_updated: 'TIMESTAMPTZ',
    used_cache: 'BOOLEAN',
  });
  check('company_events', { date: 'DATE', news_publish_time: 'TIMESTAMP' });
});

test('what the specification leaves open is labelled as not documented', () => {
  const doc = (name: string, column: string): string =>
    named(name).columns.find(each => each.name === column)?.doc ?? '';
  assert.match(doc('bull_bear_score_ts', 'score'), /range and scale not documented/);
  assert.match(doc('bullish_stocks', 'bull_bear_score'), /scale not documented/);
  assert.match(doc('bullish_stocks', 'squid_score'), /meaning and scale not documented/);
  assert.match(doc('bullish_stocks', 'price_delta'), /unit not documented/);
  assert.match(doc('company_events', 'role'), /open set/);
  assert.match(doc('company_events', 'news_publish_time'), /time zone is not stated/);
});

test('every function, argument and column has a sentence of its own', () => {
  for (const each of signalFunctions) {
    for (const { name, doc } of [each, ...each.arguments, ...each.columns]) {
      assert.match(doc, /^[A-Z].*\.$|^bullish or /, `${each.name} ${name}`);
    }
  }
});

test('a name that is no function is not found', () => {
  assert.equal(signalFunctionNamed('events_ts_itemized'), undefined);
  assert.equal(signalFunctionNamed('constructor'), undefined);
});
