import { after, before, test } from 'node:test';
import { analysisChecks, panelTable } from './analysesFixture';
import { openSession, type TestSession } from './openSession';

let kernel: TestSession;
before(async () => {
  kernel = await openSession();
});
after(() => kernel.close());
const { make, check, fails } = analysisChecks(() => kernel);

async function panels(scores: string, returns: string): Promise<void> {
  await make(panelTable('scores', 'score', scores));
  await make(panelTable('ahead', 'forward_return', returns));
}

test('the information coefficient is Spearman’s, with average ranks for ties, among entities with both values', async () => {
  await panels(
    `a 01-05 1 1 5 1 9
     b 01-05 2 1 5 2 .
     c 01-05 3 2 5 3 .
     d 01-05 . . . 4 .`,
    `a 01-05 10 1 1 3
     b 01-05 30 2 2 2
     c 01-05 20 3 3 1
     e 01-05 99 9 9 9`,
  );
  await check(
    "FROM information_coefficient('scores', 'ahead', min_n := 3)",
    `01-05 0.5 3 3
     01-06 0.866025 3 3
     01-07 null 3 3
     01-08 -1 3 4
     01-09 null 0 1`,
  );
});

test('an information coefficient needs ten entities, unless another number is given', async () => {
  await panels('a 01-05 1\nb 01-05 2', 'a 01-05 1\nb 01-05 2');
  await check("FROM information_coefficient('scores', 'ahead')", '01-05 null 2 2');
  await check("SELECT ic FROM information_coefficient('scores', 'ahead', min_n := 2)", '1');
});

test('nulls and values that are not finite are no values; nothing comes of nothing', async () => {
  await panels("a 01-05 -\nb 01-05 'nan'::DOUBLE\nc 01-05 1\nd 01-05 2", 'c 01-05 1\nd 01-05 -');
  await check("FROM information_coefficient('scores', 'ahead')", '01-05 null 1 2');
  await panels('', '');
  await check("FROM information_coefficient('scores', 'ahead')", '');
  await check("FROM factor_quantiles('scores')", '');
  await check("FROM rank_autocorrelation('scores')", '');
  await check("FROM z_scores('scores')", '');
});

test('two scores of one day are an error', async () => {
  await panels('a 01-05 1\na 01-05 1', 'a 01-05 1');
  await fails("FROM information_coefficient('scores', 'ahead')", /factor has 2 rows for a on/);
});

test('the summary has mean, deviation, ratio and t, and allows for windows that overlap', async () => {
  await make(panelTable('ics', 'ic', 'a 01-05 0.1 0.3 - 0.2'));
  await check("FROM ic_summary('ics')", '3 0.2 0.1 2 3.464102 4.242641 null');
  await check("SELECT t_stat, t_stat_newey_west FROM ic_summary('ics', h := 2)", '3.464102 6');
  await check(
    "SELECT caveat LIKE 'Forward windows of 2 sessions overlap: the 3 days%' FROM ic_summary('ics', 2)",
    'true',
  );
  await make(panelTable('ics', 'ic', ''));
  await check("FROM ic_summary('ics')", '0 null null null null null null');
  await make(panelTable('ics', 'ic', 'a 01-05 0.1'));
  await check("FROM ic_summary('ics')", '1 0.1 null null null null null');
});

test('a bucket is ceil(q · average rank / N), so that ties share one', async () => {
  await make(
    panelTable('scores', 'score', 'a 01-05 1\nb 01-05 2\nc 01-05 3\nd 01-05 4\ne 01-05 5'),
  );
  await check(
    "FROM factor_quantiles('scores') ORDER BY entity",
    'a 01-05 1 1\nb 01-05 2 2\nc 01-05 3 3\nd 01-05 4 4\ne 01-05 5 5',
  );
  await check(
    "SELECT quantile FROM factor_quantiles('scores', 2) ORDER BY entity",
    '1\n1\n2\n2\n2',
  );
  await make(panelTable('scores', 'score', 'a 01-05 0\nb 01-05 0\nc 01-05 0\nd 01-05 4'));
  await check("SELECT quantile FROM factor_quantiles('scores', 4) ORDER BY entity", '2\n2\n2\n4');
  await check("SELECT quantile FROM factor_quantiles('scores', 1) ORDER BY entity", '1\n1\n1\n1');
});

test('zero_aware keeps negative values in the lower buckets', async () => {
  await make(
    panelTable('scores', 'score', 'a 01-05 -3\nb 01-05 0\nc 01-05 1\nd 01-05 2\ne 01-05 3'),
  );
  await check(
    "SELECT entity, quantile FROM factor_quantiles('scores', 4, zero_aware := true) ORDER BY entity",
    'a 2\nb 3\nc 3\nd 4\ne 4',
  );
  await fails("FROM factor_quantiles('scores', 5, zero_aware := true)", /is even/);
  await fails("FROM factor_quantiles('scores', 0)", /q counts from 1/);
});

test('buckets earn the mean of their members, and the spread has its standard error', async () => {
  await make(
    panelTable('buckets', 'quantile', 'a 01-05 1\nb 01-05 1\nc 01-05 2\nd 01-05 2\ne 01-05 2'),
  );
  await make(
    panelTable('ahead', 'forward_return', 'a 01-05 1\nb 01-05 3\nc 01-05 4\nd 01-05 8\nz 01-05 9'),
  );
  await check("FROM quantile_returns('buckets', 'ahead')", '01-05 1 2 1 2\n01-05 2 6 2 2');
  await check("FROM quantile_spread('buckets', 'ahead')", '01-05 4 2.236068 2 2');
  await check(
    "FROM quantile_spread('buckets', 'ahead', top := 1, bottom := 2)",
    '01-05 -4 2.236068 2 2',
  );
  await check("FROM quantile_spread('buckets', 'ahead', top := 3)", '01-05 null null 0 2');
  await make(panelTable('buckets', 'quantile', 'a 01-05 1\nc 01-05 2'));
  await check("FROM quantile_spread('buckets', 'ahead')", '01-05 3 null 1 1');
});

test('turnover is the share of a bucket’s members that were not in it p days before', async () => {
  await make(
    panelTable(
      'buckets',
      'quantile',
      `a 01-05 1 1 . 2
       b 01-05 1 2 . 2
       c 01-05 2 1 . 1
       d 01-05 2 2 . .
       e 01-05 . 2 . 1`,
    ),
  );
  await check(
    "FROM quantile_turnover('buckets')",
    `01-06 1 0.5 2
     01-06 2 0.666667 3
     01-08 1 0.5 2
     01-08 2 0.5 2`,
  );
  await check("FROM quantile_turnover('buckets', p := 2)", '01-08 1 1 2\n01-08 2 1 2');
  await check("FROM quantile_turnover('buckets', p := 3)", '');
  await fails("FROM quantile_turnover('buckets', p := 0)", /p counts days from 1/);
});

test('rank autocorrelation compares ranks among all of a day, over the entities of both days', async () => {
  await make(
    panelTable(
      'scores',
      'score',
      `a 01-05 1 1 . 3 .
       b 01-05 2 3 . 2 .
       c 01-05 3 2 . 1 .
       d 01-05 . . . 0 7`,
    ),
  );
  await check(
    "FROM rank_autocorrelation('scores')",
    `01-06 0.5 3
     01-08 -0.5 3
     01-09 null 1`,
  );
  await check("FROM rank_autocorrelation('scores', p := 2)", '01-08 -1 3\n01-09 null 0');
});

test('z-scores use the sample deviation of the day', async () => {
  await make(panelTable('scores', 'score', 'a 01-05 1 5\nb 01-05 2 5\nc 01-05 3 .'));
  await check(
    "FROM z_scores('scores') ORDER BY date, entity",
    'a 01-05 -1\nb 01-05 0\nc 01-05 1\na 01-06 null\nb 01-06 null',
  );
});

test('the decay of a signal is what forward returns, coefficients and their summary give for each horizon', async () => {
  await make(`CREATE OR REPLACE TABLE days AS SELECT DATE '2026-01-01' + i::INTEGER AS date, e
    FROM range(60) t(i), range(15) u(e)`);
  await make(`CREATE OR REPLACE TABLE scores AS
    SELECT 'e' || e AS entity, date, hash(e * 97 + day(date)) % 1000 / 1000 AS score FROM days`);
  await make(`CREATE OR REPLACE TABLE prices AS SELECT 'e' || e AS entity, date,
    exp(sum(hash(e * 31 + dayofyear(date)) % 100 / 1e4) OVER (PARTITION BY e ORDER BY date)) AS close FROM days`);
  for (const h of [1, 4]) {
    await make(`CREATE OR REPLACE TABLE ahead AS FROM forward_returns('prices', h := ${h})`);
    await make(
      "CREATE OR REPLACE TABLE ics AS FROM information_coefficient('scores', 'ahead') WHERE ic IS NOT NULL",
    );
    await check(
      `SELECT h, round(d.mean_ic - s.mean_ic, 9), round(d.t_stat_newey_west - s.t_stat_newey_west, 9),
         d.periods - s.periods, round((hi - lo) / 2 - 1.96 * abs(s.mean_ic / s.t_stat_newey_west), 9)
       FROM signal_decay('scores', 'prices', horizons := [4, 1]) d, ic_summary('ics', h := ${h}) s WHERE h = ${h}`,
      `${h} 0 0 0 0`,
    );
  }
  await fails("FROM signal_decay('scores', 'prices', horizons := [0])", /sessions from 1/);
});

test('the half-life is that of a line through the means, and null where they are not all above 0', async () => {
  await make(`CREATE OR REPLACE TABLE prices AS SELECT 'e' || e AS entity, DATE '2026-01-01' + i::INTEGER AS date,
    exp(sum(hash(e * 31 + i) % 1000 / 1e4) OVER (PARTITION BY e ORDER BY i)) AS close
    FROM range(200) t(i), range(20) u(e)`);
  // Knows the next session's return: of independent returns it is the half of two, and the quarter of four.
  await make(
    "CREATE OR REPLACE TABLE known AS SELECT *, -forward_return AS opposite FROM forward_returns('prices')",
  );
  const decay = (value: string): string =>
    `FROM signal_decay('known', 'prices', horizons := [1, 2, 4], value := '${value}')`;
  await check(
    `SELECT h, round(mean_ic, 1), round(half_life) ${decay('forward_return')}`,
    `1 1 3
     2 0.7 3
     4 0.5 3`,
  );
  await check(`SELECT DISTINCT half_life ${decay('opposite')}`, 'null');
});

test('coverage counts weekdays by week, from the first week to the last, and leaves out what is never there', async () => {
  await make(`CREATE OR REPLACE TABLE present AS
    SELECT 'a' AS entity, unnest([DATE '2026-01-05', DATE '2026-01-06', DATE '2026-01-06', DATE '2026-01-10', DATE '2026-01-19']) AS date, 'Scores' AS measure
    UNION ALL SELECT 'b', DATE '2026-01-12', 'Scores' UNION ALL SELECT 'a', DATE '2026-01-12', 'Prices'`);
  await check(
    "FROM weekly_coverage('present')",
    `a Prices 01-05 0
     a Prices 01-12 1
     a Prices 01-19 0
     a Scores 01-05 2
     a Scores 01-12 0
     a Scores 01-19 1
     b Scores 01-05 0
     b Scores 01-12 1
     b Scores 01-19 0`,
  );
});

test('the largest move is the largest change within so many observations, the earliest of equal ones', async () => {
  await make(panelTable('moving', 'score', 'a 01-05 1 2 0 - 5 4\nb 01-05 3\nc 01-05 0 2 0 2'));
  await check(
    "FROM largest_move('moving', within := 2)",
    `a 01-07 01-10 4
     c 01-05 01-07 0`,
  );
  await check(
    "FROM largest_move('moving', within := 1)",
    `a 01-07 01-09 5
     c 01-05 01-06 2`,
  );
  await fails("FROM largest_move('moving', within := 0)", /observations from 1/);
});

test('slopes of ranks have two rows for a name that is among the first of either day', async () => {
  await make(`CREATE OR REPLACE TABLE ranks AS FROM (VALUES
    ('up', 2, 1), ('down', 1, 2), ('in', NULL, 3), ('out', 3, 9), ('same', 4, 4), ('behind', 5, NULL)) t(name, old_rank, new_rank)`);
  await check(
    "SELECT day, name, rank, is_out, status, label FROM rank_slopes('ranks', first := 3, before := 'then')",
    `then down 1 false fell 1  down
     then up 2 false rose 2  up
     then out 3 false left 3  out
     then in 4 true entered not in the first 3
     now up 1 false rose 1  up
     now down 2 false fell 2  down
     now in 3 false entered 3  in
     now out 4 true left not in the first 3`,
  );
});
