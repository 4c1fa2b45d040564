import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompanyKey } from '../../../src/core/service/companyColumns';
import {
  companyDayOf,
  companyOfCell,
  linkSql,
  type EntityLink,
} from '../../../src/core/protocol/entityLink';

/** `check('score', 'entity', value, text)`: the first line of the cell. */
function check(link: EntityLink, column: CompanyKey, value: string, expected: string): void {
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
  const where = (column: CompanyKey, value: string) =>
    linkSql('portfolios', { column, value }).split('\n')[2];
  assert.equal(where('entity', "o'x"), "WHERE list_contains(entities, 'company:o''x')");
  const looked = `(SELECT list(entity) FROM entities WHERE ticker = 'A.US')`;
  assert.equal(where('ticker', 'A.US'), `WHERE list_has_any(entities, ${looked})`);
});

test('a row has the company of its most exact key, and its signal day or else its first date', () => {
  const check = (columns: string, row: readonly unknown[], expected: string | null): void => {
    const described = columns.split(' ').map(column => {
      const [name = '', type = ''] = column.split(':');
      return { name, type };
    });
    const found = companyDayOf(described, row);
    const text = found && `${found.key.column} ${found.key.value} ${found.day}`;
    assert.equal(text, expected, columns);
  };
  const [one, two] = ['2026-11-10', '2026-11-11'];
  check(
    'ticker:VARCHAR entity:VARCHAR date:DATE',
    ['A', 'company:a', one],
    `entity company:a ${one}`,
  );
  check('isin:VARCHAR seen:DATE date:DATE', ['X1', one, two], `isin X1 ${two}`);
  check('Ticker:VARCHAR Signal_Date:DATE date:DATE', ['A', one, two], `ticker A ${one}`);
  check('ticker:VARCHAR at:TIMESTAMP', ['A', `${one}T08:30:00`], `ticker A ${one}`);
  check('ticker:VARCHAR at:TIMESTAMP', ['A', 'infinity'], null);
  check('ticker:VARCHAR date:DATE', [null, one], null);
  check('ticker:VARCHAR date:VARCHAR', ['A', one], null);
  check('name:VARCHAR date:DATE', ['A', one], null);
});

test('a cell names a company by its key, or by its name in a row with a key', () => {
  const check = (columns: string, row: readonly unknown[], expected: readonly string[]): void => {
    const described = columns.split(' ').map(name => ({ name, type: 'VARCHAR' }));
    const found = row.map((_, at) => companyOfCell(described, row, at));
    assert.deepEqual(
      found.map(key => (key ? `${key.column} ${key.value}` : '')),
      expected,
      columns,
    );
  };
  const a = 'company:a';
  check('name entity', ['A', a], [`entity ${a}`, `entity ${a}`]);
  check('ticker Company entity', ['T', 'A', a], ['ticker T', `entity ${a}`, `entity ${a}`]);
  check('Name ticker country', ['A', 'T', 'US'], ['ticker T', 'ticker T', '']);
  check('name country', ['A', 'US'], ['', '']);
  check('name entity', ['A', null], ['', '']);
  check('name entity', [null, a], ['', `entity ${a}`]);
});
