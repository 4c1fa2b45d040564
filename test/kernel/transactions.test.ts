import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cellChecks } from './cellChecks';
import { openSession, type TestSession } from './openSession';

let kernel: TestSession;
before(async () => {
  kernel = await openSession();
});
after(() => kernel.close());

const { check, fails } = cellChecks(() => kernel);

test('a query sees what its transaction has done, and leaves it open', async () => {
  await check('BEGIN; CREATE TABLE begun AS SELECT 1 AS a; SELECT * FROM begun; COMMIT', [[1]]);
  await check('FROM begun', [[1]]);
  await kernel.run('BEGIN');
  await check('INSERT INTO begun VALUES (2); SELECT sum(a) FROM begun', [[3]]);
  await check('CREATE TABLE begun_wide AS PIVOT begun ON a USING sum(a); FROM begun_wide', [
    [1, 2],
  ]);
  await check(
    'ALTER TABLE begun ADD COLUMN r DOUBLE DEFAULT random() * 0; SELECT sum(r) FROM begun',
    [[0]],
  );
  await check('ROLLBACK; SELECT sum(a) FROM begun', [[1]]);
  await kernel.run('BEGIN TRANSACTION READ ONLY');
  await check('SELECT a FROM begun', [[1]]);
  await kernel.run('COMMIT');
});

test('the rows of a transaction are kept when it is rolled back', async () => {
  const { table } = await kernel.run('BEGIN; CREATE TABLE gone AS FROM range(3); FROM gone');
  await kernel.run('ROLLBACK');
  const page = await kernel.session.ask('page', { resultId: table?.id ?? '', offset: 1, limit: 2 });
  assert.deepEqual(page.rows, [[1], [2]]);
});

test('charts are drawn in a transaction, of what it has made', async () => {
  const clauses = [
    'a AS x, b AS y DRAW point',
    'a AS x DRAW histogram',
    'a AS x DRAW density',
    `k AS x, b AS y DRAW boxplot`,
    'a AS x, b AS y DRAW smooth',
    'a AS x, b AS y, k AS stroke DRAW line FACET k',
    'a AS x, b AS y DRAW point DRAW point MAPPING a AS x, b AS y FROM drawn',
    'a AS x, b AS y DRAW point FILTER b >= 0',
  ];
  const rows = `SELECT i AS a, random() AS b, ['p', 'q'][i % 2 + 1] AS k FROM range(60000) t(i)`;
  for (const begin of ['BEGIN', 'BEGIN READ ONLY']) {
    await kernel.run(`CREATE OR REPLACE TABLE drawn AS ${rows} LIMIT 3; ${begin}`);
    if (begin === 'BEGIN') {
      await kernel.run(`CREATE OR REPLACE TABLE drawn AS ${rows}`);
    }
    for (const clause of clauses) {
      for (const from of ['FROM drawn', rows]) {
        const { error, chart } = await kernel.run(`${from} VISUALISE ${clause}`);
        assert.equal(error, null, `${begin}: ${from} ${clause}`);
        assert.ok(chart?.datasets.every(({ rowCount }) => rowCount > 0));
      }
    }
    const specification = '{"data": {"name": "drawn"}, "mark": "point"}';
    const { error, chart } = await kernel.run(specification, { language: 'vega-lite' });
    assert.equal(error, null);
    assert.equal(chart?.datasets[0]?.rowCount, begin === 'BEGIN' ? 50_000 : 3);
    await kernel.run('ROLLBACK');
    await check('SELECT count(*) FROM drawn', [[3]]);
  }
});

test('columns whose names differ in their case alone have the names that a table gives them', async () => {
  await kernel.run('CREATE TABLE cased (k INTEGER)');
  const names = async (text: string): Promise<unknown> => {
    const { error, table } = await kernel.run(text);
    assert.equal(error, null, text);
    return table?.columns.map(({ name }) => name);
  };
  const select = 'SELECT 1 AS "A", 2 AS a, 3 AS a_1, 4 AS a';
  const expected = ['A', 'a_1', 'a_1_1', 'a_2'];
  assert.deepEqual(await names(select), expected);
  assert.deepEqual(await names(`BEGIN; ${select}`), expected);
  await kernel.run('ROLLBACK');
  assert.deepEqual(await names(`PREPARE cased_query AS ${select}; EXECUTE cased_query`), expected);
  assert.deepEqual(await names('INSERT INTO cased VALUES (1) RETURNING k, k AS "K"'), ['k', 'K_1']);
  assert.deepEqual(await names('DELETE FROM cased RETURNING k, k'), ['k', 'k_1']);
});

test('JSON stays JSON where rows are copied', async () => {
  const select = `SELECT '{"a": 1}'::JSON AS j, ['1'::JSON] AS l, {'m': MAP {'k': '1'::JSON}} AS s`;
  const types = async (text: string): Promise<unknown> =>
    (await kernel.run(text)).table?.columns.map(({ type }) => type);
  const expected = await types(select);
  assert.deepEqual(expected, ['JSON', 'JSON[]', 'STRUCT(m MAP(VARCHAR, JSON))']);
  assert.deepEqual(await types(`BEGIN; ${select}`), expected);
  await kernel.run('ROLLBACK');
});

test('nothing is changed for a chart of a statement that gives no rows', async () => {
  await kernel.run('CREATE TABLE kept AS SELECT 1 AS a');
  for (const statement of [
    'DELETE FROM kept',
    'WITH c AS (SELECT 1) DELETE FROM kept',
    'DROP TABLE kept',
    'INSERT INTO kept VALUES (2)',
    'BEGIN',
  ]) {
    await fails(
      `${statement} VISUALISE a AS x DRAW point`,
      'visualise',
      /this statement returns none/,
      [1, statement.length + 2],
    );
    await check('FROM kept', [[1]]);
  }
  const { chart } = await kernel.run(
    'INSERT INTO kept VALUES (2) RETURNING a VISUALISE a AS x DRAW point',
  );
  assert.ok(chart);
  await fails('COMMIT', 'sql', /no transaction is active/);
});

test('a variable that is set while a failed transaction is open is set after it', async () => {
  await kernel.run(`BEGIN; SELECT error('no')`);
  await kernel.session.setVariables({
    variables: [{ name: 'late', type: 'integer', value: 7 }],
  });
  assert.equal((await kernel.run('ROLLBACK')).error, null);
  await check(`SELECT getvariable('late')`, [[7]]);
});

test('a failed transaction that is open hides neither the tables nor the variables of the session', async () => {
  await kernel.run('CREATE TEMP TABLE shown AS SELECT 1 AS a; SET VARIABLE shown = 1');
  const tables = await kernel.session.tables();
  const { variables } = await kernel.session.facts();
  assert.ok(tables.some(({ name }) => name === 'shown'));
  assert.ok(variables.some(({ name }) => name === 'shown'));
  await kernel.run(`BEGIN; SELECT error('no')`);
  assert.deepEqual(await kernel.session.tables(), tables);
  assert.deepEqual((await kernel.session.facts()).variables, variables);
  assert.equal((await kernel.run('ROLLBACK')).error, null);
  await check('FROM shown', [[1]]);
  assert.deepEqual(await kernel.session.tables(), tables);
});

test('a function that is called in an open transaction says why its answer is not seen', async () => {
  await kernel.run('BEGIN; SELECT 1');
  await fails(
    `FROM bull_bear_score_ts('unseen')`,
    'sql',
    /^The open transaction began before this answer arrived.* COMMIT or ROLLBACK/,
    [1, 6],
  );
  await kernel.run('ROLLBACK');
  assert.equal((await kernel.run(`FROM bull_bear_score_ts('unseen')`)).error, null);
});
