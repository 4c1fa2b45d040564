/** Forms of queries: clauses, joins, windows, sets, pivots and tables that a query makes. */

import { expressionQueries } from './expressions';
import type { CorpusSession } from './session';
import { combined, sessionsOf } from './session';

const tables: readonly string[] = [
  `CREATE TABLE prices (day DATE, ticker VARCHAR, close DOUBLE, volume BIGINT, tags VARCHAR[])`,
  `INSERT INTO prices VALUES
    ('2026-01-05', 'AAA', 10.5, 100, ['x', 'y']), ('2026-01-06', 'AAA', 11, 120, []),
    ('2026-01-05', 'BBB', 20, 50, ['y']), ('2026-01-06', 'BBB', NULL, 55, NULL), ('2026-01-07', 'CCC', 5, NULL, ['z'])`,
  `CREATE TABLE companies (ticker VARCHAR, name VARCHAR, since DATE, facts STRUCT(employees INTEGER, city VARCHAR))`,
  `INSERT INTO companies VALUES ('AAA', 'Alpha', '2026-01-01', {employees: 5, city: 'Bern'}),
    ('BBB', 'Beta', '2026-01-06', {employees: NULL, city: 'Oslo'}), ('DDD', 'Delta', NULL, NULL)`,
];

const selects = combined('{distinct} {what} FROM prices {where} {order} {limit}', {
  distinct: ['SELECT', 'SELECT DISTINCT', 'SELECT ALL', 'SELECT DISTINCT ON (day, ticker)'],
  what: [
    'day, ticker, close',
    '*',
    '* EXCLUDE (volume)',
    '* REPLACE (close * 2 AS close)',
    '* RENAME (close AS price)',
    `COLUMNS('^(day|ticker|c.*)$')`,
    "COLUMNS(c -> c IN ('day', 'ticker', 'close'))",
    'day, ticker, close::INTEGER AS whole, close > 10 AND volume IS NOT NULL AS large',
  ],
  where: ['', `WHERE ticker LIKE 'A%'`, 'WHERE close BETWEEN 5 AND 15 OR volume IS NULL'],
  order: ['ORDER BY ticker, day', 'ORDER BY ALL DESC'],
  limit: ['', 'LIMIT 2', 'LIMIT 50% OFFSET 1'],
});

const fromFirst = combined('FROM prices {tail}', {
  tail: [
    '',
    'LIMIT 1',
    'WHERE close > 10 ORDER BY ALL',
    'SELECT ticker, max(close) GROUP BY ticker ORDER BY ticker',
    'SELECT count(*)',
    'SELECT DISTINCT ticker ORDER BY ticker',
    'p SELECT p.day, p.ticker ORDER BY ALL',
    'AS p (d, t) SELECT d, t ORDER BY ALL',
    'JOIN companies USING (ticker) SELECT name, close ORDER BY ALL',
    ', companies SELECT count(*)',
    'SELECT max(volume) OVER () AS most LIMIT 1',
    'ORDER BY day, ticker LIMIT 2 OFFSET 1',
    'SELECT ticker QUALIFY row_number() OVER (PARTITION BY ticker ORDER BY day) = 1 ORDER BY ticker',
    'TABLESAMPLE 100%',
    'USING SAMPLE 100% (bernoulli)',
    'USING SAMPLE reservoir(100%) REPEATABLE (7)',
  ],
});

const groups = combined('SELECT {what} FROM prices GROUP BY {by} {having} ORDER BY ALL', {
  what: [
    'count(*) AS n',
    'sum(volume) AS total, avg(close) AS mean',
    'min(day), max(day), list(ticker ORDER BY ticker)',
    `string_agg(ticker, '/' ORDER BY day, ticker) AS joined`,
    'count(*) FILTER (WHERE close > 10) AS many, count(DISTINCT ticker) AS tickers',
    'quantile_cont(close, 0.5) AS middle, quantile_disc(close, [0.25, 0.75]) AS quarters',
    'arg_max(ticker, close) AS top, max(close, 2) AS two, histogram(ticker) AS counts',
    'median(close) AS middle, stddev_samp(close) AS deviation, bool_or(close > 10) AS any_large',
  ],
  by: [
    'ALL',
    'ticker',
    'day',
    '(ticker, day)',
    'ROLLUP (ticker, day)',
    'CUBE (ticker, day)',
    'GROUPING SETS ((ticker), (day), ())',
    'ticker, GROUPING SETS ((day), ())',
    `date_trunc('month', day), length(ticker)`,
    '()',
  ],
  having: ['', 'HAVING count(*) > 1', 'HAVING max(close) IS NOT NULL'],
});

const joins = combined('SELECT {what} FROM {left} {kind} {right} {on} ORDER BY ALL', {
  what: ['*', 'p.ticker, c.name', 'count(*)'],
  left: ['prices p', '(SELECT * FROM prices WHERE close > 10) p'],
  kind: ['JOIN', 'INNER JOIN', 'LEFT JOIN', 'RIGHT OUTER JOIN', 'FULL JOIN'],
  right: ['companies c', '(FROM companies) c'],
  on: [
    'USING (ticker)',
    'ON p.ticker = c.ticker',
    'ON p.ticker = c.ticker AND p.day >= c.since',
    'ON p.day > c.since',
    'ON p.ticker <> c.ticker OR c.since IS NULL',
    'ON true',
  ],
});

const otherJoins = [
  'FROM prices NATURAL JOIN companies ORDER BY ALL',
  'FROM prices NATURAL LEFT JOIN companies ORDER BY ALL',
  'SELECT p.ticker FROM prices p SEMI JOIN companies USING (ticker) ORDER BY ALL',
  'SELECT p.ticker FROM prices p ANTI JOIN companies c ON p.ticker = c.ticker ORDER BY ALL',
  'SELECT * FROM prices p CROSS JOIN companies c ORDER BY ALL',
  'SELECT * FROM prices p, companies c WHERE p.ticker = c.ticker ORDER BY ALL',
  'SELECT p.day, c.name FROM prices p POSITIONAL JOIN companies c',
  'SELECT p.ticker, c.since FROM prices p ASOF JOIN companies c ON p.day >= c.since ORDER BY ALL',
  'SELECT p.ticker, c.since FROM prices p ASOF LEFT JOIN companies c ON p.ticker = c.ticker AND p.day >= c.since ORDER BY ALL',
  'SELECT p.ticker, c.since FROM prices p ASOF JOIN (SELECT ticker, since AS day FROM companies) c USING (ticker, day) ORDER BY ALL',
  'SELECT c.name, l.close FROM companies c, LATERAL (SELECT max(close) AS close FROM prices p WHERE p.ticker = c.ticker) l ORDER BY ALL',
  'SELECT c.name, l.close FROM companies c LEFT JOIN LATERAL (SELECT close FROM prices p WHERE p.ticker = c.ticker LIMIT 1) l ON true ORDER BY c.name',
  'SELECT ticker, tag FROM prices, unnest(tags) u(tag) ORDER BY ALL',
  'SELECT ticker, tag FROM prices CROSS JOIN LATERAL unnest(tags) u(tag) ORDER BY ALL',
  'SELECT ticker, unnest(tags) AS tag FROM prices ORDER BY ALL',
  'SELECT a.ticker FROM prices a JOIN prices b ON a.day = b.day AND a.close < b.close ORDER BY ALL',
  'SELECT a.ticker, b.ticker FROM prices a JOIN prices b ON a.close < b.close AND a.volume > b.volume ORDER BY ALL',
  'SELECT * FROM (prices JOIN companies USING (ticker)) ORDER BY ALL',
  'SELECT * FROM prices p JOIN companies c USING (ticker) JOIN prices q USING (ticker) ORDER BY ALL',
  'SELECT facts.city, facts.employees FROM companies ORDER BY ALL',
  'SELECT c.facts.city FROM companies c ORDER BY ALL',
  'SELECT facts.* FROM companies ORDER BY ALL',
  'SELECT unnest(facts) FROM companies ORDER BY ALL',
  `SELECT * FROM generate_series(DATE '2026-01-01', DATE '2026-01-05', INTERVAL 1 DAY) g(day) LEFT JOIN prices USING (day) ORDER BY ALL`,
];

const windows = combined(
  'SELECT ticker, day, {f} OVER ({part} {order} {frame}) AS w FROM prices ORDER BY ALL',
  {
    f: [
      'sum(volume)',
      'avg(close)',
      'count(*)',
      'first_value(close)',
      'nth_value(close, 2)',
      'max(close) FILTER (WHERE volume > 50)',
      'list(close)',
    ],
    part: ['', 'PARTITION BY ticker', 'PARTITION BY ticker, volume > 60'],
    order: ['ORDER BY day, ticker'],
    frame: [
      '',
      'ROWS BETWEEN 1 PRECEDING AND CURRENT ROW',
      'ROWS UNBOUNDED PRECEDING',
      'ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW',
      'ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE TIES',
      'GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING',
      'RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE GROUP',
    ],
  },
);

const rangeWindows = combined(
  'SELECT ticker, day, {f} OVER ({part} ORDER BY day RANGE BETWEEN {from} AND {to}) AS w FROM prices ORDER BY ALL',
  {
    f: ['sum(volume)', 'count(close)', 'max(close)'],
    part: ['', 'PARTITION BY ticker'],
    from: ['INTERVAL 1 DAY PRECEDING', 'UNBOUNDED PRECEDING', 'CURRENT ROW'],
    to: ['INTERVAL 1 DAY FOLLOWING', 'CURRENT ROW', 'UNBOUNDED FOLLOWING'],
  },
);

const rankings = combined(
  'SELECT ticker, {f} OVER ({part} ORDER BY {order}) AS w FROM prices {qualify} ORDER BY ALL',
  {
    f: [
      'row_number()',
      'rank()',
      'dense_rank()',
      'percent_rank()',
      'cume_dist()',
      'ntile(2)',
      'lag(close, 1, 0)',
      'lead(close IGNORE NULLS)',
      'last_value(close IGNORE NULLS)',
      'fill(volume)',
    ],
    part: ['', 'PARTITION BY ticker'],
    order: ['day, ticker', 'close DESC NULLS LAST, ticker, day', 'volume'],
    qualify: ['', 'QUALIFY w IS NOT NULL'],
  },
);

const sets = combined('{a} {op} {b} ORDER BY ALL {limit}', {
  a: [
    'SELECT ticker FROM prices',
    'SELECT ticker, NULL AS name FROM prices',
    '(FROM prices SELECT ticker LIMIT 3)',
    "VALUES ('AAA')",
  ],
  op: [
    'UNION',
    'UNION ALL',
    'UNION BY NAME',
    'UNION ALL BY NAME',
    'EXCEPT',
    'EXCEPT ALL',
    'INTERSECT',
    'INTERSECT ALL',
  ],
  b: [
    'SELECT ticker FROM companies',
    'SELECT ticker, name FROM companies',
    "SELECT 'x' AS ticker UNION SELECT 'y'",
  ],
  limit: ['', 'LIMIT 2'],
});

const commonTables = [
  'WITH a AS (SELECT 1 AS i) FROM a',
  'WITH a AS (SELECT 1 AS i), b AS (SELECT i + 1 AS i FROM a) SELECT * FROM a, b',
  'WITH a(x, y) AS (VALUES (1, 2)) SELECT x + y FROM a',
  'WITH a AS MATERIALIZED (SELECT 1 AS i) FROM a UNION ALL FROM a',
  'WITH a AS NOT MATERIALIZED (SELECT 1 AS i) FROM a, a b',
  'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT * FROM n ORDER BY ALL',
  'WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT (i * 2) % 7 FROM n) SELECT * FROM n ORDER BY ALL',
  'WITH RECURSIVE n(i, s) USING KEY (i) AS (SELECT 1, 1 UNION SELECT i, s + 1 FROM n WHERE s < 5) FROM n ORDER BY ALL',
  `WITH RECURSIVE t(a, path) AS (SELECT 'r', ['r'] UNION ALL SELECT a || 'x', path || [a] FROM t WHERE len(path) < 3) FROM t ORDER BY ALL`,
  'WITH a AS (WITH b AS (SELECT 2 AS i) FROM b) SELECT * FROM a',
  'SELECT (WITH a AS (SELECT 3 AS i) SELECT i FROM a) AS v',
  'FROM (WITH a AS (SELECT 3 AS i) FROM a)',
  'WITH p AS (FROM prices) SELECT ticker, (SELECT max(close) FROM p q WHERE q.ticker = p.ticker) AS top FROM p ORDER BY ALL',
  'WITH prices AS (SELECT 1 AS i) FROM prices',
  'WITH a AS (SELECT 1 AS i) SELECT * FROM a WHERE i IN (SELECT i FROM a)',
  "WITH c AS (PIVOT prices ON ticker IN ('AAA', 'BBB') USING sum(close) GROUP BY day) FROM c ORDER BY ALL",
];

const pivots = [
  ...combined('PIVOT prices ON {on} USING {using} {group} ORDER BY ALL', {
    on: ['ticker', `ticker IN ('AAA', 'CCC')`, 'ticker, year(day)', 'upper(ticker)'],
    using: [
      'sum(close)',
      'sum(close) AS total, count(*) AS n',
      'first(volume ORDER BY day)',
      'max(close)::INTEGER',
    ],
    group: ['GROUP BY day', 'GROUP BY ALL', 'GROUP BY month(day)'].slice(0, 1).concat(['']),
  }),
  ...combined('{verb} prices ON {on} INTO NAME {name} VALUE v ORDER BY ALL', {
    verb: ['UNPIVOT', 'UNPIVOT INCLUDE NULLS'],
    on: [
      'close, volume',
      `COLUMNS('close|volume')`,
      '(close, volume) AS both',
      'close AS c, volume AS w',
      'COLUMNS(* EXCLUDE (day, ticker, tags))',
    ],
    name: ['n', '"the name"'],
  }),
  "FROM prices PIVOT (sum(close) FOR ticker IN ('AAA', 'BBB') GROUP BY day) ORDER BY ALL",
  "FROM prices PIVOT (sum(close) AS s, count(*) AS n FOR ticker IN ('AAA') month(day) IN (1, 2)) ORDER BY ALL",
  'FROM prices UNPIVOT (v FOR n IN (close, volume)) ORDER BY ALL',
  'FROM prices UNPIVOT INCLUDE NULLS (v FOR n IN (close AS c, volume AS w)) ORDER BY ALL',
  'SELECT * FROM (PIVOT prices ON ticker USING sum(volume) GROUP BY day) p ORDER BY ALL',
  'CREATE TABLE wide AS PIVOT prices ON ticker USING max(close) GROUP BY day',
  'FROM wide ORDER BY ALL',
  'SELECT * FROM (UNPIVOT wide ON COLUMNS(* EXCLUDE (day)) INTO NAME ticker VALUE close) ORDER BY ALL',
  "CREATE VIEW wide_view AS PIVOT prices ON ticker IN ('AAA', 'BBB') USING max(close) GROUP BY day",
  'FROM wide_view ORDER BY ALL',
];

const described = combined('{verb} {what}', {
  verb: ['DESCRIBE', 'SUMMARIZE', 'EXPLAIN', 'EXPLAIN ANALYZE', 'EXPLAIN (FORMAT json)', 'SHOW'],
  what: [
    'SELECT ticker, close FROM prices',
    'FROM prices',
    'prices',
    'SELECT count(*) FROM prices JOIN companies USING (ticker)',
    'VALUES (1)',
    'WITH a AS (SELECT 1 AS i) FROM a',
    'PIVOT prices ON ticker USING sum(close)',
  ],
});

const tableFunctions = [
  ...combined('SELECT * FROM {t} ORDER BY ALL', {
    t: [
      'range(3)',
      'range(1, 10, 3)',
      'generate_series(3)',
      'generate_series(1, 7, 2) g(i)',
      'unnest([1, 2])',
      `unnest([{'a': 1, 'b': 2}])`,
      `unnest([{'a': 1}], recursive := true)`,
      'repeat(7, 2)',
      `repeat_row(1, 'a', num_rows = 2)`,
      "query('SELECT 1 AS i')",
      `query_table('prices')`,
      `query_table(['prices', 'prices'])`,
      `glob('{folder}/*.csv')`,
      `json_each('{"a": [1]}')`,
      `json_tree('[1, [2]]')`,
      `range(TIMESTAMP '2026-01-01', TIMESTAMP '2026-01-03', INTERVAL 1 DAY)`,
      "pragma_table_info('prices')",
      '(VALUES (1, 2), (3, 4)) v(a, b)',
      'unnest([[1, 2], [3]], max_depth := 2)',
      'summary((SELECT ticker FROM prices))',
      'pragma_version()',
      'pragma_platform()',
      "sql_auto_complete('SEL')",
      'histogram(prices, volume)',
      'histogram_values(prices, volume)',
      'generate_subscripts([7, 8], 1) s(i)',
    ],
  }),
  'SELECT * FROM range(3) t(i), range(i) u(j) ORDER BY ALL',
  'SELECT * FROM range(3) WITH ORDINALITY',
  'SELECT i, unnest(generate_series(1, i)) FROM range(1, 4) t(i) ORDER BY ALL',
  'CALL range(3)',
  'CALL pragma_version()',
];

export function querySessions(): CorpusSession[] {
  return [
    ...sessionsOf('SELECT', selects, tables),
    ...sessionsOf('FROM first', fromFirst, tables),
    ...sessionsOf('GROUP BY', groups, tables),
    ...sessionsOf('joins', [...joins, ...otherJoins], tables),
    ...sessionsOf('windows', [...windows, ...rangeWindows, ...rankings], tables),
    ...sessionsOf('set operations', sets, tables),
    ...sessionsOf('common tables', commonTables, tables),
    ...sessionsOf('pivots', pivots, tables),
    ...sessionsOf('expressions', expressionQueries, tables),
    ...sessionsOf('statements about queries', described, tables),
    ...sessionsOf('table functions', tableFunctions, tables),
  ];
}
