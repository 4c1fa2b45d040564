/** Widths and positions of columns, in px. */

import type { Rows } from '../../core/protocol/outcome';
import { isNumeric, type ColumnFacts } from './columnRole';
import { cellText } from './format';
import type { TextWidth } from './textWidth';

export const MIN_COLUMN_WIDTH = 44;
const MAX_INITIAL_WIDTH = 240;
/** A number that is cut off is another number: 39 digits in groups have room. */
const MAX_NUMBER_WIDTH = 420;
const SAMPLE_ROWS = 100;
/** Of the sample, the longest ones are measured. */
const MEASURED_TEXTS = 4;
/** What is beyond is cut off anyway. */
const MOST_LETTERS = 100;
const PADDING = 22;
/** px for gaps, the arrow of sorting and the mark of the menu. */
const HEADER_MARKS = 40;
/** A header's letters are bold. */
const BOLD = 1.1;

/** Columns, half-open. */
export interface ColumnWindow {
  readonly from: number;
  readonly to: number;
}

/** Widths that fit the names and the first rows. */
export function columnWidths(
  columns: readonly ColumnFacts[],
  rows: Rows,
  textWidth: TextWidth,
): number[] {
  const sample = rows.slice(0, SAMPLE_ROWS);
  return columns.map((facts, index) => {
    const header = Math.ceil(textWidth(facts.name + facts.mark) * BOLD) + HEADER_MARKS;
    const widths = longest(sample.map(row => cellText(row[index] ?? null, facts))).map(textWidth);
    const width = Math.max(header, ...widths.map(Math.ceil)) + PADDING;
    const most = isNumeric(facts.role) ? MAX_NUMBER_WIDTH : MAX_INITIAL_WIDTH;
    return Math.min(Math.max(width, MIN_COLUMN_WIDTH), most);
  });
}

function longest(texts: readonly string[]): string[] {
  return texts
    .map(text => text.slice(0, MOST_LETTERS))
    .sort((one, other) => other.length - one.length)
    .slice(0, MEASURED_TEXTS);
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
