/**
 * The cell that was typed in, told of before the cells below it are bound.
 *
 * What it means for those takes longer, and they are not what its author looks at. Their definitions and uses are those of
 * their texts, which did not change: as they were bound last they tell all that the typed cell's own problems need.
 */

import type { NotebookText } from '../../core/language/notebookText';
import type { BoundCell } from './bindCell';

/** Cells below that take no longer are waited for. */
const PATIENCE_MS = 20;

/** Told once at most: the index of the cell, and all cells, those below it as they were. */
export type ReportTyped = (index: number, cells: readonly BoundCell[]) => void;

export class LastBound {
  private readonly byId = new Map<string, { readonly text: string; readonly bound: BoundCell }>();

  /** Keeps the cells of a whole analysis. */
  keep({ cells }: NotebookText, bound: readonly BoundCell[]): void {
    this.byId.clear();
    cells.forEach(({ id, text }, index) => {
      const cell = bound[index];
      if (cell) {
        this.byId.set(id, { text, bound: cell });
      }
    });
  }

  /** @returns What is to be called before each cell of an analysis is bound, with those that are. */
  watch(
    { cells }: NotebookText,
    clock: { now(): number },
    report: ReportTyped,
  ): (bound: readonly BoundCell[]) => void {
    const typed = cells.findIndex(({ id, text }) => this.byId.get(id)?.text !== text);
    const below = cells.slice(typed + 1).map(({ id, text }) => {
      const known = this.byId.get(id);
      return known?.text === text ? known.bound : undefined;
    });
    const known = below.filter(bound => bound !== undefined);
    let boundAt: number | undefined;
    let isReported = typed < 0 || known.length < below.length;
    return bound => {
      if (isReported || bound.length <= typed) {
        return;
      }
      boundAt ??= clock.now();
      if (clock.now() - boundAt > PATIENCE_MS) {
        isReported = true;
        report(typed, [...bound, ...known.slice(bound.length - typed - 1)]);
      }
    };
  }
}
