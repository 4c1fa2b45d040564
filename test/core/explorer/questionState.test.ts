import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  barOf,
  barsBetween,
  brushed,
  choiceOf,
  firstState,
  searched,
  stepped,
  toggleValue,
  unitsFor,
  visited,
  withoutChoices,
  type ChoiceKind,
  type StateHistory,
} from '../../../src/core/explorer/questionState';
import { parsePlainDate, type PlainDate } from '../../../src/core/base/plainDate';
import type { ColumnFilter } from '../../../src/core/protocol/arrangement';

/** `after('+a -b')`: the filters of column 1 after a selects a and excludes b. */
function after(clicks: string, begun: readonly ColumnFilter[] = []): readonly ColumnFilter[] {
  return clicks.split(' ').reduce((filters, click) => {
    const kind: ChoiceKind = click.startsWith('+') ? 'values' : 'exclude';
    const text = click.slice(1) === 'null' ? null : click.slice(1);
    return toggleValue(filters, { column: 1, text }, kind);
  }, begun);
}

test('a value is selected, excluded or neither', () => {
  const values = (...all: (string | null)[]) => ({
    kind: 'values' as const,
    column: 1,
    values: all,
  });
  const exclude = (...all: (string | null)[]) => ({ ...values(...all), kind: 'exclude' as const });
  assert.deepEqual(after('+a +b'), [values('a', 'b')]);
  assert.deepEqual(after('+a +b +a'), [values('b')]);
  assert.deepEqual(after('+a +a'), []);
  assert.deepEqual(after('-null -null'), []);
  assert.deepEqual(after('+a -b'), [values('a'), exclude('b')]);
  assert.deepEqual(after('+a -a'), [exclude('a')]);
  assert.deepEqual(after('-a -b +b'), [values('b'), exclude('a')]);
  assert.equal(choiceOf(after('+a -b'), { column: 1, text: 'b' }), 'exclude');
  assert.equal(choiceOf(after('+a'), { column: 2, text: 'a' }), null);
});

test('filters stay in the order in which they were chosen, and those of other columns as they are', () => {
  const other = { kind: 'missing', column: 3, missing: false } as const;
  const begun = searched(brushed([other], 0, { from: '2026-01-01', to: '2026-01-02' }), [1], 'x');
  const all = after('+a', begun);
  assert.deepEqual(
    all.map(({ kind }) => kind),
    ['missing', 'range', 'search', 'values'],
  );
  const moved = brushed(all, 0, { from: '2026-02-01', to: '2026-02-02' });
  assert.deepEqual(
    moved.map(({ kind }) => kind),
    ['missing', 'range', 'search', 'values'],
  );
  assert.deepEqual(withoutChoices(searched(brushed(moved, 0, null), [1], ''), 1), [other]);
});

test('Back and Forward walk through states, and a new one forgets those that were gone back from', () => {
  const [a, b, c] = ['a', 'b', 'c'].map(text => ({
    ...{ filters: searched([], [1], text), unit: null, stack: null },
    ...{ grouped: false, compared: null },
  }));
  assert.ok(a && b && c);
  let history: StateHistory = { states: [], at: -1 };
  history = visited(visited(history, a), b);
  history = stepped(stepped(history, -1), -1);
  assert.equal(history.states[history.at], a);
  assert.equal(stepped(history, 1).at, 1);
  history = visited(history, c);
  assert.deepEqual(history, { states: [a, c], at: 1 });
  assert.deepEqual(stepped(history, 1), history);
});

test('the timeline is stacked by the first facet with few values', () => {
  const facets = [
    { column: 4, distinctCount: 90 },
    { column: 2, distinctCount: 3 },
  ];
  const state = firstState({ time: null, facets, searched: [] });
  const rest = { filters: [], unit: null, grouped: false, compared: null };
  assert.deepEqual(state, { ...rest, stack: 2 });
});

function date(text: string): PlainDate {
  const day = parsePlainDate(text);
  assert.ok(day, text);
  return day;
}

test('bars begin with their days, Mondays and firsts, whatever the year', () => {
  const check = (unit: 'week' | 'month' | 'year', day: string, expected: string): void => {
    assert.equal(barOf(date(day), unit), expected, `${unit} of ${day}`);
  };
  check('week', '2026-11-22', '2026-11-16');
  check('week', '2026-11-23', '2026-11-23');
  check('week', '1969-12-31', '1969-12-29');
  check('week', '1970-01-01', '1969-12-29');
  check('month', '2024-02-29', '2024-02-01');
  check('year', '0199-12-31', '0199-01-01');
  assert.deepEqual(barsBetween(date('2026-01-31'), date('2026-03-01'), 'month'), [
    ...['2026-01-01', '2026-02-01', '2026-03-01'],
  ]);
  assert.equal(barsBetween(date('2026-03-27'), date('2026-03-31'), 'day').length, 5);
});

test('the unit is the shortest with a legible number of bars', () => {
  assert.deepEqual(unitsFor(60), { units: ['day', 'week', 'month', 'year'], first: 'day' });
  assert.equal(unitsFor(400).first, 'week');
  assert.equal(unitsFor(2_000).first, 'month');
  assert.deepEqual(unitsFor(30_000), { units: ['month', 'year'], first: 'year' });
});
