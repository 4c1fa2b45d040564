import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { CancellationSource, uncancellable } from '../../src/core/base/cancellation';
import { cellChecks } from './cellChecks';
import { until } from '../support/until';
import { openSession, type TestSession } from './openSession';

let kernel: TestSession;
let folder: string;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'market-signals-files-'));
  writeFileSync(path.join(folder, 'prices.csv'), 'date,close\n2026-01-05,10.5\n');
  kernel = await openSession({ readableDirectories: [folder] });
});
after(async () => {
  await kernel.close();
  rmSync(folder, { recursive: true });
});

const { check, fails } = cellChecks(() => kernel);

test('the last result of several statements is the cell’s, and tables are shared between cells', async () => {
  await check('CREATE TABLE shared AS SELECT 1 AS a; SELECT 2; FROM shared', [[1]]);
  await check('INSERT INTO shared VALUES (2); SELECT sum(a) FROM shared', [[3]]);
});

test('a missing table is not taken for one of DuckDB itself, and a signal function is named', async () => {
  const missing = String.raw`does not exist!`;
  for (const text of ['FROM my_tables', 'FROM scores_of_mine(1)', 'SELECT foo_bar(1)']) {
    await fails(text, 'sql', new RegExp(`${missing}$`));
  }
  await fails(
    'FROM bullish_stock',
    'sql',
    /not exist! Did you mean the function bullish_stocks\?$/,
  );
  await fails('FROM bulish_stocks(amount := 3)', 'sql', /Did you mean "bullish_stocks"\?$/);
  await kernel.run('CREATE TABLE my_ranks AS SELECT 1 AS a');
  await fails('FROM my_rank', 'sql', /Did you mean "my_ranks"\?$/);
  await kernel.run('DROP TABLE my_ranks');
  await fails('FROM duckdb_table', 'sql', /Did you mean "duckdb_tables"\?$/);
});

test('a cell that makes a table a second time is told how it can run again', async () => {
  for (const text of [
    'CREATE TABLE once AS SELECT 1 AS a',
    'CREATE VIEW seen_once AS SELECT 1 AS a',
    'CREATE MACRO done_once(x) AS x',
  ]) {
    await kernel.run(text);
    await fails(
      text,
      'sql',
      /already exists! Write CREATE OR REPLACE, so that the cell can run again\.$/,
    );
    assert.equal((await kernel.run(text.replace('CREATE', 'CREATE OR REPLACE'))).status, 'ok');
  }
});

test('any statement that gives rows gives a result', async () => {
  await kernel.run('CREATE TABLE p AS FROM (VALUES (1, 2.5), (2, 3.5)) v(k, n)');
  await check('PIVOT p ON k USING sum(n)', [['2.5', '3.5']]);
  await check('UPDATE p SET n = 0 WHERE k = 1 RETURNING k', [[1]]);
  await check('VALUES (1), (2)', [[1], [2]]);
  await check('(SELECT 1) UNION ALL (SELECT 2) ORDER BY 1', [[1], [2]]);
  await check('FROM (DESCRIBE p) SELECT column_name', [['k'], ['n']]);
  for (const text of [
    'DESCRIBE p',
    'SUMMARIZE p',
    'SHOW TABLES',
    'EXPLAIN FROM p',
    'CALL range(2)',
  ]) {
    const { table, error } = await kernel.run(text);
    assert.equal(error, null, text);
    assert.ok((table?.rowCount ?? 0) > 0, text);
  }
});

test('a statement without rows says how many it wrote', async () => {
  const { table, notes } = await kernel.run('CREATE TABLE three AS FROM range(3)');
  assert.equal(table, null);
  assert.deepEqual(notes, ['3 rows written.']);
});

test('values keep their kind', async () => {
  await check(
    `SELECT 1::BIGINT, 9007199254740993, 1.5::DECIMAL(9,2), 'nan'::DOUBLE, DATE '2026-01-05', NULL, [1, 2], {'a': DATE '2026-01-05'}, true`,
    [[1, '9007199254740993', '1.50', 'nan', '2026-01-05', null, [1, 2], { a: '2026-01-05' }, true]],
  );
  await check(
    `SELECT TIMESTAMP '2026-01-05 03:04:05', TIMESTAMPTZ '2026-01-05 03:04:05.5+02', MAP {'k': 1}, 'x'::BLOB`,
    [['2026-01-05T03:04:05', '2026-01-05T01:04:05.5+00:00', [{ key: 'k', value: 1 }], 'x']],
  );
});

test('errors have the place in the cell', async () => {
  await fails('SELECT 1;\nSELECT FROM WHERE', 'syntax', /syntax error/, [2, 13]);
  await fails('SELECT 1;\n\n  SELECT nope', 'sql', /nope/, [3, 10]);
  await fails('EXPLAIN ANALYZE SELECT nope', 'sql', /nope/, [1, 24]);
  await fails("SELECT 'ä€😀', nope FROM range(1)", 'sql', /nope/, [1, 16]);
});

test('a statement that fails in the middle leaves no transaction open', async () => {
  await kernel.run('CREATE TABLE whole AS SELECT 1 AS a');
  for (const text of [
    'ALTER TABLE whole ADD COLUMN d TIMESTAMPTZ DEFAULT nope()',
    `ALTER TABLE whole ADD COLUMN d INTEGER DEFAULT error('no')`,
    'CREATE TABLE whole AS PIVOT whole ON a USING sum(a)',
    `CREATE TABLE other AS PIVOT whole ON a USING sum(error('no'))`,
  ]) {
    assert.equal((await kernel.run(text)).status, 'error', text);
    await check('FROM whole', [[1]]);
  }
});

test('rows without names of their parts are text', async () => {
  await check(`SELECT row(1, 'a')`, [['(1, a)']]);
  await check('SELECT (1, 2) AS pair, 3 AS n', [['(1, 2)', 3]]);
  await check(`SELECT [(1, 'a')], {'k': (1, 2)}`, [['[(1, a)]', "{'k': (1, 2)}"]]);
  await check('PREPARE pairs AS SELECT row($1, 2); EXECUTE pairs(1)', [['(1, 2)']]);
  await check('BEGIN; SELECT row(1, NULL); ROLLBACK', [['(1, NULL)']]);
  await check('CREATE MACRO unnamed() AS row(1, 2); SELECT unnamed()', [['(1, 2)']]);
});

test('a query that gives rows without names of their parts runs once', async () => {
  await kernel.run('CREATE SEQUENCE runs');
  await check(`SELECT row(nextval('runs'), 'a')`, [['(1, a)']]);
  await check(`SELECT (nextval('runs'), 'a') AS pair`, [['(2, a)']]);
  await check(`SELECT [(nextval('runs'), 'a')]`, [['[(3, a)]']]);
  await check(`SELECT 1 AS a, (nextval('runs'), 'a') AS pair`, [[1, '(4, a)']]);
  await check(`SELECT coalesce((nextval('runs'), 'a'))`, [['(5, a)']]);
  await check(`SELECT CASE WHEN true THEN (nextval('runs'), 'a') END`, [['(6, a)']]);
  await check(`SELECT "row"(nextval('runs'), 'a')`, [['(7, a)']]);
  await check(`FROM (VALUES ((nextval('runs'), 'a')))`, [['(8, a)']]);
  await check(`SELECT (nextval('runs') + 0) AS n`, [[9]]);
});

test('EXPLAIN shows the plan that runs alone', async () => {
  const { table } = await kernel.run('EXPLAIN FROM range(3)');
  assert.deepEqual(
    table?.rows.map(([key]) => key),
    ['physical_plan'],
  );
  const pivot = await kernel.run('EXPLAIN PIVOT (SELECT 1 AS a) ON a USING sum(a)');
  assert.equal(pivot.table?.rowCount, 1);
});

test('columns of a PIVOT can be named around it', async () => {
  await kernel.run(`CREATE TABLE sales AS FROM (VALUES ('a', 1), ('b', 5)) v(k, n)`);
  await check('WITH p AS (PIVOT sales ON k USING sum(n)) SELECT b - a FROM p', [[4]]);
  await check('SELECT b FROM (PIVOT sales ON k IN (SELECT k FROM sales) USING sum(n))', [[5]]);
  await check('FROM (PIVOT (FROM (PIVOT sales ON k USING sum(n))) ON a USING max(b))', [[5]]);
});

test('the engine reads below the given folders and nowhere else', async () => {
  await check(`FROM '${folder}/prices.csv'`, [['2026-01-05', 10.5]]);
  await check(`CREATE TABLE c(d DATE, n DOUBLE); COPY c FROM '${folder}/prices.csv'; FROM c`, [
    ['2026-01-05', 10.5],
  ]);
  const outside = [
    `SELECT * FROM read_text('/etc/passwd')`,
    `SELECT * FROM read_csv('${folder}/../x.csv')`,
    `FROM glob('/etc/*')`,
    `FROM 'https://example.test/x.csv'`,
    `SET memory_limit = '1TB'`,
    `SET enable_external_access = true`,
    `RESET lock_configuration`,
    `PRAGMA enable_profiling = 'json'`,
    `CREATE PERSISTENT SECRET s (TYPE s3)`,
  ];
  for (const text of outside) {
    const { status } = await kernel.run(text);
    assert.equal(status, 'error', text);
  }
});

test('writing is possible only where it was allowed, and then only below the folders', async () => {
  const allowed = { access: 'files' } as const;
  const inside = await kernel.run(`COPY (SELECT 1 AS a) TO '${folder}/out.csv'`, allowed);
  assert.equal(inside.error, null);
  const outside = await kernel.run(`COPY (SELECT 1) TO '/tmp/market-signals-no.csv'`, allowed);
  assert.equal(outside.status, 'error');
});

test('a running query stops when it is cancelled, and the session goes on', async () => {
  const source = new CancellationSource();
  const running = kernel.run(
    'SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b',
    {},
    source,
  );
  const told = kernel.progress.length;
  while (kernel.progress.length === told) {
    await setImmediate();
  }
  source.cancel();
  assert.equal((await running).status, 'cancelled');
  await check('SELECT 1', [[1]]);
});

test('a long query reports how much of it is done, as far as the engine knows', async () => {
  const source = new CancellationSource();
  const told = kernel.progress.length;
  const text =
    'CREATE TABLE long AS SELECT range AS i FROM range(4000000); SELECT sum(a.i * b.i) FROM long a, long b WHERE a.i < 100 AND (a.i + b.i) % 7 = 0';
  const running = kernel.run(text, {}, source);
  const percentages = () =>
    kernel.progress.slice(told).flatMap(({ what, percentage }) => {
      assert.equal(what, 'query');
      return percentage ?? [];
    });
  // One after the other: a share that stays is reported once.
  await until(() => percentages().length >= 2);
  source.cancel();
  assert.equal((await running).status, 'cancelled');
  assert.ok(percentages().every(share => Number.isInteger(share) && share > 0 && share < 100));
});

test('a waiting request does not keep a cancelled cell', async () => {
  const source = new CancellationSource();
  kernel.service.before = () => {
    source.cancel();
  };
  const outcome = await kernel.run(
    `SELECT count(*) FROM bull_bear_score_ts('waiting')`,
    {},
    source,
  );
  delete kernel.service.before;
  assert.equal(outcome.status, 'cancelled');
  assert.equal(outcome.table, null);
});

test('pages are read anywhere in a result, in its order', async () => {
  const { table } = await kernel.run('SELECT range AS i FROM range(100000) ORDER BY i DESC');
  assert.equal(table?.rowCount, 100_000);
  assert.equal(table.rows.length, 100);
  const page = await kernel.session.ask('page', { resultId: table.id, offset: 50_000, limit: 3 });
  assert.deepEqual(page.rows, [[49_999], [49_998], [49_997]]);
  const past = await kernel.session.ask('page', { resultId: table.id, offset: 99_999, limit: 10 });
  assert.deepEqual(past.rows, [[0]]);
  await assert.rejects(
    kernel.session.ask('page', { resultId: 'gone', offset: 0, limit: 1 }),
    /run its cell again/,
  );
});

test('parameters become variables of their type', async () => {
  await kernel.session.setVariables({
    variables: [
      { name: 'since', type: 'date', value: '2026-01-05' },
      { name: 'amount', type: 'integer', value: 3 },
      { name: 'word', type: 'text', value: "it's" },
    ],
  });
  await check(
    `SELECT getvariable('since') + 1, typeof(getvariable('amount')), getvariable('word')`,
    [['2026-01-06', 'BIGINT', "it's"]],
  );
});

test('an unknown portfolio lists the known ones', async () => {
  const { error } = await kernel.run(`SELECT portfolio('c')`, {
    portfolios: { a: [], b: [{ entity: 'company:x', weight: null, name: null }] },
  });
  assert.match(error?.message ?? '', /No portfolio named c. Known: a, b/);
});

test('a chart comes with its rows, and its problems with their place', async () => {
  const text = `SELECT i AS day, i * 2 AS score FROM range(3) t(i)\nVISUALISE day AS x, score AS y DRAW line`;
  const { chart, table } = await kernel.run(text);
  assert.equal(table?.rowCount, 3);
  assert.deepEqual(chart?.datasets[0]?.rows, [
    [0, 0],
    [1, 2],
    [2, 4],
  ]);
  assert.match(chart?.spec['$schema'] as string, /vega-lite\/v6/);
  await fails(text.replace('score AS y', 'scor AS y'), 'visualise', /scor/, [2, 21]);
  await fails(
    'CREATE TABLE nothing AS SELECT 1 VISUALISE a AS x DRAW line',
    'visualise',
    /after a SELECT/,
  );
});

test('VISUALISE without a query says what it draws, at its place', async () => {
  await fails(
    'SELECT 1;\nVISUALISE a AS x, b AS y DRAW point',
    'visualise',
    /^VISUALISE draws the rows of a query: write a SELECT before it, or FROM and a table in it\.$/,
    [2, 1],
  );
});

test('what DuckDB does not take for a query is none', async () => {
  await fails('SELECT * INTO other FROM range(3)', 'syntax', /SELECT INTO not supported/);
  await fails('SELECT 1 FOR SHARE', 'syntax', /locking clause is not supported/);
});

test('VISUALISE … FROM draws a table of the session', async () => {
  await kernel.run('CREATE TABLE points AS SELECT 1 AS a, 2 AS b');
  const { chart, error } = await kernel.run('VISUALISE a AS x, b AS y FROM points DRAW point');
  assert.equal(error, null);
  assert.equal(chart?.datasets[0]?.rowCount, 1);
});

test('a vega-lite cell reads the tables that it names, and no URL', async () => {
  const vega = { language: 'vega-lite' } as const;
  const spec = { data: { name: 'points' }, mark: 'point', encoding: { x: { field: 'a' } } };
  const { chart, error } = await kernel.run(JSON.stringify(spec), vega);
  assert.equal(error, null);
  assert.deepEqual(
    chart?.datasets.map(({ name, rows }) => [name, rows]),
    [['points', [[1, 2]]]],
  );
  const url = await kernel.run('{"data": {"url": "https://example.test"}, "mark": "bar"}', vega);
  assert.match(url.error?.message ?? '', /may not load a URL/);
  assert.deepEqual(url.error?.at, { line: 1, column: 18 });
  const layers = '{"layer": [{"data": {"name": "points"}},\n  {"data": {"name": "nowhere"}}]}';
  const missing = await kernel.run(layers, vega);
  assert.match(missing.error?.message ?? '', /The table nowhere/);
  assert.deepEqual(missing.error?.at, { line: 2, column: 21 });
  const broken = await kernel.run('{"mark": }', vega);
  assert.deepEqual(broken.error?.at, { line: 1, column: 10 });
});

test('the whole result is exported', async () => {
  const { table } = await kernel.run('SELECT range AS i FROM range(5000)');
  const { path: file } = await kernel.session.ask(
    'export',
    { resultId: table?.id ?? '', format: 'parquet', record: null },
    uncancellable,
  );
  const exported = await kernel.run(`SELECT count(*), max(i) FROM '${file}'`);
  assert.deepEqual(exported.table?.rows, [[5000, 4999]]);
});

test('a query puts no more on the disk than it may, and says which setting allows more', async () => {
  const small = await openSession({ memoryLimit: '50MiB', spillLimit: '10MB' });
  const { error } = await small.run(
    'SELECT * FROM (SELECT range AS i, random() AS r FROM range(10000000)) ORDER BY r',
  );
  assert.match(
    error?.message ?? '',
    /raise the settings signals\.kernel\.memoryLimit and signals\.kernel\.spillLimit\.$/,
  );
  assert.deepEqual((await small.run('SELECT 1')).table?.rows, [[1]]);
  await small.close();
});

test('a query may put 20 GB on the disk, or half of what is free', async () => {
  const { table } = await kernel.run(
    `SELECT round(parse_formatted_bytes(current_setting('max_temp_directory_size')) / 1e9) AS gb`,
  );
  const gb = Number(table?.rows[0]?.[0]);
  assert.ok(gb > 0 && gb <= 20, String(gb));
});
