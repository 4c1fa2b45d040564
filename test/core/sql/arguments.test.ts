import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../src/core/base/json';
import { argumentSentence } from '../../../src/core/sql/argumentProblems';
import { checkArguments } from '../../../src/core/sql/arguments';
import { signalFunctionNamed } from '../../../src/core/service/functions';

type Given = Record<string, Json | { value: Json; type: string }>;

function checked(name: string, given: Given) {
  const called = signalFunctionNamed(name);
  assert.ok(called);
  const args = Object.entries(given).map(([key, item]) => ({
    name: key === '·' ? null : key,
    ...(typeof item === 'object' && item !== null && !Array.isArray(item) && 'type' in item
      ? { value: item.value ?? null, type: String(item.type) }
      : { value: item as Json, type: 'VARCHAR' }),
  }));
  return checkArguments(called, args);
}

/** `check(name, given, entities, parameters)`: what is asked; `·` is the positional argument. */
function check(name: string, given: Given, entities: unknown, parameters: object): void {
  const call = checked(name, given);
  assert.ok(!('code' in call), JSON.stringify(call));
  assert.deepEqual(call.entities, entities);
  assert.deepEqual(call.parameters, parameters);
}

function refuse(name: string, given: Given, message: RegExp): void {
  const call = checked(name, given);
  assert.ok('code' in call, JSON.stringify(call));
  assert.match(argumentSentence(call), message);
}

test('what is not written is not sent', () => {
  check('bullish_stocks', {}, null, {});
  check('bull_bear_score_ts', { '·': 'x', date_from: null }, 'company:x', {});
});

test('entities are canonical, a list stays a list, repeats and nulls are dropped', () => {
  check('events_ts', { '·': 'company:company:a' }, 'company:a', {});
  check('events_ts', { '·': ['a', 'company:a', null, 'b'] }, ['company:a', 'company:b'], {});
  check('events_ts', { entities: [] }, [], {});
  check('company_events', { companies: 'a' }, 'company:a', {});
});

test('dates are dates, and an inclusive end becomes the day after', () => {
  check('bullish_stocks', { date_from: { value: '2026-01-31', type: 'DATE' } }, null, {
    date_from: '2026-01-31',
  });
  check('events_ts', { '·': 'a', date_through: '2024-02-28' }, 'company:a', {
    date_to: '2024-02-29',
  });
  check(
    'events_ts',
    { '·': 'a', date_from: { value: '2026-01-31T00:00:00', type: 'TIMESTAMP' } },
    'company:a',
    {
      date_from: '2026-01-31',
    },
  );
  refuse('events_ts', { '·': 'a', date_from: '2024-02-31' }, /takes a date, not '2024-02-31'/);
  refuse(
    'events_ts',
    { '·': 'a', date_from: { value: '2026-01-31T10:00:00', type: 'TIMESTAMP' } },
    /Cast it/,
  );
  refuse(
    'events_ts',
    { '·': 'a', date_to: '2026-01-02', date_through: '2026-01-02' },
    /both date_to and date_through/,
  );
});

test('a look-back and an end date exclude each other', () => {
  check('events_ts', { '·': 'a', default_time_back: '2w' }, 'company:a', {
    default_time_back: '2w',
  });
  refuse(
    'events_ts',
    { '·': 'a', default_time_back: '2w', date_to: '2026-01-02' },
    /look-back applies only/,
  );
});

test('enumerations are compared exactly and tell what was meant', () => {
  check('bullish_stocks', { stock_index: 'STOXX 600' }, null, { stock_index: 'STOXX 600' });
  refuse('bullish_stocks', { stock_index: 'STOXX600' }, /Did you mean 'STOXX 600'/);
  refuse('bullish_stocks', { time_horizon: '1w' }, /Did you mean '1W'/);
  refuse('bullish_stocks', { source_country: 'uk' }, /Did you mean 'gb'/);
  refuse('bullish_stocks', { time_horizon: 'all' }, /one of 1D, 1W, 1M, 3M/);
  refuse('company_events', { '·': 'a', event_ids: ['E33_a'] }, /Did you mean 'E33_A'/);
});

test('repeatable parameters take one value or a list', () => {
  check('events_ts', { '·': 'a', factuality: 'FACT' }, 'company:a', { factuality: ['FACT'] });
  check('company_events', { '·': ['a'], event_ids: [] }, ['company:a'], { event_ids: [] });
  refuse('bullish_stocks', { industry: ['energy'] }, /takes one value, not a list/);
});

test('a value of another type is no text, whatever it looks like', () => {
  const decimal = { value: '5.5', type: 'DECIMAL(2,1)' };
  refuse('events_ts', { '·': decimal }, /takes a key or a list of keys as text, not 5\.5\./);
  refuse('events_ts', { '·': { value: ['a', 'b'], type: 'UUID[]' } }, /keys as text, not 'a'/);
  refuse(
    'events_ts',
    { '·': 'a', default_time_back: { value: '7 days', type: 'INTERVAL' } },
    /takes text/,
  );
});

test('a value that is missing in a list is told as such', () => {
  refuse('events_ts', { '·': 'a', factuality: ['FACT', null] }, /: NULL is not an allowed value/);
});

test('amount takes any whole number', () => {
  check('bullish_stocks', { amount: 0 }, null, { amount: '0' });
  check('bullish_stocks', { amount: -1 }, null, { amount: '-1' });
  check('bullish_stocks', { amount: { value: '5.0', type: 'DECIMAL(2,1)' } }, null, {
    amount: '5',
  });
  refuse('bullish_stocks', { amount: { value: '5.5', type: 'DECIMAL(2,1)' } }, /, not 5\.5\./);
  refuse('bullish_stocks', { amount: 1.5 }, /whole number/);
  refuse('bullish_stocks', { amount: '5' }, /whole number/);
});

test('arguments that do not exist, are doubled or have no name are told so', () => {
  refuse('bullish_stocks', { ammount: 5 }, /no argument ammount. Did you mean amount/);
  refuse('bullish_stocks', { '·': 5 }, /only named arguments/);
  refuse('bull_bear_score_ts', {}, /needs entities/);
  refuse('bull_bear_score_ts', { '·': null }, /given NULL/);
  refuse('bull_bear_score_ts', { '·': [1] }, /list of keys as text/);
});
