import { test } from 'node:test';
import { among, first, nothing, only, taken } from './offered';

test('a quote without its second one ends with its line, wherever it stands', () => {
  for (const before of [
    "SELECT 'open FROM t;",
    "SELECT 'open FROM t",
    'SELECT "open FROM t;',
    "FROM events_ts('Alpha, date_from := current_date);",
    "-- it's\nSELECT 'open;",
    "SELECT 'it''s open;",
    "SELECT e'it\\'s open;",
    "SELECT 'whole\nof it', 'open;",
  ]) {
    const cell = before.endsWith(';') ? before : `${before};`;
    first(`${cell}\nFROM prices SELECT |`, 'entity', 'close');
    first(`${cell}\nFROM events_ts('|')`, 'Alpha Works');
    first(`${cell}\nFROM events_ts('|`, 'Alpha Works');
    only(`${cell}\nFROM bullish_stocks(time_horizon := '|`, '1D', '1W', '1M', '3M');
    first(`${cell}\nFROM |`, 'bull_bear_score_ts');
    taken(`${cell}\nFROM we|`, 'weekly', `${cell}\nFROM weekly`);
  }
});

test('a quote that is missing in the same statement keeps nothing back', () => {
  first("SELECT 'it FROM t\nWHERE x = 'a'; SELECT | FROM prices", 'entity');
  first("SELECT * FROM prices\nWHERE entity = 'company:A1\nORDER BY |", 'entity', 'close');
  first("FROM events_ts('company:A1, date_from := current_date)\nWHERE |", 'entity', 'date');
  first("SELECT 'a\n, | FROM prices", 'entity', 'close');
  only("FROM bullish_stocks(time_horizon := '|, industry := 'technology')", '1D', '1W', '1M', '3M');
  among("FROM bullish_stocks(industry := 'tech, time_horizon := '|')", 'technology');
  taken(
    "FROM bullish_stocks(time_horizon := '|, amount := 5)",
    '1W',
    "FROM bullish_stocks(time_horizon := '1W', amount := 5)",
  );
  taken(
    "FROM bullish_stocks(time_horizon := '|, industry := 'technology')",
    '1W',
    "FROM bullish_stocks(time_horizon := '1W', industry := 'technology')",
  );
});

test('a text of several lines is believed where nothing is missing', () => {
  nothing("SELECT 'first\nsec|ond'");
  first("SELECT 'first\nsecond' AS a, | FROM prices", 'entity');
  nothing("SELECT $$it's\n|$$");
  first("SELECT $$it's\n$$, | FROM prices", 'entity');
});

test('a bracket without its second one ends before the next clause', () => {
  first('SELECT lower(name FROM prices WHERE |', 'entity', 'close');
  first('SELECT lower(| FROM prices', 'entity', 'close');
  first('SELECT count(lower(entity FROM prices GROUP BY |', 'entity', 'close');
  first('SELECT count(*) FILTER (WHERE | FROM prices', 'entity', 'close');
  first('SELECT sum(close) OVER (PARTITION BY | FROM prices', 'entity', 'close');
  first('SELECT [close, | FROM prices', 'entity', 'close');
  first('SELECT extract(year FROM |) FROM prices', 'bull_bear_score_ts');
  among('FROM bullish_stocks(|\nWHERE side = 1', 'amount', 'time_horizon');
  first("FROM bull_bear_score_ts('a'\nWHERE |", 'entity', 'date', 'score');
  first('FROM (SELECT close AS c FROM prices WHERE |', 'entity', 'close');
  first('WITH t AS (SELECT entity FROM |', 'bull_bear_score_ts');
});

test('nothing is offered where a new name or a number is typed, and behind a text', () => {
  for (const marked of [
    'SELECT close AS |',
    'SELECT close AS c|',
    'FROM prices AS |',
    'FROM prices p|',
    'FROM prices JOIN weekly w|',
    "FROM events_ts('a') e|",
    'FROM (SELECT 1) q|',
    'CREATE TABLE |',
    'CREATE OR REPLACE TABLE sc|',
    'CREATE OR REPLACE TEMP VIEW v|',
    'CREATE MACRO |',
    'SELECT 1.|',
    'FROM prices WHERE close > 0.5|',
    'FROM prices LIMIT 10|',
    'FROM bullish_stocks(amount := 1|)',
    "SELECT 'a'|",
    "FROM bullish_stocks() WHERE side = 'bullish'|",
    'SELECT "close"| FROM prices',
    "FROM events_ts('company:A1'|)",
  ]) {
    nothing(marked);
  }
  among('SELECT CAST(close AS |', 'DOUBLE', '-SELECT');
  among('CREATE TABLE t AS |', 'SELECT');
  among('FROM prices wh|', 'WHERE');
  among('FROM prices |', 'WHERE');
});
