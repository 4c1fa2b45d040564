import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gallery } from '../../../src/core/gallery/gallery';
import { clauseWith, columnUses } from '../../../src/core/gallery/galleryChart';
import { sqlSnippets, specificationSnippets } from '../../../src/core/gallery/snippets';
import { parseVisualise } from '../../../src/core/visualise/parser';

const clauses = gallery.filter(chart => chart.kind === 'visualise');
const specifications = gallery.filter(chart => chart.kind === 'vega-lite');

test('the gallery has eighteen charts, each with a name of its own', () => {
  assert.deepEqual(
    gallery.map(({ id }) => id),
    Array.from({ length: 18 }, (_, index) => `G${index + 1}`),
  );
  assert.equal(new Set(gallery.map(({ name }) => name)).size, gallery.length);
});

test('every clause parses, asks a question in its title and reads the columns that it declares', () => {
  for (const chart of gallery) {
    const clause = chart.kind === 'visualise' ? chart : chart.alone;
    const { problems, labels } = parseVisualise(clause.drawing);
    assert.deepEqual(problems, [], chart.id);
    assert.match(labels.find(({ name }) => name.name === 'title')?.text ?? '', /\?$/, chart.id);
    const read = new Set(columnUses(clause).map(({ name }) => name));
    assert.deepEqual([...read].sort(), clause.columns.map(({ name }) => name).sort(), chart.id);
  }
});

test('a clause takes the columns of another result, quoted where SQL needs it', () => {
  const [chart] = clauses.filter(({ id }) => id === 'G5');
  assert.ok(chart);
  const clause = clauseWith(chart, { stock: 'a "b"', cut_score: 'value', score: null });
  assert.match(
    clause,
    /VISUALISE week AS x, "a ""b""" AS y, value AS fill\nDRAW tile\n  FILTER value IS NOT NULL\nDRAW/,
  );
  assert.deepEqual(parseVisualise(clause).problems, []);
});

test('a clause leaves out what reads a column that the result has not, and no word that is not a column', () => {
  const columns = ['a', 'label', 'x'].map(name => ({
    name,
    role: 'number' as const,
    meaning: name,
  }));
  const drawing = `VISUALISE a AS x
DRAW text MAPPING label AS label FILTER a > 0 AND x IS NOT NULL AND 'a' <> 'x' PARTITION BY a, x
DRAW point MAPPING 0 AS x SETTING size => 4
SCALE x VIA log10
FACET a
LABEL title => 'a, x and label', x => null`;
  assert.equal(
    clauseWith({ columns, drawing }, { a: 'one', label: 'a', x: 'b c' }),
    `VISUALISE one AS x
DRAW text MAPPING a AS label FILTER one > 0 AND "b c" IS NOT NULL AND 'a' <> 'x' PARTITION BY one, "b c"
DRAW point MAPPING 0 AS x SETTING size => 4
SCALE x VIA log10
FACET one
LABEL title => 'a, x and label', x => null`,
  );
  assert.equal(clauseWith({ columns, drawing }, {}), drawing);
  const without = clauseWith({ columns, drawing }, { x: null });
  assert.deepEqual(without.split('\n'), drawing.split('\n').toSpliced(1, 1));
});

test('every specification is JSON that asks a question and draws the tables that it declares', () => {
  for (const { id, drawing, tables, query } of specifications) {
    const spec = JSON.parse(drawing) as { title: { text: string } };
    assert.match(spec.title.text, /\?$/, id);
    const read = new Set(
      [...drawing.matchAll(/"data": \{"name": "(\w+)"\}/g)].map(([, name]) => name),
    );
    assert.deepEqual([...read].sort(), tables.map(({ name }) => name).sort(), id);
    for (const { name, columns } of tables) {
      assert.ok(query.includes(`CREATE OR REPLACE TABLE ${name} AS`), `${id} ${name}`);
      for (const column of columns) {
        assert.ok(drawing.includes(`"field": "${column.name}"`), `${id} ${column.name}`);
      }
    }
  }
});

test('colours come from the theme and its palettes, never from the chart', () => {
  for (const { id, drawing } of gallery) {
    assert.doesNotMatch(drawing, /#[0-9a-f]{3,8}\b/i, id);
  }
});

test('the snippets are those of the gallery, and give back its text', () => {
  const snippets = [...sqlSnippets, ...specificationSnippets];
  assert.equal(new Set(sqlSnippets.map(({ name }) => name)).size, gallery.length);
  snippets.forEach(({ body, text, name }) => assert.equal(expanded(body), text, name));
  const texts = snippets.map(({ text }) => text);
  for (const chart of gallery) {
    const whole =
      chart.kind === 'visualise'
        ? [`${chart.query}\n${chart.drawing}`]
        : [chart.query, chart.drawing];
    whole.forEach(text => assert.ok(texts.includes(text), chart.id));
  }
});

/** What VS Code puts into the cell: places to type hold their words, and escapes are gone. */
function expanded(body: string): string {
  return body.replace(/\$\{\d+:([^}]*)\}|\\([\\$}])/g, (_, word?: string, mark?: string) => {
    return word ?? mark ?? '';
  });
}
