/** Widths and positions of columns, in px. */

import type { Rows } from '../../core/protocol/outcome';
import type { ColumnFacts } from './columnRole';
import { cellText } from './format';

export const MIN_COLUMN_WIDTH = 44;
const MAX_INITIAL_WIDTH = 240;
const SAMPLE_ROWS = 100;
const PADDING = 20;
/** Room, in letters, for gaps, the arrow of sorting and the mark of the menu. */
const HEADER_MARKS = 6;

/** Columns, half-open. */
export interface ColumnWindow {
  readonly from: number;
  readonly to: number;
}

/**
 * Widths that fit the names and the first rows.
 *
 * @param letterWidth px of an average letter of the table's font.
 */
export function columnWidths(
  columns: readonly ColumnFacts[],
  rows: Rows,
  letterWidth: number,
): number[] {
  const sample = rows.slice(0, SAMPLE_ROWS);
  return columns.map((facts, index) => {
    const header = facts.name.length + facts.mark.length + HEADER_MARKS;
    const letters = sample.reduce(
      (most, row) => Math.max(most, Math.min(cellText(row[index] ?? null, facts).length, 100)),
      header,
    );
    const width = Math.ceil(letters * letterWidth) + PADDING;
    return Math.min(Math.max(width, MIN_COLUMN_WIDTH), MAX_INITIAL_WIDTH);
  });
}

/** @returns The left edge of each column, and the right edge of the last: one more than there are widths. */
export function columnEdges(widths: readonly number[]): number[] {
  const edges = [0];
  let edge = 0;
  for (const width of widths) {
    edge += width;
    edges.push(edge);
  }
  return edges;
}

/** @returns The columns of which at least one px lies between `left` and `left + width`. */
export function visibleColumns(
  edges: readonly number[],
  left: number,
  width: number,
): ColumnWindow {
  const count = edges.length - 1;
  const right = left + width;
  const from = Math.max(0, firstIndex(edges, edge => edge > left) - 1);
  const to = Math.min(
    count,
    firstIndex(edges, edge => edge >= right),
  );
  return { from: Math.min(from, to), to };
}

/** The first index whose edge is past a place, by halving; the number of edges where none is. */
function firstIndex(edges: readonly number[], isPast: (edge: number) => boolean): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isPast(edges[middle] ?? Infinity)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}
