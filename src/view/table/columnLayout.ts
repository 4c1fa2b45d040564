/** Widths and positions of columns, in px. */

import type { Rows, Value } from '../../core/protocol/outcome';
import { isNumeric, isSide, type ColumnFacts } from './columnRole';
import { cellText } from './format';
import type { TextWidth } from './textWidth';

export const MIN_COLUMN_WIDTH = 44;
const MAX_INITIAL_WIDTH = 240;
/** A number that is cut off is another number: 39 digits in groups have room. */
const MAX_NUMBER_WIDTH = 420;
const SAMPLE_ROWS = 100;
/** The share of the sample that is seen whole; longer texts are cut off. */
const SEEN_WHOLE = 0.95;
/** px. A longer name is cut off where no value needs more. */
const MOST_FOR_NAME = 140;
/** px of a column that takes free room. */
const MOST_WITH_ROOM = 480;
/** What is beyond is cut off anyway. */
const MOST_LETTERS = 100;
/** Left and right, as in the style sheet. */
const PADDING = 16;
/** For the bar beside a score, px. */
const BAR_ROOM = 48;
/** A header's letters are bold, and a pixel smaller. */
const BOLD = 1.12;
/** Between the parts of a header, px. */
const GAP = 6;
/** For the arrow of sorting and its place, px. */
const SORT_MARK = 18;
/** As wide as the mark before the word of a side. */
const SIDE_MARK = '▲ ';

/** The columns that are seen: those that are pinned, before all others, and of the others a half-open range. */
export interface ColumnWindow {
  readonly pinned: number;
  readonly from: number;
  readonly to: number;
}

/** @returns The places of the columns that are drawn: those that are seen and `active`, which holds the keyboard. */
export function drawnColumns({ pinned, from, to }: ColumnWindow, active: number): number[] {
  const seen = [...range(0, pinned), ...range(from, to)];
  return active < 0 || seen.includes(active) ? seen : [...seen, active];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

/** Widths that fit the first rows, and the names where they are short. */
export function columnWidths(
  columns: readonly ColumnFacts[],
  rows: Rows,
  textWidth: TextWidth,
): number[] {
  const sample = rows.slice(0, SAMPLE_ROWS);
  return columns.map((facts, index) => {
    const name = Math.min(textWidth(facts.name) * BOLD, MOST_FOR_NAME);
    const isNumber = isNumeric(facts.role);
    const texts = sample.map(row => seenText(row[index] ?? null, facts));
    const bar = facts.role === 'score' ? BAR_ROOM : 0;
    const values = mostSeen(texts.map(textWidth), isNumber ? 1 : SEEN_WHOLE) + bar;
    const most = isNumber ? MAX_NUMBER_WIDTH : MAX_INITIAL_WIDTH;
    const width = Math.ceil(Math.max(name, values)) + PADDING;
    return Math.min(Math.max(width, MIN_COLUMN_WIDTH), most);
  });
}

/** Widths in which nothing of the first rows and of the names is cut off, up to a limit. */
export function uncutWidths(
  columns: readonly ColumnFacts[],
  rows: Rows,
  textWidth: TextWidth,
): number[] {
  const sample = rows.slice(0, SAMPLE_ROWS);
  return columns.map((facts, index) => {
    const texts = sample.map(row => seenText(row[index] ?? null, facts));
    const widest = Math.max(textWidth(facts.name) * BOLD, ...texts.map(textWidth));
    return Math.min(Math.ceil(widest) + PADDING, MOST_WITH_ROOM);
  });
}

/**
 * Gives columns that cut something off what is free beside them: first those that lack least.
 *
 * @param lacking px that each column lacks.
 * @param free px.
 * @returns px that each column takes.
 */
export function sharedRoom(lacking: readonly number[], free: number): number[] {
  const taken = lacking.map(() => 0);
  const inOrder = lacking.map((px, at) => ({ px, at })).sort((one, other) => one.px - other.px);
  let left = Math.max(0, free);
  for (const { px, at } of inOrder) {
    taken[at] = Math.min(Math.max(0, px), left);
    left -= taken[at];
  }
  return taken;
}

function seenText(value: Value, facts: ColumnFacts): string {
  const text = cellText(value, facts).slice(0, MOST_LETTERS);
  return isSide(value, facts) ? SIDE_MARK + text : text;
}

/** @returns px of a header in which its type's mark has room beside the name and the arrow of sorting. */
export function headerWidth({ name, mark }: ColumnFacts, textWidth: TextWidth): number {
  return Math.ceil(textWidth(name) * BOLD + GAP + textWidth(mark) + GAP + SORT_MARK) + PADDING;
}

/** @returns The width within which this share of the texts is. */
function mostSeen(widths: readonly number[], share: number): number {
  const sorted = widths.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
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
): Omit<ColumnWindow, 'pinned'> {
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
