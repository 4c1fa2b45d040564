import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DuckDBConnection } from '@duckdb/node-api';
import { CancellationSource } from '../../src/core/base/cancellation';
import { holdingsByName, membersOf } from '../../src/core/portfolios/portfolios';
import { cellOutputs } from '../../src/core/protocol/cellOutputs';
import { linkSql } from '../../src/core/protocol/entityLink';
import { incompleteSentence } from '../../src/core/protocol/missingRows';
import type { RunCellParams } from '../../src/core/protocol/kernelRpc';
import type { CellOutcome } from '../../src/core/protocol/outcome';
import { RunState } from '../../src/kernel/session/runState';
import { until } from '../support/until';
import { openSession, type TestSession } from './openSession';

let kernel: TestSession;
before(async () => {
  kernel = await openSession();
});
after(() => kernel.close());

function rowsOf({ table, error }: CellOutcome): unknown {
  assert.equal(error, null);
  return table?.rows;
}

test('a call sends only what is written and its answer is a table', async () => {
  const outcome = await kernel.run('SELECT entity, rank, side FROM bullish_stocks(amount := 2)');
  assert.deepEqual(rowsOf(outcome), [
    ['company:c0', 1, 'bullish'],
    ['company:c1', 2, 'bullish'],
  ]);
  assert.deepEqual(kernel.service.asked.at(-1), {
    operation: 'bullish_stocks',
    entities: [],
    parameters: { amount: '2' },
  });
});

test('a list is asked for in requests of the set size and comes back whole', async () => {
  const outcome = await kernel.run(
    `SELECT entity, count(*) FROM bull_bear_score_ts(['a', 'b', 'c', 'd', 'e']) GROUP BY ALL ORDER BY ALL`,
  );
  assert.deepEqual(
    rowsOf(outcome),
    ['a', 'b', 'c', 'd', 'e'].map(id => [`company:${id}`, 3]),
  );
  const lists = kernel.service.asked.filter(({ operation }) => operation.endsWith('itemized'));
  assert.deepEqual(
    lists.map(({ entities }) => entities.length),
    [2, 2, 1],
  );
  assert.equal(outcome.requests.length, 3);
  // A query that takes long on a busy machine reports more than once.
  const requests = kernel.progress.filter(({ what }) => what !== 'query');
  assert.deepEqual(requests.at(-1), { done: 3, total: 3, rows: 15, what: 'bull_bear_score_ts' });
  assert.deepEqual(kernel.progress.at(-1), { done: 3, total: 3, rows: 15, what: 'query' });
});

test('arguments are subqueries, common tables, variables and portfolios', async () => {
  const keys = async (text: string): Promise<unknown> => {
    const portfolios = holdingsByName([{ name: 'two', members: membersOf(['p', 'company:q']) }]);
    await kernel.run(text, { portfolios, useCache: false }).then(rowsOf);
    return kernel.service.asked.at(-1)?.entities;
  };
  const top = 'bullish_stocks(amount := 2)';
  const expected = ['company:c0', 'company:c1'];
  assert.deepEqual(
    await keys(`FROM bull_bear_score_ts((SELECT list(entity) FROM ${top}))`),
    expected,
  );
  assert.deepEqual(
    await keys(`WITH top AS (FROM ${top}) FROM bull_bear_score_ts((SELECT list(entity) FROM top))`),
    expected,
  );
  assert.deepEqual(
    await keys(`SET VARIABLE k = ['v']; FROM bull_bear_score_ts(getvariable('k'))`),
    ['company:v'],
  );
  assert.deepEqual(await keys(`FROM bull_bear_score_ts(portfolio('two'))`), [
    'company:p',
    'company:q',
  ]);
});

test('a link of a company to its portfolios reads them as a table', async () => {
  const portfolios = holdingsByName([
    { name: 'one', members: membersOf(['b', 'company:c']) },
    { name: 'two', members: membersOf(['company:b', 'company:a']) },
    { name: 'three', members: [] },
  ]);
  const key = { column: 'entity', value: 'company:b' } as const;
  const outcome = await kernel.run(linkSql('portfolios', key), { portfolios });
  assert.deepEqual(rowsOf(outcome), [
    ['one', 2, ['company:b', 'company:c']],
    ['two', 2, ['company:b', 'company:a']],
  ]);
  const ticker = { column: 'ticker', value: 'unknown' } as const;
  assert.deepEqual(rowsOf(await kernel.run(linkSql('portfolios', ticker), { portfolios })), []);
});

test('the weights of a portfolio are rows in its order, NULL where none is given', async () => {
  const portfolios = {
    core: [
      { entity: 'company:z', weight: 0.25, name: "O'Neil" },
      { entity: 'a', weight: null, name: null },
    ],
    empty: [],
  };
  const rows = async (sql: string): Promise<unknown> =>
    rowsOf(await kernel.run(sql, { portfolios }));
  assert.deepEqual(await rows("FROM portfolio_weights('core')"), [
    ['company:z', 0.25, "O'Neil"],
    ['company:a', null, null],
  ]);
  assert.deepEqual(
    await rows(
      "SELECT sum(weight) FROM portfolio_weights('core') AS p WHERE p.entity = 'company:z'",
    ),
    [[0.25]],
  );
  assert.deepEqual(await rows("FROM portfolio_weights('empty')"), []);
  assert.deepEqual(
    await rows(
      "SELECT DISTINCT entity FROM bull_bear_score_ts((SELECT list(entity) FROM portfolio_weights('core'))) ORDER BY entity",
    ),
    [['company:a'], ['company:z']],
  );
  const { error } = await kernel.run("FROM portfolio_weights('cor')", { portfolios });
  assert.match(error?.message ?? '', /No portfolio named cor\. Known: core, empty/);
});

test('an empty list asks for nothing and has no rows', async () => {
  const asked = kernel.service.asked.length;
  const outcome = await kernel.run(`FROM bull_bear_score_ts([]::VARCHAR[])`);
  assert.deepEqual(rowsOf(outcome), []);
  assert.equal(outcome.table?.columns[0]?.name, 'entity');
  assert.deepEqual(rowsOf(await kernel.run(`FROM company_events('a', event_ids := [])`)), []);
  assert.equal(kernel.service.asked.length, asked);
});

test('a horizon for a list asks for each entity and says so', async () => {
  const outcome = await kernel.run(
    `SELECT DISTINCT entity FROM bull_bear_score_ts(['a', 'b'], time_horizon := '1M') ORDER BY 1`,
  );
  assert.deepEqual(rowsOf(outcome), [['company:a'], ['company:b']]);
  assert.deepEqual(
    kernel.service.asked.slice(-2).map(({ operation }) => operation),
    ['bull_bear_score_ts', 'bull_bear_score_ts'],
  );
  assert.match(outcome.notes.join(), /time_horizon/);
});

test('the event dataset is asked by the own ids that answers told, and rows carry the entity asked for', async () => {
  await kernel.run('FROM bullish_stocks(amount := 2)', { useCache: false });
  const outcome = await kernel.run(
    `SELECT entity, vendor_id, event_id, date, news_publish_time FROM company_events(['c1', 'zz'])`,
  );
  assert.deepEqual(kernel.service.asked.at(-1)?.entities, ['company:own-1', 'company:zz']);
  assert.deepEqual(rowsOf(outcome), [
    ['company:c1', 'company:own-1', 'E53_A', '2026-01-06', '2026-01-06T23:59:00'],
    ['company:zz', 'company:zz', 'E53_A', '2026-01-06', '2026-01-06T23:59:00'],
  ]);
  assert.equal(outcome.copyright?.copyright_info, 'All rights.\n\nReserved.');
  assert.deepEqual(outcome.notes, []);
});

test('rows of a table, a view or a chart made of answers carry the rights notice of the answers', async () => {
  const own = await openSession();
  const rights = async (text: string): Promise<string | null | undefined> => {
    const { error, copyright } = await own.run(text);
    assert.equal(error, null, error?.message);
    return copyright?.copyright_info;
  };
  const notice = 'All rights.\n\nReserved.';
  assert.equal(await rights("CREATE TABLE news AS FROM company_events('c1'); SELECT 1"), notice);
  assert.equal(await rights('FROM News'), notice);
  assert.equal(await rights('SELECT 1 AS news'), undefined);
  assert.equal(await rights('CREATE VIEW latest AS SELECT event_id, date FROM main.news'), notice);
  assert.equal(await rights('SELECT count(*) FROM latest'), notice);
  assert.equal(await rights("FROM query_table('latest')"), notice);
  assert.equal(await rights('SELECT 1 AS a; CREATE TABLE other AS SELECT 1 AS a'), undefined);
  assert.equal(await rights('FROM other'), undefined);
  assert.equal(
    await rights('FROM other VISUALISE a AS x DRAW point DRAW point MAPPING 1 AS x FROM news'),
    notice,
  );
  assert.equal(await rights('INSERT INTO other SELECT count(*) FROM news'), notice);
  assert.equal(await rights('FROM other'), notice);
  assert.equal(
    await rights('CREATE TABLE moved AS SELECT 2 AS a; ALTER TABLE other RENAME TO others'),
    notice,
  );
  assert.equal(await rights('FROM moved'), undefined);
  assert.equal(await rights('FROM others'), notice);
  const chart = await own.run('{"mark": "point", "data": {"name": "latest"}}', {
    language: 'vega-lite',
  });
  assert.equal(chart.copyright?.copyright_info, notice);
  await own.close();
});

test("the field of the service's own id can be named", async () => {
  const other = await openSession({ vendorField: 'isin' });
  const outcome = await other.run('SELECT vendor_id FROM bullish_stocks(amount := 1)');
  assert.deepEqual(rowsOf(outcome), [['DE0000000000']]);
  await other.close();
});

test('answers teach the directory', async () => {
  const outcome = await kernel.run(
    `SELECT name, vendor_id, country FROM entities WHERE entity = 'company:c0'`,
  );
  assert.deepEqual(rowsOf(outcome), [['Company 0', 'company:own-0', 'Germany']]);
});

test('what is known of companies is that of the connection of the last cell', async () => {
  const other = { name: 'other', synthetic: false, epoch: '1' };
  await kernel.run("FROM bull_bear_score_ts('elsewhere')", { connection: other });
  const elsewhere = await kernel.session.facts();
  assert.deepEqual(
    [elsewhere.connection, elsewhere.entities.map(({ entity }) => entity)],
    ['other', ['company:elsewhere']],
  );
  await kernel.run('SELECT 1');
  const facts = await kernel.session.facts();
  assert.equal(facts.connection, 'fixture');
  assert.ok(facts.entities.some(({ name }) => name === 'Company 0'));
  assert.ok(!facts.entities.some(({ entity }) => entity === 'company:elsewhere'));
});

test('an equal call is answered from the session, until it is old, another epoch, or asked anew', async () => {
  const count = async (params = {}): Promise<number> => {
    const before = kernel.service.asked.length;
    await kernel.run(`FROM bull_bear_score_ts('cached')`, params).then(rowsOf);
    return kernel.service.asked.length - before;
  };
  assert.equal(await count(), 1);
  assert.equal(await count(), 0);
  const again = await kernel.run(`FROM bull_bear_score_ts(entities := 'company:cached')`);
  assert.deepEqual(
    again.requests.map(({ cached, ms }) => ({ cached, ms })),
    [{ cached: true, ms: 0 }],
  );
  assert.equal(again.provenance.calls[0]?.cached, true);
  assert.equal(await count({ connection: { name: 'fixture', synthetic: true, epoch: '2' } }), 1);
  assert.equal(await count({ useCache: false }), 1);
  assert.equal(await count(), 0);
  kernel.clock.ms += 300_001;
  assert.equal(await count(), 1);
});

test('a view over a call outlives the cache', async () => {
  await kernel.run(`CREATE VIEW kept AS SELECT count(*) AS n FROM bull_bear_score_ts('viewed')`);
  kernel.clock.ms += 300_001;
  await kernel.run('SELECT 1');
  assert.deepEqual(rowsOf(await kernel.run('FROM kept')), [[3]]);
});

test('the answers of a call are stored once per series, and dropped when they are old', async () => {
  const stored = `SELECT table_name, sum(estimated_size) FROM duckdb_tables()
    WHERE regexp_full_match(schema_name, '_[0-9]+') AND table_name IN ('points', 'series') GROUP BY ALL ORDER BY ALL`;
  kernel.clock.ms += 300_001;
  await kernel.run('DROP VIEW IF EXISTS kept');
  assert.deepEqual(rowsOf(await kernel.run(stored)), []);
  const call = "FROM bull_bear_score_ts(['a', 'b', 'c'])";
  const [first, ...more] = rowsOf(await kernel.run(call)) as unknown[][];
  assert.deepEqual([first?.[0], more.length], ['company:a', 8]);
  assert.deepEqual(rowsOf(await kernel.run(stored)), [
    ['points', 9],
    ['series', 3],
  ]);
  kernel.clock.ms += 300_001;
  assert.deepEqual(rowsOf(await kernel.run(stored)), []);
});

test('the views are searched for tables of calls only when one of these is old', async context => {
  const spy = context.mock.method(DuckDBConnection.prototype, 'runAndReadAll');
  const searches = (): number => {
    const texts = spy.mock.calls.map(({ arguments: [sql] }) => sql);
    spy.mock.resetCalls();
    return texts.filter(sql => sql.includes('FROM duckdb_views() WHERE NOT internal AND')).length;
  };
  const other = await openSession();
  try {
    const made = await other.run('CREATE VIEW seen AS FROM bullish_stocks(amount := 2)');
    assert.equal(made.error, null);
    await other.run('FROM seen');
    assert.equal(searches(), 0);
    other.clock.ms += 300_001;
    assert.deepEqual(rowsOf(await other.run('SELECT count(*)::INTEGER FROM seen')), [[2]]);
    assert.equal(searches(), 1);
  } finally {
    await other.close();
  }
});

test('a failed request fails the cell with its kind, its function and its place', async () => {
  kernel.service.fail = {
    when: ({ entities }) => entities.includes('company:bad'),
    kind: 'failing',
  };
  const outcome = await kernel.run(`SELECT 1;\nFROM bull_bear_score_ts('bad')`);
  assert.equal(outcome.status, 'error');
  assert.equal(outcome.error?.code, 'request');
  assert.match(outcome.error?.message ?? '', /bull_bear_score_ts/);
  assert.deepEqual(outcome.error?.at, { line: 2, column: 6 });
  assert.deepEqual(outcome.error?.request?.kind, 'failing');
});

test('what some requests brought is kept, the cell fails as incomplete and is not cached', async () => {
  kernel.service.fail = {
    when: ({ entities }) => entities.includes('company:bad'),
    kind: 'failing',
  };
  const text = `SELECT DISTINCT entity FROM bull_bear_score_ts(['a', 'b', 'bad', 'c']) ORDER BY 1`;
  const outcome = await kernel.run(text);
  assert.equal(outcome.status, 'error');
  assert.match(outcome.error?.message ?? '', /1 of 2 requests failed.*incomplete/);
  assert.deepEqual(outcome.table?.rows, [['company:a'], ['company:b']]);
  const { missing = [] } = outcome.provenance;
  assert.deepEqual(
    missing.map(({ reason, ...each }) => [each, typeof reason]),
    [[{ function: 'bull_bear_score_ts', requests: 1, of: 2 }, 'string']],
  );
  delete kernel.service.fail;
  // Run again, only what is missing is asked for.
  kernel.service.asked.length = 0;
  const again = await kernel.run(text);
  assert.equal(again.table?.rowCount, 4);
  assert.equal(again.provenance.missing, undefined);
  assert.deepEqual(
    kernel.service.asked.map(({ entities }) => entities),
    [['company:bad', 'company:c']],
  );
  assert.equal(again.requests.length, 1);
});

test('what is made of rows that lack some lacks them too, until it is made anew', async () => {
  kernel.service.fail = {
    when: ({ entities }) => entities.includes('company:m3'),
    kind: 'failing',
  };
  const make = `CREATE OR REPLACE TABLE made AS FROM bull_bear_score_ts(['m1', 'm2', 'm3'])`;
  const lacking = async (text: string): Promise<unknown> => {
    const { provenance } = await kernel.run(text);
    return provenance.missing?.map(({ requests, of }) => [requests, of]);
  };
  assert.deepEqual(await lacking(make), [[1, 2]]);
  assert.deepEqual(await lacking('SELECT count(*) FROM made'), [[1, 2]]);
  delete kernel.service.fail;
  assert.equal(await lacking(make), undefined);
  assert.equal(await lacking('SELECT count(*) FROM made'), undefined);
});

/** Cancels the run after the first of its requests was answered. */
async function cutOff(text: string, first: string): Promise<CellOutcome> {
  const cancellation = new CancellationSource();
  let asked = 0;
  kernel.service.waits = stopped =>
    ++asked === 1
      ? Promise.resolve()
      : new Promise(resolve => {
          stopped.onCancellationRequested(() => resolve());
        });
  const run = kernel.run(text, {}, cancellation);
  // The first answer is read.
  await until(async () => JSON.stringify(await kernel.session.facts()).includes(first));
  cancellation.cancel();
  const cut = await run;
  delete kernel.service.waits;
  assert.equal(cut.status, 'cancelled');
  kernel.service.asked.length = 0;
  return cut;
}

test('a query that is cancelled shows the rows that came, and only the rest is asked for when it runs again', async () => {
  const text = `SELECT count(DISTINCT entity) AS n FROM bull_bear_score_ts(['k1', 'k2', 'k3', 'k4', 'k5'])`;
  const cut = await cutOff(`SET VARIABLE k = 1; ${text}`, 'company:k1');
  assert.deepEqual(cut.table?.rows, [[2]]);
  assert.deepEqual(cut.provenance.missing, [
    { function: 'bull_bear_score_ts', requests: 2, of: 3, reason: null },
  ]);
  const [output] = cellOutputs(cut, true);
  assert.ok(output?.kind === 'result');
  assert.equal(incompleteSentence(output.value.provenance), cancelledSentence);
  // Neither the cache nor a table of the session has the rows as if they were all.
  assert.deepEqual(rowsOf(await kernel.run(text)), [[5]]);
  assert.equal(kernel.service.asked.length, 2);
});

const cancelledSentence =
  'Incomplete: 2 of 3 requests of bull_bear_score_ts were cancelled, and their rows are missing.';

test('a statement that makes something makes nothing if it is cancelled, nor does one after it run', async () => {
  const call = (name: string): string => `bull_bear_score_ts([${entitiesOf(name)}])`;
  const entitiesOf = (name: string): string => [1, 2, 3, 4, 5].map(n => `'${name}${n}'`).join(', ');
  const cut = await cutOff(`CREATE TABLE cut AS FROM ${call('l')}`, 'company:l1');
  assert.equal(cut.table, null);
  assert.match(cut.kept ?? '', /1 of 3 requests were answered.*the other 2 only/);
  assert.deepEqual(
    cellOutputs(cut, true).map(({ value }) => value.notes),
    [[cut.kept]],
  );
  assert.match((await kernel.run('FROM cut')).error?.message ?? '', /cut/);
  const before = await cutOff(`FROM ${call('n')}; CREATE TABLE later AS SELECT 1`, 'company:n1');
  assert.equal(before.table?.rowCount, 6);
  assert.match((await kernel.run('FROM later')).error?.message ?? '', /later/);
});

test('a query over the rows that came is stopped if it takes long', { concurrency: false }, t => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const cancellation = new CancellationSource();
  const limits = { maxRows: 1, onProgress: () => undefined };
  const run = new RunState({} as RunCellParams, cancellation, limits);
  run.onlyReads = true;
  void run.whileFetching(() => new Promise(() => undefined));
  cancellation.cancel();
  assert.equal(run.stopped.isCancellationRequested, false);
  t.mock.timers.tick(2_000);
  assert.equal(run.stopped.isCancellationRequested, true);
});

test('what is too large is asked for in halves', async () => {
  kernel.service.fail = { when: ({ entities }) => entities.length > 1, kind: 'tooLarge' };
  const outcome = await kernel.run(
    `SELECT DISTINCT entity FROM bull_bear_score_ts(['h1', 'h2', 'h3']) ORDER BY 1`,
  );
  delete kernel.service.fail;
  assert.deepEqual(rowsOf(outcome), [['company:h1'], ['company:h2'], ['company:h3']]);
});

test('a refusal that all would meet stops the requests that wait', async () => {
  kernel.service.fail = { when: () => true, kind: 'unauthorized' };
  let waiting = 0;
  kernel.service.waits = cancellation =>
    new Promise(resolve => {
      waiting++;
      cancellation.onCancellationRequested(() => resolve());
      if (waiting === 1) {
        resolve();
      }
    });
  const outcome = await kernel.run(`FROM bull_bear_score_ts(['u1', 'u2', 'u3', 'u4', 'u5', 'u6'])`);
  delete kernel.service.fail;
  delete kernel.service.waits;
  assert.equal(waiting, 3);
  assert.equal(outcome.error?.request?.kind, 'unauthorized');
});

test('more rows than the cell may bring are an error that says what to do', async () => {
  const outcome = await kernel.run('FROM bullish_stocks(amount := 1001)');
  assert.match(outcome.error?.message ?? '', /1,000 rows.*shorter range/);
});

test('independent calls are asked for side by side', async () => {
  const waiting: (() => void)[] = [];
  kernel.service.before = () =>
    new Promise<void>(resolve => {
      waiting.push(resolve);
      if (waiting.length === 2) {
        waiting.forEach(go => go());
      }
    });
  const outcome = await kernel.run(
    `SELECT count(*) FROM bull_bear_score_ts('p1') a JOIN bull_bear_score_ts('p2') b USING (date)`,
  );
  delete kernel.service.before;
  assert.deepEqual(rowsOf(outcome), [[3]]);
});

test('a long list has few answers under way at a time, and all of them in the end', async () => {
  let [underWay, most] = [0, 0];
  kernel.service.before = async () => {
    most = Math.max(most, ++underWay);
    await new Promise(resolve => setImmediate(resolve));
    underWay--;
  };
  const list = Array.from({ length: 40 }, (_, index) => `'few${index}'`).join(', ');
  const outcome = await kernel.run(
    `SELECT count(DISTINCT entity) FROM bull_bear_score_ts([${list}])`,
  );
  delete kernel.service.before;
  assert.deepEqual(rowsOf(outcome), [[40]]);
  assert.equal(most, 6);
});

test('calls are told in the order in which they are written', async () => {
  let second: (() => void) | undefined;
  const secondAsked = new Promise<void>(resolve => (second = resolve));
  kernel.service.before = request =>
    request.operation === 'bullish_stocks' ? secondAsked : second?.();
  const outcome = await kernel.run(
    `SELECT count(*) FROM bullish_stocks(amount := 1), bull_bear_score_ts('order')`,
    { useCache: false },
  );
  delete kernel.service.before;
  const functions = outcome.provenance.calls.map(call => call.function);
  assert.deepEqual(functions, ['bullish_stocks', 'bull_bear_score_ts']);
});

test("a call's name is its table's name, and positions are the user's own", async () => {
  assert.deepEqual(
    rowsOf(
      await kernel.run(`SELECT max(bull_bear_score_ts.date) FROM bull_bear_score_ts('named')`),
    ),
    [['2026-01-07']],
  );
  const outcome = await kernel.run(`SELECT 'é',\n  wrong FROM bull_bear_score_ts('named') AS t`);
  assert.equal(outcome.error?.code, 'sql');
  assert.deepEqual(outcome.error?.at, { line: 2, column: 3 });
});

test('an argument that is a column names the fix', async () => {
  const outcome = await kernel.run(`FROM (VALUES ('a')) v(x), bull_bear_score_ts(v.x)`);
  assert.equal(outcome.error?.code, 'lateral');
  assert.match(outcome.error?.message ?? '', /SELECT list\(entity\)/);
  assert.deepEqual(outcome.error?.at, { line: 1, column: 46 });
});

test('a column that a query in an argument has not is told as that', async () => {
  const outcome = await kernel.run(
    `FROM bull_bear_score_ts((SELECT list(entiy) FROM (SELECT 'a' AS entity)))`,
  );
  assert.equal(outcome.error?.code, 'sql');
  assert.match(outcome.error?.message ?? '', /entiy/);
  assert.deepEqual(outcome.error?.at, { line: 1, column: 38 });
});

test('a call where the kernel cannot see it says so', async () => {
  const outcome = await kernel.run(`SELECT * FROM query('FROM bullish_stocks()')`);
  assert.match(outcome.error?.message ?? '', /own statements alone/);
});

test('a result names the connection if its rows are of the service, through whatever they were kept in, and no other', async () => {
  const own = await openSession();
  const sandbox = { name: 'sandbox', synthetic: true, epoch: '1' };
  const live = { name: 'desk', synthetic: false, epoch: '1' };
  const sourceOf = async (text: string, connection = sandbox): Promise<unknown> => {
    const { error, provenance } = await own.run(text, { connection });
    assert.equal(error, null, text);
    return [provenance.connection, provenance.synthetic];
  };
  try {
    const none = [null, false];
    const made = ['sandbox', true];
    assert.deepEqual(await sourceOf('SELECT 1'), none);
    assert.deepEqual(await sourceOf('CREATE TABLE mine AS SELECT 1 AS x; FROM mine'), none);
    assert.deepEqual(await sourceOf('FROM bullish_stocks(amount := 2)'), made);
    assert.deepEqual(await sourceOf('SELECT 1'), none);
    await sourceOf(`CREATE TABLE leaders AS FROM bullish_stocks(amount := 2);
      CREATE TABLE kept AS FROM leaders; CREATE VIEW seen AS FROM kept; CREATE MACRO top() AS TABLE FROM seen;
      SET VARIABLE best = (SELECT max(bull_bear_score) FROM leaders);
      ALTER TABLE leaders RENAME TO renamed`);
    for (const text of [
      'FROM seen',
      'FROM top()',
      'FROM renamed',
      `SELECT getvariable('best')`,
      `FROM query('SELECT entity FROM kept')`,
      `FROM query_table('kept')`,
      'FROM entities',
      'SELECT 1 AS x, 2 AS y VISUALISE x AS x, y AS y DRAW point DRAW point MAPPING rank AS x, rank AS y FROM kept',
    ]) {
      assert.deepEqual(await sourceOf(text), made, text);
      const elsewhere = text === 'FROM entities' ? ['sandbox, desk', true] : made;
      assert.deepEqual(await sourceOf(text, live), elsewhere, text);
    }
    await sourceOf('INSERT INTO mine SELECT rank FROM kept');
    assert.deepEqual(await sourceOf('FROM mine'), made);
    assert.deepEqual(await sourceOf('FROM kept, bullish_stocks(amount := 1)', live), [
      'sandbox, desk',
      true,
    ]);
    assert.deepEqual(await sourceOf(`SELECT 'unkept' AS x`), none);
    const { provenance } = await own.run('FROM nothing_of_that_name', { connection: sandbox });
    assert.deepEqual([provenance.connection, provenance.synthetic], made, 'a failed cell');
  } finally {
    await own.close();
  }
});
