/** What a column holds: counts, ends and a histogram, worked out by DuckDB. */

import type { ColumnSummary } from '../core/protocol/columnSummary';
import type { ResultColumn } from '../core/protocol/outcome';
import { quotedName } from '../core/sql/quoted';
import { isDayType, isNumberType } from './rowFilter';
import type { Queries } from './serialConnection';

/** Up to so many rows different values are counted one by one; beyond, DuckDB estimates them. */
const MOST_ROWS_COUNTED = 1_000_000;
const BINS = 24;
const MOST_LETTERS = 1_000;

/** @param source Where the rows are, as SQL. */
export async function summariseColumn(
  connection: Queries,
  source: { readonly table: string; readonly rowCount: number },
  { name, type }: ResultColumn,
): Promise<ColumnSummary> {
  const column = quotedName(name);
  const isApproximate = source.rowCount > MOST_ROWS_COUNTED;
  const distinct = isApproximate ? `approx_count_distinct(${column})` : `count(DISTINCT ${column})`;
  const isOrdered = isNumberType(type) || isDayType(type) || /^(VARCHAR|BOOLEAN|TIME)/.test(type);
  const end = (of: string): string => (isOrdered ? `CAST(${of}(${column}) AS VARCHAR)` : 'NULL');
  const counted = await connection.runAndReadAll(
    `SELECT count(*), count(*) - count(${column}), ${distinct}, ${end('min')}, ${end('max')} FROM ${source.table}`,
  );
  const [rowCount, nullCount, distinctCount, least, greatest] = counted.getRows()[0] ?? [];
  return {
    name,
    type,
    rowCount: Number(rowCount),
    nullCount: Number(nullCount),
    distinctCount: Number(distinctCount),
    isDistinctApproximate: isApproximate,
    least: shortText(least),
    greatest: shortText(greatest),
    histogram: await histogram(connection, source.table, { name, type }),
  };
}

/** @returns Counts in bins of equal width, the greatest value in the last one; NaN and infinities are in none. */
async function histogram(
  connection: Queries,
  table: string,
  { name, type }: ResultColumn,
): Promise<number[]> {
  const column = quotedName(name);
  const isDay = isDayType(type);
  if (!isDay && !isNumberType(type)) {
    return [];
  }
  const value = isDay
    ? `CASE WHEN isfinite(${column}) THEN epoch(${column}) END`
    : `CAST(${column} AS DOUBLE)`;
  const result = await connection.runAndReadAll(
    `WITH v AS (SELECT ${value} AS x FROM ${table} WHERE ${column} IS NOT NULL),
       finite AS (SELECT x FROM v WHERE isfinite(x)),
       ends AS (SELECT min(x) AS least, max(x) AS greatest FROM finite)
     SELECT CASE WHEN greatest > least
         THEN least(CAST(floor((x - least) / (greatest - least) * ${BINS}) AS INTEGER), ${BINS - 1})
         ELSE 0 END AS bin, count(*)
     FROM finite, ends GROUP BY bin`,
  );
  const rows = result.getRows();
  const bins = new Array<number>(rows.length > 0 ? BINS : 0).fill(0);
  for (const [bin, count] of rows) {
    bins[Number(bin)] = Number(count);
  }
  return bins;
}

function shortText(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value).slice(0, MOST_LETTERS);
}
