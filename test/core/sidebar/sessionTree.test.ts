import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Definition, NotebookAnalysis } from '../../../src/core/language/analysis';
import {
  mostListed,
  type SessionContents,
  type SessionRelation,
} from '../../../src/core/protocol/sessionContents';
import { pageSize, type Row } from '../../../src/core/sidebar/row';
import {
  cellTitle,
  dropQuestion,
  fileRows,
  groupRows,
  itemOfRow,
  makerOf,
  rowsBelow,
  sessionItems,
  sessionState,
} from '../../../src/core/sidebar/sessionTree';

function relation(name: string, more: Partial<SessionRelation> = {}): SessionRelation {
  return {
    ...{ schema: 'main', name, sql: name, fullSql: `"memory"."main"."${name}"` },
    ...{ kind: 'table', isTemporary: false, rowCount: 3, problem: null },
    columns: [{ name: 'x', type: 'INTEGER' }],
    ...more,
  };
}

const none: SessionContents = { relations: [], macros: [], variables: [], results: [] };

const full: SessionContents = {
  relations: [
    relation('prices', { rowCount: 12_345 }),
    relation('one', { rowCount: 1, isTemporary: true, schema: 'other' }),
    relation('seen', { kind: 'view', rowCount: null }),
  ],
  macros: [
    {
      ...{ schema: 'main', name: 'twice', sql: 'twice', fullSql: '"memory"."main"."twice"' },
      ...{ kind: 'scalar', parameters: ['a', 'b'] },
    },
    {
      ...{ schema: 'main', name: 'rows_of', sql: 'rows_of', fullSql: '"memory"."main"."rows_of"' },
      ...{ kind: 'table', parameters: [] },
    },
  ],
  variables: [{ name: "it's", value: '2026-01-02', type: 'DATE' }],
  results: [
    { id: 'k/r1', columns: [{ name: 'a', type: 'VARCHAR' }], rowCount: 50 },
    { id: 'k/r2', columns: [], rowCount: 0 },
  ],
};
const shown = { id: 'k/r1', cell: 2, title: 'Best stocks', isChart: true };
const items = sessionItems(full, [shown, { ...shown, id: 'k/gone' }]);

function group(id: string): Row {
  const row = groupRows(items, true).find(each => each.id === id);
  assert.ok(row, id);
  return row;
}

/** `label | description` of the rows of a group. */
function texts(id: string): string[] {
  return rowsBelow(group(id), items, pageSize).map(row => `${row.label} | ${row.description}`);
}

test('the first level has a row with a number for each kind that there is, and the files of a folder', () => {
  const first = (hasFiles: boolean) =>
    groupRows(items, hasFiles).map(({ label, description }) => `${label} ${description}`);
  const all = ['Tables 2', 'Views 1', 'Macros 2', 'Variables 1', 'Results 1'];
  assert.deepEqual(first(false), all);
  assert.deepEqual(first(true), [...all, 'Files that SQL can read']);
  assert.deepEqual(groupRows([], false), []);
  assert.equal(sessionState([], false), 'empty');
  assert.equal(sessionState([], true), 'content');
  assert.equal(sessionState(items, false), 'content');
});

test('a row says its rows, columns, parameters, value or cell; a result that is not kept has none', () => {
  assert.deepEqual(texts('tables'), [
    'prices | 12,345 rows · 1 column',
    'other.one | 1 row · 1 column · temporary',
  ]);
  assert.deepEqual(texts('views'), ['seen | 1 column']);
  assert.deepEqual(texts('macros'), ['twice(a, b) | scalar macro', 'rows_of() | table macro']);
  assert.deepEqual(texts('variables'), ["it's | 2026-01-02 · DATE"]);
  assert.deepEqual(texts('results'), ['Cell 3: Best stocks | 50 rows']);
});

test('the row of a result stays the same row when its cell runs again', () => {
  const idsOf = (...ids: readonly string[]) =>
    sessionItems(
      { ...none, results: ids.map(id => ({ id, columns: [], rowCount: 1 })) },
      ids.map(id => ({ ...shown, id })),
    ).map(({ id }) => id);
  const ids = idsOf('k/r1', 'k/r2');
  assert.equal(new Set(ids).size, 2);
  assert.deepEqual(idsOf('k/r3', 'k/r4'), ids);
});

test('a table has its columns with types below it', () => {
  const [table] = rowsBelow(group('tables'), items, pageSize);
  assert.ok(table?.expands);
  assert.deepEqual(
    rowsBelow(table, items, pageSize).map(({ label, description }) => [label, description]),
    [['x', 'INTEGER']],
  );
});

test('each kind has the SQL of its name and of its drop, and opens its rows if it has any', () => {
  assert.deepEqual(
    items.map(({ sql, dropSql }) => [sql, dropSql]),
    [
      ['prices', 'DROP TABLE "memory"."main"."prices"'],
      ['one', 'DROP TABLE "memory"."main"."one"'],
      ['seen', 'DROP VIEW "memory"."main"."seen"'],
      ['twice', 'DROP MACRO "memory"."main"."twice"'],
      ['rows_of', 'DROP MACRO TABLE "memory"."main"."rows_of"'],
      ["getvariable('it''s')", `RESET VARIABLE "it's"`],
      [null, null],
    ],
  );
  const presses = ['tables', 'macros', 'variables', 'results'].map(
    id => rowsBelow(group(id), items, pageSize)[0]?.press?.action,
  );
  assert.deepEqual(presses, ['openRows', 'goToMaker', 'goToMaker', 'openRows']);
});

test('a level shows 200 rows, and further ones on request', () => {
  const relations = Array.from({ length: 450 }, (_, index) => relation(`t${index}`));
  const many = sessionItems({ ...none, relations }, []);
  const tables = groupRows(many, false)[0];
  assert.ok(tables);
  const first = rowsBelow(tables, many, pageSize);
  assert.equal(first.length, 201);
  assert.deepEqual(
    [first.at(-1)?.label, first.at(-1)?.description, first.at(-1)?.press],
    ['Load 200 more', '250 not shown', { action: 'loadMoreNames', argument: 'tables' }],
  );
  assert.equal(rowsBelow(tables, many, 3 * pageSize).length, 450);
  assert.equal(tables.description, '450');
  const all = Array.from({ length: mostListed }, (_, index) => relation(`t${index}`));
  const [cut] = groupRows(sessionItems({ ...none, relations: all }, []), false);
  assert.equal(cut?.description, '2,000 or more');
  const names = Array.from({ length: 201 }, (_, index) => `${index}.csv`);
  const files = fileRows(names, { isTrusted: true, shown: pageSize });
  assert.equal(files.at(-1)?.label, 'Load 1 more');
});

test('a file has its name, its folder, and a quoted name in SQL; Restricted Mode says that none are read', () => {
  const [row] = fileRows(["data/it's.csv"], { isTrusted: true, shown: pageSize });
  assert.deepEqual([row?.label, row?.description], ["it's.csv", 'data']);
  assert.equal(itemOfRow(row, [])?.sql, "'data/it''s.csv'");
  const label = (names: string[], isTrusted: boolean) =>
    fileRows(names, { isTrusted, shown: pageSize }).map(each => each.label);
  assert.deepEqual(label([], true), ['No CSV, Parquet or JSON file']);
  assert.deepEqual(label([], false), ['In Restricted Mode, cells read no files']);
});

test('names that cannot be seen are written out, and long ones are cut', () => {
  const relations = [relation('a\u202Eb\nc'), relation('n'.repeat(1_000))];
  const odd = sessionItems({ ...none, relations }, []);
  const labels = odd.map(({ label }) => label);
  assert.doesNotMatch(labels[0] ?? '', /[\u202E\n]/);
  assert.equal(labels[1]?.length, 200);
  assert.deepEqual(
    odd.map(({ sql }) => sql),
    relations.map(({ sql }) => sql),
  );
});

test('a result is named by the title of its chart, or by the first words of its cell', () => {
  const check = (expected: string, text: string, title?: string) =>
    assert.equal(cellTitle(text, title === undefined ? undefined : { title }), expected);
  check('Scores', 'FROM t VISUALISE', 'Scores');
  check('FROM t WHERE x', '-- why\n--| code-fold: true\nFROM t\n  WHERE x');
  check(`SELECT ${'x'.repeat(52)}…`, `SELECT ${'x'.repeat(100)}`);
  check('Empty cell', ' ');
});

test('the cell that made a name is the last that creates it, or the first that changes it', () => {
  const definition = (more: Partial<Definition>): Definition => ({
    ...{ kind: 'table', name: 'prices', path: [], span: { from: 7, to: 9 } },
    ...{ statement: { from: 0, to: 9 }, effect: 'creates', columns: null },
    ...{ parameters: [], type: null },
    ...more,
  });
  const analysis = (...cells: readonly Definition[][]): NotebookAnalysis => ({
    complete: true,
    cells: cells.map((definitions, index) => ({
      ...{ id: String(index), statements: [], uses: [], problems: [] },
      definitions,
    })),
  });
  const [prices, one] = items;
  assert.ok(prices && one);
  const made = analysis(
    [definition({})],
    [definition({ name: 'PRICES', effect: 'replaces', path: ['main'] })],
    [definition({ effect: 'drops' }), definition({ kind: 'variable' })],
  );
  assert.equal(makerOf(prices, made), 1);
  assert.equal(makerOf(one, made), undefined);
  const changed = analysis([], [definition({ effect: 'changes' })]);
  assert.equal(makerOf(prices, changed), 1);
  const elsewhere = analysis([definition({ name: 'one', path: ['other'] })]);
  assert.equal(makerOf(one, elsewhere), 0);
});

test('the question before a drop says what is dropped, and that it cannot be undone', () => {
  const [prices] = items;
  assert.ok(prices);
  const { question, detail } = dropQuestion(prices);
  assert.match(question, /^Drop the table prices \(12,345 rows · 1 column\)/);
  assert.match(detail, /cannot be undone/);
});

test('a view that cannot be read is marked with its reason, and leads to the cell that made it', () => {
  const problem = 'Catalog Error: Table with name gone does not exist!\nDid you mean "here"?';
  const broken = relation('broken', { kind: 'view', rowCount: null, problem });
  const own = sessionItems({ ...none, relations: [broken] }, []);
  const views = groupRows(own, false).find(({ id }) => id === 'views');
  assert.ok(views);
  const [row] = rowsBelow(views, own, pageSize);
  assert.equal(row?.description, 'Table with name gone does not exist! · 1 column');
  assert.equal(row.icon?.name, 'warning');
  assert.equal(row.kind, 'brokenView');
  assert.equal(row.press?.action, 'goToMaker');
});
