import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainDateOfDay } from '../../../src/core/base/plainDate';
import { comparedAlone } from '../../../src/core/overlays/overlayHistory';
import { readViews, type ListView } from '../../../src/core/overlays/savedViews';
import {
  listedStock,
  listNameOf,
  listRow,
  rankedList,
  stockRows,
  type RankedList,
} from '../../../src/core/sidebar/overlayTree';
import type { Row } from '../../../src/core/sidebar/row';
import { snapshotOf } from '../overlays/snapshots';

const day = 20_000;

function viewOf(entry: object): ListView {
  const view = readViews([{ name: 'Mine', side: 'bullish', ...entry }]).views.find(
    ({ isSaved }) => isSaved,
  );
  assert.ok(view);
  return view;
}

/** A list of these entities, compared with one of the day before. */
function listOf(now: string, before: string | null = null, amount = 15): RankedList {
  const parameters = { amount: String(amount) };
  const dated = (text: string, on: number) => {
    const { query, table } = snapshotOf(text.split(' ').filter(Boolean), { day: on, parameters });
    return { query, table, day: plainDateOfDay(on) };
  };
  const current = dated(now, day);
  const compared = comparedAlone(current, before === null ? null : dated(before, day - 1));
  const { table } = current;
  return rankedList({ table, ...compared, fetchedAtMs: day * 86_400_000, notes: [] });
}

function rowsOf(list: RankedList, filter = '', shown = 200, view = viewOf({})): readonly Row[] {
  return stockRows(view, { kind: 'content', content: list }, { filter, shown });
}

const lines = (rows: readonly Row[]): string[] =>
  rows.map(({ label, description = '' }) => [label, description].filter(Boolean).join(' · '));

test('a list says how many notes its tooltip has', () => {
  const content = { ...listOf('a b'), notes: ['The lake /l does not exist.'] };
  const row = listRow(viewOf({}), { state: { kind: 'content', content }, filter: '' });
  assert.equal(row.description, '2 · 1 note');
  assert.deepEqual(row.facts?.at(-1), ['note', 'The lake /l does not exist.']);
});

test('a stock has rank, name, score and a word and an icon for its change', () => {
  const rows = rowsOf(listOf('a c b e', 'a b c d'));
  assert.deepEqual(lines(rows), [
    '1  +1.00  Name of a',
    '2  +0.90  Name of c · up 1',
    '3  +0.80  Name of b · down 1',
    '4  +0.70  Name of e · entered',
    '–  +0.70  Name of d · left, was 4',
  ]);
  assert.deepEqual(
    rows.map(({ icon }) => icon?.name),
    ['circle-small', 'arrow-up', 'arrow-down', 'add', 'remove'],
  );
  assert.equal(rows[3]?.spoken, 'Rank 4, Name of e, +0.70, entered');
  assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
});

test('a stock whose name is empty has its key', () => {
  const list = listOf('a b');
  const stocks = list.stocks.map(({ change, row }) => ({
    change: { ...change, now: change.now && { ...change.now, name: ' ' } },
    row,
  }));
  assert.deepEqual(lines(rowsOf({ ...list, stocks })), ['1  +1.00  a', '2  +0.90  b']);
});

test('the tooltip of a stock has every field of the answer, and says where a unit is not documented', () => {
  const [, row] = rowsOf(listOf('a b', 'b a'));
  const facts = new Map(row?.facts);
  const { columns } = snapshotOf([], { day }).table;
  for (const { name } of columns) {
    assert.ok(facts.has(name), name);
  }
  assert.equal(facts.get('bull_bear_score'), '0.9 (scale not documented)');
  assert.equal(facts.get('date'), plainDateOfDay(day - 1));
  assert.equal(facts.get('price'), 'null');
  assert.equal(facts.get(`since ${plainDateOfDay(day - 1)}`), 'down 1');
  assert.equal(facts.get('previous score'), '+1.00');
});

test('a list that is not there says how many stocks it has at most, which is no count', () => {
  const view = viewOf({ amount: 50, industry: 'oil_gas' });
  const signedOut = { kind: 'signedOut', sentence: 'No token is set' } as const;
  for (const state of [undefined, signedOut]) {
    assert.equal(listRow(view, { state, filter: '' }).description, 'oil gas · at most 50');
  }
  const content = listOf('a b');
  assert.equal(listRow(view, { state: { kind: 'content', content }, filter: '' }).description, '2');
});

test('a filter finds all its words in names and keys, and says so where nothing has them', () => {
  const list = listOf('alpha beta gamma', 'delta');
  assert.deepEqual(lines(rowsOf(list, 'NAME bet')), ['2  +0.90  Name of beta · entered']);
  assert.deepEqual(lines(rowsOf(list, 'delta')), ['–  +1.00  Name of delta · left, was 1']);
  const [none, ...others] = rowsOf(list, 'omega');
  assert.equal(none?.label, 'Nothing contains “omega”');
  assert.equal(none?.press?.action, 'clearFilter');
  assert.deepEqual(others, []);
  const view = viewOf({});
  const described = (filter: string): string | undefined =>
    listRow(view, { state: { kind: 'content', content: list }, filter }).description;
  assert.equal(described(''), '3 · 3 entered, 1 left');
  assert.equal(described('delta'), '1 found · 3 entered, 1 left');
});

test('further stocks are loaded at a press', () => {
  const names = Array.from({ length: 450 }, (_, at) => `e${at}`).join(' ');
  const list = listOf(names, null, 500);
  for (const [shown, last] of [
    [200, 'Load 200 more · 250 not shown'],
    [400, 'Load 50 more · 50 not shown'],
    [600, '450  −43.90  Name of e449'],
  ] as const) {
    const rows = rowsOf(list, '', shown);
    assert.equal(lines(rows).at(-1), last);
    assert.equal(rows.length, Math.min(shown + 1, 450));
  }
});

test('an empty list names the filters that no stock fits', () => {
  const label = (entry: object): string | undefined =>
    rowsOf(listOf(''), '', 200, viewOf(entry))[0]?.label;
  assert.equal(label({}), 'The service lists no stock today');
  assert.equal(label({ amount: 0 }), 'The amount is 0');
  assert.equal(
    label({ industry: 'energy', stock_index: 'DAX' }),
    'No stock fits industry energy and stock_index DAX',
  );
});

test('a list that is not there is one row that says why, and what a press does', () => {
  const view = viewOf({});
  const rowOfState = (state: Parameters<typeof stockRows>[1]): Row | undefined => {
    const rows = stockRows(view, state, { filter: '', shown: 200 });
    assert.equal(rows.length, 1);
    return rows[0];
  };
  assert.equal(rowOfState({ kind: 'loading', sentence: 'Requesting…' })?.kind, 'loading');
  const failed = rowOfState({ kind: 'failed', sentence: 'It failed', detail: 'Because.' });
  assert.deepEqual(failed?.press, { action: 'retryList', argument: 'Mine' });
  assert.equal(failed?.spoken, 'It failed. Because.');
  const signedOut = rowOfState({ kind: 'signedOut', sentence: 'No token is set' });
  assert.equal(signedOut?.press?.action, 'setToken');
});

test('a list that was not requested says what it restricts, and one that came how much changed', () => {
  const view = viewOf({ industry: 'energy', amount: 5 });
  assert.equal(listRow(view, { state: undefined, filter: '' }).description, 'energy · at most 5');
  const same = listOf('a b', 'a b');
  const described = (content: RankedList): string | undefined =>
    listRow(view, { state: { kind: 'content', content }, filter: '' }).description;
  assert.equal(described(same), '2 · no change');
  assert.equal(described(listOf('a b')), '2');
});

test('the stock of a row has what its actions need, also after it left', () => {
  const list = listOf('a b', 'c');
  assert.deepEqual(listedStock(list, 'b'), {
    entity: 'b',
    name: 'Name of b',
    ticker: null,
    isin: null,
    date: plainDateOfDay(day - 1),
  });
  assert.equal(listedStock(list, 'c')?.name, 'Name of c');
  assert.equal(listedStock(list, 'z'), undefined);
});

test('the list of a row is known, whatever its name has in it', () => {
  const named = listRow(viewOf({ name: 'US/loading' }), { state: undefined, filter: '' });
  assert.equal(listNameOf(named), 'US/loading');
  const view = viewOf({ name: 'US/EU' });
  const options = { filter: '', shown: 1 };
  const list = listRow(view, { state: undefined, filter: '' });
  const states = [
    { kind: 'loading', sentence: 'Requesting…' },
    { kind: 'failed', sentence: 'It failed' },
    { kind: 'content', content: listOf('a b') },
  ] as const;
  const below = states.map(state => stockRows(view, state, options).at(-1));
  for (const row of [list, ...below]) {
    assert.equal(listNameOf(row), 'US/EU');
  }
  assert.equal(listNameOf(undefined), undefined);
});

test('a long name is there as a whole, after the figures, and no list is expanded by itself', () => {
  const name = 'a-name-that-is-longer-than-a-narrow-side-bar';
  const [row] = rowsOf(listOf(name, 'b'));
  assert.equal(row?.label, `1  +1.00  Name of ${name}`);
  assert.deepEqual(
    readViews([]).views.map(view => listRow(view, { state: undefined, filter: '' }).expands),
    ['closed', 'closed'],
  );
});
