import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grammarTextAt } from '../../../src/core/language/grammarText';
import { NextWords } from '../../../src/core/language/nextWords';
import { atCursor, factsOf } from './assisted';

const keywords = 'select from where join order by with as and using over partition cast in'.split(
  ' ',
);

/** What the grammar is asked at `|`; null where it is not asked. */
function check(marked: string, expected: string | null): void {
  const { text, offset } = atCursor(marked);
  const facts = factsOf(text);
  const words = keywords.map(name => ({ name, isReserved: true }));
  const vocabulary = { ...facts.vocabulary, keywords: words };
  assert.equal(grammarTextAt({ ...facts, vocabulary }, offset), expected, marked);
}

test('the grammar sees names and literals in their shortest form, up to the word', () => {
  check('|', '');
  check('FROM prices WH|', 'from a ');
  check(
    "SELECT 1; SELECT close FROM prices WHERE entity = 'company:A1' |",
    "select a from a where a = 'a' ",
  );
  check('SELECT "Last Seen" |', 'select a ');
});

test('of a chart the grammar sees what a FILTER holds, in brackets', () => {
  check('FROM prices VISUALISE DRAW line FILTER |', 'select ( ');
  check(
    'FROM prices VISUALISE DRAW line FILTER close IN (1, 2) AND "Last Seen" |',
    'select ( a in ( 1 ) and a ',
  );
  check('FROM prices VISUALISE DRAW line MAPPING |', null);
  check('FROM prices VISUALISE DRAW line FILTER close > 1 DRAW |', null);
});

test('of a list the grammar sees the last item, and of long brackets next to nothing', () => {
  check('SELECT a, lower(b), c |', 'select a ');
  check('FROM prices p JOIN weekly w USING (a, b), weekly |', 'from a ');
  check('SELECT a FROM prices ORDER BY a, b, c |', 'select a from a order by a ');
  check(
    'WITH t AS (SELECT a FROM prices WHERE a = 1 AND b = 2), u AS (SELECT 1) |',
    'with a as ( select 1 ) ',
  );
  check('FROM (SELECT a FROM prices WHERE a = 1 AND b = 2) |', 'from ( select a ) ');
  check(
    'SELECT sum(a) OVER (PARTITION BY a, b ORDER BY c, d) |',
    'select a ( a ) over ( partition by a ) ',
  );
  check('SELECT CAST(close AS |', 'select cast ( a as ');
});

test('the grammar is not asked where no keyword can stand', () => {
  check('SELECT p.| FROM prices p', null);
  check('FROM bullish_stocks(|)', null);
  check("SELECT '|'", null);
  check('-- |', null);
  check('FROM prices VISUALISE |', null);
});

test('a text is asked once, and again where there was no answer', async () => {
  const asked: string[] = [];
  const words = new NextWords(text => {
    asked.push(text);
    return text === 'late ' && asked.length < 3
      ? Promise.resolve(undefined)
      : Promise.resolve(['where']);
  });
  assert.deepEqual(await words.after('from a '), ['where']);
  assert.deepEqual(await words.after('from a '), ['where']);
  assert.equal(await words.after('late '), undefined);
  assert.deepEqual(await words.after('late '), ['where']);
  assert.deepEqual(asked, ['from a ', 'late ', 'late ']);
  for (let at = 0; at < 1000; at++) {
    await words.after(`${at} `);
  }
  await words.after('from a ');
  assert.equal(asked.filter(text => text === 'from a ').length, 2, 'the oldest are forgotten');
});
