/** The scrolling element: the visible columns, and its height. */

import { counted } from '../../core/base/text';
import { rowsText } from '../../core/protocol/footer';
import { element } from '../dom';
import { visibleColumns, type ColumnWindow } from './columnLayout';
import { ROW_HEIGHT, type TableModel } from './tableModel';

/** The share of the grid's width that pinned columns may take. */
const MOST_PINNED = 0.6;

export class TableScroller {
  readonly node: HTMLElement;
  /** Holds the rows. */
  readonly body = element('div', { class: 'ms-body', attributes: { role: 'rowgroup' } });

  /** @param rowCount Rows of the result, which may exceed those that can be shown. */
  /** The number of rows without filters, so that a filter does not change the height. */
  private readonly rowsAtFirst: number;

  constructor(
    readonly model: TableModel,
    rowCount: number,
  ) {
    const { columns } = model;
    this.node = element('div', {
      class: 'ms-table',
      attributes: {
        role: 'grid',
        'aria-rowcount': String(rowCount + 1),
        'aria-colcount': String(columns.length),
        'aria-multiselectable': 'true',
        'aria-label': `${rowsText(rowCount)}, ${counted(columns.length, 'column')}`,
      },
    });
    this.rowsAtFirst = model.rowCount;
    this.refit();
  }

  /** The height that the reader chose. */
  refit(): void {
    const { headHeight, mostRowsInView } = this.model;
    const inView = Math.min(mostRowsInView, this.rowsAtFirst);
    this.node.style.setProperty('--ms-rows-height', `${headHeight + inView * ROW_HEIGHT}px`);
  }

  get hasFocus(): boolean {
    return this.node.matches(':focus-within');
  }

  get columnsInView(): ColumnWindow {
    const { pinned } = this;
    const { scrollLeft, clientWidth } = this.node;
    const width = this.pinnedWidth;
    const { from, to } = visibleColumns(this.model.edges, scrollLeft + width, clientWidth - width);
    return { pinned, from: Math.max(from, pinned), to: Math.max(to, pinned) };
  }

  /**
   * How many columns stay while the others scroll sideways: none if all have room, and only as many as leave room for
   * others.
   */
  get pinned(): number {
    const { edges, pinnedCount, width } = this.model;
    const { clientWidth } = this.node;
    if (width <= clientWidth) {
      return 0;
    }
    const most = edges.findIndex(edge => edge > clientWidth * MOST_PINNED) - 1;
    return Math.max(0, Math.min(pinnedCount, most));
  }

  /** px. */
  get pinnedWidth(): number {
    return this.model.edges[this.pinned] ?? 0;
  }

  /** @returns The visible position of a column edge, px from the left edge of the grid. */
  leftOf(edge: number): number {
    const left = this.model.edges[edge] ?? 0;
    return edge <= this.pinned ? left : left - this.node.scrollLeft;
  }

  /** @returns px from the left edge of the first column, as if no column were pinned. */
  placeAt(clientX: number): number {
    const x = clientX - this.node.getBoundingClientRect().left;
    return x < this.pinnedWidth ? x : x + this.node.scrollLeft;
  }

  fill(...header: readonly HTMLElement[]): void {
    const attributes = { role: 'rowgroup' };
    const head = element('div', { class: 'ms-headgroup', attributes }, header);
    this.node.append(head, this.body);
  }

  /** @param height The scrollable height of all rows, px. */
  resize(height: number): void {
    this.body.style.height = `${height}px`;
  }

  /** A horizontal scroll bar must not hide a part of the last row. */
  makeRoomForScrollBar(): void {
    const height = this.node.offsetHeight - this.node.clientHeight;
    this.node.style.setProperty('--ms-scroll-bar-height', `${height}px`);
  }

  revealColumn(column: number): void {
    if (column < this.pinned) {
      return;
    }
    const { node, pinnedWidth } = this;
    const left = this.model.edges[column] ?? 0;
    const right = left + this.model.widthOf(column);
    const [from, to] = [node.scrollLeft + pinnedWidth, node.scrollLeft + node.clientWidth];
    const hasNoRoom = right - left > to - from;
    if (hasNoRoom && left < to && right > from) {
      // A part of it is visible: what is pressed must not move away.
      return;
    }
    if (left < from) {
      node.scrollLeft = left - pinnedWidth;
    } else if (right > to) {
      node.scrollLeft = right - node.clientWidth;
    }
  }
}
