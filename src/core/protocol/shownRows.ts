/** The part of a result that a grid shows: some of its rows, in an order, and some of its columns. */

import * as v from 'valibot';
import { visibleText } from '../base/visibleText';
import {
  arrangementShape,
  columnPlace,
  isAsMade,
  type Arrangement,
  type ColumnFilter,
  type TextOperator,
} from './arrangement';
import { count, list, read, type Described } from './shape';

const maxColumns = 5_000;
/** Further values of a filter are counted. */
const maxNamedValues = 10;

export const shownRowsShape = v.object({
  arrangement: arrangementShape,
  /** Places of the columns in the result, from 0, in the order in which they are shown; at least one, each once. */
  columns: v.pipe(
    list(columnPlace, maxColumns),
    v.minLength(1),
    v.check(places => new Set(places).size === places.length),
  ),
});

export type ShownRows = Described<typeof shownRowsShape>;

/** The state of a grid, for a tab that continues with it. */
export const leftGridShape = v.object({
  ...shownRowsShape.entries,
  /** How many of the first columns are pinned. */
  pinnedCount: count,
  /** px of the columns whose width the reader chose, by the column's place in the result. */
  widths: list(v.object({ column: columnPlace, px: count }), maxColumns),
});

export type LeftGrid = Described<typeof leftGridShape>;

/** @returns The state of the grid, or null if `value` is not one. */
export function readLeftGrid(value: unknown): LeftGrid | null {
  return read(leftGridShape, value);
}

/** @returns The shown part, or null if `value` is not one or names a column twice. */
export function readShownRows(value: unknown): ShownRows | null {
  return read(shownRowsShape, value);
}

/** The wording of a condition on texts. */
export const operatorTexts: Readonly<Record<TextOperator, string>> = {
  contains: 'contains',
  notContains: 'does not contain',
  equals: 'is',
  notEquals: 'is not',
  startsWith: 'begins with',
  endsWith: 'ends with',
};

/** @returns Whether the grid shows all of the result as it was made. */
export function isWhole({ arrangement, columns }: ShownRows, columnCount: number): boolean {
  return (
    isAsMade(arrangement) &&
    columns.length === columnCount &&
    columns.every((column, index) => column === index)
  );
}

/**
 * @param names Names of the result's columns.
 * @returns One text per filter: `score from 5`, `industry is Energy or missing`; what is not seen is written out.
 */
export function filterTexts({ filters }: Arrangement, names: readonly string[]): string[] {
  return filters.map(filter =>
    visibleText(
      filter.kind === 'mark'
        ? `rows of the mark ${filter.label}`
        : filter.kind === 'search'
          ? `contains “${filter.text}”`
          : `${names[filter.column] ?? ''} ${conditionText(filter)}`,
    ),
  );
}

/** @returns One text per key, the deciding one first: `score descending`; what is not seen is written out. */
export function sortTexts({ sort }: Arrangement, names: readonly string[]): string[] {
  return sort.map(({ column, descending }) =>
    visibleText(`${names[column] ?? ''} ${descending ? 'descending' : 'ascending'}`),
  );
}

function conditionText(filter: Exclude<ColumnFilter, { column: null }>): string {
  switch (filter.kind) {
    case 'text':
      return `${operatorTexts[filter.operator]} “${filter.text}”`;
    case 'range': {
      const ends = [
        ...(filter.from === null ? [] : [`from ${filter.from}`]),
        ...(filter.to === null ? [] : [`to ${filter.to}`]),
      ];
      return ends.join(' ') || 'has a value';
    }
    case 'values':
      return `is ${valuesText(filter.values) || 'nothing'}`;
    case 'exclude':
      return `is not ${valuesText(filter.values)}`;
    case 'missing':
      return filter.missing ? 'is missing' : 'is not missing';
  }
}

function valuesText(values: readonly (string | null)[]): string {
  const named = values.slice(0, maxNamedValues).map(value => value ?? 'missing');
  const more = values.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(' or ');
}
