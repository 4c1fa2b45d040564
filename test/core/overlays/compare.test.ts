import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareOverlays, type OverlaySide } from '../../../src/core/overlays/compare';
import type { OverlayList } from '../../../src/core/overlays/overlayRows';

/** `a:0.9 b`: entities with their scores (1 where none is written) in the order of the service; `-` has no entity. */
function list(text: string, amount = 15): OverlayList {
  const words = text.split(' ').filter(word => word !== '');
  const rows = words.map((word, index) => {
    const [entity = '', score = '1'] = word.split(':');
    return {
      entity: entity === '-' ? null : entity,
      rank: index + 1,
      name: `Name of ${entity}`,
      ticker: `${entity.toUpperCase()}.X`,
      date: 20_000,
      score: score === 'null' ? null : Number(score),
    };
  });
  return { rows, amount };
}

function side(
  text: string,
  { amount = 15, opposite }: { amount?: number; opposite?: string } = {},
) {
  const other = opposite === undefined ? null : list(opposite, amount);
  return { list: list(text, amount), opposite: other };
}

/** Lines `entity change former rank>rank`, `?` for a change that is not known. */
function check(previous: OverlaySide | null, current: OverlaySide, ...expected: string[]): void {
  const lines = compareOverlays(current, previous).map(
    ({ entity, change, rank, previousRank }) =>
      `${entity} ${change ?? '?'} ${previousRank ?? '-'}>${rank ?? '-'}`,
  );
  assert.deepEqual(lines, expected);
}

test('entities enter, leave, move and stay', () => {
  check(
    side('a b c d'),
    side('a c b e'),
    'a same 1>1',
    'c up 3>2',
    'b down 2>3',
    'e entered ->4',
    'd left 4>-',
  );
});

test('without an earlier answer no change is known', () => {
  check(null, side('a b'), 'a ? ->1', 'b ? ->2');
  check(null, side(''));
});

test('an empty answer is an answer: all left it, or all entered', () => {
  check(side('a b'), side(''), 'a left 1>-', 'b left 2>-');
  check(side(''), side('a b'), 'a entered ->1', 'b entered ->2');
  check(side(''), side(''));
});

test('equal scores are ranked as the service orders them', () => {
  check(side('a:5 b:5 c:5'), side('b:5 a:5 c:5'), 'b up 2>1', 'a down 1>2', 'c same 3>3');
});

test('an entity that is listed twice counts once, at its best place', () => {
  check(side('a b a'), side('b a b a'), 'b up 2>1', 'a down 1>2');
  check(side('a b'), side('b a b'), 'b up 2>1', 'a down 1>2');
});

test('rows without an entity are left out and keep their places', () => {
  check(side('- a'), side('a - b -'), 'a up 2>1', 'b entered ->3');
});

test('a new name, ticker or vendor id is the same entity', () => {
  const renamed = list('a b');
  const rows = renamed.rows.map(row => ({ ...row, name: 'New', ticker: 'NEW.Y' }));
  const current = { list: { ...renamed, rows }, opposite: null };
  check(side('a b'), current, 'a same 1>1', 'b same 2>2');
  const [first] = compareOverlays(current, side('a b'));
  assert.deepEqual([first?.now?.ticker, first?.before?.ticker], ['NEW.Y', 'A.X']);
});

test('a score that changes its sign flips, whatever its place does', () => {
  check(side('a:1 b:2'), side('b:-2 a:1'), 'b flipped 2>1', 'a down 1>2');
  check(side('a:0 b:null c:1'), side('a:1 b:-1 c:0'), 'a same 1>1', 'b same 2>2', 'c same 3>3');
});

test('an entity that came from the opposite list, or went there, flipped', () => {
  check(
    side('a:1 b:2', { opposite: 'c:-1 d:-1' }),
    side('c:1 a:1', { opposite: 'b:-3 d:-1' }),
    'c flipped ->1',
    'a down 1>2',
    'b flipped 2>-',
  );
  const [first] = compareOverlays(side('c:4'), side('', { opposite: 'c:-2' }));
  assert.deepEqual([first?.now?.score, first?.before?.score, first?.signFlipped], [4, -2, true]);
});

test('of an entity that is in one list alone, whether its sign changed is not known', () => {
  const [entered, left] = compareOverlays(side('a'), side('b'));
  assert.deepEqual([entered?.signFlipped, left?.signFlipped], [null, null]);
});

test('beyond the places that one answer was asked for, nobody is known to have entered or left', () => {
  check(
    side('a b', { amount: 2 }),
    side('b c a d', { amount: 4 }),
    'b up 2>1',
    'c entered ->2',
    'a down 1>3',
    'd ? ->4',
  );
  check(
    side('a b c d', { amount: 4 }),
    side('d a', { amount: 2 }),
    'd up 4>1',
    'a down 1>2',
    'b left 2>-',
    'c ? 3>-',
  );
});

test('fewer entities than asked for are the whole list', () => {
  check(side('a', { amount: 50 }), side('a b', { amount: 50 }), 'a same 1>1', 'b entered ->2');
});
