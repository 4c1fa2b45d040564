import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartFindings } from '../../../src/core/language/chartFindings';
import { signalFunctions } from '../../../src/core/service/functions';
import { callProblems } from '../../../src/core/sql/callProblems';
import { readArguments } from '../../../src/core/sql/readArguments';
import { callsOf } from '../../../src/core/sql/calls';
import { constantOf } from '../../../src/core/sql/constants';
import { definitionsOf } from '../../../src/core/sql/definitions';
import { statementsOf } from '../../../src/core/sql/statements';
import { tokenize } from '../../../src/core/sql/tokens';
import { usesOf } from '../../../src/core/sql/uses';
import { clauseWords, partWords } from '../../../src/core/visualise/clauseWords';
import fc from '../../support/properties';

/** What any reading of a text may take of the processor, however busy the machine is. */
const LONGEST_MS = 50;

const names = signalFunctions.flatMap(({ name, arguments: list }) => [
  `${name}(`,
  ...list.map(argument => `${argument.name} := `),
]);
const word = fc.constantFrom(
  ...names,
  ...clauseWords,
  ...partWords,
  ...'select from join with as create table view macro set variable = drop alter insert into ( ) [ ] , ; . $ $$ " -- /* */ := => :: * e DATE current_date - 30 :: date cast( interval getvariable( NULL a b VISUALISE SETTING'.split(
    ' ',
  ),
  "'",
  "'x'",
  '\n',
  '🐂',
  'é',
);
const texts = fc.oneof(
  fc.array(word, { maxLength: 200 }).map(words => words.join(' ')),
  fc.array(word, { maxLength: 200 }).map(words => words.join('')),
  fc.string({ unit: 'binary', maxLength: 500 }),
);

/** Reads the text in every way that needs no engine. */
function readEverything(text: string): void {
  for (const statement of statementsOf(text)) {
    const { tokens, clause } = statement;
    usesOf(text, tokens).forEach(({ span }) =>
      assert.ok(span.from < span.to && span.to <= text.length),
    );
    definitionsOf(text, statement);
    constantOf(tokens);
    for (const call of callsOf(statement)) {
      callProblems(call, readArguments(call, tokens, new Map()));
    }
    if (clause) {
      const found = chartFindings(text, clause, [{ name: 'a', type: 'DOUBLE' }], new Map());
      found.forEach(({ span }) => assert.ok(span.from <= span.to && span.to <= text.length));
    }
  }
}

/** Milliseconds of the processor, the least of several tries: collecting garbage counts as well. */
function shortest(work: () => void): number {
  const tries = [0, 1].map(() => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...tries);
}

test('any text is read without an error and at once', () => {
  fc.assert(
    fc.property(texts, text => {
      assert.ok(shortest(() => readEverything(text)) < LONGEST_MS, text);
    }),
    { numRuns: 200 },
  );
});

/** `check(part, …)`: work grows with the text: thousands of repetitions take no longer than their number allows. */
function checkGrowth(part: string): void {
  const [few, many] = [500, 4000];
  readEverything(part.repeat(few));
  const short = shortest(() => readEverything(part.repeat(few)));
  const long = shortest(() => readEverything(part.repeat(many)));
  const allowed = Math.max(2 * LONGEST_MS, short * (many / few) * 3);
  assert.ok(long < allowed, `${part}: ${few} took ${short} ms, ${many} took ${long} ms`);
}

test('work grows with the length of a text and not with its square', () => {
  for (const part of [
    '(',
    ')',
    'a, ',
    'FROM a, ',
    'with a as (',
    'with a as (from b) ',
    "'",
    '"a".',
    '$a$',
    '/* ',
    'e\\\\',
    "[1, 'a'], ",
    'VISUALISE a AS x ',
    'DRAW line ',
    'CREATE TABLE t AS ',
    'SELECT 1; ',
  ]) {
    checkGrowth(part);
  }
});

test('tokens of any text lie in order, and no reading of them is lost', () => {
  fc.assert(
    fc.property(texts, text => {
      let at = 0;
      for (const { from, to } of tokenize(text)) {
        assert.ok(from >= at && to > from);
        at = to;
      }
      assert.ok(at <= text.length);
    }),
  );
});
