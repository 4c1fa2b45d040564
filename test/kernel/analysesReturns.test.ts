import { after, before, test } from 'node:test';
import { analyses } from '../../src/core/analyses/analyses';
import { analysisChecks, panelTable } from './analysesFixture';
import { openSession, type TestSession } from './openSession';

let kernel: TestSession;
before(async () => {
  kernel = await openSession();
});
after(() => kernel.close());
const { make, check, fails } = analysisChecks(() => kernel);

test('daily returns go from an entity’s session to its next, whatever the days between', async () => {
  await make(panelTable('prices', 'close', 'a 01-05 10 11 . . 22\nb 01-05 - 5 - 4 0'));
  await check(
    "FROM daily_returns('prices') ORDER BY ALL",
    `a 01-06 0.1
     a 01-09 1
     b 01-08 -0.2
     b 01-09 -1`,
  );
});

test('a forward return is earned from the session after lag sessions, for h sessions', async () => {
  await make(panelTable('prices', 'close', 'a 01-05 10 11 . 22 33\nb 01-05 7 8'));
  await check(
    "FROM forward_returns('prices') ORDER BY ALL",
    `a 01-05 1 01-06 01-08
     a 01-06 0.5 01-08 01-09`,
  );
  await check("FROM forward_returns('prices', h := 2)", 'a 01-05 2 01-06 01-09');
  await check(
    "FROM forward_returns('prices', 1, lag := 0) ORDER BY ALL",
    `a 01-05 0.1 01-05 01-06
     a 01-06 1 01-06 01-08
     a 01-08 0.5 01-08 01-09
     b 01-05 0.142857 01-05 01-06`,
  );
  await check("FROM forward_returns('prices', h := 9)", '');
});

test('prices may be a view, a common table expression, another column, and text or times as days', async () => {
  await make(`CREATE VIEW odd AS SELECT * FROM (VALUES ('2026-01-05', 'a', 2::BIGINT),
    ('2026-01-06', 'a', 3), ('2026-01-07', 'a', 6)) t(date, entity, price)`);
  await check("FROM forward_returns('odd', price := 'price')", 'a 01-05 1 01-06 01-07');
  await check(
    `WITH _prices AS (SELECT date::TIMESTAMP AS date, entity, price AS close FROM odd)
     FROM forward_returns('_prices')`,
    'a 01-05 1 01-06 01-07',
  );
});

test('an empty table gives no rows', async () => {
  await make(panelTable('nothing', 'close', ''));
  await check("FROM daily_returns('nothing')", '');
  await check("FROM forward_returns('nothing')", '');
  await check("FROM drawdowns('nothing')", '');
});

test('two prices of one day, unusable arguments and unknown tables are errors that say so', async () => {
  await make(panelTable('twice', 'close', 'a 01-05 1 2\na 01-06 3'));
  await fails("FROM forward_returns('twice')", /prices has 2 rows for a on 2026-01-06/);
  await make(panelTable('prices', 'close', 'a 01-05 1 2'));
  await fails("FROM forward_returns('prices', h := 0)", /h counts from 1 and lag from 0/);
  await fails("FROM forward_returns('prices', lag := -1)", /h counts from 1 and lag from 0/);
  await fails("FROM forward_returns('absent')", /absent does not exist/);
  await fails("FROM forward_returns('prices', price := 'open')", /"open" was selected but was not/);
});

test('a drawdown is measured from the highest price so far', async () => {
  await make(panelTable('prices', 'close', 'a 01-05 10 20 15 . 25 5'));
  await check(
    "FROM drawdowns('prices') ORDER BY ALL",
    `a 01-05 0
     a 01-06 0
     a 01-07 -0.25
     a 01-09 0
     a 01-10 -0.8`,
  );
});

test('a moving average halves the weight of what is half_life observations old', async () => {
  await make(panelTable('series', 'score', 'a 01-05 8 . 0 0 - 16\nb 01-05 1'));
  await check(
    "FROM ewma('series', half_life := 1) ORDER BY ALL",
    `a 01-05 8
     a 01-07 4
     a 01-08 2
     a 01-10 9
     b 01-05 1`,
  );
  await check(
    "SELECT ewma FROM ewma('series', half_life := 2) WHERE entity = 'a' ORDER BY date",
    '8\n5.656854\n4\n7.514719',
  );
  await fails("FROM ewma('series', half_life := 0)", /half_life is above 0/);
  await make(panelTable('series', 'score', ''));
  await check("FROM ewma('series')", '');
});

test('a table of the user’s may have the name of a step or an argument of an analysis', async () => {
  for (const name of ['_prices', 'prices', 'series', '_series', '_values', 'h', 'date', 'entity']) {
    await make(panelTable(`"${name}"`, 'close', 'a 01-05 1 2'));
    await check(`FROM daily_returns('${name}')`, 'a 01-06 1');
    await check(
      `SELECT tau, mean FROM event_study('${name}', '${name}', value := 'close', before := 0, after := 0)`,
      '0 1.5',
    );
  }
});

test('further columns of a table do not matter, whatever their names', async () => {
  await make(`CREATE TABLE wide AS SELECT 'a' AS entity, DATE '2026-01-05' + i::INTEGER AS date,
    2 ** i AS close, 7 AS h, 7 AS lag, 7 AS price, 7 AS prices, 7 AS _value, 7 AS _read, 7 AS _column FROM range(3) t(i)`);
  await check("FROM forward_returns('wide')", 'a 01-05 1 01-06 01-07');
});

test('analyses find what they share whatever the search path, and beside macros of the user’s of the same names', async () => {
  await make(panelTable('prices', 'close', 'a 01-05 1 2'));
  await make('CREATE MACRO _panel(x, y, z) AS TABLE SELECT x AS mine');
  await check("FROM daily_returns('prices')", 'a 01-06 1');
  await make("SET search_path = 'main'");
  await check("FROM signals.daily_returns('prices')", 'a 01-06 1');
  await make("SET search_path = 'main,signals'");
});

test('the analyses are listed with their docstrings', async () => {
  await check(
    `SELECT count(DISTINCT function_name), bool_and(length(comment) > 40) FROM duckdb_functions()
     WHERE schema_name = 'signals' AND comment IS NOT NULL`,
    `${analyses().length} true`,
  );
});

test('the columns of an analysis are those that its reference names', async () => {
  await make(panelTable('panel', 'score', 'a 01-05 1 2'));
  await make(`CREATE TABLE anything AS SELECT *, score AS close, score AS forward_return, 1 AS quantile,
    score AS ic, score AS daily_return, 'E1' AS event_id, 1 AS count, 'Scores' AS measure,
    entity AS name, 1 AS old_rank, 2 AS new_rank FROM panel`);
  for (const { name, parameters, columns } of analyses()) {
    const tables = parameters.filter(each => each.default === null).map(() => "'anything'");
    // A check names its own columns, which the table's follow.
    const limit = name.startsWith('check_') ? `LIMIT ${columns.length}` : '';
    const given = `FROM (DESCRIBE FROM ${name}(${tables.join(', ')})) ${limit}`;
    await check(
      `SELECT column_name, column_type ${given}`,
      columns.map(column => `${column.name} ${column.type}`).join('\n'),
    );
  }
});

test('a table or macro of the user’s may have the name of an analysis', async () => {
  await make('CREATE TABLE daily_returns AS SELECT 1 AS one');
  await check('FROM daily_returns', '1');
  await make(panelTable('prices', 'close', 'a 01-05 1 2'));
  await check("FROM daily_returns('prices')", 'a 01-06 1');
  await make('CREATE MACRO drawdowns(x) AS TABLE SELECT x AS mine');
  await check("FROM drawdowns('prices')", 'prices');
  await make('CREATE MACRO zero_filled(x) AS x + 1');
  await check('SELECT zero_filled(1)', '2');
});
