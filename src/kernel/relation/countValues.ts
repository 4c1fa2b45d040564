/** The values of a column and how many rows have them, counted by DuckDB. */

import type { ColumnFilter } from '../../core/protocol/arrangement';
import { mostValues, type ValueCounts } from '../../core/protocol/columnSummary';
import { quotedName } from '../../core/base/quoted';
import { columnAt } from '../../core/explorer/rowConditions';
import { conditionSql } from './rowFilter';
import type { Relation } from './relation';
import type { Queries } from '../engine/serialConnection';

/** Longer texts are not offered as values: a filter has none. */
export const MOST_LETTERS = 1_000;

export interface CountedValues {
  /** The column's place in the result, from 0. */
  readonly column: number;
  /** Only values whose text contains it, ignoring case; empty: all. */
  readonly search: string;
  /** Only rows that match these are counted. */
  readonly filters: readonly ColumnFilter[];
}

/**
 * @returns At most `mostValues` values, the most frequent first.
 * @throws {Error} With a sentence for the reader, where a filter does not fit the columns.
 */
export async function countValues(
  connection: Queries,
  source: Relation,
  { column, search, filters }: CountedValues,
): Promise<ValueCounts> {
  const name = quotedName(columnAt(source.columns, { column }).name);
  const { sql, values } = conditionSql(filters, source);
  const searched = [...values, search];
  // Values are counted before they are converted to text, since there are fewer of them then; equal texts are added up.
  const result = await connection.runAndReadAll(
    `WITH counted AS (SELECT ${name} AS value, count(*) AS times FROM ${source.table} WHERE ${sql} GROUP BY ${name})
     SELECT CAST(value AS VARCHAR) AS text, CAST(sum(times) AS BIGINT) AS times FROM counted
     WHERE $${searched.length} = '' OR contains(lower(CAST(value AS VARCHAR)), lower($${searched.length}))
     GROUP BY text HAVING text IS NULL OR length(text) <= ${MOST_LETTERS}
     ORDER BY times DESC, text NULLS LAST LIMIT ${mostValues + 1}`,
    searched,
  );
  const counted = result
    .getRows()
    .map(([text, count]) => ({ text: text === null ? null : String(text), count: Number(count) }));
  return { values: counted.slice(0, mostValues), hasMore: counted.length > mostValues };
}
