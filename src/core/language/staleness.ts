/**
 * Which results are stale.
 *
 * A result is stale if the cell's content, a variable that it reads or its connection changed since it ran, or if a
 * cell that it needs is stale or ran (again) after it; in a cycle only cells above it count (see `dependencies.ts`). A cell that never ran
 * has no result and is not stale, but a result of a cell that now needs such a cell is.
 */

import { dependentsOf, type Dependencies, type Dependency } from './dependencies';

/** A cell's last run that succeeded. */
export interface CellRan {
  /** Counts the runs of the notebook's session; a later run has a higher number. */
  readonly order: number;
}

export interface CellNow {
  /** Whether a run now would be another one than the last. */
  readonly hasChanged: boolean;
  /** Null: it has not run in this session. */
  readonly ran: CellRan | null;
}

/** @returns The indices of the cells whose results are stale, in order. */
export function staleCells(dependencies: Dependencies, cells: readonly CellNow[]): number[] {
  const changed = cells.flatMap(({ hasChanged, ran }, cell) => (ran && hasChanged ? [cell] : []));
  const outdated = dependencies.edges.flatMap(edge => (isOutdated(edge, cells) ? [edge.cell] : []));
  const roots = [...new Set([...changed, ...outdated])];
  return [...roots, ...dependentsOf(dependencies, roots)]
    .filter(cell => cells[cell]?.ran)
    .sort((a, b) => a - b);
}

/** @returns Whether the needed cell ran after the one that needs it, or has not run in this session. */
export function isOutdated(
  { cell, needs, isCircular }: Dependency,
  cells: readonly Pick<CellNow, 'ran'>[],
): boolean {
  const own = cells[cell]?.ran;
  const needed = cells[needs]?.ran;
  if (!own) {
    return false;
  }
  return !needed || (needed.order > own.order && !isCircular);
}
