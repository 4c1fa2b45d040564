/** What the parts of one table share: its columns, its rows, and where the reader is. */

import type { Arrangement } from '../../core/protocol/arrangement';
import { asMade } from '../../core/protocol/arrangement';
import type { ResultTable } from '../../core/protocol/outcome';
import type { Rows } from '../../core/protocol/outcome';
import type { GridChoices } from '../../core/protocol/gridChoices';
import {
  columnEdges,
  columnWidths,
  headerWidth,
  MIN_COLUMN_WIDTH,
  sharedRoom,
  uncutWidths,
} from './columnLayout';
import { columnFacts, isNumeric, type ColumnFacts } from './columnRole';
import type { CellPlace } from './gridKeys';
import { keepTable, keptTable } from './keptTables';
import { mostRowsInView } from './mostRowsInView';
import type { RowSource } from './pageCache';
import { rectangle, type CellRectangle } from './selection';
import type { TextWidth } from './textWidth';

export const ROW_HEIGHT = 22;
export const HEADER_HEIGHT = 24;
/** Of the strip under the header. */
export const OVERVIEW_HEIGHT = 60;

/** A column that is shown. Everything else counts columns by their place among those that are shown. */
export interface ShownColumn extends ColumnFacts {
  /** Its place in the result, from 0. */
  readonly source: number;
}

export class TableModel {
  /** The columns that are shown, in order. */
  columns: readonly ShownColumn[] = [];
  /** What the rows at hand are sorted and filtered by. */
  arrangement: Arrangement = asMade;
  private asked: Arrangement;
  /** Left edges, and the right edge of the last column. */
  edges: readonly number[] = [0];
  /** Grows when columns change their places or the look of their values. */
  layoutVersion = 0;
  /** The one cell that Tab leads to. */
  active: CellPlace = { row: 0, column: 0 };
  /** How many of the first columns stay where the others scroll sideways. */
  pinnedCount: number;
  choices: GridChoices;
  /** Whether values are shown as they are copied: in full and ungrouped. */
  isRaw: boolean;
  private anchor: CellPlace = { row: 0, column: 0 };
  /** Whole rows or all rows, where they were selected as such: the keyboard's place stays in them. */
  private whole: CellRectangle | undefined;
  private readonly resultId: string;
  /** All columns of the result. */
  private facts: readonly ColumnFacts[];
  /** As `columns`, by their places in the result. */
  private shown: readonly number[];
  /** px, by the place in the result. */
  private readonly fitted: number[];
  private readonly wholeHeaders: readonly number[];
  /** px in which nothing of the first rows is cut off, by the place in the result. */
  private readonly uncut: readonly number[];
  /** px beyond `fitted` that columns take of the room beside them, likewise. */
  private readonly extra = new Map<number, number>();
  private room = 0;
  private readonly chosen: Map<number, number>;

  constructor(
    { id, columns, rows: first }: ResultTable,
    /** The rows at hand, and how the others are asked for. */
    public rows: RowSource,
    /** Whether a kernel has the rows. */
    private readonly isLive: boolean,
    readonly textWidth: TextWidth,
  ) {
    this.resultId = id;
    this.facts = columns.map((column, index) =>
      columnFacts(
        column,
        first.map(row => row[index] ?? null),
      ),
    );
    this.fitted = columnWidths(this.facts, first, textWidth);
    this.uncut = uncutWidths(this.facts, first, textWidth);
    this.wholeHeaders = this.facts.map(facts => headerWidth(facts, textWidth));
    const kept = keptTable(id, columns.length);
    this.shown = kept.order;
    this.chosen = new Map(kept.widths);
    this.choices = kept.choices;
    this.pinnedCount = kept.pinnedCount;
    this.isRaw = kept.isRaw;
    this.asked = isLive ? kept.arrangement : asMade;
    this.layOut();
    if (this.rowCount === 0) {
      this.moveTo({ row: -1, column: 0 }, false);
    }
  }

  /** Rows that can be shown. */
  get rowCount(): number {
    return this.rows.rowCount;
  }

  get width(): number {
    return this.edges.at(-1) ?? 0;
  }

  /** With the strip under it. */
  get headHeight(): number {
    return HEADER_HEIGHT + (this.hasOverview ? OVERVIEW_HEIGHT : 0);
  }

  get hasOverview(): boolean {
    return this.isLive && this.choices.overview;
  }

  /** Longer results are scrolled. */
  get mostRowsInView(): number {
    return mostRowsInView(this.choices.rows, this.headHeight);
  }

  choose(choices: Partial<GridChoices>): void {
    this.choices = { ...this.choices, ...choices };
    this.keep();
  }

  get selection(): CellRectangle {
    return this.whole ?? rectangle(this.anchor, this.active);
  }

  get isOnHeader(): boolean {
    return this.active.row === -1 && this.whole === undefined;
  }

  /** The columns that are shown, as places in the result. */
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

  /** @param source A column's place in the result. */
  factsOf(source: number): ColumnFacts | undefined {
    return this.facts[source];
  }

  widthOf(column: number): number {
    const source = this.shown[column] ?? -1;
    const fitted = this.fitted[source] ?? MIN_COLUMN_WIDTH;
    return this.chosen.get(source) ?? fitted + (this.extra.get(source) ?? 0);
  }

  /** Whether a header has room for more than its name. */
  hasRoomForMark(column: number): boolean {
    return this.widthOf(column) >= (this.wholeHeaders[this.shown[column] ?? -1] ?? Infinity);
  }

  /**
   * Gives columns that cut something off what the columns leave free.
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
    const lacking = this.shown.map((source, column) =>
      this.chosen.has(source) ? 0 : (this.uncut[source] ?? 0) - (widths[column] ?? 0),
    );
    const free = this.room - widths.reduce((sum, width) => sum + width, 0);
    sharedRoom(lacking, free).forEach((px, column) => this.extra.set(this.shown[column] ?? -1, px));
    if (this.shown.some(source => (before.get(source) ?? 0) !== this.extra.get(source))) {
      this.layOut();
    }
  }

  /**
   * Widens columns to fit other rows, where the reader chose no width: those of numbers, as a number that is cut off is
   * another number, and others as far as all columns have room.
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
   * Shows these columns, in this order; the keyboard stays on its column where that is still shown.
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

  /** What the reader asked for last; its rows may still be on their way. */
  get wanted(): Arrangement {
    return this.asked;
  }

  want(arrangement: Arrangement): void {
    this.asked = arrangement;
    this.keep();
  }

  /** Takes other rows of the same columns. */
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

  /** @param extend Whether the selection grows to the new place rather than being moved there. */
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
    const { shown: order, chosen: widths, pinnedCount, choices, isRaw, wanted } = this;
    const kept = { order, widths, pinnedCount, choices, isRaw, arrangement: wanted };
    keepTable(this.resultId, kept);
  }
}
