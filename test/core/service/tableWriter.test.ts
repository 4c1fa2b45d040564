import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPaths } from '../../../src/core/service/answerPaths';
import type { ColumnType } from '../../../src/core/service/columns';
import { ServiceError } from '../../../src/core/service/serviceError';
import { TableWriter } from '../../../src/core/service/tableWriter';
import { readCell } from '../../../src/core/service/wireValues';
import { column, decode, request } from './decoding';

test('a value is of a column type only as JSON writes that type', () => {
  const check = (type: ColumnType, value: unknown, expected: unknown): void => {
    assert.equal(readCell(type, value), expected, `${type} ${String(value)}`);
  };
  check('DOUBLE', 1.5, 1.5);
  check('DOUBLE', '1.5', undefined);
  check('DOUBLE', Infinity, undefined);
  check('DOUBLE', true, undefined);
  check('DOUBLE', null, null);
  check('DOUBLE', undefined, null);
  check('BIGINT', 3, 3);
  check('BIGINT', 3.5, undefined);
  check('BIGINT', 2 ** 53, undefined);
  check('BIGINT', 2 ** 53 - 1, 2 ** 53 - 1);
  check('BOOLEAN', false, false);
  check('BOOLEAN', 0, undefined);
  check('VARCHAR', 'NONE', 'NONE');
  check('VARCHAR', '', '');
  check('VARCHAR', 7, undefined);
  check('VARCHAR', ['a'], undefined);
  check('DATE', '2024-03-05', 19_787);
  check('DATE', '2024-03-05T00:00:00', undefined);
  check('DATE', 19_787, undefined);
  check('TIMESTAMP', '1970-01-01T00:00:01', 1_000_000);
  check('TIMESTAMP', 'soon', undefined);
  check('TIMESTAMPTZ', '1970-01-01T00:00:01Z', 1_000_000);
  check('TIMESTAMPTZ', '1970-01-01T00:00:01', undefined);
});

const asked = request('bull_bear_score_ts', 'x');

function scores(count: number, wrong: readonly unknown[]): object {
  const day = (index: number): string => new Date(index * 86_400_000).toISOString().slice(0, 10);
  const score_ts = Array.from({ length: count }, (_, index) => ({
    date: day(index),
    score: index < wrong.length ? wrong[index] : index,
  }));
  return { score_ts };
}

test('a value of the wrong type becomes null, its row stays, and the note gives an example', () => {
  const answer = decode(asked, scores(40, ['n/a', false]));
  assert.equal(answer.table.rowCount, 40);
  assert.deepEqual(column(answer, 'score').slice(0, 3), [null, null, 2]);
  assert.deepEqual(answer.notes, [
    'score: 2 values were null because not finite numbers, for example "n/a" at score_ts[0].score.',
  ]);
});

test('one row in twenty may be wrong, more may not', () => {
  assert.equal(decode(asked, scores(20, ['a'])).table.rowCount, 20);
  assert.throws(
    () => decode(asked, scores(19, ['a'])),
    (error: unknown) =>
      error instanceof ServiceError &&
      error.kind === 'malformed' &&
      /bull_bear_score_ts cannot be read: 1 of 19 rows .* score "a" at score_ts\[0\]\.score\.$/.test(
        error.message,
      ),
  );
});

test('a row with several wrong values counts once', () => {
  const point = { date: 20_240_305, score: 'x' };
  const { score_ts } = scores(19, []) as { score_ts: unknown[] };
  const answer = decode(asked, { score_ts: [...score_ts, point] });
  assert.equal(answer.notes.length, 2);
});

test('nulls are no wrong values, however many, but the note counts them', () => {
  const answer = decode(asked, scores(10, new Array<null>(10).fill(null)));
  assert.deepEqual(answer.notes, ['score is missing in 10 of 10 rows.']);
  assert.deepEqual(new Set(column(answer, 'score')), new Set([null]));
});

test('numbers too large for the type are wrong values', () => {
  const huge = JSON.parse('1e400') as unknown;
  assert.match(decode(asked, scores(40, [huge])).notes.join(), /score: 1 value was null/);
});

test('a whole number that may have lost digits is kept and noted', () => {
  const large = JSON.parse('9007199254740993') as unknown;
  const answer = decode(asked, scores(40, [large]));
  assert.equal(column(answer, 'score')[0], 9_007_199_254_740_992);
  assert.deepEqual(answer.notes, [
    'score: 1 value beyond 2^53 may be rounded, for example 9007199254740992 at score_ts[0].score.',
  ]);
});

test('items that are no objects among many are rows of nulls, and counted', () => {
  const { score_ts } = scores(40, []) as { score_ts: unknown[] };
  const answer = decode(asked, { score_ts: [...score_ts, null, 7] });
  assert.equal(answer.table.rowCount, 42);
  assert.deepEqual(column(answer, 'score').slice(39), [39, null, null]);
  assert.deepEqual(answer.notes, [
    '2 rows had something else than an object, for example at score_ts[40].',
  ]);
});

test('an example is cut where it is long', () => {
  const { notes } = decode(asked, scores(40, ['x'.repeat(5000)]));
  assert.ok((notes[0]?.length ?? 0) < 160);
  assert.match(notes[0] ?? '', /…/);
});

test('a table has a value in every column of every row', () => {
  const columns = [
    { name: 'a', type: 'DOUBLE', doc: '' },
    { name: 'b', type: 'VARCHAR', doc: '' },
  ] as const;
  const table = new TableWriter(columns, 3, listPaths('items', {}));
  table.column('a').put(1, 5);
  table.column('b').fill(1, 3, 'x');
  assert.deepEqual(table.finish('events_ts').table.values, [
    [null, 5, null],
    [null, 'x', 'x'],
  ]);
  assert.throws(() => table.column('c'), RangeError);
});
