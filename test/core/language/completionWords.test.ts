import assert from 'node:assert/strict';
import { test } from 'node:test';
import { among, first, offered } from './offered';

test('keywords are those of the grammar, or those that are reserved', () => {
  among('SELECT 1 |', 'SELECT', 'ORDER BY', 'VISUALISE', '-ACTION');
  const words = offered('SELECT a FROM t |', ['where', 'group']).filter(
    ({ kind }) => kind === 'keyword',
  );
  assert.deepEqual(
    words.map(({ label }) => label),
    ['WHERE', 'GROUP BY'],
  );
  among('SELECT close | FROM prices', 'ORDER BY');
  const grammar = (marked: string, words: string[]) =>
    offered(marked, words).flatMap(({ kind, label }) => (kind === 'keyword' ? [label] : []));
  assert.deepEqual(grammar('FROM prices |', ['asof', 'limit', 'where']), [
    ...['WHERE', 'LIMIT', 'VISUALISE', 'ASOF'],
  ]);
  assert.deepEqual(grammar('FROM prices LEFT |', ['outer', 'join']), ['JOIN', 'OUTER']);
  assert.deepEqual(grammar('FROM (FROM prices |', ['limit']), ['LIMIT']);
  assert.deepEqual(grammar('|', ['abort', 'from', 'select']), ['SELECT', 'FROM', 'ABORT']);
  among('|', 'SELECT', 'bullish_stocks');
});

/** How DuckDB's list of words begins where any name may stand: it ends before the words that matter. */
const anyName = ['abort', 'absolute', 'access', 'action', 'array'];

/** The keywords at `|` begin with these, whether the grammar was asked or not. */
function begins(marked: string, ...expected: string[]): void {
  for (const nextWords of [null, anyName]) {
    const words = offered(marked, nextWords).flatMap(({ kind, label }) =>
      kind === 'keyword' ? [label] : [],
    );
    assert.deepEqual(words.slice(0, expected.length), expected, marked);
    const known = ['CASE', 'CAST', 'NOT', 'EXISTS', 'NULL', 'INTERVAL'];
    assert.deepEqual(
      known.filter(word => !words.includes(word)),
      [],
      marked,
    );
    assert.ok(!words.some(word => ['ABORT', 'VISUALISE', 'WHERE'].includes(word)), marked);
  }
}

test('where an operand is wanted come the words that begin one', () => {
  begins('SELECT C|', 'DISTINCT', 'CASE', 'CAST');
  begins('SELECT DIS|', 'DISTINCT');
  begins('SELECT DISTINCT |', 'ON', 'CASE');
  begins('FROM prices WHERE N|', 'CASE', 'CAST', 'NOT', 'EXISTS');
  begins('FROM prices WHERE NOT E|', 'CASE');
  begins('SELECT CASE W|', 'WHEN', 'CASE');
  begins('SELECT CASE WHEN |', 'CASE');
  begins('SELECT close, C|', 'CASE');
  begins('SELECT close + C|', 'CASE');
  begins('SELECT count(D|', 'DISTINCT', 'CASE');
  begins('FROM prices GROUP BY A|', 'ALL');
  const labels = offered('SELECT |').map(({ label }) => label);
  assert.ok(labels.indexOf('CASE') < labels.indexOf('lower'), 'there are hundreds of functions');
});

test('where a bracket is open that takes a query come the words that begin one', () => {
  for (const start of [
    'FROM prices WHERE close IN (S|',
    'FROM prices WHERE NOT EXISTS (S|',
    'SELECT (S|',
    'SELECT 1 + (S|',
    'SELECT array(S|',
  ]) {
    begins(start, 'SELECT', 'FROM', 'WITH', 'VALUES');
  }
  first('FROM (S|', 'SELECT', 'FROM', 'WITH', 'VALUES', 'bull_bear_score_ts');
  among('FROM events_ts((S|', 'SELECT', 'FROM');
  among('FROM events_ts(S|', '-SELECT');
  among('SELECT count(S|', '-SELECT');
  among('FROM prices JOIN L|', 'LATERAL', '-CASE');
});

test('where a type is wanted come the types, the likeliest first', () => {
  for (const start of [
    'SELECT close::|',
    'SELECT CAST(close AS |',
    'SELECT TRY_CAST(close AS D|',
  ]) {
    for (const nextWords of [null, ['bigint', 'double', 'union']]) {
      const labels = offered(start, nextWords).map(({ label }) => label);
      assert.deepEqual(labels, ['VARCHAR', 'DATE', 'DOUBLE', 'BIGINT', 'INT8'], start);
    }
  }
});

test('in a FILTER of a layer come functions and the words of expressions', () => {
  const filter = 'FROM prices VISUALISE DRAW line FILTER';
  among(`${filter} |`, 'close', 'lower', 'NOT', 'CASE', '-DRAW', '-WHERE', '-VISUALISE');
  among(`${filter} close > 1 AND |`, 'close', 'lower', 'NOT');
  const words = offered(`${filter} close IS |`, ['distinct', 'not', 'null']);
  assert.deepEqual(
    words.slice(0, 3).map(({ label }) => label),
    ['NOT', 'NULL', 'DISTINCT'],
  );
  among(`${filter} close > 1 |`, 'DRAW', 'SCALE', '-VISUALISE');
});
