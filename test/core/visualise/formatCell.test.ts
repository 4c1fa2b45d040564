import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saysTheSame } from '../../../src/core/sql/sameTokens';
import { compileChart } from '../../../src/core/visualise/compile';
import { formatCell, formatRange } from '../../../src/core/visualise/formatCell';
import { parseVisualise } from '../../../src/core/visualise/parser';
import { goldenCases } from './goldenCases';
import { sampleTables } from './sampleData';
import { sampleColumns } from './sampleResult';
import fc from '../../support/properties';

function check(text: string, expected: string): void {
  const made = formatCell(text, 2);
  assert.equal(made, expected);
  assert.equal(formatCell(made, 2), made, 'formatting again');
}

test('keywords are written in upper case and clauses begin a line', () => {
  check(
    `select date, avg(score) as mean_score from bull_bear_score_ts('a', date_from := current_date - 30) group by date`,
    [
      'SELECT',
      '  date,',
      '  avg(score) AS mean_score',
      'FROM',
      "  bull_bear_score_ts('a', date_from := current_date - 30)",
      'GROUP BY',
      '  date',
    ].join('\n'),
  );
  check('from bullish_stocks(amount := 5)', 'FROM\n  bullish_stocks(amount := 5)');
  check('set variable since=current_date-30', 'SET VARIABLE since = current_date - 30');
});

/** `expected`: the text laid out, on one line. */
function checkCase(text: string, expected: string): void {
  const made = formatCell(text, 2);
  assert.equal(made.replace(/\s+/g, ' '), expected);
  assert.equal(formatCell(made, 2), made, 'formatting again');
}

test('a word that DuckDB does not reserve is in upper case where it is a keyword', () => {
  checkCase(
    'select sum(a) over (partition by b order by c desc nulls last rows between 3 preceding and current row) from t',
    'SELECT sum(a) OVER ( PARTITION BY b ORDER BY c DESC NULLS LAST ROWS BETWEEN 3 PRECEDING AND CURRENT ROW ) FROM t',
  );
  checkCase(
    'select sum(a) over (order by c range between interval 3 day preceding and unbounded following exclude ties)',
    'SELECT sum(a) OVER ( ORDER BY c RANGE BETWEEN INTERVAL 3 DAY PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE TIES )',
  );
  checkCase('update t set a = 1', 'UPDATE t SET a = 1');
  checkCase('drop table if exists t', 'DROP TABLE IF EXISTS t');
  checkCase(
    'create table if not exists t (a int primary key)',
    'CREATE TABLE IF NOT EXISTS t (a int PRIMARY KEY)',
  );
  checkCase(
    'create or replace temp table t as select 1 as a',
    'CREATE OR REPLACE TEMP TABLE t AS SELECT 1 AS a',
  );
  checkCase(
    'insert into t values (1) on conflict do nothing',
    'INSERT INTO t VALUES (1) ON CONFLICT DO NOTHING',
  );
  checkCase(
    'insert into t values (1) on conflict (a) do update set b = 2',
    'INSERT INTO t VALUES (1) ON CONFLICT (a) DO UPDATE SET b = 2',
  );
  checkCase('alter table t add column c int', 'ALTER TABLE t ADD COLUMN c int');
  checkCase('alter table t rename to u', 'ALTER TABLE t RENAME TO u');
  checkCase(
    'select * exclude (a) replace (b as c), count(*) filter (where d)',
    'SELECT * EXCLUDE (a) REPLACE (b AS c), count(*) FILTER ( WHERE d )',
  );
  checkCase('from t where not exists (from u)', 'FROM t WHERE NOT EXISTS ( FROM u )');
  checkCase('from a union all by name from b', 'FROM a UNION ALL BY NAME FROM b');
  checkCase("select a at time zone 'UTC'", "SELECT a AT TIME ZONE 'UTC'");
});

test('and keeps its case where it may name a column', () => {
  checkCase(
    "select rows between 1 and 2, partition, nulls last, first, key, if, filter, a * replace(b, 'x', 'y') from t order by name",
    "SELECT rows BETWEEN 1 AND 2, partition, nulls last, first, key, if, filter, a * replace(b, 'x', 'y') FROM t ORDER BY name",
  );
  checkCase(
    'select current, constructor, exclude, day, a exists, 3 preceding from t group by rows',
    'SELECT current, constructor, exclude, day, a exists, 3 preceding FROM t GROUP BY rows',
  );
});

test('a name keeps its case, keyword or not', () => {
  check('select 1 as Order', 'SELECT\n  1 AS Order');
  check(
    'select First, "Left", t.Select from t',
    'SELECT\n  First,\n  "Left",\n  t.Select\nFROM\n  t',
  );
  check('create table T as select Share from b', 'CREATE TABLE T AS\nSELECT\n  Share\nFROM\n  b');
});

test('statements are set apart by an empty line, comments stay with what they are about', () => {
  check(
    '-- one\nfrom a;from b -- two\n;/* three */\n\n\n-- four\nfrom c',
    '-- one\nFROM\n  a;\n\nFROM\n  b; -- two\n\n/* three */\n-- four\nFROM\n  c',
  );
  check('from a -- why\nwhere x > 1', 'FROM\n  a -- why\nWHERE\n  x > 1');
});

test('a clause is a line where it fits, else its parts and then its items have one each', () => {
  check(
    'from t visualise date as x, score as y draw line setting linewidth=>2 label title=>null',
    'FROM\n  t\nVISUALISE date AS x, score AS y\nDRAW line SETTING linewidth => 2\nLABEL title => NULL',
  );
  check(
    `visualise * from t draw point mapping date as x, score as y, industry as colour setting size => 4, opacity => 0.5 filter score > 0 order by date desc`,
    [
      'VISUALISE * FROM t',
      'DRAW point',
      '  MAPPING date AS x, score AS y, industry AS colour',
      '  SETTING size => 4, opacity => 0.5',
      '  FILTER score > 0',
      '  ORDER BY date DESC',
    ].join('\n'),
  );
  check(
    `visualise x, y draw line label title => 'How far does the mean of the most bullish go?', subtitle => 'Daily, by rank', y => 'Score'`,
    [
      'VISUALISE x, y',
      'DRAW line',
      "LABEL title => 'How far does the mean of the most bullish go?',",
      "  subtitle => 'Daily, by rank',",
      "  y => 'Score'",
    ].join('\n'),
  );
});

test('comments of a clause are kept, and none swallows what follows it', () => {
  check(
    'visualise x, y -- why\ndraw line /* a */ setting linewidth => 2',
    'VISUALISE x, y -- why\nDRAW line /* a */\n  SETTING linewidth => 2',
  );
});

test('names of a clause keep their case, even those of keywords', () => {
  check('visualise Label as x, "To" as y draw line', 'VISUALISE Label AS x, "To" AS y\nDRAW line');
});

test('what cannot be read keeps its layout', () => {
  for (const text of ['select ((  1', "select 'a", 'from  t where (', '']) {
    assert.equal(formatCell(text, 2), text);
  }
  check('from  t  visualise x  as', 'FROM\n  t\nvisualise x  as');
});

test('what DuckDB reads as one token stays one', () => {
  check('select x=-1, a-1, b->c', 'SELECT\n  x = -1,\n  a - 1,\n  b -> c');
  for (const text of ["select  e'a\\n'", 'select  a <-> b']) {
    assert.ok(saysTheSame(text, formatCell(text, 2)));
    assert.match(formatCell(text, 2), /e'a|<->/);
  }
});

test('strings that a line break makes one stay one', () => {
  check("select 'a'\n'b'", "select 'a'\n'b'");
  assert.ok(!saysTheSame("select 'a'\n'b'", "select 'a' 'b'"));
});

test('a range lays out the statements that it touches alone', () => {
  const text = 'from a  ;from b  ;from c  ';
  assert.deepEqual(formatRange(text, { from: 12, to: 12 }, 2), [
    { span: { from: 9, to: 15 }, text: 'FROM\n  b' },
  ]);
});

test('the compiled chart stays the same for every golden clause', () => {
  const tables = { columns: sampleTables };
  const said = (clause: string): unknown => {
    const { problems, notes, datasets, spec } = compileChart(
      parseVisualise(clause),
      sampleColumns,
      {
        tables,
      },
    );
    return { problems, notes, spec, datasets: datasets.map(({ name, sql }) => ({ name, sql })) };
  };
  for (const clause of Object.values(goldenCases)) {
    const made = formatCell(clause, 2);
    assert.equal(formatCell(made, 2), made);
    assert.deepEqual(said(made), said(clause), clause);
  }
});

const fragment = fc.oneof(
  fc.constantFrom(
    ...[
      'select',
      'from',
      'where',
      'visualise',
      'draw',
      'line',
      'setting',
      'as',
      'x',
      'y',
      'case',
      'when',
      'end',
    ],
    ...'update set over rows between preceding nulls last * exclude replace filter interval day if exists'.split(
      ' ',
    ),
    ...[
      ',',
      '(',
      ')',
      '=>',
      ':=',
      ';',
      '*',
      "'a'",
      '"B"',
      '1',
      '--c\n',
      '/*d*/',
      '[',
      ']',
      '.',
      '$$e$$',
      '\n',
      ' ',
    ],
  ),
  fc.string({ maxLength: 3 }),
);

test('formatting changes no token and no comment of any text, and formatting again changes nothing', () => {
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 30 }), parts => {
      const text = parts.join(' ');
      const made = formatCell(text, 2);
      assert.ok(saysTheSame(text, made), made);
      assert.equal(formatCell(made, 2), made);
    }),
    { numRuns: 200 },
  );
});
