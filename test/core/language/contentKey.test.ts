import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentKey } from '../../../src/core/language/contentKey';
import { formatCell } from '../../../src/core/visualise/formatCell';
import fc from '../../support/properties';

/** Whether both texts of a cell do the same. */
function check(one: string, other: string, isSame: boolean): void {
  const [a, b] = [contentKey('signals-sql', one), contentKey('signals-sql', other)];
  assert.equal(a === b, isSame, `${one}\n${other}`);
}

test('white space, comments, empty statements and the case of keywords do not count', () => {
  check('select 1', 'SELECT\n  1', true);
  check('SELECT 1', '-- why\nSELECT /* one */ 1 -- one', true);
  check('SELECT 1; SELECT 2', ';SELECT 1;\n\nSELECT 2;;', true);
  check('from t where a is not null', 'FROM t\nWHERE a IS NOT NULL', true);
  check('create or replace table t as from u', 'CREATE OR REPLACE TABLE t AS FROM u', true);
  check('from t visualise a as x draw line', 'FROM t\nVISUALISE a AS x\nDRAW line', true);
  check(
    'from t visualise a as x draw line filter a>1 and b>2',
    'FROM t\nVISUALISE a AS x DRAW line FILTER a > 1 AND b > 2',
    true,
  );
});

test('literals, names and operators count to the letter', () => {
  check("SELECT 'a'", "SELECT 'A'", false);
  check("SELECT 'a b'", "SELECT 'a  b'", false);
  check("SELECT 'a'\n'b'", "SELECT 'a' 'b'", false);
  check('SELECT "a"', 'SELECT "A"', false);
  check('SELECT a', 'SELECT A', false);
  check('SELECT 1 AS Select_', 'SELECT 1 AS select_', false);
  check('SELECT 1 AS "order"', 'SELECT 1 AS order', false);
  check('SELECT a > = b', 'SELECT a >= b', false);
  check("SELECT e'a'", "SELECT e 'a'", false);
  check('SELECT 1; SELECT 2', 'SELECT 2; SELECT 1', false);
  check('SELECT 1; SELECT 2', 'SELECT 1 SELECT 2', false);
  check("SELECT '-- a'", "SELECT '-- b'", false);
});

test('what is drawn counts', () => {
  const drawn = "FROM t VISUALISE a AS x, b AS y DRAW line LABEL title => 'Bulls'";
  for (const [from, to] of [
    ['line', 'point'],
    ['Bulls', 'bulls'],
    ['a AS x', 'A AS x'],
    [', b AS y', ''],
    ["LABEL title => 'Bulls'", ''],
  ] as const) {
    check(drawn, drawn.replace(from, to), false);
  }
  check(drawn, 'FROM t', false);
});

test('a specification is what its JSON says', () => {
  const key = (text: string): string => contentKey('vega-lite', text);
  assert.equal(key('{"mark": "bar"}'), key('{\n  "mark" :"bar"\n}'));
  assert.notEqual(key('{"mark": "bar"}'), key('{"mark": "Bar"}'));
  assert.notEqual(key('{"mark": '), key('{ "mark": '));
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  assert.notEqual(key(deep), key(`${deep} `));
});

const item = fc.constantFrom('a', 'B', '"Q"', "'s'", '1', '1.5', 'count(*)', 'a + 1', "x ->> 'k'");
const query = fc
  .record({
    columns: fc.array(fc.tuple(item, fc.constantFrom('', ' as c', ' AS "D"')), {
      minLength: 1,
      maxLength: 4,
    }),
    rest: fc.constantFrom(
      '',
      ' where a > 1 and b is null',
      " group by all order by 1 desc -- it's",
      ' limit 5',
    ),
    drawn: fc.constantFrom(
      '',
      ' visualise c as x, "D" as y draw line setting linewidth => 2',
      " visualise c as x draw point filter a > 1 label title => 'T'",
    ),
  })
  .map(({ columns, rest, drawn }) => {
    const listed = columns.map(([column, alias]) => column + alias).join(',');
    return `select ${listed} from "My t"${rest}\n${drawn}`;
  });
const cells = fc.array(query, { minLength: 1, maxLength: 3 }).map(parts => parts.join('; '));

test('formatting any cell leaves it as it is', () => {
  fc.assert(
    fc.property(cells, fc.integer({ min: 1, max: 8 }), (text, tabSize) => {
      check(text, formatCell(text, tabSize), true);
    }),
  );
});

test('any change of a token that counts is a change', () => {
  const changes: readonly (readonly [RegExp, string])[] = [
    [/'s'/, "'S'"],
    [/"My t"/, '"my t"'],
    [/\b1\b/, '2'],
    [/\bB\b/, 'b'],
    [/\bline\b/, 'area'],
    [/=> 2/, '=> 3'],
    [/ desc /, ' asc '],
    [/ and /, ' or '],
    [/,/, ', 7,'],
    [/\+/, '-'],
  ];
  fc.assert(
    fc.property(cells, fc.constantFrom(...changes), fc.boolean(), (text, [from, to], isLaidOut) => {
      const changed = text.replace(from, to);
      check(text, isLaidOut ? formatCell(changed, 2) : changed, changed === text);
    }),
  );
});
