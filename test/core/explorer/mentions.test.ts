import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differingColumns, sameEvent } from '../../../src/core/explorer/mentions';

const columns = [
  { name: 'news_publish_time', type: 'TIMESTAMP' },
  { name: 'date', type: 'DATE' },
  { name: 'entity', type: 'VARCHAR' },
  { name: 'event_id', type: 'VARCHAR' },
  { name: 'event_name', type: 'VARCHAR' },
  { name: 'role', type: 'VARCHAR' },
];
const values = ['2026-11-19T08:00:00', '2026-11-19', 'company:a', null, "O'Hara <b>", 'Company'];

test('the mentions of an event share day, company and event, a missing part too', () => {
  assert.deepEqual(sameEvent(columns, { columns, values }), [
    { kind: 'values', column: 1, values: ['2026-11-19'] },
    { kind: 'values', column: 2, values: ['company:a'] },
    { kind: 'values', column: 4, values: ["O'Hara <b>"] },
    { kind: 'values', column: 3, values: [null] },
  ]);
});

test('a row of events leads to its mentions by the names of its columns', () => {
  const events = [columns[4], columns[2], columns[1], { name: 'mentions', type: 'BIGINT' }];
  const row = {
    columns: events.flatMap(each => each ?? []),
    values: ['Fine', 'b', '2026-01-02', 3],
  };
  assert.deepEqual(sameEvent(columns, row), [
    { kind: 'values', column: 1, values: ['2026-01-02'] },
    { kind: 'values', column: 2, values: ['b'] },
    { kind: 'values', column: 4, values: ['Fine'] },
  ]);
});

test('rows of something else, and texts longer than a filter, have no mentions', () => {
  const others = [{ name: 'date', type: 'DATE' }];
  assert.equal(sameEvent(others, { columns: others, values: ['2026-01-02'] }), null);
  const long = values.with(4, 'x'.repeat(1_001));
  assert.equal(sameEvent(columns, { columns, values: long }), null);
});

test('what differs between mentions is listed, without what they share', () => {
  const later = values.with(0, '2026-11-19T09:00:00').with(5, 'Target').with(2, 'company:b');
  assert.deepEqual(differingColumns(columns, [values, later]), [0, 5]);
  assert.deepEqual(differingColumns(columns, [values]), []);
});
