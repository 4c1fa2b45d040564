import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gallery } from '../../src/core/gallery/gallery';
import { sampleNotebooks } from '../../src/core/gallery/sampleNotebooks';
import { isFolded } from '../../src/core/notebook/codeFold';
import { readFrontMatter } from '../../src/core/notebook/frontMatter';
import { readNotebook, writeNotebook } from '../../src/core/notebook/notebookFile';

const drawings = gallery.map(chart => ({
  id: chart.id,
  text: (chart.kind === 'visualise' ? chart : chart.alone).drawing,
}));
const mostLines = 20;

function read(file: string): { text: string; notebook: ReturnType<typeof readNotebook> } {
  const text = readFileSync(`notebooks/${file}.signals`, 'utf8');
  return { text, notebook: readNotebook(text) };
}

/** Those that are made of charts of the gallery; the tour has its own. */
const analyses = sampleNotebooks.filter(file => file !== 'tour');

function isChart({ kind, text }: { kind: string; text: string }): boolean {
  return kind === 'code' && /^VISUALISE/m.test(text);
}

test('every notebook that ships is offered, and has a title and a description to be offered with', () => {
  assert.deepEqual(
    sampleNotebooks.map(file => `${file}.signals`).sort(),
    readdirSync('notebooks').sort(),
  );
  for (const file of sampleNotebooks) {
    const { notebook } = read(file);
    const { title, description, problems, version } = readFrontMatter(notebook.frontMatter.raw);
    assert.deepEqual([problems, version], [[], 1], file);
    assert.equal(title?.replaceAll(' ', '').toLowerCase(), file.toLowerCase());
    assert.match(description ?? '', /^[A-Z].{20,}[^.]$/, file);
  }
});

test('every notebook is in the form that the notebook writes', () => {
  for (const file of sampleNotebooks) {
    const { text, notebook } = read(file);
    const cells = notebook.cells.map(({ kind, language, text: own }) => ({
      kind,
      language,
      text: own,
    }));
    assert.equal(writeNotebook({ frontMatter: { raw: notebook.frontMatter.raw }, cells }), text);
  }
});

test('the notebooks state their question before the first query, and method and what to mind after the first charts', () => {
  for (const file of analyses) {
    const { cells } = read(file).notebook;
    const prose = (from: number, to?: number): string =>
      cells
        .slice(from, to)
        .flatMap(({ kind, text }) => (kind === 'markdown' ? text : []))
        .join('\n');
    const query = cells.findIndex(({ kind }) => kind === 'code');
    assert.match(prose(0, query), /\*\*Question\.\*\*/, file);
    const chart = cells.findIndex(isChart);
    assert.match(prose(chart), /\*\*Method\.\*\*[^]*\*\*Before you/, file);
  }
});

test('a chart is in the first view of the results, with at most two results and a few lines above it', () => {
  for (const file of sampleNotebooks) {
    const { cells } = read(file).notebook;
    const above = cells.slice(0, cells.findIndex(isChart));
    const lines = above.flatMap(({ kind, text }) => (kind === 'markdown' ? text.split('\n') : []));
    assert.ok(above.filter(({ kind }) => kind === 'code').length <= 2, file);
    assert.ok(lines.filter(line => line !== '').length <= 8, file);
  }
});

test('the morning screen has at most one table between two charts', () => {
  const { cells } = read('morningScreen').notebook;
  const queries = cells.filter(({ kind }) => kind === 'code');
  const first = queries.findIndex(isChart);
  let tables = 0;
  for (const cell of queries.slice(first)) {
    tables = isChart(cell) ? 0 : tables + 1;
    assert.ok(tables <= 1, cell.text.slice(0, 80));
  }
});

test('the first line of a cell, which VS Code shows of its folded code, is a sentence', () => {
  for (const file of sampleNotebooks) {
    for (const { kind, text } of read(file).notebook.cells) {
      if (kind === 'code') {
        assert.match(text, /^-- [A-Z].{10,90}\n/, file);
      }
    }
  }
});

/** A notebook words the title of a chart by its own question. */
function withoutLabels(clause: string): string {
  return clause.replace(/\nLABEL [^]*$/, '');
}

test('their charts are the clauses of the gallery, word for word but for their labels, and every one of it is there', () => {
  const drawn = new Set<string>();
  for (const file of analyses) {
    for (const { text, language, kind } of read(file).notebook.cells) {
      assert.notEqual(language, 'vega-lite', `${file}: a clause is shorter`);
      const clause = /^VISUALISE[^]*/m.exec(text)?.[0];
      if (kind === 'code' && clause !== undefined) {
        const found = drawings.find(
          candidate => withoutLabels(candidate.text) === withoutLabels(clause),
        );
        assert.ok(found, `${file}: ${clause}`);
        drawn.add(found.id);
      }
    }
  }
  assert.deepEqual(
    gallery.filter(({ id }) => !drawn.has(id)).map(({ id }) => id),
    [],
  );
});

/** A line is one of the cell's text as the editor numbers it: blank lines, comments and the clause count. */
test('no cell that a reader sees is longer than twenty lines, and a folded one draws nothing', () => {
  for (const file of sampleNotebooks) {
    for (const { kind, language, text } of read(file).notebook.cells) {
      if (kind === 'code' && isFolded(language, text)) {
        assert.doesNotMatch(text, /^VISUALISE/m, file);
      } else if (kind === 'code') {
        assert.ok(text.split('\n').length <= mostLines, `${file}: ${text}`);
      }
    }
  }
});

test('a text with the sign of a number has a true minus, in the gallery too', () => {
  const files = ['content/gallery', 'notebooks'].flatMap(folder =>
    readdirSync(folder).map(file => `${folder}/${file}`),
  );
  const signed = files.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/.{0,9}(printf|format)\('[^']*[%:]\+[\d.].*/g)].map(
      ([text]) => ({ file, text }),
    ),
  );
  assert.ok(signed.length >= 3);
  for (const { file, text } of signed) {
    assert.match(text, /replace\((printf|format)/, `${file}: ${text}`);
  }
});

test('a notebook that reads prices says before the query that reads them where they come from', () => {
  const readers = analyses.filter(file => /^FROM sandbox_prices/m.test(read(file).text));
  assert.deepEqual(readers.toSorted(), ['eventStudy', 'factorCheck']);
  for (const file of readers) {
    const { cells } = read(file).notebook;
    const at = cells.findIndex(({ text }) => /^FROM sandbox_prices/m.test(text));
    const said = cells[at - 1]?.text.replaceAll('\n', ' ') ?? '';
    assert.match(said, /\*\*Prices\.\*\*.*`sandbox_prices`.*\*\*Choose a price file\*\*/, file);
  }
});
