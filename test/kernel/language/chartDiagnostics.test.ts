import { after, test } from 'node:test';
import { AnalystFixture } from './analysed';
import { problemChecks } from './checkProblems';

const fixture = new AnalystFixture();
const check = problemChecks(fixture);
after(() => fixture.close());

const query = "FROM bull_bear_score_ts('a')";

test('clauses that are right have no problem', async () => {
  await check(`${query} VISUALISE date AS x, score AS y DRAW line`, []);
  await check(`${query} VISUALIZE * DRAW point MAPPING date AS x, score AS y`, []);
  await check('VISUALISE rank AS x, price AS y FROM bullish_stocks() DRAW point', []);
  await check(['CREATE TABLE t AS SELECT 1 AS x, 2 AS y', 'FROM t VISUALISE x, y DRAW point'], []);
  await check(
    [
      'CREATE TABLE wide AS PIVOT bullish_stocks() ON side USING count(*)',
      'FROM wide VISUALISE anything AS x, other AS y DRAW point',
    ],
    [],
  );
  await check(
    `WITH s AS (${query}) FROM s VISUALISE date AS x, score AS y DRAW line DRAW point MAPPING date AS x, score AS y FROM s FILTER score > 1`,
    [],
  );
  await check(
    `${query} VISUALISE date AS x, score AS y DRAW line DRAW rule MAPPING date AS x FROM events_ts('a', date_from := current_date - 3) FILTER count > 1`,
    [],
  );
});

test('names in a clause are told with the one that was meant', async () => {
  const named = async (wrong: string, right: string, clause: string, code: string) => {
    const fixed = `${query} VISUALISE ${clause.replace('?', right)}`;
    await check(`${query} VISUALISE ${clause.replace('?', `‹${wrong}›`)}`, [
      [`chart.${code}`, fixed],
    ]);
  };
  await named(
    "'stak'",
    "'stack'",
    'date AS x, score AS y DRAW bar SETTING position => ?',
    'badValue',
  );
  await named('scor', 'score', 'date AS x, ? AS y DRAW line', 'unknownColumn');
  await named('"scor"', '"score"', 'date AS x, ? AS y DRAW line', 'unknownColumn');
  await named('date x', 'date AS x', '?, score AS y DRAW line', 'missingAs');
  await named('scatter', 'point', 'date AS x, score AS y DRAW ?', 'unknownLayer');
  await named('lin', 'line', 'date AS x, score AS y DRAW ?', 'unknownLayer');
  await named(
    'strok',
    'stroke',
    'date AS x, score AS y, ticker AS ? DRAW line',
    'unknownAesthetic',
  );
  await named(
    'linewdth',
    'linewidth',
    'date AS x, score AS y DRAW line SETTING ? => 2',
    'unknownSetting',
  );
  await named(
    "'viridi'",
    "'viridis'",
    'date AS x, score AS y, score AS fill DRAW point SCALE fill TO ?',
    'unknownPalette',
  );
  await named(
    'CONTINOUS',
    'CONTINUOUS',
    'date AS x, score AS y DRAW line SCALE ? y',
    'unknownScaleType',
  );
  await named('tickr', 'ticker', 'date AS x, score AS y DRAW line FACET ?', 'unknownColumn');
});

test('a layer that lacks or cannot have an aesthetic is told', async () => {
  await check(`${query} VISUALISE date AS x DRAW ‹line›`, ['chart.missingAesthetic']);
  await check(`${query} VISUALISE date AS x, score AS y DRAW line MAPPING ticker AS ‹label›`, [
    'chart.unknownAesthetic',
  ]);
  await check(`${query} ‹VISUALISE› date AS x, score AS y`, ['chart.noLayer']);
  await check(`${query} VISUALISE date AS x, ‹score + 1 AS y› DRAW line`, ['chart.expression']);
  await check(`${query} VISUALISE date AS x, score AS y DRAW line ‹SCAL› x`, ['chart.expected']);
});

test('a clause needs rows, and the only query is the one before it', async () => {
  await check('CREATE TABLE t AS SELECT 1 AS x ‹VISUALISE› x, x AS y DRAW point', ['noRows']);
  await check('SET VARIABLE a = 1 ‹VISUALISE› x, x AS y DRAW point', ['noRows']);
  await check(`${query} VISUALISE date AS x, score AS y FROM ‹event_types› DRAW line`, [
    ['secondSource', `${query} VISUALISE date AS x, score AS y DRAW line`],
  ]);
});

test("the SQL in a clause's layers is read like that of the query", async () => {
  const layer = (sql: string): string =>
    `${query} VISUALISE date AS x, score AS y DRAW line DRAW point MAPPING date AS x, score AS y ${sql}`;
  await check(layer('FROM ‹nowhere_at_all›'), ['unknownTable']);
  await check(layer('FILTER ‹scor› > 1'), [['unknownColumn', layer('FILTER score > 1')]]);
  await check(layer("FROM bull_bear_score_ts('a') FILTER ‹nothing_like_it› > 1"), [
    'unknownColumn',
  ]);
  await check(layer("FROM bull_bear_score_ts('a', time_horizon := ‹'1d'›)"), [
    ['argument.unknownValue', layer("FROM bull_bear_score_ts('a', time_horizon := '1D')")],
  ]);
});
