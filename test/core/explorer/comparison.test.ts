import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedFacets, comparedPortfolio, sidesOf } from '../../../src/core/explorer/comparison';
import { membersOf } from '../../../src/core/portfolios/portfolios';
import type { ColumnFilter } from '../../../src/core/protocol/arrangement';

const names = ['date', 'entity', 'role'];
const time = { column: 0, from: '2026-11-01', to: '2026-11-10' };
const role = { kind: 'values', column: 2, values: ['Target'] } as const;
const mine = { name: 'mine', entities: ['company:a', 'company:b'] };

function sides(filters: readonly ColumnFilter[], rows: Partial<Parameters<typeof sidesOf>[0]>) {
  return sidesOf({ names, time, filters, ...rows }, [mine]);
}

test('without selected days, the halves of all days are compared', () => {
  const { all, first } = sides([role], {});
  assert.deepEqual(first, ['earlier', 'later']);
  assert.deepEqual(
    all.map(({ label, filters }) => [label, filters]),
    [
      [
        'Earlier half: 2026-11-01 to 2026-11-05',
        [role, { kind: 'range', column: 0, from: '2026-11-01', to: '2026-11-05' }],
      ],
      [
        'Later half: 2026-11-06 to 2026-11-10',
        [role, { kind: 'range', column: 0, from: '2026-11-06', to: '2026-11-10' }],
      ],
      ['Portfolio mine', [role, { kind: 'values', column: 1, values: mine.entities }]],
      ['Everything selected', [role]],
    ],
  );
});

test('selected days are compared with as many days before them', () => {
  const range = { kind: 'range', column: 0, from: '2026-11-06', to: '2026-11-07' } as const;
  const { all, first } = sides([range, role], {});
  assert.deepEqual(first, ['before', 'days']);
  assert.deepEqual(all[0]?.filters, [
    { kind: 'range', column: 0, from: '2026-11-04', to: '2026-11-05' },
    role,
  ]);
});

test('rows without dates, of one day or without companies have the sides that fit', () => {
  assert.deepEqual(sides([], { time: null }).first, ['portfolio mine', 'selection']);
  const day = { ...time, to: time.from };
  assert.deepEqual(sides([], { time: day, names: ['date'] }).first, ['selection', 'selection']);
});

test('a portfolio with more companies than a filter has values is named with the reason', () => {
  const members = membersOf(Array.from({ length: 5_001 }, (_, place) => `c${place}`));
  const large = comparedPortfolio({ name: 'large', members });
  const { all, tooLarge } = sidesOf({ names, time, filters: [] }, [large, mine]);
  assert.deepEqual(tooLarge, ['Portfolio large: more than 5,000 companies']);
  assert.ok(all.some(({ id }) => id === 'portfolio mine'));
  assert.ok(!all.some(({ id }) => id === 'portfolio large'));
  const smaller = comparedPortfolio({ name: 'large', members: members.slice(1) });
  assert.equal(smaller.entities?.length, 5_000);
});

test('shares are those of all rows of a side, and the largest difference is first', () => {
  const values = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([text, count]) => ({ text, count }));
  const facet = (column: number, counts: Readonly<Record<string, number>>, valueCount: number) => ({
    ...{ column, valueCount },
    values: values(counts),
  });
  const compared = comparedFacets(
    { rowCount: 100, facets: [facet(1, { a: 50, b: 50 }, 2), facet(2, { x: 90, y: 9, z: 1 }, 3)] },
    { rowCount: 10, facets: [facet(1, { a: 6, b: 4 }, 2), facet(2, { x: 2, y: 2, w: 1 }, 9)] },
  );
  assert.deepEqual(
    compared.map(({ column, isPartial, values: all }) => [
      ...[column, isPartial],
      ...all.map(({ text, shares: [one, other] }) => `${text} ${one} ${other}`),
    ]),
    [
      // The other side has further values, so that nothing is said of z, which it does not list.
      [2, true, 'x 0.9 0.2', 'y 0.09 0.2', 'w 0 0.1'],
      [1, false, 'a 0.5 0.6', 'b 0.5 0.4'],
    ],
  );
  const none = comparedFacets(
    { rowCount: 0, facets: [facet(1, {}, 0)] },
    { rowCount: 0, facets: [facet(1, {}, 0)] },
  );
  assert.deepEqual(none, [{ column: 1, values: [], isPartial: false }]);
});
