/** The scroll position of the rows, and scrolling to a row. */

import type { Lifetime } from '../lifetime';
import { scrollScale, type ScrollScale } from './scrollScale';
import { ROW_HEIGHT, type TableModel } from './tableModel';

/** The time after scrolling by steps until the scroll bar is corrected. */
const SETTLE_MS = 150;

/** The visible rows, half-open, and the position of the first row in the scrolled element. */
export interface RowWindow {
  readonly from: number;
  readonly to: number;
  /** px from the top of the scrolled element to the top of row 0; negative and large in long results. */
  readonly origin: number;
}

export class RowScroll {
  private scale: ScrollScale;
  private distance = 0;
  private lastTop = 0;
  private settling: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly scroller: HTMLElement,
    private readonly model: TableModel,
    private readonly lifetime: Lifetime,
  ) {
    this.scale = this.scaleOfRows();
    lifetime.add(() => clearTimeout(this.settling));
  }

  /** Height of the element that holds the rows, in px. */
  get height(): number {
    return this.scale.height;
  }

  /** Starts at the top of other rows. The scrolled element gets its new height first. */
  restart(): void {
    clearTimeout(this.settling);
    this.scale = this.scaleOfRows();
    this.scroller.scrollTop = 0;
    this.distance = 0;
    this.lastTop = 0;
  }

  /** Keeps its position when the height of the view changes. */
  refit(): void {
    this.scale = this.scaleOfRows();
    this.put(this.distance);
  }

  get rowsInView(): number {
    return Math.max(1, Math.floor(this.viewport / ROW_HEIGHT));
  }

  get window(): RowWindow {
    const from = Math.floor(this.distance / ROW_HEIGHT);
    const to = Math.ceil((this.distance + this.viewport) / ROW_HEIGHT);
    return {
      from: Math.max(0, from),
      to: Math.min(this.model.rowCount, to),
      origin: this.scroller.scrollTop - this.distance,
    };
  }

  /**
   * Follows the scroll bar. If positions are compressed, a small step counts as pixels, as from a wheel, and a large
   * one as a position on the bar.
   */
  follow(onSettled: () => void): void {
    this.takeStep();
    if (!this.scale.compressed) {
      return;
    }
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      if (!this.lifetime.ended) {
        // The bar may have moved since its last event.
        this.takeStep();
        this.put(this.distance);
        onSettled();
      }
    }, SETTLE_MS);
  }

  private takeStep(): void {
    const top = this.scroller.scrollTop;
    const step = top - this.lastTop;
    this.lastTop = top;
    if (!this.scale.compressed) {
      this.distance = top;
      return;
    }
    const small = Math.abs(step) <= 2 * this.viewport;
    this.distance = small ? this.within(this.distance + step) : this.scale.toRows(top);
  }

  /** @param y px below the upper edge of the scrolled element, which the header covers. */
  rowAt(y: number): number {
    return Math.floor((this.distance + y - this.model.headHeight) / ROW_HEIGHT);
  }

  /** Scrolls as little as possible to show the whole row. */
  reveal(row: number): void {
    const top = row * ROW_HEIGHT;
    if (top < this.distance) {
      this.put(top);
    } else if (top + ROW_HEIGHT > this.distance + this.viewport) {
      this.put(top + ROW_HEIGHT - this.viewport);
    }
  }

  private scaleOfRows(): ScrollScale {
    const { rowCount, mostRowsInView } = this.model;
    const inView = Math.min(mostRowsInView, rowCount);
    return scrollScale(rowCount * ROW_HEIGHT, inView * ROW_HEIGHT);
  }

  private get viewport(): number {
    return Math.max(ROW_HEIGHT, this.scroller.clientHeight - this.model.headHeight);
  }

  private put(distance: number): void {
    this.distance = this.within(distance);
    const top = this.scale.toScroll(this.distance);
    if (Math.abs(top - this.scroller.scrollTop) >= 1) {
      this.scroller.scrollTop = top;
    }
    this.lastTop = this.scroller.scrollTop;
    if (!this.scale.compressed) {
      this.distance = this.lastTop;
    }
  }

  private within(distance: number): number {
    const last = Math.max(0, this.model.rowCount * ROW_HEIGHT - this.viewport);
    return Math.max(0, Math.min(last, distance));
  }
}
