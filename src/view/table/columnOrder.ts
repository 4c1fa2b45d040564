/** The columns of a result that a grid shows, in order: indices in the result, from 0. */

/** @returns The order with a column moved to another index; indices beyond the ends count as the ends. */
export function moved(order: readonly number[], from: number, to: number): number[] {
  const column = order[from];
  if (column === undefined) {
    return [...order];
  }
  const others = order.toSpliced(from, 1);
  return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, column);
}

/** @returns The order without one column; the last column stays. */
export function withoutColumn(order: readonly number[], place: number): number[] {
  return order.length > 1 ? order.toSpliced(place, 1) : [...order];
}

/**
 * @param count Columns of the result.
 * @returns The order including the hidden columns, each after its predecessor in the result.
 */
export function withAllColumns(order: readonly number[], count: number): number[] {
  const all = [...order];
  for (let column = 0; column < count; column++) {
    if (!all.includes(column)) {
      all.splice(all.indexOf(column - 1) + 1, 0, column);
    }
  }
  return all;
}
