/** The reader's order and filters of one grid, shown and changed by the header and the line below. */

import { t } from '../../core/base/translations';
import type { ColumnFilter, SortKey } from '../../core/protocol/arrangement';
import { filterTexts, sortTexts } from '../../core/protocol/shownRows';
import { isNumeric, type ColumnFacts } from './columnRole';
import { trueMinus } from './format';

/** The order of a key among several, from 1. */
export interface SortState {
  readonly descending: boolean;
  readonly place: number;
}

/**
 * Cycles from ascending to descending to unsorted.
 *
 * @param add Whether other columns keep their part; otherwise only this one counts.
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

/** @returns The column's part in the order, or undefined if it has none. */
export function sortStateOf(sort: readonly SortKey[], column: number): SortState | undefined {
  const index = sort.findIndex(key => key.column === column);
  const key = sort[index];
  return key && { descending: key.descending, place: index + 1 };
}

/** The order in words, for screen readers. */
export function sortText(sort: readonly SortKey[], names: readonly string[]): string {
  const keys = sortTexts({ sort, filters: [] }, names);
  return keys.length === 0
    ? t('In the order of the result.')
    : t('Sorted by {0}.', keys.join(', then '));
}

/**
 * @param columns All columns of the result.
 * @returns One text per filter, with numbers as the grid shows them.
 */
export function shownFilterTexts(
  filters: readonly ColumnFilter[],
  columns: readonly ColumnFacts[],
): string[] {
  const shown = filters.map(filter => {
    const role = filter.column === null ? undefined : columns[filter.column]?.role;
    return role && isNumeric(role) ? withTrueMinus(filter) : filter;
  });
  const names = columns.map(({ name }) => name);
  return filterTexts({ sort: [], filters: shown }, names);
}

/** @returns The filter of a column of numbers, for reading alone. */
function withTrueMinus(filter: ColumnFilter): ColumnFilter {
  const number = (text: string | null): string | null => (text === null ? null : trueMinus(text));
  switch (filter.kind) {
    case 'range':
      return { ...filter, from: number(filter.from), to: number(filter.to) };
    case 'values':
    case 'exclude':
      return { ...filter, values: filter.values.map(number) };
    case 'mark':
    case 'missing':
    case 'search':
    case 'text':
      return filter;
  }
}

/** @returns The filters with all those of `column` replaced. */
export function withFilters(
  filters: readonly ColumnFilter[],
  column: number,
  own: readonly ColumnFilter[],
): ColumnFilter[] {
  return [...filters.filter(other => other.column !== column), ...own];
}

function descendingAfter({ column, descending }: SortKey): SortKey | null {
  return descending ? null : { column, descending: true };
}
