import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WordSource } from '../../../src/kernel/language/vocabulary';

test("DuckDB's own words are read from DuckDB", async () => {
  const { keywords, functions, types } = await new WordSource().vocabulary();
  const reserved = new Set(keywords.filter(word => word.isReserved).map(({ name }) => name));
  assert.ok(reserved.has('select') && reserved.has('qualify') && !reserved.has('action'));
  const named = new Map(functions.map(each => [each.name, each]));
  const truncate = named.get('date_trunc');
  assert.deepEqual(
    truncate?.overloads[0]?.parameters.map(({ name }) => name),
    ['part', 'timestamp'],
  );
  assert.match(truncate?.doc ?? '', /precision/);
  assert.equal(named.get('read_csv')?.givesRows, true);
  assert.equal(named.get('lower')?.givesRows, false);
  const own = types.slice(0, types.indexOf('bool'));
  assert.ok(
    ['varchar', 'date', 'double', 'timestamp with time zone'].every(each => own.includes(each)),
  );
  assert.ok(types.includes('text') && !types.includes('list'));
  assert.equal(new Set(types).size, types.length);
  assert.ok(functions.every(({ name }) => /^[a-z][a-z0-9_]*$/.test(name)));
});

test('the words that come next are those that its grammar takes', async () => {
  const words = new WordSource();
  /** `expected`: words that come, and behind a `-` words that do not. */
  const check = async (text: string, ...expected: string[]): Promise<void> => {
    const next = await words.nextWords(text);
    for (const word of expected) {
      assert.equal(
        next.includes(word.replace(/^-/, '')),
        !word.startsWith('-'),
        `${text}: ${word}`,
      );
    }
  };
  await check('', 'select', 'create', '-where');
  await check('SELECT a FROM t ', 'where', 'join', '-create');
  await check('SELECT a FROM t ORDER ', 'by', '-where');
  await check('SELECT ( a ', 'and', 'is', '-group', '-limit');
  assert.deepEqual(await words.nextWords('x '.repeat(4000)), []);
});

test('a word that begins nothing comes where any name may stand, and nowhere else', async () => {
  const words = new WordSource();
  for (const [text, isAny] of [
    ['SELECT ', true],
    ['SELECT a FROM t WHERE NOT ', true],
    ['SELECT count(', true],
    ['FROM (', true],
    ['FROM t WHERE a IN (', true],
    ['', false],
    ['SELECT a FROM t ', false],
    ['SELECT a FROM t WHERE a IS ', false],
    ['WITH t AS (', false],
  ] as const) {
    const next = await words.nextWords(text);
    assert.equal(next.includes('absolute'), isAny, text);
  }
});
