/** Widths and positions of columns, in px. */

import type { Rows, Value } from '../../core/protocol/outcome';
import { isNumeric, isSide, type ColumnFacts } from './columnRole';
import { cellText } from './format';
import type { TextWidth } from './textWidth';

export const MIN_COLUMN_WIDTH = 40;
const MAX_INITIAL_WIDTH = 240;
/** A truncated number is a different number: 39 digits in groups have room. */
const MAX_NUMBER_WIDTH = 420;
const SAMPLE_ROWS = 100;
/** The share of the sample that is shown completely; longer texts are truncated. */
const SEEN_WHOLE = 0.95;
/** The most that a column is widened for its longest texts: codes of one length, such as ISINs, differ by less, px. */
const MOST_FOR_WIDEST = 12;
/** A longer name is truncated where columns lack room, if no value needs more, px. The names of scores fit. */
const MOST_FOR_NAME = 116;
/** The most for a column that takes free room, px. */
const MOST_WITH_ROOM = 2_000;
/** Longer text is truncated anyway. */
const MOST_LETTERS = 100;
/** Padding at both sides, as in the style sheet. */
export const CELL_PADDING = 10;
/** For the bar beside a score, px. */
const BAR_ROOM = 46;
/** Between the parts of a header, px. */
const GAP = 6;
/** For the arrow of sorting and its place, px. */
const SORT_MARK = 18;
/** Padding of a header, as in the style sheet: at one side it is the room of the menu's arrow. */
const HEADER_PADDING = 5 + 17;
/** The most for the header of a sorted column that takes room which is not free, px. */
export const MOST_FOR_SORTED = MOST_FOR_NAME + GAP + SORT_MARK + HEADER_PADDING;
/** The width of the mark before a side's word. */
const SIDE_MARK = '▲ ';

/** The visible columns: the pinned ones, before all others, and a half-open range of the others. */
export interface ColumnWindow {
  readonly pinned: number;
  readonly from: number;
  readonly to: number;
}

/** @returns The indices of the drawn columns: the visible ones and `active`, which has the focus. */
export function drawnColumns({ pinned, from, to }: ColumnWindow, active: number): number[] {
  const seen = [...range(0, pinned), ...range(from, to)];
  return active < 0 || seen.includes(active) ? seen : [...seen, active];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

/** Widths that fit the first rows, and short names. */
export function columnWidths(
  columns: readonly ColumnFacts[],
  rows: Rows,
  textWidth: TextWidth,
): number[] {
  const sample = rows.slice(0, SAMPLE_ROWS);
  return columns.map((facts, index) => {
    const name = Math.min(textWidth(facts.name, 'header'), MOST_FOR_NAME);
    const isNumber = isNumeric(facts.role);
    const texts = sample.map(row => seenText(row[index] ?? null, facts));
    const bar = facts.role === 'score' ? BAR_ROOM : 0;
    const values =
      mostSeen(
        texts.map(text => textWidth(text)),
        isNumber ? 1 : SEEN_WHOLE,
      ) + bar;
    const most = isNumber ? MAX_NUMBER_WIDTH : MAX_INITIAL_WIDTH;
    const width = Math.ceil(Math.max(name + HEADER_PADDING, values + CELL_PADDING));
    return Math.min(Math.max(width, MIN_COLUMN_WIDTH), most);
  });
}

/** Widths in which nothing of the first rows and the names is truncated, up to a limit. */
export function uncutWidths(
  columns: readonly ColumnFacts[],
  rows: Rows,
  textWidth: TextWidth,
): number[] {
  const sample = rows.slice(0, SAMPLE_ROWS);
  return columns.map((facts, index) => {
    const texts = sample.map(row => seenText(row[index] ?? null, facts));
    const header = textWidth(facts.name, 'header') + HEADER_PADDING;
    const widest = Math.max(header, ...texts.map(text => textWidth(text) + CELL_PADDING));
    return Math.min(Math.ceil(widest), MOST_WITH_ROOM);
  });
}

/**
 * Distributes free room to columns that truncate something: first to those that lack least.
 *
 * @param lacking px that each column lacks.
 * @param free px.
 * @returns px that each column gets.
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

/** @returns The width of a header with room for its type's mark next to the name and the arrow of sorting, px. */
export function headerWidth({ name, mark }: ColumnFacts, textWidth: TextWidth): number {
  return (
    Math.ceil(textWidth(name, 'header') + GAP + textWidth(mark) + GAP + SORT_MARK) + HEADER_PADDING
  );
}

/** @returns The width of the header of a sorted column: its name and the arrow, px. */
export function sortedHeaderWidth({ name }: ColumnFacts, textWidth: TextWidth): number {
  return Math.ceil(textWidth(name, 'header') + GAP + SORT_MARK) + HEADER_PADDING;
}

/** @returns The width that fits this share of the texts, and the others if they need little more. */
function mostSeen(widths: readonly number[], share: number): number {
  const sorted = widths.toSorted((one, other) => one - other);
  const most = sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  const widest = sorted.at(-1) ?? 0;
  return widest <= most + MOST_FOR_WIDEST ? widest : most;
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

/** @returns The columns with at least one px between `left` and `left + width`. */
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

/** The first index whose edge is after a position, by bisection; the number of edges if there is none. */
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
