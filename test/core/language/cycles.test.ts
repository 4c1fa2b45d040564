import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cyclesOf } from '../../../src/core/language/cycles';
import fc from '../../support/properties';

test('nodes are in one cycle where each reaches the other, and in no other case', () => {
  const edge = fc.tuple(fc.nat(7), fc.nat(7));
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 20 }), edges => {
      const cycles = cyclesOf(8, edges);
      const nodes = [...cycles.keys()];
      const reach = nodes.map(node => reached(node, edges));
      for (const one of nodes) {
        for (const other of nodes) {
          const isMutual = reach[one]?.has(other) === true && reach[other]?.has(one) === true;
          assert.equal(cycles[one] === cycles[other], isMutual);
        }
      }
    }),
  );
});

test('a long chain and a long cycle are walked without recursion', () => {
  const count = 100_000;
  const chain = Array.from({ length: count - 1 }, (_, node) => [node, node + 1] as const);
  assert.equal(new Set(cyclesOf(count, chain)).size, count);
  assert.equal(new Set(cyclesOf(count, [...chain, [count - 1, 0]])).size, 1);
});

function reached(start: number, edges: readonly (readonly [number, number])[]): Set<number> {
  const seen = new Set([start]);
  for (let size = 0; size < seen.size;) {
    size = seen.size;
    edges.filter(([from]) => seen.has(from)).forEach(([, to]) => seen.add(to));
  }
  return seen;
}
