import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationNamed, operations } from '../../../src/core/service/operations';
import type { Operation } from '../../../src/core/service/operations';
import type { Parameter } from '../../../src/core/service/parameters';

/** The specification, "Endpoints": method, base and path, with the entity as it stands in the table. */
const addresses = [
  'GET {quant_url}/trading/v3/{entity_type}/{entity_id}/bull_bear_score_ts',
  'POST {quant_url}/trading/v3/portfolio/bull_bear_score_ts_itemized',
  'GET {quant_url}/signal/bullish_stocks',
  'GET {quant_url}/signal/bearish_stocks',
  'GET {quant_url}/trading/{entity_type}/{entity_id}/trading_volume_ts',
  'POST {quant_url}/trading/portfolio/trading_volume_ts_itemized',
  'GET {data_url}/company/{entity_id}/events_ts',
  'POST {data_url}/portfolio/events_ts_itemized',
  'POST {quant_url}/company_data/events',
];

function operation(number: number): Operation {
  const found = operations.find(each => each.number === number);
  assert.ok(found, String(number));
  return found;
}

function parameter(number: number, name: string): Parameter {
  const found = operation(number).parameters.find(each => each.name === name);
  assert.ok(found, `${number} ${name}`);
  return found;
}

/** Listed parameters by name, in the order of the specification; `*` marks a repeatable one. */
function listed(number: number): string {
  return operation(number)
    .parameters.filter(each => each.listed)
    .map(each => each.name + (each.repeatable ? '*' : ''))
    .join(' ');
}

test('the operations have the methods and paths of the specification', () => {
  assert.deepEqual(
    operations.map(each => `${each.method} {${each.base}_url}/${each.path}`),
    addresses,
  );
});

test('operation 1 takes one entity in its path, a range and a time horizon', () => {
  assert.equal(operation(1).subject, 'entity');
  assert.match(operation(1).path, /\/\{entity_type\}\/\{entity_id\}\//);
  assert.equal(listed(1), 'date_from date_to default_time_back time_horizon');
  assert.deepEqual(parameter(1, 'time_horizon').values, ['1D', '1W', '1M', '3M']);
  assert.equal(parameter(1, 'time_horizon').default, null);
});

test('operation 2 takes a list in its body and a range, but no time horizon', () => {
  assert.equal(operation(2).subject, 'list');
  assert.equal(listed(2), 'date_from date_to default_time_back');
});

test('operations 3 and 4 take no entity, and filters that default to all', () => {
  for (const number of [3, 4]) {
    assert.equal(operation(number).subject, 'none');
    assert.equal(listed(number), 'amount industry time_horizon source_country stock_index');
    assert.equal(parameter(number, 'amount').type, 'integer');
    assert.equal(parameter(number, 'amount').default, '15');
    assert.equal(parameter(number, 'time_horizon').default, null);
    for (const name of ['industry', 'source_country', 'stock_index']) {
      assert.equal(parameter(number, name).default, 'all');
      assert.ok(parameter(number, name).values.includes('all'));
    }
    assert.ok(!parameter(number, 'time_horizon').values.includes('all'));
  }
});

test('the dates of operations 3 and 4 are known, but not listed', () => {
  for (const number of [3, 4]) {
    for (const name of ['date_from', 'date_to']) {
      assert.equal(parameter(number, name).listed, false);
      assert.match(parameter(number, name).doc, /Not listed for this operation/);
    }
    assert.ok(!operation(number).parameters.some(each => each.name === 'default_time_back'));
  }
});

test('operation 5 takes one entity in its path and a range', () => {
  assert.equal(operation(5).subject, 'entity');
  assert.equal(listed(5), 'date_from date_to default_time_back');
});

test('operation 6 takes a list in its body and a range', () => {
  assert.equal(operation(6).subject, 'list');
  assert.equal(listed(6), 'date_from date_to default_time_back');
});

test('operation 7 takes one company in its path, a range and two repeatable filters', () => {
  assert.equal(operation(7).subject, 'entity');
  assert.match(operation(7).path, /^company\/\{entity_id\}\//);
  assert.equal(listed(7), 'date_from date_to default_time_back factuality* temporality*');
});

test('operation 8 takes a list in its body and the parameters of operation 7', () => {
  assert.equal(operation(8).subject, 'list');
  assert.deepEqual(operation(8).parameters, operation(7).parameters);
});

test('operation 9 takes a list in its body, a range and repeatable event ids', () => {
  assert.equal(operation(9).subject, 'list');
  assert.equal(listed(9), 'date_from date_to default_time_back event_ids*');
  assert.equal(parameter(9, 'event_ids').values.length, 148);
  assert.equal(parameter(9, 'event_ids').default, 'all events');
});

test('a range is two dates, the second excluded, or a look-back period of one week', () => {
  for (const number of [1, 2, 5, 6, 7, 8, 9]) {
    assert.equal(parameter(number, 'date_from').type, 'date');
    assert.equal(parameter(number, 'date_to').type, 'date');
    assert.match(parameter(number, 'date_to').doc, /excluded/);
    assert.equal(parameter(number, 'default_time_back').default, '1w');
    assert.equal(parameter(number, 'default_time_back').type, 'text');
  }
});

test('the filters of event counts default to every value', () => {
  for (const number of [7, 8]) {
    assert.equal(parameter(number, 'factuality').default, 'all eight');
    assert.equal(parameter(number, 'factuality').values.length, 8);
    assert.equal(parameter(number, 'temporality').default, 'all five');
    assert.equal(parameter(number, 'temporality').values.length, 5);
  }
});

test('no operation creates, changes or deletes anything', () => {
  for (const { method, subject } of operations) {
    assert.ok(method === 'GET' || method === 'POST');
    assert.equal(method === 'POST', subject === 'list');
  }
});

test('score paths have a version segment; volume, signal and event paths have none', () => {
  const versioned = operations.filter(({ path }) => /(^|\/)v\d+\//.test(path));
  assert.deepEqual(
    versioned.map(({ number }) => number),
    [1, 2],
  );
  assert.match(operation(1).answer, /V2$/);
  assert.match(operation(2).answer, /V2$/);
});

test('no operation has a parameter for pages, streams or subscriptions', () => {
  const names = new Set(operations.flatMap(each => each.parameters.map(({ name }) => name)));
  assert.deepEqual([...names].sort(), [
    'amount',
    'date_from',
    'date_to',
    'default_time_back',
    'event_ids',
    'factuality',
    'industry',
    'source_country',
    'stock_index',
    'temporality',
    'time_horizon',
  ]);
});

test('an operation is found by its name', () => {
  for (const each of operations) {
    assert.equal(operationNamed(each.name), each);
  }
});
