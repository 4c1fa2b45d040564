import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readFrontMatter } from '../../src/core/notebook/frontMatter';
import { readNotebook, writeNotebook } from '../../src/core/notebook/notebookFile';
import { signalFunctions } from '../../src/core/service/functions';
import { parseVisualise } from '../../src/core/visualise/parser';

const text = readFileSync('notebooks/tour.signals', 'utf8');
const { frontMatter, cells } = readNotebook(text);
const queries = cells.filter(({ kind }) => kind === 'code').map(cell => cell.text);

test('the tour shows every function in eight to ten cells', () => {
  assert.ok(queries.length >= 8 && queries.length <= 10, `${queries.length} cells`);
  for (const { name } of signalFunctions) {
    assert.ok(
      queries.some(query => query.includes(`${name}(`)),
      name,
    );
  }
});

test('the tour carries its portfolio and has nothing to complain about', () => {
  const { portfolios, problems, version } = readFrontMatter(frontMatter.raw);
  assert.deepEqual({ problems, version }, { problems: [], version: 1 });
  assert.ok((portfolios['tour']?.length ?? 0) >= 10);
});

test('the tour is in the form that the notebook writes', () => {
  const plain = cells.map(({ kind, language, text: own }) => ({ kind, language, text: own }));
  assert.equal(writeNotebook({ frontMatter: { raw: frontMatter.raw }, cells: plain }), text);
});

test('a chart of one company says its name and its key', () => {
  const ofOne = queries.filter(query => /_ts\('demo/.test(query));
  assert.equal(ofOne.length, 2);
  for (const query of ofOne) {
    const { labels } = parseVisualise(/^VISUALISE[^]*/m.exec(query)?.[0] ?? '');
    const said = labels.map(({ text: own }) => own).join(' ');
    assert.match(said, /Rosomont Bank/);
    assert.match(said, /company:demo0048/);
  }
});

test('every chart of the tour parses and asks a question in its title', () => {
  const clauses = queries.flatMap(query => /^VISUALISE[^]*/m.exec(query)?.[0] ?? []);
  assert.ok(clauses.length >= 7);
  for (const clause of clauses) {
    const { problems, labels } = parseVisualise(clause);
    assert.deepEqual(problems, [], clause);
    assert.match(labels.find(({ name }) => name.name === 'title')?.text ?? '', /\?$/, clause);
  }
});
