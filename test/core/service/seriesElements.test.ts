import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../../src/core/service/serviceError';
import { column, decode, entityInfo, request, rowsOf } from './decoding';

const asked = request('trading_volume_ts_itemized', 'a b c');

function element(id: string, ...volumes: number[]): object {
  const trading_volume_ts = volumes.map((trading_volume, index) => ({
    date: `2024-03-0${index + 1}`,
    trading_volume,
  }));
  return { trading_volume_ts, entity_info: entityInfo(id) };
}

function check(elements: unknown[], volumes: (number | null)[], notes: string[]): void {
  const answer = decode(asked, { trading_volume_ts_itemized: elements });
  assert.deepEqual(column(answer, 'trading_volume'), volumes);
  assert.deepEqual(answer.notes, notes);
}

test('elements are matched by their entity and come in the order of the request', () => {
  check([element('c', 3), element('a', 1), element('b', 2)], [1, 2, 3], []);
});

test('an entity that did not come back is named', () => {
  const missing = '1 of 3 entities missing from the answer: company:b.';
  check([element('a', 1), element('c', 3)], [1, 3], [missing]);
  const answer = decode(asked, { trading_volume_ts_itemized: [element('a', 1), element('c', 3)] });
  assert.deepEqual(answer.returned, ['company:a', 'company:c']);
});

test('an entity that came back empty is named', () => {
  check(
    [element('a', 1), element('b'), element('c', 3)],
    [1, 3],
    ['1 of 3 entities returned without data: company:b.'],
  );
  const bare = { trading_volume_ts: null, entity_info: entityInfo('b') };
  check(
    [element('a', 1), bare, element('c', 3)],
    [1, 3],
    ['1 of 3 entities returned without data: company:b.'],
  );
});

test('a null element is an entity that did not come back', () => {
  check(
    [element('a', 1), null, element('c', 3)],
    [1, 3],
    [
      '1 element of the answer had no content.',
      '1 of 3 entities missing from the answer: company:b.',
    ],
  );
});

test('an element that repeats another word for word is kept once', () => {
  check(
    [element('a', 1), element('b', 2), element('a', 1), element('c', 3)],
    [1, 2, 3],
    ['Returned more than once and kept once: company:a.'],
  );
});

test('two elements of one entity that differ are both kept', () => {
  check(
    [element('a', 1), element('b', 2), element('a', 9), element('c', 3)],
    [1, 9, 2, 3],
    ['Returned more than once with different data, all of which is kept: company:a.'],
  );
});

test('an entity that was not asked for is kept, last and named', () => {
  check(
    [element('z', 9), element('a', 1), element('b', 2), element('c', 3)],
    [1, 2, 3, 9],
    ['Returned without being requested: company:z.'],
  );
});

test('an element that does not say its entity has null for it', () => {
  const nameless = { trading_volume_ts: [{ date: '2024-03-01', trading_volume: 5 }] };
  const answer = decode(asked, {
    trading_volume_ts_itemized: [element('a', 1), element('b', 2), nameless],
  });
  assert.deepEqual(column(answer, 'entity'), ['company:a', 'company:b', null]);
  assert.deepEqual(answer.notes, [
    '1 element had no entity_info: entity is null in its rows.',
    '1 of 3 entities missing from the answer: company:c.',
  ]);
});

test('where one entity was asked for, an answer that does not name it is about it', () => {
  const body = { trading_volume_ts: [{ date: '2024-03-01', trading_volume: 5 }] };
  const [row] = rowsOf(decode(request('trading_volume_ts', 'a:b'), body).table);
  assert.equal(row?.['entity'], 'company:a:b');
  assert.equal(row?.['entity_type'], 'company');
  assert.equal(row?.['alpha_id'], 'a:b');
  assert.equal(row?.['compound_key'], 'company:a:b');
});

test('a prefixed entity_info is matched with the plain key that was asked for', () => {
  const info = { type: 'company', alpha_id: 'company:a', compound_key: 'company:company:a' };
  const body = {
    trading_volume_ts: [{ date: '2024-03-01', trading_volume: 5 }],
    entity_info: info,
  };
  const answer = decode(request('trading_volume_ts', 'a'), body);
  assert.deepEqual(column(answer, 'entity'), ['company:a']);
  assert.deepEqual(column(answer, 'compound_key'), ['company:company:a']);
  assert.deepEqual(answer.notes, []);
});

test('five names are enough in a note', () => {
  const many = request('trading_volume_ts_itemized', 'a b c d e f g');
  const answer = decode(many, { trading_volume_ts_itemized: [] });
  assert.deepEqual(answer.notes, [
    '7 of 7 entities missing from the answer: company:a, company:b, company:c, company:d, company:e and 2 more.',
  ]);
});

test('an answer that is not of its shape at all is malformed', () => {
  const fails = (body: unknown, expected: RegExp): void => {
    assert.throws(
      () => decode(asked, body),
      (error: unknown) =>
        error instanceof ServiceError && error.kind === 'malformed' && expected.test(error.message),
      JSON.stringify(body),
    );
  };
  fails(null, /trading_volume_ts cannot be read: it is not a JSON object/);
  fails([], /not a JSON object/);
  fails('ok', /not a JSON object/);
  fails({}, /no array trading_volume_ts_itemized/);
  fails({ trading_volume_ts_itemized: {} }, /no array trading_volume_ts_itemized/);
  fails({ trading_volume_ts: [] }, /no array trading_volume_ts_itemized/);
  fails({ trading_volume_ts_itemized: [1, 2] }, /2 of its 2 elements are not objects/);
});

test('a series that is no array is read as empty and named', () => {
  const wrong = { trading_volume_ts: 'none', entity_info: entityInfo('b') };
  check(
    [element('a', 1), wrong, element('c', 3)],
    [1, 3],
    [
      'trading_volume_ts was not an array and is read as empty for company:b.',
      '1 of 3 entities returned without data: company:b.',
    ],
  );
});
