import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gallery } from '../../src/core/gallery/gallery';
import { clauseWith } from '../../src/core/gallery/galleryChart';
import { sampleNotebooks } from '../../src/core/gallery/sampleNotebooks';
import { readFrontMatter } from '../../src/core/notebook/frontMatter';
import { readNotebook, writeNotebook } from '../../src/core/notebook/notebookFile';

const drawings = gallery.map(chart => ({
  id: chart.id,
  text: chart.kind === 'visualise' ? clauseWith(chart) : chart.drawing,
}));

function read(file: string): { text: string; notebook: ReturnType<typeof readNotebook> } {
  const text = readFileSync(`notebooks/${file}.signals`, 'utf8');
  return { text, notebook: readNotebook(text) };
}

/** Those that are made of charts of the gallery; the tour has its own. */
const analyses = sampleNotebooks.filter(({ file }) => file !== 'tour');

test('every notebook that ships is offered, under the title that it has', () => {
  assert.deepEqual(
    sampleNotebooks.map(({ file }) => `${file}.signals`).sort(),
    readdirSync('notebooks').sort(),
  );
  for (const { file, title } of sampleNotebooks) {
    const { notebook } = read(file);
    const front = readFrontMatter(notebook.frontMatter.raw);
    assert.deepEqual([front.title, front.problems, front.version], [title, [], 1], file);
  }
});

test('every notebook is in the form that the notebook writes', () => {
  for (const { file } of sampleNotebooks) {
    const { text, notebook } = read(file);
    const cells = notebook.cells.map(({ kind, language, text: own }) => ({
      kind,
      language,
      text: own,
    }));
    assert.equal(writeNotebook({ frontMatter: { raw: notebook.frontMatter.raw }, cells }), text);
  }
});

test('the notebooks state question, method and what to mind before their first query', () => {
  for (const { file } of analyses) {
    const { cells } = read(file).notebook;
    const first = cells.findIndex(({ kind }) => kind === 'code');
    const prose = cells
      .slice(0, first)
      .map(({ text }) => text)
      .join('\n');
    for (const part of ['**Question.**', '**Method.**', '**Before you']) {
      assert.ok(prose.includes(part), `${file}: ${part}`);
    }
  }
});

test('their charts are those of the gallery, word for word, and every one of it is there', () => {
  const drawn = new Set<string>();
  for (const { file } of analyses) {
    for (const { text, language, kind } of read(file).notebook.cells) {
      const clause = /^VISUALISE[^]*/m.exec(text)?.[0];
      const drawing = kind === 'code' && language === 'vega-lite' ? text : clause;
      if (kind === 'code' && drawing !== undefined) {
        const found = drawings.find(candidate => candidate.text === drawing);
        assert.ok(found, `${file}: ${drawing}`);
        drawn.add(found.id);
      }
    }
  }
  assert.deepEqual(
    gallery.filter(({ id }) => !drawn.has(id)).map(({ id }) => id),
    [],
  );
});

test('a notebook that reads prices says so first, and how to get some', () => {
  const readers = analyses.filter(({ file }) => read(file).text.includes("FROM 'prices.csv'"));
  assert.deepEqual(readers.map(({ file }) => file).sort(), ['eventStudy', 'factorCheck']);
  for (const { file } of readers) {
    const [first] = read(file).notebook.cells;
    assert.match(first?.text ?? '', /\*\*Prices\.\*\*[^]*Write Sandbox Prices Beside Notebook/);
  }
});
