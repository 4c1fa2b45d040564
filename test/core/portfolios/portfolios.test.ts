import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  holdingsByName,
  notebookPortfolios,
  countsOf,
  hasMixedWeights,
  isChangeable,
  portfolioNameProblem,
  portfoliosInForce,
} from '../../../src/core/portfolios/portfolios';
import {
  readSettingPortfolios,
  withoutSettingMembers,
  withoutSettingPortfolio,
  withSettingMembers,
  withSettingMembersMoved,
  withSettingPortfolioRenamed,
} from '../../../src/core/portfolios/settingPortfolios';

const entities = (setting: unknown): unknown =>
  Object.fromEntries(
    Object.entries(holdingsByName(readSettingPortfolios(setting))).map(([name, holdings]) => [
      name,
      holdings.map(({ entity, weight }) => (weight === null ? entity : [entity, weight])),
    ]),
  );

test('portfolios of the settings are lists of entities, with weights or without', () => {
  const setting = {
    tech: ['company:a', 'b', { entity: 'c', weight: 0.5, name: 'Cee' }, { entity: 'd' }],
    empty: [],
  };
  assert.deepEqual(entities(setting), {
    tech: ['company:a', 'company:b', ['company:c', 0.5], 'company:d'],
    empty: [],
  });
});

test('entries of the settings that are not usable are reported, and the others are read', () => {
  const setting = { tech: ['company:a', '', 1, 'a', { entity: 'b', weight: '3' }], bad: 'x' };
  assert.deepEqual(entities(setting), { tech: ['company:a', 'company:b'], bad: [] });
  const problems = readSettingPortfolios(setting).map(each => each.problems);
  assert.deepEqual(problems, [
    [
      'Entry 2 has no entity.',
      'Entry 3 has no entity.',
      'Entry 5 has a weight that is not a number.',
      'Entry 4 repeats company:a: it counts once.',
    ],
    ['It must be a list of entities.'],
  ]);
});

test('a setting that is no object has no portfolios', () => {
  for (const setting of [undefined, null, 'x', ['a']]) {
    assert.deepEqual(readSettingPortfolios(setting), []);
  }
});

test('a name without a company is kept, and is no holding', () => {
  const [read] = readSettingPortfolios({ a: [{ name: 'Unknown Ltd', weight: 2 }] });
  assert.deepEqual(read?.members, [{ entity: null, weight: 2, name: 'Unknown Ltd' }]);
  assert.deepEqual(holdingsByName(read ? [read] : []), { a: [] });
});

test("a notebook's portfolio comes before a file's, and that before one of the settings", () => {
  const file = (name: string, path: string) =>
    ({
      name,
      source: 'file',
      file: { address: `file:///${path}`, path },
      members: [],
      problems: [],
    }) as const;
  const all = portfoliosInForce([
    ...notebookPortfolios({ a: ['z'] }),
    file('a', 'x/a.portfolio.csv'),
    file('b', 'x/b.portfolio.csv'),
    file('b', 'y/b.portfolio.csv'),
    ...readSettingPortfolios({ a: ['x'], b: ['y'], c: ['w'] }),
  ]);
  assert.deepEqual(
    all.map(({ name, source, hides }) => [name, source, hides]),
    [
      ['a', 'notebook', ['the file x/a.portfolio.csv', 'the settings']],
      ['b', 'file', ['the file y/b.portfolio.csv', 'the settings']],
      ['c', 'setting', []],
    ],
  );
});

test('edits of the settings keep the entries that they are not about', () => {
  const setting = { one: ['a', 7, { entity: 'b', weight: 1, note: 'mine' }], two: 'x' };
  const added = [
    { entity: 'company:a', weight: null, name: null },
    { entity: 'company:c', weight: null, name: 'Cee' },
    { entity: 'company:d', weight: 0.5, name: 'Dee' },
    { entity: null, weight: null, name: 'Unknown Ltd' },
  ];
  assert.deepEqual(withSettingMembers(setting, 'one', added), {
    one: [
      ...setting.one,
      'company:c',
      { entity: 'company:d', weight: 0.5, name: 'Dee' },
      { name: 'Unknown Ltd' },
    ],
    two: 'x',
  });
  assert.deepEqual(withoutSettingMembers(setting, 'one', ['company:a']), {
    one: [7, setting.one[2]],
    two: 'x',
  });
  const keys = ['company:b'];
  assert.deepEqual(withSettingMembersMoved(setting, 'one', { keys, target: 'company:a' }), {
    one: [setting.one[2], 'a', 7],
    two: 'x',
  });
  const renamed = withSettingPortfolioRenamed(setting, 'one', 'first');
  assert.deepEqual(Object.entries(renamed), [
    ['first', setting.one],
    ['two', 'x'],
  ]);
  assert.deepEqual(withoutSettingPortfolio(setting, 'one'), { two: 'x' });
  assert.deepEqual(withSettingMembers(undefined, 'new', []), { new: [] });
});

test('the name of a portfolio can be the name of a file', () => {
  assert.equal(portfolioNameProblem('Core 2026', ['core']), undefined);
  for (const name of ['', ' ', 'a/b', '..', 'a\u0000', 'x'.repeat(61), 'a:b']) {
    assert.ok(portfolioNameProblem(name, []), name);
  }
  assert.match(portfolioNameProblem('Core', ['core']) ?? '', /already/);
  assert.match(portfolioNameProblem('a:b', []) ?? '', /cannot contain : .* but \/ .* are allowed/);
  assert.match(portfolioNameProblem('a\u0000', []) ?? '', /an invisible character/);
  assert.match(portfolioNameProblem('.a', []) ?? '', /begin with a dot/);
  assert.match(portfolioNameProblem('x'.repeat(61), []) ?? '', /61 characters.*at most 60/);
});

test('percent beside fractions is reported, and weights of one kind are not', () => {
  const mixed = (...weights: (number | null)[]): boolean =>
    hasMixedWeights({
      members: weights.map(weight => ({ entity: 'company:a', weight, name: null })),
    });
  assert.equal(mixed(0.01, 3, 2), true);
  assert.equal(mixed(0.5, 2.5, null, 97), false, 'percent that add up to 100');
  assert.equal(mixed(1.3, -0.3), false, 'shares of a whole with a short position');
  assert.equal(mixed(0.2, 0.1, null), false);
  assert.equal(mixed(3, 5, 1), false);
});

test('companies and names without one are counted apart, and nothing is added where nothing is read', () => {
  const [core, bad] = portfoliosInForce(
    readSettingPortfolios({ core: ['a', { name: 'B' }], bad: 7 }),
  );
  assert.ok(core && bad);
  assert.deepEqual(countsOf(core), { companies: 1, unknown: 1 });
  assert.equal(isChangeable(core), true);
  assert.equal(bad.unreadable, 'not a list');
  assert.equal(isChangeable(bad), false);
  assert.equal(isChangeable({ ...core, source: 'notebook' }), false);
});
