import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cellDependencies,
  dependentsOf,
  runOrder,
  upstreamOf,
  type CellNames,
} from '../../../src/core/language/dependencies';
import { cellNames } from './cellNames';
import fc from '../../support/properties';

/** `check('+a | -a', '1←0')`: cells and the pairs `cell←needed`. */
function check(cells: string, edges: string): void {
  const { edges: found } = cellDependencies(cellNames(cells));
  assert.equal(found.map(({ cell, needs }) => `${cell}←${needs}`).join(' '), edges, cells);
}

test('a cell needs the last one above it that makes what it uses', () => {
  check('+a | a', '1←0');
  check('+a | a | a', '1←0 2←0');
  check('+a | +a | a', '2←1');
  check('+a | +b | a b', '2←0 2←1');
  check('+a | a +b | b', '1←0 2←1');
  check('a | a', '');
  check('a', '');
});

test('a name that only a cell below makes needs that cell', () => {
  check('a | +a', '0←1');
  check('a | +a | +a', '0←1');
  check('a | b | +b | +a', '0←3 1←2');
});

test('a cell that makes a name for itself needs nobody for it', () => {
  check('+a a | +a', '');
  check('+a | +a a', '');
  check('+a | +a ~a !a', '');
  check('+a | a +a a', '1←0');
  check('+a | ?a a', '1←0');
  check('+a | +a | +b a', '2←1');
});

test('changes need what they change, and users need the changes', () => {
  check('+a | ~a | a', '1←0 2←0 2←1');
  check('+a | ~a | +a | a', '1←0 3←2');
  check('+a | ?a | a', '2←0 2←1');
  check('+a | !a', '1←0');
});

test('names are compared without regard to case', () => {
  check('+Scores | scores', '1←0');
});

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const cell = fc
  .array(fc.tuple(fc.constantFrom('', '', '+', '~', '?', '!'), name), { maxLength: 4 })
  .map(parts => parts.map(([sign, word]) => sign + word).join(' '));
const notebooks = fc.array(cell, { maxLength: 12 }).map(cells => cellNames(cells.join(' | ')));

/** What `start` reaches, worked out by closing the relation under itself. */
function closure(cells: readonly CellNames[], start: number): number[] {
  const { edges } = cellDependencies(cells);
  let reached = new Set([start]);
  for (;;) {
    const more = edges.filter(edge => reached.has(edge.cell)).map(({ needs }) => needs);
    const next = new Set([...reached, ...more]);
    if (next.size === reached.size) {
      return [...next].filter(index => index !== start).sort((a, b) => a - b);
    }
    reached = next;
  }
}

test('upstream is what can be reached, and dependents are the other way round', () => {
  fc.assert(
    fc.property(notebooks, cells => {
      const dependencies = cellDependencies(cells);
      cells.forEach((_, index) => {
        assert.deepEqual(upstreamOf(dependencies, [index]), closure(cells, index));
        for (const dependent of dependentsOf(dependencies, [index])) {
          assert.ok(upstreamOf(dependencies, [dependent]).includes(index));
        }
      });
    }),
  );
});

test('no cell needs itself, and every edge lies in the notebook', () => {
  fc.assert(
    fc.property(notebooks, cells => {
      for (const { cell: from, needs } of cellDependencies(cells).edges) {
        assert.notEqual(from, needs);
        assert.ok(from >= 0 && from < cells.length && needs >= 0 && needs < cells.length);
      }
    }),
  );
});

test('an order runs each cell once, after what it needs where no circle forbids it', () => {
  fc.assert(
    fc.property(notebooks, fc.array(fc.nat(11)), (cells, picked) => {
      const wanted = [...new Set(picked.filter(index => index < cells.length))];
      const dependencies = cellDependencies(cells);
      const order = runOrder(
        dependencies,
        picked.filter(index => index < cells.length),
      );
      assert.deepEqual(
        [...order].sort((a, b) => a - b),
        wanted.sort((a, b) => a - b),
      );
      for (const one of order) {
        for (const needed of upstreamOf(dependencies, [one])) {
          const inCircle = upstreamOf(dependencies, [needed]).includes(one);
          if (order.includes(needed) && !inCircle) {
            assert.ok(order.indexOf(needed) < order.indexOf(one), `${needed} before ${one}`);
          }
        }
      }
    }),
  );
});

test('cells that need each other in a circle are run in order, and nothing hangs', () => {
  const circle = cellDependencies(cellNames('b +a | c +b | a +c'));
  assert.deepEqual(runOrder(circle, [0, 1, 2]).length, 3);
  assert.deepEqual(upstreamOf(circle, [0]), [1, 2]);
});

test('what leads to a circle runs after what the circle needs', () => {
  // d needs a, which is in a circle with b, which needs the last cell.
  const cells = cellDependencies(cellNames('+d a | +a b | +b a c | +c'));
  assert.deepEqual(runOrder(cells, [0, 3]), [3, 0]);
  assert.deepEqual(runOrder(cells, [0, 1, 2, 3]), [3, 1, 2, 0]);
});

test('thousands of cells in a chain are walked', () => {
  const count = 5000;
  const chain = Array.from({ length: count }, (_, index) => `a${index - 1} +a${index}`);
  const dependencies = cellDependencies(cellNames(chain.join(' | ')));
  assert.equal(upstreamOf(dependencies, [count - 1]).length, count - 1);
  assert.equal(runOrder(dependencies, [count - 1, 0]).join(), `0,${count - 1}`);
});
