import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellDependencies, runOrder, upstreamOf } from '../../../src/core/language/dependencies';
import { staleCells, type CellNow } from '../../../src/core/language/staleness';
import { cellNames } from './cellNames';
import fc from '../../support/properties';

/**
 * `check('+a | a', '1 2', '1')`: cells, for each the number of its last run (`-` never, `*` behind it: its text
 * changed since), and the stale ones.
 */
function check(cells: string, runs: string, stale: string): void {
  const now = runs.split(' ').map((run): CellNow => {
    const order = Number.parseInt(run, 10);
    const ran = run === '-' ? null : { order };
    return { hasChanged: run.endsWith('*'), ran };
  });
  const found = staleCells(cellDependencies(cellNames(cells)), now);
  assert.equal(found.join(' '), stale, `${cells}: ${runs}`);
}

test('a result is stale when the text or anything it was made of changed since', () => {
  check('+a | a', '1 2', '');
  check('+a | a', '1* 2', '0 1');
  check('+a | a', '1 2*', '1');
  check('+a | a', '3 2', '1');
  check('+a | a +b | b', '3 1 2', '1 2');
  check('+a | a +b | b', '1* 2 3', '0 1 2');
  check('+a | b', '1* 2', '0');
});

test('a cell that has not run has no result that could be stale, and stales what was made without it', () => {
  check('+a | a', '- -', '');
  check('+a | a', '1 -', '');
  check('+a | a', '- 1', '1');
  check('+a | a', '1* -', '0');
});

test('cells in a circle are fresh once all ran in the order of the notebook, and nothing hangs', () => {
  check('b +a | a +b', '1 2', '');
  check('b +a | a +b', '2 1', '0 1');
  check('b +a | a +b', '1* 2', '0 1');
  check('b +a | a +b', '1 2*', '0 1');
  check('b +a | a +b', '1 -', '0');
  check('c +a | a +b | b +c | c', '1 2 3 4', '');
  check('c +a | a +b | b +c | c', '4 2 3 5', '0 1 2 3');
  check('b +a | a +b | +c | c b', '1 2 9 4', '3');
});

const word = fc.constantFrom('a', 'b', 'c', '+a', '+b', '+c', '~a', '!b', '?c');
const cell = fc.array(word, { maxLength: 3 }).map(words => words.join(' '));

test('what needs a stale cell is stale, and running everything in order leaves nothing stale', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, fc.nat(9), fc.boolean()), { maxLength: 8 }), rows => {
      const dependencies = cellDependencies(cellNames(rows.map(([names]) => names).join(' | ')));
      const cells = rows.map(([, order, changed]): CellNow => ({
        hasChanged: changed,
        ran: order === 0 ? null : { order },
      }));
      const stale = new Set(staleCells(dependencies, cells));
      cells.forEach(({ ran }, index) => {
        const below = upstreamOf(dependencies, [index]).some(needed => stale.has(needed));
        assert.ok(!ran || !below || stale.has(index));
      });
      const order = runOrder(dependencies, [...cells.keys()]);
      const fresh = cells.map((_, index) => ({
        hasChanged: false,
        ran: { order: order.indexOf(index) },
      }));
      assert.deepEqual(staleCells(dependencies, fresh), []);
    }),
  );
});
