import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CancellationSource, uncancellable } from '../../src/core/base/cancellation';
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

function start(): Promise<LanguageHandle> {
  return startLanguage('dist/language.js', { readableDirectories: [] });
}

async function codes(language: LanguageHandle, ...texts: readonly string[]): Promise<string[]> {
  const { cells } = await language.analyse({ notebook: notebook(...texts) }, uncancellable);
  return cells.flatMap(({ problems }) => problems.map(({ code }) => code));
}

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
  const given = language.analyse({ notebook: notebook('SELECT 1') }, source);
  source.cancel();
  await assert.rejects(given);
  assert.deepEqual(await codes(language, 'SELECT nope'), ['unknownColumn']);
});

test('a process that is ended fails what is asked of it', async () => {
  const other = await start();
  const asked = other.analyse({ notebook: notebook('SELECT 1') }, uncancellable);
  const refused = assert.rejects(asked, ProcessEnded);
  await other.dispose();
  await refused;
  assert.equal(other.alive, false);
});
