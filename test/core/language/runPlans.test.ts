import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellDependencies } from '../../../src/core/language/dependencies';
import { staleRun, withDependents, withUpstream } from '../../../src/core/language/runPlans';
import { staleCells } from '../../../src/core/language/staleness';
import { cellNames } from './cellNames';
import fc from '../../support/properties';

/** `check('+a | a', 1, '0 1', '1')`: cells, one of them, what runs with upstream and what with dependents. */
function check(cells: string, cell: number, upstream: string, dependents: string): void {
  const names = cellNames(cells);
  assert.equal(withUpstream(names, [cell]).join(' '), upstream, `${cells}: upstream of ${cell}`);
  assert.equal(withDependents(names, [cell]).join(' '), dependents, `${cells}: after ${cell}`);
}

/** Cells, the stale ones, those that did not run, the wanted (`*`: all), and what runs. */
function checkStale(cells: string, [stale, idle, wanted]: readonly string[], plan: string): void {
  const hasRun = (cell: number) => !numbers(idle).includes(cell);
  const notebook = { cells: cellNames(cells), stale: numbers(stale), hasRun };
  const found = staleRun(notebook, wanted === '*' ? null : numbers(wanted));
  assert.equal(found.join(' '), plan, `${cells}: ${stale}, ${idle}, ${wanted}`);
}

function numbers(text = ''): number[] {
  return text.split(' ').filter(Boolean).map(Number);
}

test('a cell runs after all that it needs and before all that needs it', () => {
  check('+a | a', 1, '0 1', '1');
  check('+a | a', 0, '0', '0 1');
  check('+a | +b | a b +c | c', 2, '0 1 2', '2 3');
  check('+a | x | a +b | b', 3, '0 2 3', '3');
  check('b | +b a | +a', 0, '2 1 0', '0');
  check('b | +b a | +a', 2, '2', '2 1 0');
  check('b +a | a +b', 0, '0 1', '0 1');
  check('c +a | a +b | b +c | c', 3, '0 1 2 3', '3');
  check('z +a | a b | +b | +z', 1, '3 0 2 1', '1');
});

test('stale cells run with what they need, where that is stale or has not run', () => {
  checkStale('+a | a +b | b', ['1 2', '', '*'], '1 2');
  checkStale('+a | a +b | b', ['1 2', '', '2'], '1 2');
  checkStale('+a | a +b | b', ['1 2', '', '1'], '1');
  checkStale('+a | a +b | b', ['1 2', '0', '*'], '0 1 2');
  checkStale('+a | b | a', ['2', '0 1', '2'], '0 2');
  checkStale('+a | a', ['', '', '*'], '');
});

test('a cell that changes a table runs with what makes it, and then so does what reads it', () => {
  checkStale('+a | ~a | a', ['1 2', '', '*'], '0 1 2');
  checkStale('+a | ~a | a', ['1', '', '1'], '0 1');
  checkStale('+a | ~a | a | a', ['1', '', '*'], '0 1 2 3');
  checkStale('+a | ~a | ~a', ['2', '', '2'], '0 1 2');
  checkStale('+a | ~a b | +b', ['1', '', '1'], '0 1');
});

const word = fc.constantFrom('a', 'b', 'c', '+a', '+b', '+c', '~a', '!b', '?c');
const cell = fc.array(word, { maxLength: 4 }).map(words => words.join(' '));

test('whatever the cells are, running the stale ones in order leaves none stale, circles neither', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, fc.nat(6), fc.boolean()), { maxLength: 12 }), rows => {
      const cells = cellNames(rows.map(([names]) => names).join(' | '));
      const dependencies = cellDependencies(cells);
      const now = rows.map(([, order, changed]) => ({
        hasChanged: changed,
        ran: order === 0 ? null : { order },
      }));
      const stale = staleCells(dependencies, now);
      const hasRun = (index: number) => now[index]?.ran !== null;
      const plan = staleRun({ cells, stale, hasRun }, null);
      assert.equal(new Set(plan).size, plan.length);
      assert.ok(stale.every(index => plan.includes(index)));
      const after = now.map(({ hasChanged, ran }, index) => {
        const at = plan.indexOf(index);
        return at < 0 ? { hasChanged, ran } : { hasChanged: false, ran: { order: 100 + at } };
      });
      assert.deepEqual(staleCells(dependencies, after), []);
    }),
  );
});
