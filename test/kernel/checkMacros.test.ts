import { after, before, test } from 'node:test';
import { analysisChecks } from './analysesFixture';
import { openSession, type TestSession } from './openSession';

let kernel: TestSession;
before(async () => {
  kernel = await openSession();
  await make(`CREATE TABLE scores AS FROM (VALUES
    ('a', DATE '2026-01-05', 0.5), ('a', DATE '2026-01-06', -2), ('b', DATE '2026-01-05', NULL),
    ('b', DATE '2026-01-05', 'nan'::DOUBLE), (NULL, DATE '2026-01-06', 1)) t(entity, date, score)`);
  await make('CREATE TABLE nothing AS FROM scores LIMIT 0');
});
after(() => kernel.close());
const { make, check, fails } = analysisChecks(() => kernel);

test('a row count is between its ends, which are allowed', async () => {
  await check("FROM check_row_count('scores')", '');
  await check("FROM check_row_count('scores', at_least := 5, at_most := 5)", '');
  await check("FROM check_row_count('nothing')", '0 rows, and at least 1 are expected 0');
  await check(
    "FROM check_row_count('scores', at_most := 4)",
    '5 rows, and at most 4 are expected 5',
  );
});

test('a table is fresh if its newest day is not too old', async () => {
  await check("FROM check_freshness('scores', today := DATE '2026-01-07')", '');
  await check(
    "FROM check_freshness('scores', today := DATE '2026-01-08')",
    'the newest date is 2 days old 01-06',
  );
  await check(
    "FROM check_freshness('scores', 0, today := DATE '2026-01-07')",
    'the newest date is 1 day old 01-06',
  );
  await check("FROM check_freshness('scores', today := DATE '2026-01-05')", '');
  await check(
    "FROM check_freshness('scores', today := DATE '2026-01-04')",
    'the newest date is in the future 01-06',
  );
  await check("FROM check_freshness('scores', 2, today := DATE '2026-01-08')", '');
  await check("FROM check_freshness('nothing')", 'there is no date null');
  await check("FROM check_freshness('scores', 100000)", '');
});

test('rows with a null in the column are wrong', async () => {
  await check("FROM check_not_null('scores')", 'score is null b 01-05 null');
  await check("FROM check_not_null('scores', 'entity')", 'entity is null null 01-06 1');
  await check("FROM check_not_null('scores', 'date')", '');
  await fails("FROM check_not_null('scores', 'nope')", /nope/);
});

test('a key is unique, a null being a value of it', async () => {
  await check("FROM check_unique('scores')", '2 rows with this key b 01-05');
  await check(
    "FROM check_unique('scores', keys := ['entity'])",
    `2 rows with this key a
     2 rows with this key b`,
  );
  await check("FROM check_unique('scores', ['entity', 'date', 'score'])", '');
  await check(
    "FROM check_unique('scores', 'entity')",
    `2 rows with this key a
     2 rows with this key b`,
  );
});

test('a number is in its range, whose ends are allowed; a null passes and what is no number does not', async () => {
  await check(
    "FROM check_range('scores', at_least := -1, at_most := 1)",
    `score is below -1 a 01-06 -2
     score is not a number b 01-05 nan`,
  );
  await check(
    "FROM check_range('scores', 'score', at_most := 0.5)",
    `score is not a number b 01-05 nan
     score is above 0.5 null 01-06 1`,
  );
  await check("FROM check_range('scores', at_least := -2)", 'score is not a number b 01-05 nan');
});

test('a join loses the rows whose key the other table has not, and those with a null in it', async () => {
  await make(`CREATE OR REPLACE TABLE prices AS FROM (VALUES
    ('a', TIMESTAMP '2026-01-05 00:00:00'), ('b', TIMESTAMP '2026-01-05 00:00:00'),
    (NULL, TIMESTAMP '2026-01-06 00:00:00')) t(entity, date)`);
  await check(
    "FROM check_join('scores', 'prices') ORDER BY ALL",
    `prices has no such key a 01-06 -2
     the key has a null null 01-06 1`,
  );
  await check("FROM check_join('scores', 'prices', ['entity'])", 'the key has a null null 01-06 1');
  await check("FROM check_join('prices', 'scores', ['date'])", '');
  await check("FROM check_join('scores', 'prices', 'entity')", 'the key has a null null 01-06 1');
  await check("SELECT count(*) FROM check_join('scores', 'nothing')", '5');
});
