/**
 * Reports the edited cell before the cells below it are bound.
 *
 * Binding those takes longer, and they are not what the author looks at. Their texts did not change, so their
 * definitions and uses did not either: their last binding is enough for the problems of the edited cell.
 */

import type { NotebookText } from '../../core/language/notebookText';
import type { BoundCell } from './bindCell';

/** Cells below are waited for this long before the edited cell is reported alone. */
const PATIENCE_MS = 20;

/** Called at most once, with the index of the cell and all cells; those below it as last bound. */
export type ReportTyped = (index: number, cells: readonly BoundCell[]) => void;

export class LastBound {
  private readonly byId = new Map<string, { readonly text: string; readonly bound: BoundCell }>();

  /** Stores the cells of a complete analysis. */
  keep({ cells }: NotebookText, bound: readonly BoundCell[]): void {
    this.byId.clear();
    cells.forEach(({ id, text }, index) => {
      const cell = bound[index];
      if (cell) {
        this.byId.set(id, { text, bound: cell });
      }
    });
  }

  /** @returns A function to call before each cell of an analysis is bound, with the cells bound so far. */
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
