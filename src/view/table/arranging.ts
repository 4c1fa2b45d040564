/** The reader's order and filters of one grid, as the header shows and changes them. */

import type { ColumnFilter, SortKey } from '../../core/protocol/arrangement';

/** The order of a key among several, from 1. */
export interface SortState {
  readonly descending: boolean;
  readonly place: number;
}

/**
 * Ascending, then descending, then as the result came.
 *
 * @param add Whether other columns keep their part; otherwise this one alone decides.
 */
export function toggledSort(sort: readonly SortKey[], column: number, add: boolean): SortKey[] {
  const known = sort.find(key => key.column === column);
  const next = known === undefined ? { column, descending: false } : descendingAfter(known);
  if (!add) {
    return next === null ? [] : [next];
  }
  if (known === undefined) {
    return next === null ? [...sort] : [...sort, next];
  }
  return sort.flatMap(key => (key !== known ? [key] : next === null ? [] : [next]));
}

/** @returns How the column takes part in the order, or undefined where it does not. */
export function sortStateOf(sort: readonly SortKey[], column: number): SortState | undefined {
  const index = sort.findIndex(key => key.column === column);
  const key = sort[index];
  return key && { descending: key.descending, place: index + 1 };
}

/** The order in words, for those who do not see the arrows. */
export function sortText(sort: readonly SortKey[], names: readonly string[]): string {
  if (sort.length === 0) {
    return 'In the order of the result.';
  }
  const keys = sort.map(
    ({ column, descending }) => `${names[column] ?? ''} ${descending ? 'descending' : 'ascending'}`,
  );
  return `Sorted by ${keys.join(', then ')}.`;
}

/** @returns The filters with those of `column` replaced; null takes them away. */
export function withFilter(
  filters: readonly ColumnFilter[],
  column: number,
  filter: ColumnFilter | null,
): ColumnFilter[] {
  const others = filters.filter(other => other.column !== column);
  return filter === null ? others : [...others, filter];
}

function descendingAfter({ column, descending }: SortKey): SortKey | null {
  return descending ? null : { column, descending: true };
}
