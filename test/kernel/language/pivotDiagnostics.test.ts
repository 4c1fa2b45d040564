import { after, test } from 'node:test';
import { AnalystFixture } from './analysed';
import { problemChecks } from './checkProblems';

const fixture = new AnalystFixture();
const check = problemChecks(fixture);
after(() => fixture.close());

test('a pivot whose columns only running tells has no problem where its source has what it names', async () => {
  for (const text of [
    'PIVOT bullish_stocks() ON side',
    'PIVOT bullish_stocks() ON side USING sum(price) GROUP BY industry',
    "PIVOT bullish_stocks() ON side || '_' || industry, year(date) USING sum(price) AS total, max(rank)",
    'PIVOT bullish_stocks() ON rank, date USING count(*)',
    'PIVOT bullish_stocks() ON side USING sum(price) GROUP BY industry ORDER BY bullish LIMIT 3',
    'PIVOT (SELECT side, price AS p FROM bullish_stocks()) ON side USING sum(p)',
    'PIVOT bullish_stocks() AS b JOIN event_types AS t ON b.industry = t.family ON side USING sum(price)',
    'SELECT bullish FROM (PIVOT bullish_stocks() ON side USING sum(price))',
    'WITH a AS (PIVOT bullish_stocks() ON side USING sum(price)) SELECT bullish FROM a',
    'PIVOT (PIVOT bullish_stocks() ON side USING sum(price)) ON bullish USING count(*)',
    'WITH a AS (PIVOT bullish_stocks() ON side USING sum(price)) PIVOT a ON bullish USING count(*)',
    'CREATE TABLE wide AS PIVOT bullish_stocks() ON side USING sum(price)',
    "PIVOT bullish_stocks() ON side IN (SELECT 'bullish') USING sum(price)",
    "FROM bullish_stocks() PIVOT (sum(price) FOR side IN ('bullish') GROUP BY industry)",
    'PIVOT bullish_stocks() ON industry USING sum(price) VISUALISE technology AS x DRAW histogram',
    'UNPIVOT bullish_stocks() ON price, rank INTO NAME what VALUE value',
  ]) {
    await check(text, []);
  }
});

test('a column that its source has not is told with the one that was meant', async () => {
  const told = async (marked: string, fixed: string): Promise<void> =>
    check(marked, [['unknownColumn', fixed]]);
  const pivot = 'PIVOT bullish_stocks()';
  await told(`${pivot} ON ‹sied› USING sum(price)`, `${pivot} ON side USING sum(price)`);
  await told(`${pivot} ON side USING sum(‹pric›)`, `${pivot} ON side USING sum(price)`);
  await told(
    `${pivot} ON side USING sum(price) AS total, max(‹rnk›)`,
    `${pivot} ON side USING sum(price) AS total, max(rank)`,
  );
  await told(
    `${pivot} ON side USING first(price ORDER BY ‹rnk›)`,
    `${pivot} ON side USING first(price ORDER BY rank)`,
  );
  await told(
    `${pivot} ON side USING sum(price) GROUP BY ‹industri›`,
    `${pivot} ON side USING sum(price) GROUP BY industry`,
  );
  await told(`${pivot} ON side, ‹industri›`, `${pivot} ON side, industry`);
  await told(
    `${pivot} ON side IN (SELECT 'bullish') USING sum(‹pric›)`,
    `${pivot} ON side IN (SELECT 'bullish') USING sum(price)`,
  );
  await told(
    'PIVOT (SELECT side, price AS p FROM bullish_stocks()) ON side USING sum(‹sid›)',
    'PIVOT (SELECT side, price AS p FROM bullish_stocks()) ON side USING sum(side)',
  );
  await told(
    'PIVOT bullish_stocks() AS b JOIN event_types AS t ON b.industry = t.family ON side USING sum(‹pric›)',
    'PIVOT bullish_stocks() AS b JOIN event_types AS t ON b.industry = t.family ON side USING sum(price)',
  );
});

test('it is told wherever the pivot stands', async () => {
  for (const text of [
    'CREATE TABLE wide AS PIVOT bullish_stocks() ON side USING sum(‹pric›)',
    'FROM (PIVOT bullish_stocks() ON side USING sum(‹pric›))',
    'SELECT (SELECT count(*) FROM (PIVOT bullish_stocks() ON side USING sum(‹pric›)))',
    'WITH a AS (PIVOT bullish_stocks() ON side USING sum(‹pric›)) SELECT bullish FROM a',
    'WITH s AS (FROM bullish_stocks()) PIVOT s ON side USING sum(‹pric›)',
    'PIVOT bullish_stocks() ON side USING sum(‹pric›) ORDER BY bullish LIMIT 3',
    'PIVOT bullish_stocks() ON side USING sum(‹pric›) VISUALISE bullish AS x DRAW histogram',
    'SELECT 1; PIVOT bullish_stocks() ON side USING sum(‹pric›); SELECT 2',
  ]) {
    await check(text, [['unknownColumn', text.replace('‹pric›', 'price')]]);
  }
  await check(
    ['CREATE TABLE t AS FROM bullish_stocks()', 'PIVOT t ON side USING sum(‹pric›)'],
    [['unknownColumn', 'PIVOT t ON side USING sum(price)']],
  );
});

test('what else a pivot is refused for is told', async () => {
  await check('PIVOT bullish_stocks() ON side USING ‹sume›(price)', [
    ['unknownFunction', 'PIVOT bullish_stocks() ON side USING sum(price)'],
  ]);
  await check('PIVOT ‹nothing_like_it› ON side USING sum(price)', ['unknownTable']);
});

test('a column that is to become rows is told with the one that was meant', async () => {
  await check('UNPIVOT bullish_stocks() ON ‹pric›, rank INTO NAME what VALUE value', [
    ['unknownColumn', 'UNPIVOT bullish_stocks() ON price, rank INTO NAME what VALUE value'],
  ]);
  await check('FROM bullish_stocks() UNPIVOT (value FOR what IN (‹pric›, rank))', [
    ['unknownColumn', 'FROM bullish_stocks() UNPIVOT (value FOR what IN (price, rank))'],
  ]);
});
