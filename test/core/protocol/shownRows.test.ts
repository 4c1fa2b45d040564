import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asMade, type ColumnFilter } from '../../../src/core/protocol/arrangement';
import { filterTexts, isWhole, sortTexts } from '../../../src/core/protocol/shownRows';

const names = ['score', 'industry'];

/** `check(filter, text)` */
function check(filter: ColumnFilter, expected: string): void {
  assert.deepEqual(filterTexts({ sort: [], filters: [filter] }, names), [expected]);
}

test('a filter is said in words', () => {
  check({ kind: 'text', column: 1, operator: 'contains', text: 'ene' }, 'industry contains “ene”');
  check({ kind: 'text', column: 1, operator: 'notEquals', text: 'x' }, 'industry is not “x”');
  check({ kind: 'range', column: 0, from: '5', to: null }, 'score from 5');
  check({ kind: 'range', column: 0, from: '5', to: '9' }, 'score from 5 to 9');
  check({ kind: 'range', column: 0, from: null, to: null }, 'score has a value');
  check({ kind: 'missing', column: 0, missing: true }, 'score is missing');
  check({ kind: 'missing', column: 0, missing: false }, 'score is not missing');
  check({ kind: 'values', column: 1, values: ['Energy', null] }, 'industry is Energy or missing');
  check({ kind: 'values', column: 1, values: [] }, 'industry is nothing');
  const many = Array.from({ length: 12 }, (_, index) => `v${index}`);
  check(
    { kind: 'values', column: 1, values: many },
    `industry is ${many.slice(0, 10).join(' or ')} or 2 more`,
  );
});

test('what is not seen in a name or a value is written out', () => {
  const sort = [{ column: 0, descending: true }];
  const filters: ColumnFilter[] = [
    { kind: 'values', column: 0, values: ['a\u202eb'] },
    { kind: 'text', column: 0, operator: 'equals', text: '\u200b' },
  ];
  const hidden = ['na\u2066me'];
  assert.deepEqual(filterTexts({ sort, filters }, hidden), [
    String.raw`na\u{2066}me is a\u{202e}b`,
    String.raw`na\u{2066}me is “\u{200b}”`,
  ]);
  assert.deepEqual(sortTexts({ sort, filters }, hidden), [String.raw`na\u{2066}me descending`]);
});

test('an order is said in words, the deciding column first', () => {
  const sort = [
    { column: 1, descending: false },
    { column: 0, descending: true },
  ];
  assert.deepEqual(sortTexts({ sort, filters: [] }, names), [
    'industry ascending',
    'score descending',
  ]);
});

test('a grid shows the whole result where nothing is arranged, hidden or moved', () => {
  assert.equal(isWhole({ arrangement: asMade, columns: [0, 1] }, 2), true);
  assert.equal(isWhole({ arrangement: asMade, columns: [0] }, 2), false);
  assert.equal(isWhole({ arrangement: asMade, columns: [1, 0] }, 2), false);
  const sorted = { sort: [{ column: 0, descending: true }], filters: [] };
  assert.equal(isWhole({ arrangement: sorted, columns: [0, 1] }, 2), false);
});
