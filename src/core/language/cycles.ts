/** Cycles in a graph: its strongly connected components. */

/**
 * Takes time linear in nodes and edges, without recursion.
 *
 * @param nodeCount Nodes are numbered from 0.
 * @param edges From one node to another.
 * @returns For each node the number of its component: nodes with the same number reach each other.
 */
export function cyclesOf(
  nodeCount: number,
  edges: readonly (readonly [from: number, to: number])[],
): number[] {
  const next = listsOf(nodeCount, edges);
  const before = listsOf(
    nodeCount,
    edges.map(([from, to]) => [to, from]),
  );
  // Kosaraju: backwards along the edges, from those that are left last.
  const cycles = new Array<number>(nodeCount).fill(-1);
  for (const root of leftOrder(next).reverse()) {
    const waiting = cycles[root] === -1 ? [root] : [];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      cycles[node] = root;
      waiting.push(...(before[node] ?? []).filter(other => cycles[other] === -1));
    }
  }
  return cycles;
}

/** @returns All nodes in the order in which a walk in depth leaves them. */
function leftOrder(next: readonly (readonly number[])[]): number[] {
  const order: number[] = [];
  const entered = new Set<number>();
  next.forEach((_, start) => {
    const path = entered.has(start) ? [] : [{ node: start, at: 0 }];
    entered.add(start);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const other = next[top.node]?.[top.at++];
      if (other === undefined) {
        order.push(top.node);
        path.pop();
      } else if (!entered.has(other)) {
        entered.add(other);
        path.push({ node: other, at: 0 });
      }
    }
  });
  return order;
}

function listsOf(
  nodeCount: number,
  edges: readonly (readonly [from: number, to: number])[],
): number[][] {
  const lists = Array.from({ length: nodeCount }, (): number[] => []);
  edges.forEach(([from, to]) => lists[from]?.push(to));
  return lists;
}
