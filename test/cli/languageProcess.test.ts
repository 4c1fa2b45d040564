import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CancellationSource, uncancellable } from '../../src/core/base/cancellation';
import type { CellAnalysis } from '../../src/core/language/analysis';
import type { NotebookText } from '../../src/core/language/notebookText';
import { ProcessEnded } from '../../src/io/childRpc';
import { startLanguage, type LanguageHandle } from '../../src/io/languageProcess';

function notebook(...texts: readonly string[]): NotebookText {
  return {
    id: 'a',
    cells: texts.map((text, index) => ({ id: String(index), language: 'signals-sql', text })),
    parameters: [],
    portfolios: null,
    session: [],
    folder: null,
  };
}

function start(stuck: readonly string[] = [], onStuck?: (statement: string) => void) {
  return startLanguage('dist/language.js', { readableDirectories: [], stuck }, onStuck);
}

async function codes(language: LanguageHandle, ...texts: readonly string[]): Promise<string[]> {
  const { cells } = await language.analyse({ notebook: notebook(...texts) }, uncancellable);
  return cells.flatMap(({ problems }) => problems.map(({ code }) => code));
}

/** Cells of which each reads the table of the one before: all of them are bound again when the first changes. */
const chain = (type: string): string[] => [
  `CREATE OR REPLACE TABLE t0 AS SELECT 1::${type} AS x`,
  ...Array.from(
    { length: 200 },
    (_, index) => `CREATE OR REPLACE TABLE t${index + 1} AS SELECT x FROM t${index}`,
  ),
];

let language: LanguageHandle;
before(async () => {
  language = await start();
});
after(() => language.dispose());

test('a notebook is analysed in a process of its own', async () => {
  assert.deepEqual(await codes(language, 'CREATE TABLE t AS SELECT 1 AS x', 'SELECT y FROM t'), [
    'unknownColumn',
  ]);
  assert.notEqual(language.pid, process.pid);
});

test('a later text of the same notebook has its own answer, and a forgotten one as well', async () => {
  assert.deepEqual(await codes(language, 'SELECT 1'), []);
  await language.forget({ notebook: 'a' });
  assert.deepEqual(await codes(language, 'FROM bulish_stocks()'), ['unknownFunction']);
});

test('a question that is given up ends with an error, and the next one is answered', async () => {
  const source = new CancellationSource();
  // Long enough that the answer is not there before the process reads that nobody wants it.
  const given = language.analyse({ notebook: notebook(...chain('DATE')) }, source);
  source.cancel();
  await assert.rejects(given);
  assert.deepEqual(await codes(language, 'SELECT nope'), ['unknownColumn']);
});

test('the cell that was typed in is told of before an answer about many cells', async () => {
  await language.analyse({ notebook: notebook(...chain('INTEGER')) }, uncancellable);
  const told: CellAnalysis[] = [];
  const typed = chain('VARCHAR').with(0, 'CREATE OR REPLACE TABLE t0 AS SELECT nope AS x');
  const { cells } = await language.analyse({ notebook: notebook(...typed) }, uncancellable, cell =>
    told.push(cell),
  );
  assert.deepEqual(told, [cells[0]]);
  assert.deepEqual(
    told[0]?.problems.map(({ code }) => code),
    ['unknownColumn'],
  );
});

test('a process that is ended fails what is asked of it', async () => {
  const other = await start();
  const asked = other.analyse({ notebook: notebook('SELECT 1') }, uncancellable);
  const refused = assert.rejects(asked, ProcessEnded);
  await other.dispose();
  await refused;
  assert.equal(other.alive, false);
});

/** DuckDB computes the argument of a function while it binds the call. */
const endless = [
  `SELECT abs(levenshtein(repeat('a', 1000000), repeat('b', 1000000))) AS n`,
  `CREATE VIEW made AS SELECT abs(levenshtein(repeat('a', 1000000), repeat('b', 1000000))) AS n`,
  `SELECT len(range(1000000000)) AS n`, // It takes all memory first.
];

for (const statement of endless) {
  test(`a process that cannot bind a statement is ended, and the next one helps with the others: ${statement}`, async t => {
    const cells = ['CREATE TABLE t AS SELECT 1 AS x', statement, 'SELECT nope FROM t'];
    const stuck: string[] = [];
    const first = await start([], found => stuck.push(found));
    t.after(() => first.dispose());
    await assert.rejects(codes(first, ...cells), ProcessEnded);
    assert.deepEqual(stuck, [statement]);
    assert.equal(first.alive, false);
    const next = await start(stuck, found => stuck.push(found));
    t.after(() => next.dispose());
    assert.deepEqual(await codes(next, ...cells), ['unknownColumn']);
    assert.deepEqual(stuck, [statement]);
  });
}
