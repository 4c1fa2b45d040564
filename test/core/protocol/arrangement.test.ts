import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArrangement } from '../../../src/core/protocol/arrangement';
import { readRendererMessage } from '../../../src/core/protocol/readRendererMessage';

const sort = [{ column: 1, descending: true }];
const page = { type: 'page', requestId: 1, resultId: 'r', offset: 0, limit: 100 };

/** `check(filter, true)`: whether an arrangement with that filter is read as it is. */
function check(filter: unknown, isRead: boolean): void {
  const arrangement = { sort, filters: [filter] };
  assert.deepEqual(readArrangement(arrangement), isRead ? arrangement : null);
}

test('an arrangement comes with its page', () => {
  const message = { ...page, arrangement: { sort, filters: [] } };
  assert.deepEqual(readRendererMessage(message), message);
  assert.equal(readRendererMessage({ ...page, arrangement: null }), null);
  assert.equal(readRendererMessage({ ...page, arrangement: { sort } }), null);
});

test('a question for the facts of a column names the column by its place', () => {
  const message = { type: 'summary', requestId: 1, resultId: 'r', column: 0 };
  assert.deepEqual(readRendererMessage(message), message);
  assert.equal(readRendererMessage({ ...message, column: 'a' }), null);
  assert.equal(readRendererMessage({ ...message, resultId: 'x'.repeat(1000) }), null);
});

test('filters are read where their parts are of their kinds', () => {
  check({ kind: 'text', column: 0, operator: 'contains', text: "'; DROP" }, true);
  check({ kind: 'range', column: 0, from: '1', to: null }, true);
  check({ kind: 'values', column: 0, values: ['a', null] }, true);
  check({ kind: 'missing', column: 0, missing: false }, true);
  check({ kind: 'text', column: 0, operator: 'equals' }, false);
  check({ kind: 'text', column: 0, operator: 'like', text: '' }, false);
  check({ kind: 'text', column: 'a', operator: 'contains', text: '' }, false);
  check({ kind: 'text', column: -1, operator: 'contains', text: '' }, false);
  check({ kind: 'range', column: 0, from: 1, to: null }, false);
  check({ kind: 'values', column: 0, values: [1] }, false);
  check({ kind: 'sql', column: 0, text: 'true' }, false);
});

test('what is more than a reader asks for is not read', () => {
  check({ kind: 'text', column: 0, operator: 'contains', text: 'x'.repeat(1001) }, false);
  check({ kind: 'values', column: 0, values: Array(501).fill('x') }, false);
  check({ kind: 'text', column: 1e6, operator: 'contains', text: '' }, false);
  assert.equal(readArrangement({ sort: Array(17).fill(sort[0]), filters: [] }), null);
  assert.equal(readArrangement({ sort: [{ column: 0, descending: 1 }], filters: [] }), null);
});

test('parts that nobody knows are left out', () => {
  const read = readArrangement({ sort: [{ ...sort[0], sql: 'x' }], filters: [], more: 1 });
  assert.deepEqual(read, { sort, filters: [] });
});
