/** What an editor marks of a statement that ends, for now, at the cursor `|`: nothing of what is still being typed. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { problemsBeside } from '../../../src/core/language/typedWord';
import { AnalystFixture } from './analysed';

const fixture = new AnalystFixture();
after(() => fixture.close());

/** @returns The texts under the marks that are there after a pause. */
async function marks(marked: string): Promise<string[]> {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const { cells } = await fixture.analyse([text]);
  const problems = cells.flatMap(cell => cell.problems);
  const shown = problemsBeside(problems, { text, offset, isPaused: true });
  return shown.map(({ span }) => text.slice(span.from, span.to));
}

const rows = 'FROM range(3) t(a)';
const chart = `${rows} VISUALISE a AS x DRAW bar`;

const unfinished = [
  ...['SELECT f(|', 'SELECT f(|)', 'SELECT f(|\nFROM t', 'SELECT sum(|)', 'SELECT coalesce(|'],
  ...[`SELECT a, f(|) ${rows}`, `SELECT a, | ${rows}`, `SELECT a + | ${rows}`, 'SELECT a, |'],
  ...[`SELECT a AS | ${rows}`, `SELECT sum(a) OVER (|) ${rows}`, 'SELECT count(DISTINCT |)'],
  ...[`SELECT sum(a) OVER (PARTITION BY |) ${rows}`, 'SELECT CAST(| AS INT)', 'SELECT a::|'],
  ...["SELECT 'ab|", 'SELECT "ab|', 'SELECT [|]', 'SELECT {|}', 'SELECT CASE WHEN |'],
  ...['WITH x AS (|)', 'SELECT * FROM (|)', `SELECT a ${rows} WHERE |`, `${rows} GROUP BY |`],
  ...[`SELECT a ${rows} WHERE a IN (|)`, `${rows} JOIN |`, `${rows} JOIN range(2) u ON |`],
  ...['CREATE TABLE |', 'CREATE TABLE t AS |', 'INSERT INTO |', 'SET VARIABLE x = |', 'PIVOT |'],
  ...['FROM bullish_stocks(|)', 'FROM bull_bear_score_ts(|', "FROM bull_bear_score_ts('a', |)"],
  ...["FROM bull_bear_score_ts('a', date_from := |)", `${rows} VISUALISE |`, `${chart} SETTING |`],
  ...[`${chart} SETTING width => |`, `${chart} MAPPING |`, `${chart} SCALE x FROM [|]`],
  ...[`${chart} LABEL title => |`, `${chart} FACET |`, `${chart} FILTER |`, `${chart} SCALE |`],
];

test('nothing is marked of what is still being typed, also after a pause', async () => {
  for (const marked of unfinished) {
    assert.deepEqual(await marks(marked), [], marked);
  }
});

test('what is wrong elsewhere is marked while something is typed', async () => {
  assert.deepEqual(await marks(`SELECT nope, f(|) ${rows}`), ['nope']);
  assert.deepEqual(await marks(`SELECT nope, | ${rows}`), ['nope']);
  assert.deepEqual(await marks(`SELECT nope, a| ${rows}`), ['nope']);
  assert.deepEqual(await marks('SELECT nope; SELECT 1, |'), ['nope']);
  assert.deepEqual(await marks(`SELECT f() + | ${rows}; SELECT g()`), ['g']);
  assert.deepEqual(await marks(`${rows} VISUALISE a AS x; SELECT |`), ['VISUALISE']);
});
