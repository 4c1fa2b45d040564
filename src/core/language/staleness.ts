/**
 * Which results no longer belong to what the notebook says.
 *
 * A result is stale where the cell's text or a variable that it reads changed since it ran, or where a cell that it
 * needs is stale, or ran (again) after it. A cell that never ran has no result and is not stale, but a result that
 * was made before such a cell was there to be needed is.
 */

import { upstreamOf, type Dependencies } from './dependencies';

/** What is remembered of a cell's last run that succeeded. */
export interface CellRan {
  /** The text that ran, and the parameters it read with their values: see `runKey`. */
  readonly key: string;
  /** Counts the runs of the notebook's session; a later run has a higher number. */
  readonly order: number;
}

export interface CellNow {
  /** `runKey` of the cell as it is now. */
  readonly key: string;
  /** Null: it has not run in this session. */
  readonly ran: CellRan | null;
}

/** @returns What a run depends on besides other cells: equal keys, equal program. */
export function runKey(text: string, parameters: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([text, Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** @returns The indices of the cells whose results are stale, in order. */
export function staleCells(dependencies: Dependencies, cells: readonly CellNow[]): number[] {
  const changed = cells.flatMap(({ key, ran }, cell) => (ran && ran.key !== key ? [cell] : []));
  const outdated = dependencies.edges.flatMap(({ cell, needs }) => {
    const own = cells[cell]?.ran;
    const needed = cells[needs]?.ran;
    // What has not run in this session cannot have made what the result was drawn from.
    return own && (!needed || needed.order > own.order) ? [cell] : [];
  });
  const roots = new Set([...changed, ...outdated]);
  return cells.flatMap(({ ran }, cell) => {
    const isStale =
      roots.has(cell) || upstreamOf(dependencies, [cell]).some(needed => roots.has(needed));
    return ran && isStale ? [cell] : [];
  });
}
