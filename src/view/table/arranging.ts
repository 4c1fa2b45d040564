/** The reader's order and filters of one grid, as the header and the line below show and change them. */

import type { ColumnFilter, SortKey, TextOperator } from '../../core/protocol/arrangement';

/** The order of a key among several, from 1. */
export interface SortState {
  readonly descending: boolean;
  readonly place: number;
}

/** How a condition on texts is said. */
export const operatorTexts: Readonly<Record<TextOperator, string>> = {
  contains: 'contains',
  notContains: 'does not contain',
  equals: 'is',
  notEquals: 'is not',
  startsWith: 'begins with',
  endsWith: 'ends with',
};

/** Values that a chip names; more are counted. */
const NAMED_VALUES = 2;
const MOST_LETTERS = 40;

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
  return `Sorted by ${sort.map(key => keyText(key, names)).join(', then ')}.`;
}

/** A key of the order in words: `score descending`. */
export function keyText({ column, descending }: SortKey, names: readonly string[]): string {
  return `${names[column] ?? ''} ${descending ? 'descending' : 'ascending'}`;
}

/** A filter in words: `name contains “bank”`. */
export function filterText(filter: ColumnFilter, names: readonly string[]): string {
  const name = names[filter.column] ?? '';
  switch (filter.kind) {
    case 'text':
      return `${name} ${operatorTexts[filter.operator]} ${quoted(filter.text)}`;
    case 'range':
      return `${name} ${rangeText(filter)}`;
    case 'values':
      return `${name} is ${valuesText(filter.values)}`;
    case 'missing':
      return `${name} is ${filter.missing ? '' : 'not '}null`;
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

function rangeText({ from, to }: Extract<ColumnFilter, { kind: 'range' }>): string {
  if (from !== null && to !== null) {
    return `from ${from} to ${to}`;
  }
  return from === null ? `≤ ${to ?? ''}` : `≥ ${from}`;
}

function valuesText(values: readonly (string | null)[]): string {
  const named = values
    .slice(0, NAMED_VALUES)
    .map(value => (value === null ? 'null' : quoted(value)));
  const more = values.length - named.length;
  return `${named.join(' or ')}${more > 0 ? ` or ${more} more` : ''}`;
}

function quoted(text: string): string {
  return `“${text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text}”`;
}

function descendingAfter({ column, descending }: SortKey): SortKey | null {
  return descending ? null : { column, descending: true };
}
