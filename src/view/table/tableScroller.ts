/** The element that scrolls: what of the columns is seen in it, and how high it is. */

import { rowsText } from '../../core/protocol/footer';
import { element } from '../dom';
import { visibleColumns, type ColumnWindow } from './columnLayout';
import { HEADER_HEIGHT, ROW_HEIGHT, type TableModel } from './tableModel';

export class TableScroller {
  readonly node: HTMLElement;
  /** Holds the rows. */
  readonly body = element('div', { class: 'ms-body', attributes: { role: 'rowgroup' } });

  /**
   * @param rowCount Rows of the result, which may be more than can be shown.
   * @param inView Rows that are seen at once.
   */
  constructor(
    private readonly model: TableModel,
    rowCount: number,
    inView: number,
  ) {
    const { columns } = model;
    this.node = element('div', {
      class: 'ms-table',
      attributes: {
        role: 'grid',
        'aria-rowcount': String(rowCount + 1),
        'aria-colcount': String(columns.length),
        'aria-multiselectable': 'true',
        'aria-label': `${rowsText(rowCount)}, ${columns.length} columns`,
      },
    });
    this.node.style.setProperty('--ms-rows-height', `${HEADER_HEIGHT + inView * ROW_HEIGHT}px`);
  }

  get hasFocus(): boolean {
    return this.node.matches(':focus-within');
  }

  get columnsInView(): ColumnWindow {
    return visibleColumns(this.model.edges, this.node.scrollLeft, this.node.clientWidth);
  }

  fill(header: HTMLElement): void {
    const head = element('div', { class: 'ms-headgroup', attributes: { role: 'rowgroup' } }, [
      header,
    ]);
    this.node.append(head, this.body);
  }

  /** @param height px of all rows, as they can be scrolled. */
  resize(height: number): void {
    this.body.style.height = `${height}px`;
  }

  /** A scroll bar below the columns must not hide a part of the last row. */
  makeRoomForScrollBar(): void {
    const height = this.node.offsetHeight - this.node.clientHeight;
    this.node.style.setProperty('--ms-scroll-bar-height', `${height}px`);
  }

  revealColumn(column: number): void {
    const left = this.model.edges[column] ?? 0;
    const right = left + this.model.widthOf(column);
    if (left < this.node.scrollLeft) {
      this.node.scrollLeft = left;
    } else if (right > this.node.scrollLeft + this.node.clientWidth) {
      this.node.scrollLeft = right - this.node.clientWidth;
    }
  }
}
