/** The cells that a command runs, in order. Cells are indices among the analysed ones. */

import { nameKey } from '../sql/names';
import {
  cellDependencies,
  dependentsOf,
  runOrder,
  upstreamOf,
  type CellNames,
} from './dependencies';

/** @returns `cells` and everything that they need. */
export function withUpstream(notebook: readonly CellNames[], cells: readonly number[]): number[] {
  const dependencies = cellDependencies(notebook);
  return runOrder(dependencies, [...upstreamOf(dependencies, cells), ...cells]);
}

/** @returns `cells` and everything that needs them. */
export function withDependents(notebook: readonly CellNames[], cells: readonly number[]): number[] {
  const dependencies = cellDependencies(notebook);
  return runOrder(dependencies, [...cells, ...dependentsOf(dependencies, cells)]);
}

/** The parts of a notebook that the plan of stale cells reads. */
export interface StaleNotebook {
  readonly cells: readonly CellNames[];
  readonly stale: readonly number[];
  /** Whether the cell's last run in this session succeeded. */
  readonly hasRun: (cell: number) => boolean;
}

/**
 * A cell that changes a table, as INSERT does, only runs together with the cell that creates that table: otherwise it
 * would insert its rows twice.
 *
 * @param cells The stale cells to run; null: all, and those that become stale by running them.
 * @returns These cells and those they need that are stale or have not run.
 */
export function staleRun(notebook: StaleNotebook, cells: readonly number[] | null): number[] {
  const dependencies = cellDependencies(notebook.cells);
  const stale = new Set(notebook.stale);
  const wanted = new Set(cells ?? notebook.stale);
  for (let size = -1; size < wanted.size;) {
    size = wanted.size;
    const missing = upstreamOf(dependencies, [...wanted]).filter(
      cell => stale.has(cell) || !notebook.hasRun(cell),
    );
    const changed = dependencies.edges
      .filter(({ cell, needs }) => wanted.has(cell) && isChangedBy(notebook.cells, needs, cell))
      .map(({ needs }) => needs);
    const after = cells ? [] : dependentsOf(dependencies, [...wanted]).filter(notebook.hasRun);
    [...missing, ...changed, ...after].forEach(cell => wanted.add(cell));
  }
  return runOrder(dependencies, [...wanted]);
}

/** Whether `changer` changes something that `maker` makes or changes too. */
function isChangedBy(cells: readonly CellNames[], maker: number, changer: number): boolean {
  const made = new Set(cells[maker]?.definitions.map(({ name }) => nameKey(name)));
  return (cells[changer]?.definitions ?? []).some(
    ({ effect, name }) => effect === 'changes' && made.has(nameKey(name)),
  );
}
