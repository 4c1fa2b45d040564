import assert from 'node:assert/strict';
import { test } from 'node:test';
import { among, first, offered, only, taken } from './offered';

const prices = ['entity', 'close', 'Last Seen', 'order'];

test('names with quotes and commas in them are found and stay whole', () => {
  taken("FROM events_ts('O''N|')", "O'Neil, Sons", "FROM events_ts('company:C3')");
  taken("FROM events_ts('O''Neil, S|')", "O'Neil, Sons", "FROM events_ts('company:C3')");
  taken("FROM events_ts(['a', 'O''Neil|'])", "O'Neil, Sons", "FROM events_ts(['a', 'company:C3'])");
  only("FROM events_ts('US000|')", "O'Neil, Sons");
  only("FROM events_ts('FR0|')", 'company:D4');
  const alphas = offered("FROM events_ts('alpha|')").map(({ insert }) => insert);
  assert.deepEqual(alphas, ["company:A1'", "company:E5'"], 'equal names are two companies');
  taken(
    "FROM entities WHERE name = '|'",
    "O'Neil, Sons",
    "FROM entities WHERE name = 'O''Neil, Sons'",
  );
  among("FROM entities WHERE isin IN ('|", 'US0000000001', 'FR0000000002');
  among("FROM entities WHERE ticker = '|'", 'ALW.DE', 'ONL.US');
});

test('portfolios and variables are offered with their quotes where none are there', () => {
  taken('FROM events_ts(portfolio(|))', "o'neil", "FROM events_ts(portfolio('o''neil'))");
  taken('SELECT getvariable(|)', 'since', "SELECT getvariable('since')");
  only("FROM events_ts(getvariable('|'))", 'since', 'industry', 'limit_n');
  only("FROM events_ts(portfolio('|", 'core', "o'neil");
});

test('days are offered wherever a date is written', () => {
  const today = '2026-03-10';
  first("FROM events_ts('a', date_from := DATE '|')", today);
  first("FROM events_ts('a') WHERE date >= '|'", today);
  first("FROM events_ts('a') WHERE date >= DATE '|'", today);
  first("FROM events_ts('a') e WHERE e.date BETWEEN '|'", today);
  first("FROM events_ts('a') WHERE date BETWEEN '2026-01-01' AND '|'", today);
  first("FROM events_ts('a') WHERE date IN ('2026-01-01', '|')", today);
  first('FROM prices WHERE "Last Seen" > \'|\'', today);
  first('FROM prices WHERE "Last Seen" > |', 'current_date', 'current_date - 7');
  first("FROM events_ts('a') WHERE date < |", 'current_date');
  first('FROM prices WHERE close > |', 'entity');
  only("FROM prices WHERE close = '|'");
  only("FROM prices WHERE close > 1 AND entity < '|'");
  only("FROM bullish_stocks() WHERE side = '|'", 'bullish', 'bearish');
});

test('columns of common table expressions are known, their lists of names too', () => {
  only('WITH t(a, b) AS (SELECT entity, close FROM prices) SELECT t.| FROM t', 'a', 'b');
  only('WITH t AS (SELECT * FROM prices), u AS (SELECT t.| FROM t) FROM u', ...prices);
  only(
    'WITH t AS (FROM prices), u AS (SELECT *, 1 AS one FROM t) SELECT u.| FROM u',
    ...prices,
    'one',
  );
  first('WITH t AS (SELECT close AS c FROM prices) FROM t ORDER BY |', 'c');
  first('WITH t AS (SELECT close AS c FROM prices) SELECT lower(trim(|)) FROM t', 'c');
  only('WITH t AS (SELECT close AS c FROM prices) SELECT x.| FROM prices p JOIN t x ON true', 'c');
  first('WITH t AS (SELECT 1 AS a) SELECT * FROM |', 't', 'bull_bear_score_ts');
});

test('parameters of the lambdas around the cursor are offered, and those of no other', () => {
  const within = 'SELECT list_transform([1], ';
  among(`${within}x_1 -> |)`, 'x_1');
  among(`${within}x_1 -> x_1 + |) FROM prices`, 'x_1', 'close');
  among(`${within}x_1 -> abs(|`, 'x_1');
  among(`${within}(x_1, i_1) -> |)`, 'x_1', 'i_1');
  among(`${within}lambda x_1, i_1: |)`, 'x_1', 'i_1');
  among(`${within}x_1 -> list_filter(x_1, y_1 -> |))`, 'x_1', 'y_1');
  among(`${within}x_1 -> x_1), |`, '-x_1');
  among('SELECT coalesce(list_transform([1], x_1 -> x_1), |', '-x_1');
  among('SELECT list_reduce([1], (x_1, y_1) -> x_1 + y_1, |', '-x_1', '-y_1');
});

test('columns of joined subqueries and of lists behind an alias are known', () => {
  only(
    'SELECT q.| FROM prices p JOIN (SELECT entity AS e, close AS c FROM prices) q ON true',
    'e',
    'c',
  );
  only('FROM prices p JOIN (SELECT entity AS e FROM prices) q ON q.|', 'e');
  only('FROM prices p JOIN (SELECT entity AS e FROM prices) q ON p.entity = q.|', 'e');
  only('SELECT v.| FROM (VALUES (1, 2)) v(a, b)', 'a', 'b');
  only('SELECT v.| FROM prices AS v(a, b)', 'a', 'b', 'Last Seen', 'order');
  only('SELECT q.| FROM prices p, LATERAL (SELECT p.close AS c) q', 'c');
  only('SELECT "p".| FROM prices p', ...prices);
  only('SELECT P.| FROM prices p', ...prices);
});

test('a lateral and a correlated query name what is around them', () => {
  only('FROM prices p, LATERAL (SELECT p.|)', ...prices);
  only('FROM prices p JOIN LATERAL (FROM weekly WHERE week = p.|) q ON true', ...prices);
  only('FROM prices p WHERE EXISTS (FROM weekly w WHERE w.week = p.|)', ...prices);
  first('FROM prices p, LATERAL (SELECT | FROM weekly w)', 'week', ...prices);
  among('WITH t AS (SELECT | FROM weekly) SELECT * FROM t, prices', 'week', '-close');
  among('FROM (SELECT | FROM weekly) q JOIN prices p ON true', 'week', '-close');
});

test('lists of columns hold columns alone', () => {
  only('SELECT * EXCLUDE (|) FROM prices', ...prices);
  only('INSERT INTO prices (entity, |) VALUES (1)', ...prices);
  only('FROM prices JOIN weekly USING (|)', ...prices, 'week');
  only("FROM bull_bear_score_ts('a') s JOIN prices p USING (|)", 'entity');
  only("FROM bull_bear_score_ts('a') s JOIN prices p USING (|", 'entity');
  among("FROM events_ts('a') e JOIN bull_bear_score_ts('a') s USING (entity, |)", 'date', '-score');
});

test('names of the SELECT list are offered in the clauses behind it', () => {
  among('SELECT close AS c FROM prices ORDER BY |', 'close', 'c');
  among('SELECT close AS c FROM prices HAVING |', 'c');
  among('SELECT close AS "my c", | FROM prices', 'my c');
  among('SELECT | AS c FROM prices', '-c');
  among('FROM prices WHERE close IN (SELECT 1 AS one) AND |', '-one');
  taken(
    'SELECT close AS "my c" FROM prices ORDER BY |',
    'my c',
    'SELECT close AS "my c" FROM prices ORDER BY "my c"',
  );
});

test('clauses of DuckDB that begin with a relation know it', () => {
  first('PIVOT |', 'prices', 'weekly');
  first('PIVOT prices ON |', 'entity', 'close');
  first('UPDATE prices SET |', 'entity', 'close');
  first('DELETE FROM prices WHERE |', 'entity', 'close');
  first('CREATE TABLE t AS SELECT | FROM prices', 'entity', 'close');
  among('FROM top_n(prices, |)', 'n', '-source', '-entity');
});

test('the word that is typed behind a relation is none of its names yet', () => {
  among('FROM prices vis|', '-vis', 'VISUALISE');
  among('SELECT count(*) FROM prices gr|', '-gr', 'ORDER BY');
  among('FROM prices p WHERE p|', 'p');
});

test('what is taken between quotes replaces the second quote, so that typing goes on behind it', () => {
  const [value] = offered("FROM bullish_stocks(time_horizon := '1|W')");
  assert.ok(value?.isWhole);
  assert.equal(value.insert, "1D'");
  const [open] = offered("FROM bullish_stocks(time_horizon := '1|");
  assert.deepEqual([open?.insert, open?.span.to], ["1D'", 38]);
  assert.equal(offered('FROM pri|')[0]?.isWhole, false);
});
