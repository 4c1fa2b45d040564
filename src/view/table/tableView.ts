/**
 * The grid: a scrolled window on a result of any length.
 *
 * Only the rows and columns that are seen are in the page. Rows that did not come with the output are asked
 * for when they come into view.
 */

import type { ResultTable } from '../../core/protocol/outcome';
import { rowsText } from '../../core/protocol/footer';
import { element } from '../dom';
import type { Arrangement, ColumnFilter } from '../../core/protocol/arrangement';
import type { HostChannel } from '../hostChannel';
import type { Lifetime } from '../lifetime';
import { RowArranger, type ArrangedRowsShown } from './arrangeRows';
import { sortText, toggledSort, withFilter } from './arranging';
import { ColumnPopover } from './columnPopover';
import { FilterLine } from './filterLine';
import { visibleColumns, type ColumnWindow } from './columnLayout';
import type { CellPlace } from './gridKeys';
import { PageCache } from './pageCache';
import { mostRowsInView } from './mostRowsInView';
import { RowScroll } from './rowScroll';
import { TableHeader } from './tableHeader';
import { listenToKeys } from './tableKeys';
import { HEADER_HEIGHT, ROW_HEIGHT, TableModel } from './tableModel';
import { TableRows } from './tableRows';

/** Longer results are scrolled. */
const MAX_ROWS_IN_VIEW = mostRowsInView();

const FONT_SIZE_PX = 13;

const NO_KERNEL =
  'Sorting and filtering need the kernel that made this result: run the cell again.';

export class TableView {
  /** The element that scrolls. */
  readonly node: HTMLElement;
  /** The grid with what belongs to it. */
  readonly place: HTMLElement;
  /** Says what an action left out. */
  readonly status = element('div', { class: 'ms-empty', attributes: { role: 'status' } });
  readonly model: TableModel;
  readonly cache: PageCache;
  private readonly body = element('div', { class: 'ms-body', attributes: { role: 'rowgroup' } });
  private readonly filterLine: FilterLine;
  private readonly arranger: RowArranger;
  private readonly popover: ColumnPopover;
  private readonly header: TableHeader;
  private readonly rows: TableRows;
  private readonly scroll: RowScroll;
  private readonly paintSoon: () => void;

  /**
   * @param rowCount Rows that can be shown: all of the result, or those at hand where no kernel has the rest.
   * @param channel Null where no kernel has the rows.
   */
  constructor(
    table: ResultTable,
    rowCount: number,
    channel: HostChannel | null,
    private readonly lifetime: Lifetime,
  ) {
    this.model = new TableModel(table.columns, rowCount, table.rows, letterWidth());
    const inView = Math.min(MAX_ROWS_IN_VIEW, rowCount);
    this.node = this.scroller(table.rowCount, inView);
    this.scroll = new RowScroll(this.node, rowCount, MAX_ROWS_IN_VIEW, lifetime);
    this.paintSoon = lifetime.frame(() => this.paint());
    this.arranger = new RowArranger(table, channel, this.rowsPlace(), lifetime);
    this.cache = new PageCache(table.rows, this.arranger.load, this.paintSoon);
    this.header = new TableHeader(this.model, lifetime, {
      onResize: this.paintSoon,
      onSort: (column, add) => this.sortBy(column, add),
      onMenu: column => this.openMenu(column),
      onFit: column => this.fit(column),
    });
    this.body.style.height = `${this.scroll.height}px`;
    this.rows = new TableRows(this.body, this.model, this.cache);
    const head = element('div', { class: 'ms-headgroup', attributes: { role: 'rowgroup' } }, [
      this.header.node,
    ]);
    this.node.append(head, this.body);
    this.filterLine = new FilterLine(table.rowCount, () =>
      this.arrange({ ...this.arranger.wanted, filters: [] }),
    );
    this.place = element('div', { class: 'ms-table-place' }, [
      this.node,
      this.filterLine.node,
      this.filterLine.announcement,
    ]);
    this.popover = new ColumnPopover(
      this.place,
      lifetime,
      (column, filter) => this.filterBy(column, filter),
      () => this.activeCell()?.focus({ preventScroll: true }),
    );
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

  /** @param add Whether other columns keep their part in the order. */
  sortBy(column: number, add: boolean): void {
    const { wanted } = this.arranger;
    this.arrange({ ...wanted, sort: toggledSort(wanted.sort, column, add) });
  }

  /** Opens what the column's header offers. */
  openMenu(column: number): void {
    const facts = this.model.columns[column];
    if (!this.arranger.isPossible || !facts) {
      this.say(NO_KERNEL);
      return;
    }
    const { filters } = this.arranger.wanted;
    const filter = filters.find(other => other.column === column);
    const left = (this.model.edges[column] ?? 0) - this.node.scrollLeft;
    const summarise = () => this.arranger.summary(column);
    this.popover.show({ facts, column, filter, left, summarise });
  }

  /** As wide as the widest of its cells that are drawn, and its header. */
  private fit(column: number): void {
    // What a text needs shows only where it has less.
    this.model.resize(column, 0);
    this.paint();
    const cells = this.node.querySelectorAll<HTMLElement>(`[aria-colindex="${column + 1}"]`);
    const widths = [...cells].map(cell => {
      const text = cell.querySelector<HTMLElement>('.ms-text');
      return text ? cell.offsetWidth - text.offsetWidth + text.scrollWidth + 1 : 0;
    });
    this.model.resize(column, Math.max(...widths));
    this.paint();
  }

  private filterBy(column: number, filter: ColumnFilter | null): void {
    const { wanted } = this.arranger;
    this.arrange({ ...wanted, filters: withFilter(wanted.filters, column, filter) });
  }

  private arrange(arrangement: Arrangement): void {
    if (!this.arranger.isPossible) {
      this.say(NO_KERNEL);
      return;
    }
    void this.arranger.arrange(arrangement);
  }

  private rowsPlace() {
    return {
      show: (rows: ArrangedRowsShown) => this.showRows(rows),
      wait: (isWaiting: boolean) => this.node.setAttribute('aria-busy', String(isWaiting)),
      fail: (message: string) => this.say(`The rows stay as they were: ${message}`),
    };
  }

  private showRows({ arrangement, rowCount, first, load }: ArrangedRowsShown): void {
    const hadFocus = this.node.matches(':focus-within');
    const names = this.model.columns.map(({ name }) => name);
    const sorted =
      arrangement.sort === this.model.arrangement.sort ? '' : sortText(arrangement.sort, names);
    this.model.rearrange(arrangement, rowCount, first);
    this.cache.replace(first, load);
    this.scroll.restart(rowCount);
    this.body.style.height = `${this.scroll.height}px`;
    this.node.setAttribute('aria-rowcount', String(rowCount + 1));
    this.filterLine.show(rowCount, arrangement.filters.length > 0, sorted);
    this.say('');
    this.paint();
    if (hadFocus) {
      this.activeCell()?.focus({ preventScroll: true });
    }
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
