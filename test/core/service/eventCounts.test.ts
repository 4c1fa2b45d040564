import assert from 'node:assert/strict';
import { test } from 'node:test';
import { column, decode, entityInfo, request, rowsOf } from './decoding';

const march5 = 19_787;

function item(date: string, id: string, count: unknown = 1, more: object = {}): object {
  return { date, count, sub_event: { type: 'sub_event', id, name: `Name of ${id}`, ...more } };
}

function series(...events_ts: unknown[]): Record<string, unknown> {
  return {
    events_ts,
    used_cache: true,
    cache_key: 'k:1',
    last_updated: '2024-03-05T12:00:00+02:00',
  };
}

const one = request('events_ts', 'x');

test('every field of an event count is a column, and the entity is the one asked for', () => {
  const answer = decode(one, series(item('2024-03-05', 'E53_A', 3)));
  assert.deepEqual(rowsOf(answer.table), [
    {
      entity: 'company:x',
      date: march5,
      event_id: 'E53_A',
      event_name: 'Name of E53_A',
      count: 3,
      sub_event_type: 'sub_event',
      last_updated: (march5 * 86_400 + 10 * 3600) * 1_000_000,
      used_cache: true,
      cache_key: 'k:1',
      entity_type: 'company',
      alpha_id: 'x',
      compound_key: 'company:x',
    },
  ]);
  assert.deepEqual(answer.notes, []);
  assert.deepEqual(answer.returned, ['company:x']);
});

test('the entity is the canonical one where another id was sent', () => {
  const entityOfSent = new Map([['company:x', 'company:real']]);
  const answer = decode(one, series(item('2024-03-05', 'E53_A')), { entityOfSent });
  assert.deepEqual(column(answer, 'entity'), ['company:real']);
});

test('the elements of an event list carry their own entity and cache fields', () => {
  const body = {
    events_ts_itemized: [
      { ...series(item('2024-03-05', 'E1_A')), entity_info: entityInfo('b') },
      {
        ...series(item('2024-03-04', 'E2_A')),
        entity_info: entityInfo('a'),
        used_cache: false,
        cache_key: null,
      },
    ],
  };
  const answer = decode(request('events_ts_itemized', 'a b'), body);
  assert.deepEqual(column(answer, 'entity'), ['company:a', 'company:b']);
  assert.deepEqual(column(answer, 'used_cache'), [false, true]);
  assert.deepEqual(column(answer, 'cache_key'), [null, 'k:1']);
  assert.deepEqual(column(answer, 'event_id'), ['E2_A', 'E1_A']);
  assert.deepEqual(answer.notes, []);
});

test('counts are ordered by date, then by id in text order', () => {
  const answer = decode(
    one,
    series(
      item('2024-03-05', 'E2_A'),
      item('2024-03-05', 'E1_A'),
      item('2024-03-05', 'E10_A'),
      item('2024-03-04', 'E9_A'),
    ),
  );
  assert.deepEqual(column(answer, 'event_id'), ['E9_A', 'E10_A', 'E1_A', 'E2_A']);
});

test('several events on one day repeat nothing, the same event twice does', () => {
  const day = [item('2024-03-05', 'E1_A'), item('2024-03-05', 'E2_A')];
  assert.deepEqual(decode(one, series(...day)).notes, []);
  const { notes, table } = decode(one, series(...day, item('2024-03-05', 'E2_A')));
  assert.equal(table.rowCount, 3);
  assert.match(notes.join(), /the date and event id of another/);
});

test('a sub_event of another type is kept and noted', () => {
  const answer = decode(one, series(item('2024-03-05', 'E1_A', 1, { type: 'event' })));
  assert.deepEqual(column(answer, 'sub_event_type'), ['event']);
  assert.deepEqual(answer.notes, ['sub_event.type is not sub_event in 1 row.']);
});

test('an id that the specification does not list is kept and learned', () => {
  const body = series(
    item('2024-03-05', 'E99_Z'),
    item('2024-03-06', 'E99_Z'),
    item('2024-03-06', 'E1_A', 1, { name: '' }),
  );
  const answer = decode(one, body);
  assert.deepEqual(column(answer, 'event_id'), ['E99_Z', 'E1_A', 'E99_Z']);
  assert.deepEqual(answer.learnedEvents, [{ id: 'E99_Z', name: 'Name of E99_Z' }]);
});

test('the time of the last update is an instant; without an offset it is unknown', () => {
  const body = { ...series(item('2024-03-05', 'E1_A')), last_updated: '2024-03-05T12:00:00' };
  const answer = decode(one, body);
  assert.deepEqual(column(answer, 'last_updated'), [null]);
  assert.match(
    answer.notes.join(),
    /last_updated: 1 value was null because not ISO 8601 .* offset/,
  );
});

test('cache fields of another type cost no row', () => {
  const body = { ...series(item('2024-03-05', 'E1_A')), used_cache: 'yes', cache_key: 7 };
  const answer = decode(one, body);
  assert.equal(answer.table.rowCount, 1);
  assert.equal(answer.notes.length, 2);
});

test('a missing sub_event is null', () => {
  const answer = decode(one, series({ date: '2024-03-05', count: 2 }));
  assert.deepEqual(column(answer, 'event_id'), [null]);
  assert.deepEqual(column(answer, 'count'), [2]);
});

test('a day without events has no row', () => {
  const answer = decode(one, series());
  assert.equal(answer.table.rowCount, 0);
  assert.deepEqual(answer.notes, ['1 of 1 entity returned without data: company:x.']);
});
