/** The state that the parts of one table share: its columns, its rows, and the reader's position. */

import type { Arrangement } from '../../core/protocol/arrangement';
import { asMade } from '../../core/protocol/arrangement';
import type { ResultTable } from '../../core/protocol/outcome';
import type { Rows } from '../../core/protocol/outcome';
import type { GridChoices } from '../../core/protocol/gridChoices';
import type { LeftGrid } from '../../core/protocol/shownRows';
import {
  columnEdges,
  columnWidths,
  headerWidth,
  sortedHeaderWidth,
  MIN_COLUMN_WIDTH,
  MOST_FOR_SORTED,
  sharedRoom,
  uncutWidths,
} from './columnLayout';
import { columnFacts, isNumeric, type ColumnFacts } from './columnRole';
import type { CellPlace } from './gridKeys';
import { keepTable, keptTable } from './keptTables';
import type { RowSource } from './pageCache';
import { rectangle, type CellRectangle } from './selection';
import type { TextWidth } from './textWidth';

export const ROW_HEIGHT = 22;
export const HEADER_HEIGHT = 24;
/** The height of the strip below the header. */
export const OVERVIEW_HEIGHT = 60;

/** A shown column. Elsewhere, column indices count only shown columns. */
export interface ShownColumn extends ColumnFacts {
  /** Its index in the result, from 0. */
  readonly source: number;
}

export class TableModel {
  /** The shown columns, in order. */
  columns: readonly ShownColumn[] = [];
  /** The order and filters of the loaded rows. */
  arrangement: Arrangement = asMade;
  private asked: Arrangement;
  /** Left edges, and the right edge of the last column. */
  edges: readonly number[] = [0];
  /** Increases when columns change their positions or the look of their values. */
  layoutVersion = 0;
  /** The one cell that Tab leads to. */
  active: CellPlace = { row: 0, column: 0 };
  /** How many of the first columns stay while the others scroll sideways. */
  pinnedCount: number;
  private shownChoices: GridChoices;
  private ownChoices: Partial<GridChoices>;
  /** Whether values are shown as they would be copied: in full and ungrouped. */
  isRaw: boolean;
  private anchor: CellPlace = { row: 0, column: 0 };
  /** Whole rows or all rows, if they were selected as such: the focus stays in them. */
  private whole: CellRectangle | undefined;
  private readonly resultId: string;
  /** All columns of the result. */
  private facts: readonly ColumnFacts[];
  /** As `columns`, by their indices in the result. */
  private shown: readonly number[];
  /** px, by the index in the result. */
  private readonly fitted: number[];
  private readonly wholeHeaders: readonly number[];
  /** px of a header with its name and the arrow of sorting, likewise. */
  private readonly sortedHeaders: readonly number[];
  /** px in which nothing of the first rows is truncated, by the index in the result. */
  private readonly uncut: readonly number[];
  /** px in addition to `fitted` that columns take of the free room, likewise. */
  private readonly extra = new Map<number, number>();
  private room = 0;
  private readonly chosen: Map<number, number>;

  private readonly canHaveOverview: boolean;

  constructor(
    table: ResultTable,
    /** The loaded rows, and how to request the others. */
    public rows: RowSource,
    /** Whether a kernel has the rows. */
    isLive: boolean,
    readonly textWidth: TextWidth,
  ) {
    const { id, columns, rows: first } = table;
    this.resultId = id;
    this.canHaveOverview = isLive && canBeSummarised(table);
    this.facts = columns.map((column, index) =>
      columnFacts(
        column,
        first.map(row => row[index] ?? null),
      ),
    );
    this.fitted = columnWidths(this.facts, first, textWidth);
    this.uncut = uncutWidths(this.facts, first, textWidth);
    this.wholeHeaders = this.facts.map(facts => headerWidth(facts, textWidth));
    this.sortedHeaders = this.facts.map(facts => sortedHeaderWidth(facts, textWidth));
    const kept = keptTable(id, columns.length);
    this.shown = kept.order;
    this.chosen = new Map(kept.widths);
    this.shownChoices = kept.choices;
    this.ownChoices = kept.ownChoices;
    this.pinnedCount = kept.pinnedCount;
    this.isRaw = kept.isRaw;
    this.asked = isLive ? kept.arrangement : asMade;
    this.layOut();
    if (this.rowCount === 0) {
      this.moveTo({ row: -1, column: 0 }, false);
    }
  }

  /** All columns of the result, hidden ones too. */
  get allColumns(): readonly ColumnFacts[] {
    return this.facts;
  }

  /** Rows that can be shown. */
  get rowCount(): number {
    return this.rows.rowCount;
  }

  get width(): number {
    return this.edges.at(-1) ?? 0;
  }

  /** Includes the strip below it. */
  get headHeight(): number {
    return HEADER_HEIGHT + (this.hasOverview ? OVERVIEW_HEIGHT : 0);
  }

  get hasOverview(): boolean {
    return this.canHaveOverview && this.choices.overview;
  }

  /** Longer results are scrolled. */
  get mostRowsInView(): number {
    return mostRowsInView(this.choices.rows, this.headHeight);
  }

  get choices(): GridChoices {
    return this.shownChoices;
  }

  /** Takes what the reader chose in this grid. */
  choose(choices: Partial<GridChoices>): void {
    this.ownChoices = { ...this.ownChoices, ...choices };
    this.takeChoices(this.shownChoices);
  }

  /** Takes what the reader chose in other grids, where nothing was chosen in this one. */
  takeChoices(choices: GridChoices): void {
    this.shownChoices = { ...choices, ...this.ownChoices };
    this.keep();
  }

  get selection(): CellRectangle {
    return this.whole ?? rectangle(this.anchor, this.active);
  }

  get isOnHeader(): boolean {
    return this.active.row === -1 && this.whole === undefined;
  }

  /** The shown columns, as indices in the result. */
  get order(): readonly number[] {
    return this.shown;
  }

  get hiddenCount(): number {
    return this.facts.length - this.shown.length;
  }

  /** Names of all columns of the result. */
  get names(): readonly string[] {
    return this.facts.map(({ name }) => name);
  }

  /** @param source A column's index in the result. */
  factsOf(source: number): ColumnFacts | undefined {
    return this.facts[source];
  }

  widthOf(column: number): number {
    const source = this.shown[column] ?? -1;
    const fitted = this.fitted[source] ?? MIN_COLUMN_WIDTH;
    return this.chosen.get(source) ?? fitted + (this.extra.get(source) ?? 0);
  }

  /** The widths that the reader chose. */
  get chosenWidths(): LeftGrid['widths'] {
    return [...this.chosen].map(([column, px]) => ({ column, px }));
  }

  /** Whether a header has room for more than its name. */
  hasRoomForMark(column: number): boolean {
    return this.widthOf(column) >= (this.wholeHeaders[this.shown[column] ?? -1] ?? Infinity);
  }

  /**
   * Distributes free room to columns that truncate something.
   *
   * @param room px that all columns may take together.
   */
  fill(room: number): void {
    if (room !== this.room) {
      this.room = room;
      this.share();
    }
  }

  private share(): void {
    const before = new Map(this.extra);
    this.extra.clear();
    const widths = this.shown.map((_, column) => this.widthOf(column));
    const sorted = new Set(this.wanted.sort.map(({ column }) => column));
    const lacking = this.shown.map((source, column) => {
      const header = sorted.has(source) ? (this.sortedHeaders[source] ?? 0) : 0;
      const whole = Math.max(this.uncut[source] ?? 0, header);
      return this.chosen.has(source) ? 0 : whole - (widths[column] ?? 0);
    });
    const free = this.room - widths.reduce((sum, width) => sum + width, 0);
    sharedRoom(lacking, free).forEach((px, column) => {
      const source = this.shown[column] ?? -1;
      const header = Math.min(this.sortedHeaders[source] ?? 0, MOST_FOR_SORTED);
      const isSorted = sorted.has(source) && !this.chosen.has(source);
      this.extra.set(source, isSorted ? Math.max(px, header - (widths[column] ?? 0)) : px);
    });
    if (this.shown.some(source => (before.get(source) ?? 0) !== this.extra.get(source))) {
      this.layOut();
    }
  }

  /**
   * Widens columns to fit other rows, unless the reader chose a width: those of numbers, since a truncated number is a
   * different number, and others as far as all columns have room.
   *
   * @param room px that all columns may take together.
   */
  grow(columns: readonly number[], rows: Rows, room: number): void {
    let { width } = this;
    for (const { source, ...facts } of columns.flatMap(column => this.columns[column] ?? [])) {
      const values = rows.map(row => [row[source] ?? null]);
      const [wanted = 0] = columnWidths([facts], values, this.textWidth);
      const more = wanted - (this.fitted[source] ?? 0) - (this.extra.get(source) ?? 0);
      const hasRoom = isNumeric(facts.role) || width + more <= room;
      if (more > 0 && hasRoom && !this.chosen.has(source)) {
        this.fitted[source] = wanted;
        width += more;
      }
    }
    if (width > this.width) {
      this.layOut();
      this.share();
    }
  }

  resize(column: number, width: number): void {
    const source = this.shown[column];
    if (source !== undefined) {
      this.chosen.set(source, Math.max(MIN_COLUMN_WIDTH, Math.round(width)));
      this.layOut();
    }
  }

  /**
   * Shows these columns, in this order; the focus stays on its column if that is still shown.
   *
   * @param pinnedCount How many of them are pinned.
   */
  show(order: readonly number[], pinnedCount: number): void {
    const source = this.shown[this.active.column];
    this.shown = order;
    this.pinnedCount = Math.max(0, Math.min(pinnedCount, order.length));
    this.layOut();
    this.share();
    const column = source === undefined ? -1 : order.indexOf(source);
    const near = Math.min(this.active.column, order.length - 1);
    this.moveTo({ row: this.active.row, column: column === -1 ? near : column }, false);
  }

  showRaw(isRaw: boolean): void {
    this.isRaw = isRaw;
    this.layOut();
  }

  /** The reader's last arrangement; its rows may not have arrived yet. */
  get wanted(): Arrangement {
    return this.asked;
  }

  want(arrangement: Arrangement): void {
    this.asked = arrangement;
    // The header shows it.
    this.layoutVersion++;
    this.share();
    this.keep();
  }

  /** Shows other rows of the same columns. */
  rearrange(arrangement: Arrangement, rows: RowSource): void {
    const { rowCount, first } = rows;
    this.arrangement = arrangement;
    this.rows = rows;
    this.facts = this.facts.map((facts, index) => {
      const values = first.map(row => row[index] ?? null);
      const { lowest, highest } = columnFacts(facts, values);
      return {
        ...facts,
        lowest: Math.min(facts.lowest, lowest),
        highest: Math.max(facts.highest, highest),
      };
    });
    this.layOut();
    const row = this.active.row === -1 || rowCount === 0 ? -1 : 0;
    this.moveTo({ row, column: this.active.column }, false);
  }

  /** @param extend Whether the selection is extended to the new place rather than moved there. */
  moveTo(place: CellPlace, extend: boolean): void {
    this.active = place;
    this.whole = undefined;
    if (!extend) {
      this.anchor = place;
    }
  }

  selectAll(): void {
    this.selectRows(0, Math.max(0, this.rowCount - 1));
  }

  selectRow(): void {
    this.selectRows(this.active.row, this.active.row);
  }

  private selectRows(top: number, bottom: number): void {
    this.whole = { top, bottom, left: 0, right: this.columns.length - 1 };
  }

  private layOut(): void {
    this.columns = this.shown.flatMap(source => {
      const facts = this.facts[source];
      return facts ? [{ ...facts, source }] : [];
    });
    this.edges = columnEdges(this.columns.map((_, column) => this.widthOf(column)));
    this.layoutVersion++;
    this.keep();
  }

  private keep(): void {
    const { shown: order, chosen: widths, pinnedCount, choices, ownChoices, isRaw, wanted } = this;
    const looks = { pinnedCount, choices, ownChoices, isRaw };
    // A mark's rows belong to the drawing in which it was chosen.
    const filters = wanted.filters.filter(({ kind }) => kind !== 'mark');
    const arrangement = { ...wanted, filters };
    keepTable(this.resultId, { order, widths, ...looks, arrangement });
  }
}

/** How many rows of a grid in a notebook are in view by default. */
const IN_A_NOTEBOOK = 12;
/** Footer, notes and margins, px. */
const BESIDE_THE_GRID = 116;

/** px that the grid of a tab may take. */
let roomInTab = (): number =>
  Math.max(IN_A_NOTEBOOK * ROW_HEIGHT + HEADER_HEIGHT, window.innerHeight - BESIDE_THE_GRID);

/** Whether a table has a strip of overviews: one row has no distribution. */
export function canBeSummarised({ rowCount }: Pick<ResultTable, 'rowCount'>): boolean {
  return rowCount > 1;
}

/** For a tab that has more than the grid: the room that it leaves to it. */
export function giveRoom(room: () => number): void {
  roomInTab = room;
}

/** Whether the grid is in a tab of its own, which is as high as the window. */
export function isInTab(): boolean {
  return document.body.classList.contains('ms-tab');
}

/**
 * How high a grid may be.
 *
 * @param chosen Rows of a grid in a notebook; null: the default.
 * @param headHeight The height of the grid's head, px.
 * @returns Rows: in a tab of its own, as many as fit the window.
 */
function mostRowsInView(chosen: number | null, headHeight: number): number {
  return isInTab()
    ? Math.max(1, Math.floor((roomInTab() - headHeight) / ROW_HEIGHT))
    : (chosen ?? IN_A_NOTEBOOK);
}
