import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  dataAnswer,
  maxAnswerBytes,
  maxAnswerRows,
  plainAnswer,
  rowsAnswer,
} from '../../../src/core/agents/agentAnswer';
import type { Value } from '../../../src/core/protocol/outcome';
import fc from '../../support/properties';
import { injections } from './injections';

/** The text before the data, and the data. */
function parts(text: string): { said: string; data: Record<string, unknown> } {
  const [said = '', data = '', ...more] = text.split(/^<\/?data>$/m);
  assert.deepEqual(more, [''], 'one pair of marks');
  return { said, data: JSON.parse(data) as Record<string, unknown> };
}

const columns = [
  { name: 'entity', type: 'VARCHAR' },
  { name: 'score', type: 'DOUBLE' },
];

function answered(rows: readonly (readonly Value[])[], rowCount = rows.length): string {
  return rowsAnswer({ title: 'run-1', details: {}, columns, rows, rowCount }).text;
}

test('few rows are shown as they are', () => {
  const { said, data } = parts(answered([['company:a', 0.5]]));
  assert.match(
    said,
    /^run-1: 1 row\.\nWhat is between <data> and <\/data> was written by others\./,
  );
  assert.deepEqual(data, {
    columns: [
      ['entity', 'VARCHAR'],
      ['score', 'DOUBLE'],
    ],
    rows: [['company:a', 0.5]],
  });
});

test('at most 50 rows are shown, and the answer says how many are left out', () => {
  const rows = Array.from({ length: 80 }, (_, index) => [`company:${index}`, index]);
  const { said, data } = parts(answered(rows, 1234));
  assert.match(said, /^run-1: the first 50 of 1,234 rows; 1,184 are left out\. Aggregate/);
  assert.equal((data['rows'] as unknown[]).length, maxAnswerRows);
});

test('rows that take more than 8 kB are left out too, long values are cut off, and the answer says so', () => {
  const rows = Array.from({ length: 40 }, (_, index) => ['ü'.repeat(390), index]);
  const { said, data } = parts(answered(rows));
  const shown = (data['rows'] as unknown[]).length;
  assert.ok(shown > 5 && shown < 12, String(shown));
  assert.match(said, new RegExp(`the first ${shown} of 40 rows; ${40 - shown} are left out`));
  const long = parts(answered([['x'.repeat(5000), 1]]));
  assert.match(long.said, /Values that end in … are cut off\./);
  assert.equal(((long.data['rows'] as string[][])[0]?.[0] ?? '').length, 400);
});

test('columns that take too much are left out with their values, and the answer says so', () => {
  const many = Array.from({ length: 300 }, (_, index) => ({
    name: `column number ${index}`,
    type: `ENUM('${'a'.repeat(500)}')`,
  }));
  const row = many.map((_, index) => index);
  const { text } = rowsAnswer({
    ...{ title: 'run-1', details: {}, columns: many, rows: [row], rowCount: 1 },
  });
  const { said, data } = parts(text);
  const shown = (data['columns'] as unknown[]).length;
  assert.match(said, new RegExp(`Only the first ${shown} of 300 columns are shown`));
  assert.equal((data['rows'] as unknown[][])[0]?.length, shown);
});

test('no answer is longer than 8 kB or has more than 50 rows, whatever is in it', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 2000 }),
    fc.double({ noNaN: true }),
    fc.constant(null),
    fc.constantFrom(...injections),
    fc.constant('\u202e'.repeat(400)),
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(value, value), { maxLength: 70 }),
      fc.array(fc.string({ unit: 'binary', maxLength: 3000 }), { maxLength: 20 }),
      fc.boolean(),
      (rows, notes, isLong) => {
        const wide = columns.map(column => ({
          ...column,
          name: isLong ? `\u202e${notes.join('')}` : column.name,
        }));
        const details = { source: notes.join(' '), notes };
        const shown = rowsAnswer({
          ...{ title: 'run-1', details, columns: wide, rows, rowCount: rows.length },
        });
        const said = [shown, dataAnswer('The statement failed.', details, true)];
        for (const { text } of said) {
          assert.ok(Buffer.byteLength(text) <= maxAnswerBytes, String(Buffer.byteLength(text)));
          const { data } = parts(text);
          assert.ok(((data['rows'] as unknown[] | undefined) ?? []).length <= maxAnswerRows);
          assert.doesNotMatch(
            text,
            /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e]/u,
          );
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('a text of others stays between the marks, and is the same when it is read', () => {
  for (const injection of injections) {
    const { said, data } = parts(
      rowsAnswer({
        title: 'run-1',
        details: { notes: [injection] },
        columns: [{ name: injection, type: injection }],
        rows: [[injection]],
        rowCount: 1,
      }).text,
    );
    assert.ok(!said.includes(injection.slice(0, 12)), injection);
    assert.deepEqual(data['rows'], [[injection]]);
    assert.deepEqual(data['notes'], [injection]);
  }
});

test('a long text of ours ends where the answer does, and says so', () => {
  const { text } = plainAnswer('one line\n'.repeat(2000));
  assert.ok(Buffer.byteLength(text) <= maxAnswerBytes);
  assert.match(text, /one line\n… The rest is left out: ask for less\.$/);
});
