/**
 * The grid: a scrolled view of a result of any length.
 *
 * Only the visible rows and columns are in the page. Rows that are not part of the output are requested when they come
 * into view.
 */

import { t } from '../../core/base/translations';
import { leastChosenRows } from '../../core/protocol/gridChoices';
import type { ResultTable, Rows } from '../../core/protocol/outcome';
import { element } from '../dom';
import { onGridChoices, rememberGridChoices } from '../gridChoices';
import type { HostChannel } from '../hostChannel';
import type { Lifetime } from '../lifetime';
import { statusLine } from '../statusLine';
import { placeWithin, type CellPlace } from './gridKeys';
import { PageCache, type LoadRows, type RowSource } from './pageCache';
import { heightHandle } from './heightHandle';
import { drawnColumns } from './columnLayout';
import { RowScroll, type RowWindow } from './rowScroll';
import { TableArranging } from './tableArranging';
import { TableColumns } from './tableColumns';
import { TableHeader } from './tableHeader';
import { listenToKeys } from './tableKeys';
import { TableMenus } from './tableMenus';
import { HEADER_HEIGHT, TableModel, isInTab } from './tableModel';
import { TableOverview } from './tableOverview';
import { TableRows } from './tableRows';
import { TableScroller } from './tableScroller';
import { textWidth } from './textWidth';

export class TableView {
  /** The grid with its status line and handles. */
  readonly place = element('div', { class: 'ms-table-place' });
  readonly status = statusLine();
  readonly model: TableModel;
  readonly cache: PageCache;
  readonly arranging: TableArranging;
  readonly columns: TableColumns;
  readonly menus: TableMenus;
  private readonly scroller: TableScroller;
  private readonly header: TableHeader;
  private readonly overview: TableOverview;
  private readonly rows: TableRows;
  private readonly scroll: RowScroll;
  /** The rows of the output: columns are as wide as most of their values. */
  private readonly first: ReadonlySet<Rows[number]>;
  /** The columns whose widths fit each row. */
  private readonly fitted = new WeakMap<Rows[number], string>();
  private readonly paintSoon: () => void;
  private overviewListener: (isShown: boolean) => void = () => undefined;
  /** Opens a row, where there is more to see of it than the grid shows. */
  onOpenRow: ((row: number) => void) | null = null;
  /** Called when another cell has become the active one, and when its row has arrived. */
  onActive: () => void = () => undefined;
  /** Whether the column that rows are sorted by stays in view: until the reader moves. */
  private keepsSortedInView = true;
  /** The cell to focus when the rows are in the last arrangement. */
  private goBackTo: CellPlace | undefined;

  /**
   * @param rowCount Rows that can be shown: all of the result, or the loaded ones if no kernel has the rest.
   * @param channel Null if no kernel has the rows.
   */
  constructor(
    table: ResultTable,
    rowCount: number,
    channel: HostChannel | null,
    private readonly lifetime: Lifetime,
  ) {
    const load: LoadRows = (offset, limit) => this.arranging.rows.load(offset, limit);
    const rows = { rowCount, first: table.rows, load };
    this.model = new TableModel(table, rows, channel !== null, textWidth());
    this.first = new Set(table.rows);
    this.scroller = new TableScroller(this.model, table.rowCount);
    this.scroll = new RowScroll(this.node, this.model, lifetime);
    this.paintSoon = lifetime.frame(() => this.paint());
    this.arranging = this.makeArranging(table, channel);
    this.cache = new PageCache(rows, () => {
      this.paintSoon();
      this.onActive();
    });
    this.columns = this.makeColumns();
    this.header = this.makeHeader();
    this.overview = this.makeOverview();
    this.rows = new TableRows(
      this.scroller.body,
      this.model,
      this.cache,
      this.arranging.rows.hasLinks,
    );
    this.build();
    this.menus = this.makeMenus();
    this.listen();
  }

  /** The element that scrolls. */
  get node(): HTMLElement {
    return this.scroller.node;
  }

  get rowsInView(): number {
    return this.scroll.rowsInView;
  }

  /** Shows the grid in the reader's last state. Drawn at once: a notebook measures an output's height immediately. */
  showIn(parent: HTMLElement): void {
    parent.append(this.place, this.status.node);
    if (this.model.rowCount === 0) {
      parent.append(element('div', { class: 'ms-empty', text: t('The query returned no rows.') }));
    }
    this.paint();
    this.arranging.restore();
    this.revealSorted();
  }

  /** In a grid that begins with an order, for example in a tab, the column that decides it is in view. */
  private revealSorted(): void {
    const [key] = this.model.wanted.sort;
    const column = key ? this.model.order.indexOf(key.column) : -1;
    if (this.keepsSortedInView && column >= 0) {
      this.scroller.revealColumn(column);
      this.paint();
    }
  }

  paint(): void {
    const { scroller } = this;
    scroller.makeRoomForScrollBar();
    const { hasFocus: hadFocus } = scroller;
    const rows = this.scroll.window;
    // Before anything is drawn, so that the kernel sorts meanwhile.
    this.cache.want(rows.from, rows.to);
    this.growColumns(rows);
    const columns = scroller.columnsInView;
    this.header.paint(columns);
    this.overview.paint(columns);
    this.rows.paint(rows, columns);
    if (hadFocus && !scroller.hasFocus) {
      this.focusActive();
    }
  }

  /** Fits the columns to the room, and to rows that become visible for the first time. */
  private growColumns({ from, to }: RowWindow): void {
    this.model.fill(this.node.clientWidth);
    const seen = drawnColumns(this.scroller.columnsInView, -1);
    const states = Array.from({ length: to - from }, (_, index) => this.cache.row(from + index));
    const rows = states
      .flatMap(state => (state.kind === 'here' ? [state.values] : []))
      .filter(row => !this.first.has(row));
    const key = `${seen.join()} ${this.node.clientWidth}`;
    if (rows.some(row => this.fitted.get(row) !== key)) {
      rows.forEach(row => this.fitted.set(row, key));
      this.model.grow(seen, rows, this.node.clientWidth);
    }
  }

  /** Focuses this cell, or the nearest one that exists. */
  takeKeyboard(place: CellPlace): void {
    const { rowCount, columns } = this.model;
    this.moveTo(placeWithin(place, { rowCount, columnCount: columns.length }), false);
    this.goBackTo = place;
  }

  /** Moves the focus to a cell, and reveals it. */
  moveTo(place: CellPlace, extend: boolean): void {
    this.goBackTo = undefined;
    this.keepsSortedInView = false;
    this.model.moveTo(place, extend);
    this.showActive();
    this.onActive();
  }

  /** @returns Whether rows can be opened. */
  openRow(row: number): boolean {
    this.onOpenRow?.(row);
    return this.onOpenRow !== null;
  }

  /** @param y px below the upper edge of the grid. */
  rowAt(y: number): number {
    return this.scroll.rowAt(y);
  }

  /** @param clientX A position after the last column means the last one. */
  columnAt(clientX: number): number {
    const { edges } = this.model;
    const x = this.scroller.placeAt(clientX);
    const next = edges.findIndex(edge => edge > x);
    return (next === -1 ? edges.length - 1 : next) - 1;
  }

  showActive(): void {
    const { row, column } = this.model.active;
    if (row >= 0) {
      this.scroll.reveal(row);
    }
    this.scroller.revealColumn(column);
    this.paint();
    this.focusActive();
  }

  /** @param listener Called with whether the strip is shown, immediately and on each change. */
  onOverview(listener: (isShown: boolean) => void): void {
    this.overviewListener = listener;
    listener(this.model.hasOverview);
  }

  showOverview(isShown: boolean): void {
    this.model.choose({ overview: isShown });
    rememberGridChoices({ overview: isShown });
    this.refit();
  }

  /** @returns Whether more than one cell was selected. */
  forgetSelection(): boolean {
    const { selection, active } = this.model;
    const isOne = selection.top === selection.bottom && selection.left === selection.right;
    if (!isOne) {
      this.model.moveTo(active, false);
      this.paint();
    }
    return !isOne;
  }

  /** @param add Whether other columns keep their part in the order. */
  sortBy(column: number, add: boolean): void {
    const shown = this.model.columns[column];
    if (shown) {
      this.arranging.toggleSort(shown.source, add);
    }
  }

  private makeArranging(table: ResultTable, channel: HostChannel | null): TableArranging {
    const place = {
      model: this.model,
      showRows: (rows: RowSource) => this.showRows(rows),
      showBusy: (isBusy: boolean) => {
        this.node.setAttribute('aria-busy', String(isBusy));
        this.paint();
      },
      showAllColumns: () => this.columns.showAll(),
      showStatus: this.status.show,
    };
    return new TableArranging(table, channel, place, this.lifetime);
  }

  private makeColumns(): TableColumns {
    return new TableColumns({
      model: this.model,
      node: this.node,
      paint: () => this.paint(),
      showActive: () => this.showActive(),
      onShown: () => this.arranging.update(''),
    });
  }

  private makeHeader(): TableHeader {
    return new TableHeader(this.model, this.lifetime, {
      onResize: this.paintSoon,
      onSort: (column, add) => this.sortBy(column, add),
      onMenu: column => this.menus.openHeader(column),
      onMove: (from, to) => this.columns.move(from, to),
      onFit: column => this.columns.fit(column),
      scroller: this.scroller,
    });
  }

  private makeOverview(): TableOverview {
    const { rows } = this.arranging;
    return new TableOverview(this.model, rows, this.lifetime, {
      onFilter: ({ source }, own) => this.arranging.filter(source, own),
      onAnswer: this.paintSoon,
    });
  }

  private makeMenus(): TableMenus {
    return new TableMenus(
      {
        model: this.model,
        cache: this.cache,
        arranging: this.arranging,
        columns: this.columns,
        place: this.place,
        below: (row, column) => ({
          left: this.scroller.leftOf(column),
          top: row === -1 ? HEADER_HEIGHT + 2 : this.bottomOf(row),
        }),
        giveBack: () => this.showActive(),
      },
      this.lifetime,
    );
  }

  private build(): void {
    this.scroller.resize(this.scroll.height);
    this.scroller.fill(this.header.node, this.overview.node);
    const { line } = this.arranging;
    const height = heightHandle(this.model, this.lifetime, () => this.refit());
    const isScrolled = this.model.rowCount > leastChosenRows && !isInTab();
    this.place.append(this.node, ...(isScrolled ? [height] : []), line.node, line.announcement);
  }

  private showRows(rows: RowSource): void {
    const { rowCount } = rows;
    const hadFocus = this.scroller.hasFocus;
    this.cache.replace(rows);
    this.scroll.restart();
    this.scroller.resize(this.scroll.height);
    this.node.setAttribute('aria-rowcount', String(rowCount + 1));
    this.paint();
    if (hadFocus && this.goBackTo) {
      this.takeKeyboard(this.goBackTo);
    } else if (hadFocus) {
      this.focusActive();
    }
    this.goBackTo = undefined;
    this.revealSorted();
  }

  private focusActive(): void {
    const { row, column } = this.model.active;
    const cell = row === -1 ? this.header.cellAt(column) : this.rows.cell(row, column);
    cell?.focus({ preventScroll: true });
  }

  /** The lower edge of a drawn row, px below the top edge of the parent. */
  private bottomOf(row: number): number {
    const cell = this.rows.cell(row, this.model.active.column);
    const top = this.place.getBoundingClientRect().top;
    return cell ? cell.getBoundingClientRect().bottom - top : HEADER_HEIGHT;
  }

  /** Updates the height of its head and in total. */
  refit(): void {
    this.scroller.refit();
    // The strip is laid out before the position of the rows is read.
    this.overview.paint(this.scroller.columnsInView);
    this.scroll.refit();
    this.scroller.resize(this.scroll.height);
    this.paint();
    this.overviewListener(this.model.hasOverview);
  }

  private listen(): void {
    this.lifetime.add(
      onGridChoices(choices => {
        this.model.takeChoices(choices);
        this.refit();
      }),
    );
    this.lifetime.listen(
      this.node,
      'scroll',
      () => {
        this.scroll.follow(() => this.paint());
        this.paintSoon();
      },
      { passive: true },
    );
    this.lifetime.observeSize(this.node, () => {
      this.paintSoon();
      this.revealSorted();
    });
    for (const type of ['pointerdown', 'wheel', 'keydown'] as const) {
      const moves = (): void => void (this.keepsSortedInView = false);
      this.lifetime.listen(this.node, type, moves, { passive: true });
    }
    listenToKeys(this, this.lifetime);
  }
}
