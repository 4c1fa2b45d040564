/** Changes a grid's columns: which are shown, in which order, how wide, and how their values look. */

import type { TableModel } from './tableModel';

export interface ColumnsPlace {
  readonly model: TableModel;
  /** The element that holds the drawn cells. */
  readonly node: HTMLElement;
  /** Draws the visible part. */
  paint(): void;
  /** Called after the columns changed; reveals the focused cell. */
  showActive(): void;
  /** Called after columns were hidden or shown again. */
  onShown(): void;
}

export class TableColumns {
  constructor(private readonly place: ColumnsPlace) {}

  hide(column: number): void {
    const { model } = this.place;
    const { pinnedCount } = model;
    // By default the first column is pinned, whichever it is; others only if the reader pinned them.
    const count = column < pinnedCount && pinnedCount > 1 ? pinnedCount - 1 : pinnedCount;
    this.show(withoutColumn(model.order, column), count);
  }

  move(from: number, to: number): void {
    const { model } = this.place;
    this.show(moved(model.order, from, to));
  }

  /** Pins a column next to the pinned ones, or unpins it before the others. */
  pin(column: number, isPinned: boolean): void {
    const { order, pinnedCount } = this.place.model;
    const count = isPinned ? pinnedCount + 1 : pinnedCount - 1;
    this.show(moved(order, column, isPinned ? pinnedCount : count), count);
  }

  showAll(): void {
    const { model } = this.place;
    if (model.hiddenCount > 0) {
      this.show(withAllColumns(model.order, model.names.length));
    }
  }

  showRaw(isRaw: boolean): void {
    this.place.model.showRaw(isRaw);
    this.place.paint();
  }

  /** As wide as the widest of its drawn cells and its header. */
  fit(column: number): void {
    const { model, node } = this.place;
    // The width that a text needs is only known while it has less.
    model.resize(column, 0);
    this.place.paint();
    const cells = node.querySelectorAll<HTMLElement>(`[aria-colindex="${column + 1}"]`);
    const widths = [...cells].map(cell => {
      const text = cell.querySelector<HTMLElement>('.ms-text');
      return text ? cell.offsetWidth - text.offsetWidth + text.scrollWidth + 1 : 0;
    });
    model.resize(column, Math.max(...widths));
    this.place.paint();
  }

  /** @param pinnedCount How many of them are pinned; absent: unchanged. */
  private show(order: readonly number[], pinnedCount = this.place.model.pinnedCount): void {
    const { model, node } = this.place;
    const hadFocus = node.matches(':focus-within');
    model.show(order, pinnedCount);
    node.setAttribute('aria-colcount', String(order.length));
    this.place.onShown();
    if (hadFocus) {
      this.place.showActive();
    } else {
      this.place.paint();
    }
  }
}

/** @returns The order with a column moved to another index; indices beyond the ends count as the ends. */
function moved(order: readonly number[], from: number, to: number): number[] {
  const column = order[from];
  if (column === undefined) {
    return [...order];
  }
  const others = order.toSpliced(from, 1);
  return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, column);
}

/** @returns The order without one column; the last column stays. */
function withoutColumn(order: readonly number[], place: number): number[] {
  return order.length > 1 ? order.toSpliced(place, 1) : [...order];
}

/**
 * @param count Columns of the result.
 * @returns The order including the hidden columns, each after its predecessor in the result.
 */
function withAllColumns(order: readonly number[], count: number): number[] {
  const all = [...order];
  for (let column = 0; column < count; column++) {
    if (!all.includes(column)) {
      all.splice(all.indexOf(column - 1) + 1, 0, column);
    }
  }
  return all;
}
