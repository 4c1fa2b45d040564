/**
 * The grid: a scrolled window on a result of any length.
 *
 * Only the rows and columns that are seen are in the page. Rows that did not come with the output are asked
 * for when they come into view.
 */

import type { ResultTable } from '../../core/protocol/outcome';
import { rowsText } from '../../core/protocol/footer';
import { element } from '../dom';
import type { HostChannel } from '../hostChannel';
import type { Lifetime } from '../lifetime';
import { visibleColumns, type ColumnWindow } from './columnLayout';
import type { CellPlace } from './gridKeys';
import { PageCache } from './pageCache';
import { RowScroll } from './rowScroll';
import { TableHeader } from './tableHeader';
import { listenToKeys } from './tableKeys';
import { HEADER_HEIGHT, ROW_HEIGHT, TableModel } from './tableModel';
import { TableRows } from './tableRows';

/** Longer results are scrolled. */
const MAX_ROWS_IN_VIEW = 12;

const FONT_SIZE_PX = 13;

export class TableView {
  /** The element that scrolls. */
  readonly node: HTMLElement;
  /** Says what an action left out. */
  readonly status = element('div', { class: 'ms-empty', attributes: { role: 'status' } });
  readonly model: TableModel;
  readonly cache: PageCache;
  private readonly header: TableHeader;
  private readonly rows: TableRows;
  private readonly scroll: RowScroll;
  private readonly paintSoon: () => void;

  /** @param rowCount Rows that can be shown: all of the result, or those at hand where no kernel has the rest. */
  constructor(
    table: ResultTable,
    rowCount: number,
    channel: HostChannel,
    private readonly lifetime: Lifetime,
  ) {
    this.model = new TableModel(table.columns, rowCount, table.rows, letterWidth());
    const inView = Math.min(MAX_ROWS_IN_VIEW, rowCount);
    this.node = this.scroller(table.rowCount, inView);
    this.scroll = new RowScroll(this.node, rowCount, inView, lifetime);
    this.paintSoon = lifetime.frame(() => this.paint());
    this.cache = new PageCache(table.rows, this.loader(table.id, channel), this.paintSoon);
    this.header = new TableHeader(this.model, lifetime, this.paintSoon);
    const body = element('div', { class: 'ms-body', attributes: { role: 'rowgroup' } });
    body.style.height = `${this.scroll.height}px`;
    this.rows = new TableRows(body, this.model, this.cache);
    const head = element('div', { class: 'ms-headgroup', attributes: { role: 'rowgroup' } }, [
      this.header.node,
    ]);
    this.node.append(head, body);
    this.say('');
    this.listen();
  }

  get rowsInView(): number {
    return this.scroll.rowsInView;
  }

  paint(): void {
    this.makeRoomForScrollBar();
    const hadFocus = this.node.matches(':focus-within');
    const columns = this.columnsInView();
    const rows = this.scroll.window;
    this.header.paint(columns);
    this.rows.paint(rows, columns);
    this.cache.want(rows.from, rows.to);
    if (hadFocus && !this.node.matches(':focus-within')) {
      this.activeCell()?.focus({ preventScroll: true });
    }
  }

  say(text: string): void {
    this.status.textContent = text;
    this.status.hidden = text === '';
  }

  /** Moves the keyboard's place, and shows it. */
  moveTo(place: CellPlace, extend: boolean): void {
    this.model.moveTo(place, extend);
    this.showActive();
  }

  showActive(): void {
    const { row, column } = this.model.active;
    if (row >= 0) {
      this.scroll.reveal(row);
    }
    this.revealColumn(column);
    this.paint();
    this.activeCell()?.focus({ preventScroll: true });
  }

  private activeCell(): HTMLElement | undefined {
    const { row, column } = this.model.active;
    return row === -1 ? this.header.cellAt(column) : this.rows.cell(row, column);
  }

  private scroller(rowCount: number, inView: number): HTMLElement {
    const { columns } = this.model;
    const node = element('div', {
      class: 'ms-table',
      attributes: {
        role: 'grid',
        'aria-rowcount': String(rowCount + 1),
        'aria-colcount': String(columns.length),
        'aria-multiselectable': 'true',
        'aria-label': `${rowsText(rowCount)}, ${columns.length} columns`,
      },
    });
    node.style.setProperty('--ms-rows-height', `${HEADER_HEIGHT + inView * ROW_HEIGHT}px`);
    return node;
  }

  private loader(resultId: string, channel: HostChannel) {
    const ending = new AbortController();
    this.lifetime.add(() => ending.abort());
    return (offset: number, limit: number) =>
      channel.page({ resultId, offset, limit }, ending.signal);
  }

  private listen(): void {
    this.lifetime.listen(
      this.node,
      'scroll',
      () => {
        this.scroll.follow(() => this.paint());
        this.paintSoon();
      },
      { passive: true },
    );
    this.lifetime.observeSize(this.node, this.paintSoon);
    listenToKeys(this, this.lifetime);
  }

  /** A scroll bar below the columns must not hide a part of the last row. */
  private makeRoomForScrollBar(): void {
    const height = this.node.offsetHeight - this.node.clientHeight;
    this.node.style.setProperty('--ms-scroll-bar-height', `${height}px`);
  }

  private columnsInView(): ColumnWindow {
    return visibleColumns(this.model.edges, this.node.scrollLeft, this.node.clientWidth);
  }

  private revealColumn(column: number): void {
    const left = this.model.edges[column] ?? 0;
    const right = left + this.model.widthOf(column);
    if (left < this.node.scrollLeft) {
      this.node.scrollLeft = left;
    } else if (right > this.node.scrollLeft + this.node.clientWidth) {
      this.node.scrollLeft = right - this.node.clientWidth;
    }
  }
}

/** The width of a digit in the editor's font, px; letters are about as wide. */
function letterWidth(): number {
  const family = getComputedStyle(document.documentElement).getPropertyValue(
    '--vscode-font-family',
  );
  const context = document.createElement('canvas').getContext('2d');
  if (!context) {
    return FONT_SIZE_PX * 0.6;
  }
  context.font = `${FONT_SIZE_PX}px ${family.trim() || 'sans-serif'}`;
  return context.measureText('0').width;
}
