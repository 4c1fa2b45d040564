import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  nameProblem,
  withEntry,
  withEntryBack,
  withoutEntry,
} from '../../../src/core/base/namedEntries';
import {
  readViews,
  viewEntry,
  viewSummary,
  withViewsMoved,
} from '../../../src/core/overlays/savedViews';

const tech = { name: 'Tech', side: 'bullish', amount: 25, industry: 'technology' };
const dax = { name: 'DAX', side: 'bearish', stock_index: 'DAX', time_horizon: '1M', pinned: true };

const namesOf = (setting: readonly unknown[]): string =>
  readViews(setting)
    .views.map(({ name }) => name)
    .join(' ');

test('pinned lists come first, then the two usual ones, then the others', () => {
  assert.equal(namesOf([]), 'Bullish Bearish');
  assert.equal(namesOf([tech, dax]), 'DAX Bullish Bearish Tech');
});

test('a saved list has the parameters of its entry, as on the wire', () => {
  const [pinned, , , saved] = readViews([tech, dax]).views;
  assert.deepEqual(saved?.query, {
    operation: 'bullish_stocks',
    parameters: { amount: '25', industry: 'technology' },
  });
  assert.deepEqual(pinned?.query, {
    operation: 'bearish_stocks',
    parameters: { stock_index: 'DAX', time_horizon: '1M' },
  });
  assert.equal(saved && viewSummary(saved), 'technology · at most 25');
});

test('an entry that is not usable is reported, and the others are there', () => {
  const wrong = [
    'text',
    { side: 'bullish' },
    { name: 'No side' },
    { name: 'Wrong', side: 'bullish', industry: 'bread' },
    { name: 'bullish', side: 'bullish' },
    { ...tech, name: 'Line\nbreak' },
  ];
  const { views, problems } = readViews([...wrong, tech, { ...tech, industry: 'energy' }]);
  assert.deepEqual(
    views.map(({ name }) => name),
    ['Bullish', 'Bearish', 'Tech'],
  );
  assert.equal(problems.length, wrong.length + 1);
  assert.match(
    problems.join('\n'),
    /The list Wrong is ignored: one of its values is not allowed\./,
  );
  for (const setting of [null, undefined, 3, {}]) {
    assert.equal(readViews(setting).views.length, 2);
  }
});

test('a list is added, changed, moved and removed, and what else the user wrote stays', () => {
  const other = { name: 'Odd', side: 'sideways', note: 'mine' };
  const [, , saved] = readViews([tech]).views;
  assert.ok(saved);
  const added = withEntry([other], null, viewEntry(saved));
  assert.deepEqual(added, [other, tech]);
  const changed = withEntry(
    added,
    'Tech',
    viewEntry({ ...saved, name: 'Software', isPinned: true }),
  );
  assert.deepEqual(changed, [other, { ...tech, name: 'Software', pinned: true }]);
  assert.deepEqual(withoutEntry(changed, 'Software'), [other]);
  const three = [tech, dax, other];
  assert.deepEqual(withViewsMoved(three, ['Odd'], 'Tech'), [other, tech, dax]);
  assert.deepEqual(withViewsMoved(three, ['Tech'], null), [dax, other, tech]);
  assert.deepEqual(withViewsMoved(three, ['Tech', 'DAX'], 'DAX'), three);
});

test('a name is not empty, not long, on one line and not there yet', () => {
  const { views } = readViews([tech]);
  assert.equal(
    nameProblem('Energy', views, name => `${name} is taken.`),
    undefined,
  );
  for (const name of ['', '  ', 'TECH', 'bearish', 'x'.repeat(61), 'a\tb']) {
    assert.notEqual(
      nameProblem(name, views, name => `${name} is taken.`),
      undefined,
      name,
    );
  }
});

test('a list that was removed comes back to its place, beside what was saved since', () => {
  const before = [tech, dax];
  const since = [...withoutEntry(before, 'Tech'), { ...tech, name: 'New' }];
  assert.deepEqual(withEntryBack(since, before, 'Tech'), [tech, dax, { ...tech, name: 'New' }]);
  assert.deepEqual(withEntryBack([], before, 'DAX'), [dax]);
  assert.throws(() => withEntryBack(before, before, 'Tech'), /Tech exists again/);
});
