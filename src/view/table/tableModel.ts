/** What the parts of one table share: its columns, its rows, and where the reader is. */

import type { Arrangement } from '../../core/protocol/arrangement';
import { asMade } from '../../core/protocol/arrangement';
import type { ResultColumn } from '../../core/protocol/outcome';
import type { Rows } from '../hostChannel';
import { columnEdges, columnWidths, MIN_COLUMN_WIDTH } from './columnLayout';
import { columnFacts, type ColumnFacts } from './columnRole';
import type { CellPlace } from './gridKeys';
import { rectangle, type CellRectangle } from './selection';

export const ROW_HEIGHT = 22;
export const HEADER_HEIGHT = 24;
/** Room for the bar beside a score. */
export const BAR_WIDTH = 48;

export class TableModel {
  columns: readonly ColumnFacts[];
  /** What the rows at hand are sorted and filtered by. */
  arrangement: Arrangement = asMade;
  private widths: number[];
  /** Left edges, and the right edge of the last column. */
  edges: readonly number[];
  /** Grows when columns change their places. */
  layoutVersion = 0;
  /** The one cell that Tab leads to. */
  active: CellPlace = { row: 0, column: 0 };
  private anchor: CellPlace = { row: 0, column: 0 };

  /**
   * @param rowCount Rows that can be shown.
   * @param first The rows at hand.
   * @param letterWidth px of an average letter of the table's font.
   */
  constructor(
    columns: readonly ResultColumn[],
    public rowCount: number,
    first: Rows,
    letterWidth: number,
  ) {
    this.columns = columns.map((column, index) =>
      columnFacts(
        column,
        first.map(row => row[index] ?? null),
      ),
    );
    this.widths = columnWidths(this.columns, first, letterWidth).map((width, index) =>
      this.columns[index]?.role === 'score' ? width + BAR_WIDTH : width,
    );
    this.edges = columnEdges(this.widths);
    if (rowCount === 0) {
      this.moveTo({ row: -1, column: 0 }, false);
    }
  }

  get width(): number {
    return this.edges.at(-1) ?? 0;
  }

  get selection(): CellRectangle {
    return rectangle(this.anchor, this.active);
  }

  widthOf(column: number): number {
    return this.widths[column] ?? MIN_COLUMN_WIDTH;
  }

  resize(column: number, width: number): void {
    this.widths[column] = Math.max(MIN_COLUMN_WIDTH, Math.round(width));
    this.edges = columnEdges(this.widths);
    this.layoutVersion++;
  }

  /** Takes other rows of the same columns. */
  rearrange(arrangement: Arrangement, rowCount: number, first: Rows): void {
    this.arrangement = arrangement;
    this.rowCount = rowCount;
    this.columns = this.columns.map((facts, index) => {
      const values = first.map(row => row[index] ?? null);
      return { ...facts, largest: Math.max(facts.largest, columnFacts(facts, values).largest) };
    });
    this.layoutVersion++;
    const row = this.active.row === -1 || rowCount === 0 ? -1 : 0;
    this.moveTo({ row, column: this.active.column }, false);
  }

  /** @param extend Whether the selection grows to the new place rather than being moved there. */
  moveTo(place: CellPlace, extend: boolean): void {
    this.active = place;
    if (!extend) {
      this.anchor = place;
    }
  }

  selectAll(): void {
    this.anchor = { row: 0, column: 0 };
    this.active = { row: Math.max(0, this.rowCount - 1), column: this.columns.length - 1 };
  }

  selectRow(): void {
    this.anchor = { row: this.active.row, column: 0 };
    this.active = { row: this.active.row, column: this.columns.length - 1 };
  }
}
