import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CancellationSource, CancelledError } from '../../../src/core/base/cancellation';
import { cellDependencies } from '../../../src/core/language/dependencies';
import { visibleAt } from '../../../src/core/language/catalogue';
import { Analyst } from '../../../src/kernel/language/analyst';
import { AnalystFixture, analystOptions, notebookOf } from './analysed';
import fc from '../../support/properties';

const fixture = new AnalystFixture();
after(() => fixture.close());

async function columns(...texts: string[]): Promise<string> {
  const { cells } = await fixture.analyse(texts);
  const last = cells.at(-1)?.statements.findLast(statement => statement.columns !== null);
  return (last?.columns ?? []).map(({ name, type }) => `${name} ${type}`).join(', ');
}

test('the columns of a cell are those of its last query', async () => {
  assert.equal(
    await columns('SELECT 1 AS a; SELECT 2.5 AS b, [1] AS c'),
    'b DECIMAL(2,1), c INTEGER[]',
  );
  assert.equal(
    await columns(
      "SELECT date, score FROM bull_bear_score_ts('x') VISUALISE date AS x, score AS y DRAW line",
    ),
    'date DATE, score DOUBLE',
  );
  assert.equal(
    await columns('CREATE TABLE t AS SELECT 1 AS a', 'SELECT a, a FROM t'),
    'a INTEGER, a_1 INTEGER',
  );
  assert.equal(
    await columns('CREATE TABLE t AS SELECT 1, 1 AS "1"', 'FROM t'),
    '1 INTEGER, 1_1 INTEGER',
  );
  assert.equal(
    await columns('CREATE VIEW v (p, q) AS SELECT 1, NULL', 'FROM v'),
    'p INTEGER, q INTEGER',
  );
  assert.equal(
    await columns("SET VARIABLE v = ['a']", "SELECT getvariable('v') AS v"),
    'v VARCHAR[]',
  );
  assert.equal(await columns('CREATE TABLE t AS SELECT 1 AS a'), '');
});

test('nothing is executed', async () => {
  const { cells, complete } = await fixture.analyse([
    'CREATE TABLE big AS FROM range(1000000000000)',
    "SELECT error('this ran') FROM big",
    'SET VARIABLE v = (SELECT count(*) FROM big, big AS b, big AS c)',
    "CREATE TYPE names AS ENUM (SELECT error('this ran'))",
    'INSERT INTO big SELECT * FROM big',
    "CREATE MACRO bad() AS error('this ran')",
    'SELECT bad()',
  ]);
  assert.deepEqual(
    cells.flatMap(({ problems }) => problems),
    [],
  );
  assert.ok(complete);
});

test('names are told with their places, shapes and parameters', async () => {
  const texts = [
    'CREATE TABLE scores AS SELECT 1 AS x; ALTER TABLE scores ADD COLUMN y DATE',
    'CREATE MACRO scaled(v, by := 2) AS v * by; SET VARIABLE n = 3',
    "SELECT scaled(scores.x) FROM scores WHERE y > getvariable('n')",
  ];
  const { cells } = await fixture.analyse(texts);
  const shown = cells.map(({ definitions, uses }, index) => ({
    definitions: definitions.map(
      ({ kind, name, effect, columns: list, type, parameters, span }) =>
        `${effect} ${kind} ${texts[index]?.slice(span.from, span.to) ?? name}` +
        `${list ? ` (${list.map(column => column.name).join()})` : ''}${type ? ` ${type}` : ''}` +
        parameters.map(parameter => ` ${parameter.name}=${parameter.default ?? '…'}`).join(''),
    ),
    uses: uses.map(({ kind, span }) => `${kind} ${texts[index]?.slice(span.from, span.to) ?? ''}`),
  }));
  assert.deepEqual(shown, [
    {
      definitions: ['creates table scores (x)', 'changes table scores (x,y)'],
      uses: ['relation scores'],
    },
    { definitions: ['creates macro scaled v=… by=2', 'replaces variable n INTEGER'], uses: [] },
    {
      definitions: [],
      uses: ['macro scaled', 'relation scores', 'relation scores', "variable 'n'"],
    },
  ]);
});

test('tables that are named in text, in a layer or in a specification are uses', async () => {
  const { cells } = await fixture.analyse([
    "FROM factor_quantiles('scores', q := 3)",
    'FROM a VISUALISE x, y DRAW point MAPPING x AS x, y AS y FROM b',
    { language: 'vega-lite', text: '{"data": {"name": "c"}, "layer": [{"data": {"name": "d"}}]}' },
    { language: 'vega-lite', text: '{"data": {"name": "e"' },
  ]);
  assert.deepEqual(
    cells.map(({ uses }) => uses.map(({ name }) => name).join(' ')),
    ['scores', 'a b', 'c d', 'e'],
  );
});

test('tables that a macro of the notebook is given by name are uses, wherever it stands', async () => {
  const { cells } = await fixture.analyse([
    'CREATE TABLE p AS SELECT 1 AS a',
    "FROM ret('p'); FROM ret(days := 2, source := 'p'); FROM ret(other, 'p'); SELECT scalar('p')",
    'CREATE MACRO ret(source, days := 1) AS TABLE FROM query_table(source); CREATE MACRO scalar(x) AS x',
  ]);
  assert.deepEqual(
    cells[1]?.uses.map(({ kind, name }) => `${kind} ${name}`),
    ['macro ret', 'relation p', 'macro ret', 'relation p', 'macro ret', 'macro scalar'],
  );
  assert.deepEqual(
    cellDependencies(cells).edges.map(({ cell, needs }) => `${cell}←${needs}`),
    ['1←0', '1←2'],
  );
});

test('a place sees what is made above it and before it', async () => {
  const texts = [
    'CREATE TABLE t AS SELECT 1 AS x',
    'SELECT 1; CREATE VIEW v AS FROM t; SELECT 2',
    'DROP TABLE t',
  ];
  const notebook = notebookOf(texts);
  const analysis = await fixture.analyse(texts);
  const own = (cell: number, before: number): string =>
    visibleAt(notebook, analysis, cell, before)
      .tables.filter(({ origin }) => origin.kind === 'cell')
      .map(
        ({ name, columns: list }) => `${name}(${list?.map(column => column.name).join() ?? '?'})`,
      )
      .join(' ');
  assert.equal(own(0, 0), '');
  assert.equal(own(1, 0), 't(x)');
  assert.equal(own(1, 40), 't(x) v(x)');
  assert.equal(own(2, 100), 'v(x)');
  const { variables, functions, tables } = visibleAt(notebook, analysis, 0, 0);
  assert.deepEqual(
    variables.map(({ name, type, value }) => `${name} ${type ?? ''} ${String(value)}`),
    ['industry VARCHAR technology', 'since DATE 2026-01-01'],
  );
  assert.equal(functions.length, 6);
  assert.ok(tables.some(({ name, doc }) => name === 'event_types' && doc));
});

test('what a ROLLBACK undoes is no table and no dependency below it', async () => {
  const texts = ['CREATE TABLE t AS SELECT 1 AS x', 'BEGIN', 'DROP TABLE t', 'ROLLBACK', 'FROM t'];
  const shown = async (cells: string[]): Promise<[string[], number[]]> => {
    const analysis = await fixture.analyse(cells);
    const { tables } = visibleAt(notebookOf(cells), analysis, 4, 0);
    const own = tables.filter(({ origin }) => origin.kind === 'cell').map(({ name }) => name);
    const edges = cellDependencies(analysis.cells).edges.filter(({ cell }) => cell === 4);
    return [own, edges.map(({ needs }) => needs)];
  };
  assert.deepEqual(await shown(texts), [['t'], [0]]);
  assert.deepEqual(await shown(texts.with(3, 'COMMIT')), [[], [0]]);
  const made = ['BEGIN', 'CREATE TABLE t AS SELECT 1 AS x', 'ROLLBACK', 'SELECT 1', 'FROM t'];
  assert.deepEqual(await shown(made), [[], []]);
  assert.deepEqual(await shown(made.with(2, 'COMMIT')), [['t'], [1]]);
  // A cell stops at its first error.
  assert.deepEqual(await shown(made.with(2, 'SELECT nope; ROLLBACK')), [['t'], [1]]);
  assert.deepEqual(await shown(made.with(2, 'SELECT nope; ROLLBACK').with(3, 'ROLLBACK')), [
    [],
    [],
  ]);
  assert.deepEqual(await shown(made), [[], []]);
});

test('a change above is seen below, and going back as well', async () => {
  const cells = (column: string): string[] => [
    `CREATE TABLE t AS SELECT 1 AS ${column}`,
    'CREATE VIEW v AS FROM t',
    'SELECT x FROM v',
  ];
  const codes = async (texts: string[]): Promise<string[]> =>
    (await fixture.analyse(texts)).cells.flatMap(({ problems }) =>
      problems.map(({ code }) => code),
    );
  assert.deepEqual(await codes(cells('x')), []);
  assert.deepEqual(await codes(cells('y')), ['unknownColumn']);
  assert.deepEqual(await codes(cells('x')), []);
  assert.deepEqual(await codes(cells('x').slice(1)), ['unknownTable']);
  assert.deepEqual(await codes(cells('x')), []);
});

test('an analysis does not depend on what was analysed before', async () => {
  const statement = fc.constantFrom(
    'CREATE TABLE a AS SELECT 1 AS x',
    'CREATE OR REPLACE TABLE a AS SELECT 2 AS y, 3 AS z',
    'CREATE VIEW a AS SELECT 1 AS x',
    'CREATE OR REPLACE VIEW b AS FROM a',
    'DROP TABLE a',
    'DROP VIEW b',
    'ALTER TABLE a ADD COLUMN w INTEGER',
    'ALTER TABLE a RENAME TO c',
    'SELECT x FROM a',
    'SELECT y FROM b',
    'SELECT w FROM c',
    'CREATE MACRO m(p) AS p + 1',
    'CREATE OR REPLACE MACRO m(p) AS TABLE FROM a',
    'CREATE OR REPLACE VIEW b AS SELECT m(1) AS x',
    'SELECT m(1), m(x) FROM a',
    "FROM query_table('a')",
    'FROM aa',
    'SET VARIABLE n = 1',
    "SET VARIABLE n = 'text'",
    "CREATE TYPE a AS ENUM ('x')",
    "SELECT 'x'::a",
    "SELECT getvariable('n') + 1",
    'CREATE SCHEMA s; CREATE TABLE s.a AS SELECT 1 AS x',
    'SELECT x FROM s.a',
    'PIVOT a ON x',
    'SELECT FROM',
  );
  const notebook = fc.array(
    fc.array(statement, { maxLength: 3 }).map(list => list.join('; ')),
    { maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(notebook, notebook, async (first, second) => {
      await fixture.analyse(first);
      const again = await fixture.analyse(second);
      const fresh = new AnalystFixture();
      try {
        assert.deepEqual(again, await fresh.analyse(second));
      } finally {
        fresh.close();
      }
    }),
    { numRuns: 10 },
  );
});

test('a temporary type or sequence goes with the text that makes it, whatever schema is in USE', async () => {
  for (const [makes, uses] of [
    ['TYPE y AS INTEGER', 'SELECT 1::y'],
    ['SEQUENCE q', "SELECT nextval('q')"],
  ]) {
    const make = `CREATE TEMP ${makes}`;
    await fixture.analyse(['CREATE SCHEMA s; USE s', make]);
    const { cells } = await fixture.analyse([make, String(uses)]);
    assert.deepEqual(cells.map(({ problems }) => problems).flat(), []);
  }
});

test('any text of cells is analysed without an error', async () => {
  const word = fc.constantFrom(
    ..."SELECT FROM WITH w AS ( ) , ; 1 'a' \" [ ] bullish_stocks( events_ts( industry := 'x' VISUALISE DRAW line x y CREATE TABLE VIEW t MACRO SET VARIABLE v = DROP PIVOT ON \u0000 🐂".split(
      ' ',
    ),
  );
  const cell = fc.array(word, { maxLength: 20 }).map(words => words.join(' '));
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { maxLength: 3 }), async texts => {
      const { cells } = await fixture.analyse(texts);
      cells.forEach(({ problems }, index) => {
        for (const { span, message, fixes } of problems) {
          const { length } = texts[index] ?? '';
          assert.ok(span.from >= 0 && span.from <= span.to && span.to <= length, message);
          assert.match(message, /[.?]$/);
          assert.ok(fixes.every(({ edits }) => edits.every(edit => edit.span.to <= length)));
        }
      });
    }),
    { numRuns: 60 },
  );
});

test('files are out of reach but below the folders that are given', async () => {
  const analyst = new Analyst(analystOptions, { now: () => 0 });
  const { cells } = await analyst.analyse(
    notebookOf(["SELECT * FROM read_text('/etc/hostname')", "SELECT nope FROM '/etc/passwd.csv'"]),
    new CancellationSource(),
  );
  assert.deepEqual(
    cells.map(({ statements }) => statements[0]?.columns),
    [null, null],
  );
  analyst.close();
});

test('a cancelled analysis ends, and leaves the next one right', async () => {
  const source = new CancellationSource();
  const running = fixture.analyst.analyse(notebookOf(['SELECT nope']), source);
  source.cancel();
  await assert.rejects(running, CancelledError);
  const { cells } = await fixture.analyse(['SELECT nope']);
  assert.equal(cells[0]?.problems[0]?.code, 'unknownColumn');
});

test('what does not fit into the time is left out and said to be', async () => {
  let now = 0;
  const analyst = new Analyst(analystOptions, { now: () => (now += 1000) });
  const many = Array.from({ length: 20 }, (_, index) => `SELECT nope${index}`);
  const { cells, complete } = await analyst.analyse(notebookOf(many), new CancellationSource());
  assert.equal(complete, false);
  assert.equal(cells.length, 20);
  assert.deepEqual(cells.at(-1)?.problems, []);
  analyst.close();
});
