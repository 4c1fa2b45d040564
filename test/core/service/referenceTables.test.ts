import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  factualities,
  industries,
  sourceCountries,
  stockIndices,
  temporalities,
  timeHorizons,
} from '../../../src/core/service/enumerations';
import { eventNames } from '../../../src/core/service/eventTypes';
import { eventTypesTable, referenceTables } from '../../../src/core/service/referenceTables';
import { rowsOf } from './decoding';
import type { Row } from './decoding';

function rows(name: string): Row[] {
  const found = referenceTables.find(each => each.name === name);
  assert.ok(found, name);
  return rowsOf(found.table);
}

test('a reference table holds every value of its enumeration, each with a plain name', () => {
  const check = (name: string, values: readonly string[]): void => {
    const found = rows(name);
    assert.deepEqual(
      found.map(row => row['value']),
      values,
    );
    for (const { value, label } of found) {
      assert.match(String(label), /^\S.*\S$/, String(value));
    }
  };
  check('industries', industries);
  check('source_countries', sourceCountries);
  check('stock_indices', stockIndices);
  check('time_horizons', timeHorizons);
  check('factualities', factualities);
  check('temporalities', temporalities);
});

test('plain names are those that people use', () => {
  const label = (name: string, value: string): unknown =>
    rows(name).find(row => row['value'] === value)?.['label'];
  assert.equal(label('industries', 'basic_materials'), 'Basic materials');
  assert.equal(label('source_countries', 'gb'), 'United Kingdom');
  assert.equal(label('source_countries', 'all'), 'All countries');
  assert.equal(label('stock_indices', 'SP 500'), 'SP 500');
  assert.equal(label('time_horizons', '3M'), '3 months');
  assert.equal(label('time_horizons', '1D'), '1 day');
  assert.equal(label('factualities', 'COUNTERFACT'), 'Counterfact');
});

test('every event type has its family, and a name where one is known', () => {
  const found = rows('event_types');
  assert.equal(found.length, 148);
  assert.deepEqual(found[0], {
    event_id: 'E9_A',
    family: 'E9',
    event_name: 'Sales Volume Increase',
  });
  assert.equal(found.filter(row => row['event_name'] !== null).length, 30);
});

test('learned names and ids extend the event types', () => {
  const table = eventTypesTable(new Map([...eventNames, ['E33_C', 'Learned'], ['E99_Z', 'New']]));
  const found = rowsOf(table);
  assert.equal(found.length, 149);
  assert.equal(found.find(row => row['event_id'] === 'E33_C')?.['event_name'], 'Learned');
  assert.deepEqual(found[148], { event_id: 'E99_Z', family: 'E99', event_name: 'New' });
});
