/** The part of a result that a grid shows: some of its rows, in an order, and some of its columns. */

import * as v from 'valibot';
import { t } from '../base/translations';
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
export function operatorText(operator: TextOperator): string {
  return {
    contains: t('contains'),
    notContains: t('does not contain'),
    equals: t('is'),
    notEquals: t('is not'),
    startsWith: t('begins with'),
    endsWith: t('ends with'),
  }[operator];
}

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
        ? t('rows of the mark {0}', filter.label)
        : filter.kind === 'search'
          ? t('contains “{0}”', filter.text)
          : `${names[filter.column] ?? ''} ${conditionText(filter)}`,
    ),
  );
}

/** @returns One text per key, the deciding one first: `score descending`; what is not seen is written out. */
export function sortTexts({ sort }: Arrangement, names: readonly string[]): string[] {
  return sort.map(({ column, descending }) =>
    visibleText(
      descending
        ? t('{0} descending', names[column] ?? '')
        : t('{0} ascending', names[column] ?? ''),
    ),
  );
}

function conditionText(filter: Exclude<ColumnFilter, { column: null }>): string {
  switch (filter.kind) {
    case 'text':
      return `${operatorText(filter.operator)} “${filter.text}”`;
    case 'range': {
      const ends = [
        ...(filter.from === null ? [] : [t('from {0}', filter.from)]),
        ...(filter.to === null ? [] : [t('to {0}', filter.to)]),
      ];
      return ends.join(' ') || t('has a value');
    }
    case 'values':
      return t('is {0}', valuesText(filter.values) || t('nothing'));
    case 'exclude':
      return t('is not {0}', valuesText(filter.values));
    case 'missing':
      return filter.missing ? t('is missing') : t('is not missing');
  }
}

function valuesText(values: readonly (string | null)[]): string {
  const named = values.slice(0, maxNamedValues).map(value => value ?? t('missing'));
  const more = values.length - named.length;
  return [...named, ...(more > 0 ? [t('{0} more', more)] : [])].join(t(' or '));
}
