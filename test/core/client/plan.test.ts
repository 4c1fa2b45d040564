import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, parsePlainDate, plainDateOfDay } from '../../../src/core/base/plainDate';
import { planCall } from '../../../src/core/client/plan';
import type { PlannedCall } from '../../../src/core/client/plan';
import { splitRequest } from '../../../src/core/client/split';
import { signalFunctionNamed } from '../../../src/core/service/functions';
import type { ParameterValues, ServiceRequest } from '../../../src/core/service/request';
import fc from '../../support/properties';

const limits = { entitiesPerRequest: 2, eventDaysPerRequest: 31 };

function plan(name: string, entities: PlannedCall['entities'], parameters: ParameterValues = {}) {
  const signal = signalFunctionNamed(name);
  assert.ok(signal, name);
  return planCall({ function: signal, entities, parameters }, limits);
}

/** `operation entity,entity date_from..date_to` a request. */
function lines(requests: readonly ServiceRequest[]): string[] {
  return requests.map(({ operation, entities, parameters }) => {
    const { date_from: from, date_to: to } = parameters;
    const range = from === undefined ? [] : [`${String(from)}..${String(to)}`];
    return [operation, entities.join(','), ...range].filter(Boolean).join(' ');
  });
}

function check(name: string, entities: PlannedCall['entities'], expected: string[]): void {
  assert.deepEqual(lines(plan(name, entities).requests), expected);
}

test('one text asks about one entity, a list asks for the list, nothing for nothing', () => {
  check('bull_bear_score_ts', 'company:a', ['bull_bear_score_ts company:a']);
  check('bull_bear_score_ts', ['company:a'], ['bull_bear_score_ts_itemized company:a']);
  check('bullish_stocks', null, ['bullish_stocks']);
  check('company_events', 'company:a', ['company_events company:a']);
  check('events_ts', 'a', ['events_ts company:a']);
});

test('entities are written canonically and each is asked for once', () => {
  check(
    'trading_volume_ts',
    ['a', 'company:a', 'company:company:a', 'company:b', 'c'],
    ['trading_volume_ts_itemized company:a,company:b', 'trading_volume_ts_itemized company:c'],
  );
});

test('an empty list plans no request', () => {
  check('bull_bear_score_ts', [], []);
  const nothing = plan('company_events', ['company:a'], { event_ids: [] });
  assert.deepEqual(nothing, { requests: [], notes: [] });
  assert.deepEqual(plan('events_ts', 'a', { factuality: [] }).requests, []);
});

test('event counts of another type than company go through the list', () => {
  check('events_ts', 'fund:x', ['events_ts_itemized fund:x']);
});

test('a time horizon for a list becomes one request an entity, and says so', () => {
  const { requests, notes } = plan('bull_bear_score_ts', ['a', 'b', 'c'], { time_horizon: '1M' });
  assert.deepEqual(lines(requests), [
    'bull_bear_score_ts company:a',
    'bull_bear_score_ts company:b',
    'bull_bear_score_ts company:c',
  ]);
  assert.ok(requests.every(request => request.parameters['time_horizon'] === '1M'));
  assert.match(notes.join(), /time_horizon.*each of 3 entities/);
});

test('a look-back period beside an end date is left out, and says so', () => {
  const { requests, notes } = plan('events_ts', 'a', {
    date_to: '2024-02-01',
    default_time_back: '1w',
  });
  assert.deepEqual(requests[0]?.parameters, { date_to: '2024-02-01' });
  assert.match(notes.join(), /default_time_back was not sent/);
});

test('event rows are asked for by 31 days where both ends are written', () => {
  const range = { date_from: '2024-01-15', date_to: '2024-03-20', event_ids: ['E53_A'] };
  const { requests } = plan('company_events', ['a', 'b', 'c'], range);
  assert.deepEqual(lines(requests), [
    'company_events company:a,company:b 2024-01-15..2024-02-15',
    'company_events company:a,company:b 2024-02-15..2024-03-17',
    'company_events company:a,company:b 2024-03-17..2024-03-20',
    'company_events company:c 2024-01-15..2024-02-15',
    'company_events company:c 2024-02-15..2024-03-17',
    'company_events company:c 2024-03-17..2024-03-20',
  ]);
  assert.deepEqual(requests[0]?.parameters['event_ids'], ['E53_A']);
});

test('ranges that are open, empty or of other operations are not cut', () => {
  const whole = (name: string, parameters: ParameterValues) => {
    const { requests } = plan(name, ['a'], parameters);
    assert.deepEqual(
      requests.map(request => request.parameters),
      [parameters],
    );
  };
  whole('company_events', { date_from: '2020-01-01' });
  whole('company_events', { date_to: '2020-01-01' });
  whole('company_events', { date_from: '2024-02-01', date_to: '2024-01-01' });
  whole('company_events', { date_from: '2024-01-01', date_to: '2024-01-01' });
  whole('company_events', { date_from: '2024-02-31', date_to: '2024-12-01' });
  whole('trading_volume_ts', { date_from: '2020-01-01', date_to: '2024-01-01' });
});

/** Every `entity day` that the requests ask for, with repetitions. */
function asked(requests: readonly ServiceRequest[]): string[] {
  return requests.flatMap(({ entities, parameters }) => {
    const from = parsePlainDate(String(parameters['date_from']));
    const to = parsePlainDate(String(parameters['date_to']));
    assert.ok(from && to);
    const days: string[] = [];
    for (let day = from; day < to; day = addDays(day, 1)) {
      days.push(...entities.map(entity => `${entity} ${day}`));
    }
    return days;
  });
}

const anyCall = fc.record({
  entities: fc.uniqueArray(fc.stringMatching(/^company:[a-z]{1,3}$/), {
    minLength: 1,
    maxLength: 7,
  }),
  from: fc.integer({ min: 10_000, max: 20_000 }),
  days: fc.integer({ min: 1, max: 100 }),
});

test('the chunks of a call cover every entity and day of it exactly once', () => {
  fc.assert(
    fc.property(anyCall, ({ entities, from, days }) => {
      const range = { date_from: plainDateOfDay(from), date_to: plainDateOfDay(from + days) };
      const { requests } = plan('company_events', entities, range);
      const all = asked(requests);
      assert.equal(new Set(all).size, all.length);
      assert.equal(all.length, entities.length * days);
      assert.ok(requests.every(request => request.entities.length <= limits.entitiesPerRequest));
    }),
  );
});

test('the halves of a request cover it exactly once, down to one entity and one day', () => {
  const halve = (request: ServiceRequest): readonly ServiceRequest[] =>
    splitRequest(request)?.flatMap(halve) ?? [request];
  fc.assert(
    fc.property(anyCall, ({ entities, from, days }) => {
      const range = { date_from: plainDateOfDay(from), date_to: plainDateOfDay(from + days) };
      const request = { operation: 'company_events', entities, parameters: range } as const;
      const parts = halve(request);
      assert.equal(parts.length, entities.length * days);
      assert.deepEqual(asked(parts).sort(), asked([request]).sort());
    }),
  );
});

test('a request without a list and without both ends cannot be halved', () => {
  const request = { operation: 'bullish_stocks', entities: [], parameters: {} } as const;
  assert.equal(splitRequest(request), null);
});

test('a function is not planned for entities that it has no operation for', () => {
  assert.throws(() => plan('bullish_stocks', ['a']), RangeError);
  assert.throws(() => plan('events_ts', null), RangeError);
});
