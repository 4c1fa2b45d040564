/**
 * How the reader of a grid wants its rows: in which order, and which of them. Carried out by the kernel.
 *
 * Columns are named by their place in the result, from 0, so that no name has to be taken from a page.
 */

import { isRecord } from '../base/json';

export interface SortKey {
  readonly column: number;
  readonly descending: boolean;
}

/** How a value's text is compared; capital and small letters are the same. */
export const textOperators = [
  'contains',
  'notContains',
  'equals',
  'notEquals',
  'startsWith',
  'endsWith',
] as const;

export type TextOperator = (typeof textOperators)[number];

/**
 * Keeps the rows whose value of `column` fits. Null fits only where it is asked for. A column may have several filters.
 */
export type ColumnFilter =
  | {
      readonly kind: 'text';
      readonly column: number;
      readonly operator: TextOperator;
      readonly text: string;
    }
  | {
      readonly kind: 'range';
      readonly column: number;
      /** A number or a `YYYY-MM-DD`, both ends included; null: open. */
      readonly from: string | null;
      readonly to: string | null;
    }
  /** Values as DuckDB writes them as text; null is the missing value. */
  | {
      readonly kind: 'values';
      readonly column: number;
      readonly values: readonly (string | null)[];
    }
  | { readonly kind: 'missing'; readonly column: number; readonly missing: boolean };

export interface Arrangement {
  /** The first key decides, then the second; rows that are equal in all keep the order of the result. */
  readonly sort: readonly SortKey[];
  /** A row has to fit all of them. */
  readonly filters: readonly ColumnFilter[];
}

/** Every row, in the order of the result. */
export const asMade: Arrangement = { sort: [], filters: [] };

export const maxSortKeys = 16;
export const maxFilters = 64;
export const maxFilterValues = 500;
const maxText = 1_000;
const maxColumn = 100_000;

export function isAsMade({ sort, filters }: Arrangement): boolean {
  return sort.length === 0 && filters.length === 0;
}

/** @returns The arrangement with nothing but what is known of one, or null where it is none or too large. */
export function readArrangement(value: unknown): Arrangement | null {
  if (!isRecord(value)) {
    return null;
  }
  const sort = readList(value['sort'], maxSortKeys, readSortKey);
  const filters = readFilters(value['filters']);
  return sort && filters && { sort, filters };
}

/** @returns The filters with nothing but what is known of them, or null where they are none or too many. */
export function readFilters(value: unknown): ColumnFilter[] | null {
  return readList(value, maxFilters, readFilter);
}

/** @returns Whether a column may be named so; that the result has it is for the kernel to say. */
export function isColumn(value: unknown): value is number {
  return (
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < maxColumn
  );
}

function readList<Item>(
  value: unknown,
  most: number,
  read: (item: unknown) => Item | null,
): Item[] | null {
  if (!Array.isArray(value) || value.length > most) {
    return null;
  }
  const items = value.map(read).filter(item => item !== null);
  return items.length === value.length ? items : null;
}

function readSortKey(value: unknown): SortKey | null {
  if (!isRecord(value)) {
    return null;
  }
  const { column, descending } = value;
  return isColumn(column) && typeof descending === 'boolean' ? { column, descending } : null;
}

function readFilter(value: unknown): ColumnFilter | null {
  if (!isRecord(value) || !isColumn(value['column'])) {
    return null;
  }
  const { kind, column } = value;
  switch (kind) {
    case 'text': {
      const { text } = value;
      const operator = textOperators.find(known => known === value['operator']);
      return operator && isText(text) ? { kind, column, operator, text } : null;
    }
    case 'range': {
      const { from, to } = value;
      return isTextOrNull(from) && isTextOrNull(to) ? { kind, column, from, to } : null;
    }
    case 'values': {
      const { values } = value;
      const fits =
        Array.isArray(values) && values.length <= maxFilterValues && values.every(isTextOrNull);
      return fits ? { kind, column, values: values.filter(isTextOrNull) } : null;
    }
    case 'missing': {
      const { missing } = value;
      return typeof missing === 'boolean' ? { kind, column, missing } : null;
    }
    default:
      return null;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxText;
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || isText(value);
}
