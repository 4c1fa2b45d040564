import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callsOf } from '../../../src/core/sql/calls';
import { commonTablesAt } from '../../../src/core/sql/scope';
import { statementsOf } from '../../../src/core/sql/statements';

/** `check(sql, ['name(arg=value …)'])`: the calls, inner ones first; `·` for the positional argument. */
function check(sql: string, expected: string[]): void {
  const [statement] = statementsOf(sql);
  assert.ok(statement);
  const found = callsOf(statement).map(call => {
    const args = call.arguments.map(
      ({ name, value }) => `${name ?? '·'}=${sql.slice(value.from, value.to)}`,
    );
    return `${call.function.name}(${args.join(' ')})`;
  });
  assert.deepEqual(found, expected, sql);
}

test('a call is found in every kind of statement', () => {
  check('FROM bullish_stocks()', ['bullish_stocks()']);
  check('CREATE TABLE t AS SELECT * FROM BULLISH_STOCKS(amount := 5)', [
    'bullish_stocks(amount=5)',
  ]);
  check('PIVOT events_ts($$a$$) ON event_id', ['events_ts(·=$$a$$)']);
  check('INSERT INTO t FROM "bearish_stocks"(amount => 5)', ['bearish_stocks(amount=5)']);
  check('DESCRIBE FROM bullish_stocks()', ['bullish_stocks()']);
});

test('arguments are cut at commas of their own level', () => {
  check(
    "FROM events_ts(['a', 'b'], factuality := ['FACT', 'NONE'], date_from := date_trunc('day', now()))",
    ["events_ts(·=['a', 'b'] factuality=['FACT', 'NONE'] date_from=date_trunc('day', now()))"],
  );
  check("FROM trading_volume_ts(entities := 'a' /* , */, date_to := NULL)", [
    "trading_volume_ts(entities='a' date_to=NULL)",
  ]);
});

test('an inner call comes before the one that holds it', () => {
  check(
    'FROM bull_bear_score_ts((SELECT list(entity) FROM bullish_stocks(amount := 25)), date_from := 1)',
    [
      'bullish_stocks(amount=25)',
      'bull_bear_score_ts(·=(SELECT list(entity) FROM bullish_stocks(amount := 25)) date_from=1)',
    ],
  );
});

test('a name that is not called is no call', () => {
  check('SELECT bullish_stocks FROM t', []);
  check("SELECT 'bullish_stocks()' -- bullish_stocks()", []);
  check('WITH bullish_stocks (a) AS (SELECT 1) FROM bullish_stocks', []);
});

/** `checkScope(sql, names)`: the common tables visible at `@`, which is taken out. */
function checkScope(marked: string, expected: string[]): void {
  const offset = marked.indexOf('@');
  const sql = marked.replace('@', ' ');
  const [statement] = statementsOf(sql);
  assert.ok(statement);
  const found = commonTablesAt(statement.tokens, offset).map(({ name }) => name);
  assert.deepEqual(found, expected, marked);
}

test('a place sees the common tables that are complete before it in the queries around it', () => {
  checkScope('WITH a AS (SELECT 1), b AS (SELECT 2) SELECT @', ['a', 'b']);
  checkScope('WITH a AS (SELECT 1), b AS (SELECT @) SELECT 1', ['a']);
  checkScope('WITH a AS (WITH inner_one AS (SELECT 1) SELECT 1) SELECT @', ['a']);
  checkScope('WITH a AS (SELECT 1) SELECT (WITH b AS (SELECT 2) SELECT @)', ['a', 'b']);
  checkScope('SELECT (WITH b AS (SELECT 2) SELECT 1), @', []);
  checkScope('WITH RECURSIVE a(x) AS NOT MATERIALIZED (SELECT 1) SELECT @', ['a']);
  checkScope('WITH A AS (SELECT 1) SELECT (WITH a AS (SELECT 2) SELECT @)', ['a']);
  checkScope('CREATE TABLE t AS WITH a AS (SELECT 1) SELECT @', ['a']);
});
