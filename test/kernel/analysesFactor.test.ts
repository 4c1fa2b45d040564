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
