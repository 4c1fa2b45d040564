/** Filters of a grid as SQL: values from the page are parameters, never part of the statement. */

import { t } from '../../core/base/translations';
import { quotedName } from '../../core/base/quoted';
import { allOf, columnAt, rowConditions } from '../../core/explorer/rowConditions';
import type { Arrangement, ColumnFilter, SortKey } from '../../core/protocol/arrangement';
import type { ResultColumn } from '../../core/protocol/outcome';
import type { Relation } from './relation';

/** SQL with `$1`, `$2`…, and the values of these. */
export interface BoundSql {
  readonly sql: string;
  readonly values: readonly string[];
}

type FilteredRelation = Pick<Relation, 'columns' | 'rowId' | 'marks'>;

/**
 * @returns The rest of a `SELECT … FROM` the relation: which rows, and in which order; equal rows keep the relation's
 * order.
 * @throws {Error} With a sentence for the reader, if a column is not in the relation or a bound has another type.
 */
export function arrangedSql({ sort, filters }: Arrangement, relation: FilteredRelation): BoundSql {
  const { columns, rowId } = relation;
  const { sql, values } = conditionSql(filters, relation);
  const keys = sort.map(key => sortTerm(key, columnAt(columns, key)));
  return { sql: `WHERE ${sql} ORDER BY ${[...keys, rowId].join(', ')}`, values };
}

/**
 * @returns A condition that holds for the rows that match all filters.
 * @throws {Error} As `arrangedSql`.
 */
export function conditionSql(
  filters: readonly ColumnFilter[],
  { columns, rowId, marks }: FilteredRelation,
): BoundSql {
  const values: string[] = [];
  const bind = (value: string): string => `$${values.push(value)}`;
  const conditions = rowConditions(filters, columns, {
    name: quotedName,
    text: bind,
    day: text => `CAST(${bind(text)} AS DATE)`,
    number: (text, isExact) => `CAST(${bind(text)} AS ${isExact ? 'DECIMAL(38, 0)' : 'DOUBLE'})`,
    mark: mark => markCondition(marks.get(mark), rowId),
  });
  return { sql: allOf(conditions), values };
}

/**
 * @param rows The table with the numbers of the mark's rows.
 * @throws {Error} If they are no longer kept.
 */
export function markCondition(rows: string | undefined, rowId: string): string {
  if (rows === undefined) {
    throw new Error(t('The rows of this mark are no longer kept: click the mark again.'));
  }
  return `${rowId} IN (SELECT "row" FROM ${rows})`;
}

function sortTerm({ descending }: SortKey, { name }: ResultColumn): string {
  return `${quotedName(name)} ${descending ? 'DESC' : 'ASC'} NULLS LAST`;
}
