import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { definitionOf, occurrences, symbolAt } from '../../../src/core/language/navigation';
import { renamable, rename } from '../../../src/core/language/rename';
import type { CellText } from '../../../src/core/language/notebookText';
import { AnalystFixture, notebookOf } from './analysed';

const fixture = new AnalystFixture();
after(() => fixture.close());

type Cell = string | Omit<CellText, 'id'>;

/** Takes the `|` out of the one cell that has it. */
function placeIn(cells: readonly Cell[]): { cells: Cell[]; cell: number; offset: number } {
  const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text);
  const cell = cells.findIndex(one => textOf(one).includes('|'));
  const without = cells.map((one): Cell => {
    const text = textOf(one).replace('|', '');
    return typeof one === 'string' ? text : { ...one, text };
  });
  return { cells: without, cell, offset: textOf(cells[cell] ?? '').indexOf('|') };
}

/** `expected`: the places that name the symbol as `cell:text`, a definition with `!`, the one gone to with `>`. */
async function checkPlaces(cells: readonly Cell[], expected: string): Promise<void> {
  const place = placeIn(cells);
  const analysis = await fixture.analyse(place.cells);
  const symbol = symbolAt(analysis, place.cell, place.offset);
  const target = symbol && definitionOf(analysis, symbol);
  const notebook = notebookOf(place.cells);
  const said = (symbol ? occurrences(analysis, symbol) : []).map(({ cell, span, isDefinition }) => {
    const isTarget = target?.cell === cell && target.span.from === span.from;
    const text = notebook.cells[cell]?.text.slice(span.from, span.to) ?? '';
    return `${isTarget ? '>' : ''}${cell}:${text}${isDefinition ? '!' : ''}`;
  });
  assert.equal(said.join(' '), expected);
}

/** `expected`: the cells after the renaming, or the sentence that refuses it. */
async function checkRename(
  cells: readonly Cell[],
  name: string,
  expected: readonly string[] | RegExp,
): Promise<void> {
  const place = placeIn(cells);
  const analysis = await fixture.analyse(place.cells);
  const notebook = notebookOf(place.cells);
  const renamed = rename(notebook, analysis, place, name);
  if (expected instanceof RegExp) {
    assert.match('refused' in renamed ? renamed.refused : 'not refused', expected);
    return;
  }
  assert.ok('edits' in renamed, 'refused' in renamed ? renamed.refused : '');
  const texts = notebook.cells.map(({ text }, index) =>
    renamed.edits
      .filter(({ cell }) => cell === index)
      .reverse()
      .reduce(
        (made, { span, text: to }) => made.slice(0, span.from) + to + made.slice(span.to),
        text,
      ),
  );
  assert.deepEqual(texts, expected);
  const again = await fixture.analyse(
    notebook.cells.map(({ language }, index) => ({ language, text: texts[index] ?? '' })),
  );
  const codes = (cellsOf: typeof analysis): string[][] =>
    cellsOf.cells.map(({ problems }) => problems.map(({ code }) => code));
  assert.deepEqual(codes(again), codes(analysis), 'the same problems');
}

test('a table, view, macro or variable is found in every cell that names it', async () => {
  await checkPlaces(['CREATE TABLE t AS SELECT 1 AS a', 'SELECT t.a FROM |t'], '>0:t! 1:t 1:t');
  await checkPlaces(
    ['CREATE VIEW v AS SELECT 1 AS a', 'FROM "V" JOIN |v USING (a)'],
    '>0:v! 1:"V" 1:v',
  );
  await checkPlaces(['CREATE MACRO f(x) AS x + 1', 'SELECT F|(1)', 'SELECT f(2)'], '>0:f! 1:F 2:f');
  await checkPlaces(['SET VARIABLE s = 1', "SELECT getvariable('s|')"], ">0:s! 1:'s'");
  await checkPlaces(
    ['CREATE TABLE t|able1 AS SELECT 1 AS a', 'DROP TABLE table1'],
    '>0:table1! 1:table1!',
  );
});

test('the definition is the last one above the place, or the first one below', async () => {
  const make = 'CREATE OR REPLACE TABLE t AS SELECT 1 AS a';
  await checkPlaces([make, 'FROM |t', make, 'FROM t'], '>0:t! 1:t 2:t! 3:t');
  await checkPlaces([make, 'FROM t', make, 'FROM |t'], '0:t! 1:t >2:t! 3:t');
  await checkPlaces(['FROM |t', make], '0:t >1:t!');
});

test('a specification names tables of the session too', async () => {
  const chart = {
    language: 'vega-lite',
    text: '{"data": {"name": "|t"}, "mark": "point"}',
  } as const;
  await checkPlaces(['CREATE TABLE t AS SELECT 1 AS a', chart], '>0:t! 1:"t"');
});

test('names of other things are no symbols', async () => {
  await checkPlaces(['SELECT |a FROM (SELECT 1 AS a)'], '');
  await checkPlaces(['FROM bullish_|stocks(amount := 1)'], '');
  await checkPlaces(['WITH t AS (SELECT 1) FROM |t'], '');
  await checkPlaces(['FROM event_|types'], '');
});

test('renaming edits every cell, each as its place needs it', async () => {
  await checkRename(
    ['CREATE TABLE t AS SELECT 1 AS a', 'SELECT t.a FROM |t VISUALISE a AS x, a AS y DRAW point'],
    'scores',
    [
      'CREATE TABLE scores AS SELECT 1 AS a',
      'SELECT scores.a FROM scores VISUALISE a AS x, a AS y DRAW point',
    ],
  );
  await checkRename(
    [
      'CREATE TABLE t AS SELECT 1 AS a',
      { language: 'vega-lite', text: '{"data": {"name": "t|"}, "mark": "bar"}' },
    ],
    'my "scores"',
    [
      'CREATE TABLE "my ""scores""" AS SELECT 1 AS a',
      '{"data": {"name": "my \\"scores\\""}, "mark": "bar"}',
    ],
  );
  await checkRename(['SET VARIABLE |s = 1', "SELECT getvariable('s')"], "it's", [
    'SET VARIABLE "it\'s" = 1',
    "SELECT getvariable('it''s')",
  ]);
  await checkRename(['CREATE MACRO f(x) AS x + 1', 'SELECT |f(2) AS f'], 'plus_one', [
    'CREATE MACRO plus_one(x) AS x + 1',
    'SELECT plus_one(2) AS f',
  ]);
  await checkRename(['CREATE TABLE |t AS SELECT 1 AS a', 'FROM t'], 'T', [
    'CREATE TABLE T AS SELECT 1 AS a',
    'FROM T',
  ]);
  await checkRename(['CREATE TABLE |t AS SELECT 1 AS a', 'FROM t'], 'select', [
    'CREATE TABLE "select" AS SELECT 1 AS a',
    'FROM "select"',
  ]);
});

test('a name that is taken, or is none, is refused', async () => {
  const cells = [
    'CREATE TABLE |t AS SELECT 1 AS a',
    'CREATE VIEW v AS FROM t',
    'WITH w AS (FROM t) FROM w',
  ];
  for (const name of ['v', 'V', 'event_types', 'entities', 'w']) {
    await checkRename(cells, name, /taken/);
  }
  for (const name of ['', ' a', 'a\nb', 'x'.repeat(200)]) {
    await checkRename(cells, name, /A name/);
  }
  await checkRename(['CREATE MACRO |f(x) AS x'], 'event_study', /taken/);
  await checkRename(['CREATE MACRO |f(x) AS x'], 'events_ts', /taken/);
  await checkRename(["SELECT getvariable('sin|ce')"], 'from', /front matter|Only/);
  await checkRename(['SELECT |1'], 'a', /Only/);
});

test('what is asked for a new name is the name without its quotes', async () => {
  const place = placeIn(['CREATE TABLE "my |table" AS SELECT 1 AS a']);
  const analysis = await fixture.analyse(place.cells);
  assert.deepEqual(renamable(notebookOf(place.cells), analysis, place), {
    span: { from: 14, to: 22 },
    name: 'my table',
  });
});
