import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkSql, type EntityLink, type KeyColumn } from '../../../src/core/protocol/entityLink';

/** `check('score', 'entity', value, text)`: the first line of the cell. */
function check(link: EntityLink, column: KeyColumn, value: string, expected: string): void {
  assert.equal(linkSql(link, { column, value }).split('\n')[0], expected);
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

test('the portfolios with a company are rows of a query', () => {
  const where = (column: KeyColumn, value: string) =>
    linkSql('portfolios', { column, value }).split('\n')[2];
  assert.equal(where('entity', "o'x"), "WHERE list_contains(entities, 'company:o''x')");
  const looked = `(SELECT list(entity) FROM entities WHERE ticker = 'A.US')`;
  assert.equal(where('ticker', 'A.US'), `WHERE list_has_any(entities, ${looked})`);
});
