/**
 * Summarises a column: counts, least and greatest value, moments, and bins or the most frequent values, computed by
 * DuckDB.
 */

import { DuckDBListValue, type DuckDBValue } from '@duckdb/node-api';
import { parsePlainDate } from '../../core/base/plainDate';
import type { ColumnFilter } from '../../core/protocol/arrangement';
import type { ColumnBin, ColumnSummary } from '../../core/protocol/columnSummary';
import { isDayType, isIntegerType, isNumberType } from '../../core/protocol/columnTypes';
import type { ResultColumn } from '../../core/protocol/outcome';
import { quotedName } from '../../core/base/quoted';
import { countValues } from './countValues';
import { columnAt } from '../../core/explorer/rowConditions';
import { conditionSql } from './rowFilter';
import type { Relation } from './relation';
import type { Queries } from '../engine/serialConnection';

/** Up to this many rows, distinct values and quartiles are exact; above, DuckDB estimates them. */
const MOST_ROWS_COUNTED = 1_000_000;
/**
 * Above that many rows, up to this many distinct values are still counted: the time grows with them, not with the rows.
 */
const MOST_DISTINCT_COUNTED = 100_000;
/** The share of distinct values from which those of many rows are taken for keys. */
const MOST_OF_KEYS = 0.5;
const MOST_BINS = 16;
const TOPS = 3;
const MOST_LETTERS = 1_000;

export interface SummarisedColumn {
  /** The column's place in the result, from 0. */
  readonly column: number;
  /** Only rows that match these are summarised. */
  readonly filters: readonly ColumnFilter[];
}

/** Rows as SQL that can follow FROM, with the values of its parameters. */
interface Rows {
  readonly sql: string;
  readonly values: readonly string[];
}

/** @throws {Error} With a sentence for the reader, if the column or a filter does not fit the result. */
export async function summariseColumn(
  connection: Queries,
  source: Relation,
  { column, filters }: SummarisedColumn,
): Promise<ColumnSummary> {
  const facts = columnAt(source.columns, { column });
  const { name, type } = facts;
  const own = quotedName(name);
  const condition = conditionSql(filters, source);
  const rows = { sql: `(FROM ${source.table} WHERE ${condition.sql})`, values: condition.values };
  const isApproximate = source.rowCount > MOST_ROWS_COUNTED;
  const distinct = isApproximate ? `approx_count_distinct(${own})` : `count(DISTINCT ${own})`;
  const isOrdered = isNumberType(type) || isDayType(type) || /^(VARCHAR|BOOLEAN|TIME)/.test(type);
  // DuckDB takes NaN for the greatest number.
  const numbers = /^(DOUBLE|FLOAT)$/.test(type) ? ` FILTER (NOT isnan(${own}))` : '';
  const end = (of: string): string =>
    isOrdered ? `CAST(${of}(${own})${numbers} AS VARCHAR)` : 'NULL';
  const [counted = []] = await read(
    connection,
    `SELECT count(*), count(*) - count(${own}), ${distinct}, ${end('min')}, ${end('max')} FROM ${rows.sql}`,
    rows,
  );
  const [rowCount, nullCount, estimate, least, greatest] = counted;
  const isCounted = !isApproximate || Number(estimate) <= MOST_DISTINCT_COUNTED;
  const distinctCount = Math.min(
    isApproximate && isCounted ? await distinctOf(connection, rows, own) : Number(estimate),
    Number(rowCount) - Number(nullCount),
  );
  const bins = await binsOf(connection, rows, facts);
  // Of many rows with values nearly all of their own, no value is frequent: counting them would take minutes.
  const isOfKeys = !isCounted && distinctCount > MOST_OF_KEYS * Number(rowCount);
  const hasTops = bins.length === 0 && !isOfKeys;
  return {
    name,
    type,
    rowCount: Number(rowCount),
    nullCount: Number(nullCount),
    distinctCount,
    isApproximate: !isCounted,
    least: shortText(least),
    greatest: shortText(greatest),
    moments: isNumberType(type) ? await momentsOf(connection, rows, own, isApproximate) : null,
    bins,
    tops: hasTops ? await topsOf(connection, source, { column, filters }) : [],
  };
}

async function distinctOf(connection: Queries, rows: Rows, own: string): Promise<number> {
  const [found = []] = await read(
    connection,
    `SELECT count(DISTINCT ${own}) FROM ${rows.sql}`,
    rows,
  );
  return Number(found[0]);
}

async function momentsOf(
  connection: Queries,
  rows: Rows,
  own: string,
  isApproximate: boolean,
): Promise<ColumnSummary['moments']> {
  const quantile = isApproximate ? 'approx_quantile' : 'quantile_cont';
  const [found = []] = await read(
    connection,
    // Squares of larger values exceed a double.
    `WITH finite AS (SELECT x FROM (SELECT CAST(${own} AS DOUBLE) AS x FROM ${rows.sql}) WHERE isfinite(x)),
       scale AS (SELECT CASE WHEN max(abs(x)) > 1e150 THEN max(abs(x)) ELSE 1 END AS unit FROM finite)
     SELECT avg(x / unit) * any_value(unit), stddev_samp(x / unit) * any_value(unit), ${quantile}(x, [0.25, 0.5, 0.75])
     FROM finite, scale`,
    rows,
  );
  const [mean, deviation, quartiles] = found;
  const [lowerQuartile, median, upperQuartile] = (
    quartiles instanceof DuckDBListValue ? quartiles.items : []
  ).map(Number);
  const isWhole = [mean, lowerQuartile, median, upperQuartile].every(Number.isFinite);
  return isWhole
    ? {
        isApproximate,
        mean: Number(mean),
        standardDeviation: Number.isFinite(deviation) ? Number(deviation) : null,
        lowerQuartile: Number(lowerQuartile),
        median: Number(median),
        upperQuartile: Number(upperQuartile),
      }
    : null;
}

/**
 * @returns Bins of equal width, in whole numbers for integers and whole days for dates. NaN and infinities are in none.
 */
async function binsOf(
  connection: Queries,
  rows: Rows,
  { name, type }: ResultColumn,
): Promise<ColumnBin[]> {
  const isDay = isDayType(type);
  if (!isDay && !isNumberType(type)) {
    return [];
  }
  const own = quotedName(name);
  const value = isDay ? `CAST(${own} AS DATE)` : own;
  const place = isDay
    ? `CASE WHEN isfinite(value) THEN epoch(value) / 86400 END`
    : 'CAST(value AS DOUBLE)';
  // The difference of the ends may exceed a double.
  const width =
    isDay || isIntegerType(type)
      ? `ceil((greatest - least + 1) / ${MOST_BINS})`
      : `greatest / ${MOST_BINS} - least / ${MOST_BINS}`;
  const distance =
    'CASE WHEN isfinite(greatest - least) THEN (x - least) / width ELSE x / width - least / width END';
  // A FLOAT is compared with a filter's bounds as a double.
  const text = (of: string): string =>
    `CAST(${type === 'FLOAT' ? `CAST(${of}(value) AS DOUBLE)` : `${of}(value)`} AS VARCHAR)`;
  const found = await read(
    connection,
    `WITH v AS (SELECT ${value} AS value FROM ${rows.sql}),
       finite AS (SELECT value, ${place} AS x FROM v WHERE isfinite(x)),
       ends AS (SELECT min(x) AS least, max(x) AS greatest, ${width} AS width FROM finite)
     SELECT CASE WHEN width > 0
         THEN greatest(0, least(CAST(floor(${distance}) AS INTEGER), ${MOST_BINS - 1}))
         ELSE 0 END AS bin, count(*), ${text('min')}, ${text('max')}
     FROM finite, ends GROUP BY bin ORDER BY bin`,
    rows,
  );
  const bins: ColumnBin[] = Array.from({ length: Number(found.at(-1)?.[0] ?? -1) + 1 }, () => ({
    count: 0,
    from: null,
    to: null,
  }));
  for (const [bin, count, from, to] of found) {
    const ends = [String(from), String(to)] as const;
    const canFilter = !isDay || ends.every(end => parsePlainDate(end) !== undefined);
    const [least, greatest] = canFilter ? ends : [null, null];
    bins[Number(bin)] = { count: Number(count), from: least, to: greatest };
  }
  return bins;
}

async function topsOf(
  connection: Queries,
  source: Relation,
  wanted: SummarisedColumn,
): Promise<ColumnSummary['tops']> {
  const { values } = await countValues(connection, source, { ...wanted, search: '' });
  return values.filter(({ text }) => text !== null).slice(0, TOPS);
}

async function read(
  connection: Queries,
  sql: string,
  { values }: Rows,
): Promise<readonly (readonly DuckDBValue[])[]> {
  return (await connection.runAndReadAll(sql, [...values])).getRows();
}

function shortText(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value).slice(0, MOST_LETTERS);
}
