import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkSql, type EntityLink, type KeyColumn } from '../../../src/core/protocol/entityLink';
import { readRendererMessage } from '../../../src/core/protocol/readRendererMessage';

/** `check('score', 'entity', value, text)`: the first line of the cell. */
function check(link: EntityLink, column: KeyColumn, value: string, expected: string): void {
  assert.equal(linkSql(link, { column, value }).split('\n')[0], expected);
}

function follow(value: unknown, parts: object = {}): unknown {
  const key = { column: 'entity', value };
  return readRendererMessage({ type: 'follow', resultId: 'r', link: 'score', key, ...parts });
}

test('a link is a call with the company as a text, whatever it holds', () => {
  const since = 'date_from := current_date - 90)';
  check('score', 'entity', 'company:a', `FROM bull_bear_score_ts('company:a', ${since}`);
  check('events', 'entity', "o'x", `FROM events_ts('o''x', ${since}`);
  const hostile = `'); DROP TABLE t; --`;
  check('events', 'entity', hostile, `FROM events_ts('''); DROP TABLE t; --', ${since}`);
  const looked = `(SELECT list(entity) FROM entities WHERE isin = 'X''1')`;
  check('score', 'isin', "X'1", `FROM bull_bear_score_ts(${looked}, ${since}`);
});

test('a link is followed where its company is short and on one line', () => {
  assert.deepEqual(follow('company:a'), {
    type: 'follow',
    resultId: 'r',
    link: 'score',
    key: { column: 'entity', value: 'company:a' },
  });
  for (const wrong of ['', ' ', 'a\nb', 'a\u0000', 'a\u2028b', 'x'.repeat(201), 7, null]) {
    assert.equal(follow(wrong), null, JSON.stringify(wrong));
  }
  assert.equal(follow('a', { link: 'delete' }), null);
  assert.equal(follow('a', { key: { column: 'name', value: 'a' } }), null);
  assert.equal(follow('a', { resultId: 1 }), null);
});

test('questions for values and portfolios, and calls off, are read', () => {
  const values = {
    type: 'values',
    requestId: 1,
    resultId: 'r',
    column: 0,
    search: 'x',
    filters: [],
  };
  assert.deepEqual(readRendererMessage(values), values);
  assert.equal(readRendererMessage({ ...values, filters: [{ kind: 'sql' }] }), null);
  assert.equal(readRendererMessage({ ...values, search: 'x'.repeat(1001) }), null);
  const portfolios = { type: 'portfolios', requestId: 1, entity: 'company:a' };
  assert.deepEqual(readRendererMessage(portfolios), portfolios);
  assert.equal(readRendererMessage({ ...portfolios, entity: '' }), null);
  assert.deepEqual(readRendererMessage({ type: 'cancel', requestId: 3 }), {
    type: 'cancel',
    requestId: 3,
  });
  assert.equal(readRendererMessage({ type: 'cancel' }), null);
  assert.equal(readRendererMessage({ type: 'constructor' }), null);
});
