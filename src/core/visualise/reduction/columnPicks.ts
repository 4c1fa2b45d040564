/**
 * M4: of the rows of each series in each column of the drawing, the first, the last, and those with the lowest and
 * the highest of each value.
 *
 * There are more columns than pixels, rather than one for each pixel, aligned with it: lines are drawn with
 * antialiasing, so that a pixel's shade shows how long the line stays in it, and what a column as wide as the pixel
 * leaves out is visible. Of a million rows on 799 pixels, compared with the full drawing
 * (`bench/chartPixels.bench.ts`), so many of the inked pixels differ by more than an eighth: 6.7 % with one aligned
 * column a pixel, 7.8 % if the columns are off by half a pixel, 1.8 % with two, 0.3 % with four, 0.09 % with five, 0.05
 * % with eight, and no fewer beyond ten. With five, drawing a reduced million rows takes less than twice the time of
 * ten thousand rows (`bench/chart.bench.ts`), and more with eight. The kernel need not know the width of the page,
 * which changes with the cell.
 *
 * Series share the rows that a chart may have, so that many have fewer columns: 0.9 % with 6 series of noise, 4 % with
 * 12, 12 % with 24. Their extremes stay exact, at most a column away from their place; the note states that width.
 *
 * Rows of a line that is broken by missing values are picked piece by piece.
 */

import { t } from '../../base/translations';
import { quotedName } from '../../base/quoted';
import { grouped } from '../../base/text';
import type { ChartColumn } from '../chartColumn';
import { following, sameGroup } from '../chartQuery';
import type { Facts, NumberedRows, RowsBehind } from '../chartQuery';
import { drawnPlace, drawnRow, readRow } from '../rowsBehind';
import type { SqlTag } from '../sqlTag';
import type { AxisPlace } from './axisPlace';

/** Columns across the drawing; five a pixel where it is 900 pixels wide. */
const MOST_COLUMNS = 4500;

/** Pieces of one series in one column: that which enters, that which leaves, and the two tallest. */
const MOST_PIECES = 4;
const TALLEST_PIECES = 2;

export interface ColumnPicks extends NumberedRows {
  /** Writes SQL with generated names that do not clash with the rows' columns. */
  readonly own: SqlTag;
  readonly place: AxisPlace;
  /** SQL of numbers, null if a value is missing: their extremes are kept. */
  readonly values: readonly string[];
  /** SQL condition for rows that are drawn at all. */
  readonly condition: string;
  readonly series: readonly ChartColumn[];
  /** Columns of the panels. */
  readonly panels: readonly ChartColumn[];
  /** Whether each panel has a scale of its own along the axis. */
  readonly ownLimits: boolean;
  /** Columns of the rows that are kept. */
  readonly drawn: readonly ChartColumn[];
  /** Rows that may be kept. */
  readonly most: number;
}

/** @returns A query of one row: `low`, `high`, `missing` and `series`. */
export function picksFacts(picks: ColumnPicks): string {
  const { own, series, place } = picks;
  const names = following(series).slice(2);
  const count =
    names === '' ? '1' : own`(SELECT count(*) FROM (SELECT DISTINCT ${names} FROM _source))`;
  return [
    own`WITH _source AS NOT MATERIALIZED (${sourceRows(picks)})`,
    own`SELECT ${place.low ?? own`min(_at)`} AS low, ${place.high ?? own`max(_at)`} AS high, count(*) FILTER (_missing) AS missing, ${count} AS series FROM _source`,
  ].join('\n');
}

/** @returns How many columns leave no more than the allowed rows. */
export function columnCount({ values, most }: ColumnPicks, facts: Facts): number {
  const missing = facts.get('missing') ?? 0;
  const series = Math.max(1, facts.get('series') ?? 1);
  const rows = 2 + 2 * values.length;
  // Each missing value makes one more piece at most, and stays as a row itself.
  const few = (most - (rows + 1) * missing) / (rows * series);
  const many = most / ((rows + 1) * MOST_PIECES * series);
  const fitting = missing === 0 ? most / (rows * series) : Math.max(few, many);
  // One is left for the row at the very end.
  return Math.max(1, Math.min(MOST_COLUMNS, Math.floor(fitting) - 2));
}

/** @returns The query of the rows that are kept, in their order. */
export function picksSql(picks: ColumnPicks, facts: Facts): string {
  const { own, table, rowId, drawn } = picks;
  const hasGaps = (facts.get('missing') ?? 0) > 0;
  const names = drawn.map(({ name }) => quotedName(name)).join(', ');
  return [
    own`WITH _source AS NOT MATERIALIZED (${sourceRows(picks)}),`,
    own`_limits AS (${limits(picks, facts)}),`,
    ...(hasGaps
      ? pieces(picks, facts)
      : [own`_kept AS (${picked(picks, facts, { from: own`_source`, by: '', more: '' })})`]),
    own`SELECT ${names} FROM ${table} WHERE ${rowId} IN (SELECT unnest(_rows) FROM _kept${hasGaps ? own` UNION ALL FROM _breaks UNION ALL FROM _ends` : ''}) ORDER BY ${rowId}`,
  ].join('\n');
}

/**
 * @returns The rows of the same series in the column of the drawn row; where each panel has an axis of its own, those at
 * its place.
 */
export function picksBehind(
  picks: ColumnPicks,
  facts: Facts,
): Pick<RowsBehind, 'sql' | 'number' | 'place' | 'matches' | 'note'> {
  const { own, table, rowId, values, series, ownLimits } = picks;
  const columns = columnCount(picks, facts);
  const [low, high] = ['low', 'high'].map(name => `${facts.get(name) ?? 'NULL'}::DOUBLE`);
  const { at } = picks.place;
  const column = `greatest(-1, least(${columns}, floor(${columns} * (${at} - ${low}) / nullif(${high} - ${low}, 0))))`;
  const place = ownLimits ? at : `coalesce(${column}, 0)`;
  const isSome = values.map(value => ` AND (${value}) IS NOT NULL`).join('');
  return {
    sql: own`SELECT ${rowId} AS _row, ${place} AS _place${following(series)} FROM ${table} WHERE ${conditionOf(picks)}${isSome}`,
    number: own`_row`,
    place,
    matches: own`${sameGroup(series, readRow, drawnRow)} AND ${readRow}._place = ${drawnPlace}`,
    note: ownLimits
      ? t('The line was reduced: the rows at this place of its axis are shown.')
      : t('The line was reduced: the rows of one of its {0} columns are shown.', grouped(columns)),
  };
}

function conditionOf({ place, condition }: ColumnPicks): string {
  return [place.condition, condition].filter(part => part !== '').join(' AND ');
}

function sourceRows(picks: ColumnPicks): string {
  const { own, table, rowId, place, values, series } = picks;
  const columns = [
    own`${place.at} AS _at`,
    ...values.map((value, at) => own`${value} AS _value${at}`),
    own`${values.map(value => `${value} IS NULL`).join(' OR ') || 'false'} AS _missing`,
    own`${rowId} AS _row`,
  ];
  return `SELECT ${columns.join(', ')}${following(series)} FROM ${table} WHERE ${conditionOf(picks)}`;
}

/** One row, or one for each panel that has an axis of its own. */
function limits({ own, place, panels, ownLimits }: ColumnPicks, facts: Facts): string {
  const names = following(panels);
  if (ownLimits) {
    const [low, high] = [place.low ?? own`min(_at)`, place.high ?? own`max(_at)`];
    return own`SELECT ${low} AS _low, ${high} AS _high${names} FROM _source GROUP BY ${names.slice(2)}`;
  }
  const [low, high] = ['low', 'high'].map(name => `${facts.get(name) ?? 'NULL'}::DOUBLE`);
  return own`SELECT least(${low}, ${high}) AS _low, greatest(${low}, ${high}) AS _high`;
}

/** The rows to pick from, and what separates them besides column and series. */
interface Parting {
  readonly from: string;
  /** A further column that separates the rows; empty for none. */
  readonly by: string;
  /** Further columns of each part. */
  readonly more: string;
}

/** One row a column and series (and what else parts them): the rows to keep as a list. */
function picked(picks: ColumnPicks, facts: Facts, { from, by, more }: Parting): string {
  const { own, values, series, panels, ownLimits } = picks;
  const columns = columnCount(picks, facts);
  const extremes = values.flatMap((_, at) => [
    own`arg_min(_row, _value${at})`,
    own`arg_max(_row, _value${at})`,
  ]);
  const rows = [own`arg_min(_row, (_at, _row))`, own`arg_max(_row, (_at, _row))`, ...extremes];
  // Rows before and after the drawn part have a column each.
  const column = own`greatest(-1, least(${columns}, floor(${columns} * (_at - _low) / nullif(_high - _low, 0))))`;
  const each = following(series, `${from}.`);
  const join = ownLimits
    ? own`${from} JOIN _limits ON ${sameGroup(panels, from, own`_limits`)}`
    : own`${from}, _limits`;
  return own`SELECT [${rows.join(', ')}] AS _rows, ${column} AS _column${more}${each}${by} FROM ${join} WHERE NOT _missing GROUP BY _column${each}${by}`;
}

/** A run is the rows between two missing values; the missing value before it breaks the line. */
function pieces(picks: ColumnPicks, facts: Facts): string[] {
  const { own, series, values, panels, ownLimits } = picks;
  const names = following(series);
  const by = names === '' ? '' : `PARTITION BY ${names.slice(2)} `;
  const height = values.length === 0 ? '0' : own`max(_value${values.length - 1}) - min(_value0)`;
  const parting = { from: own`_runs`, by: own`, _run`, more: own`, ${height} AS _height` };
  const inColumn = own`PARTITION BY _column${names}`;
  return [
    own`_runs AS (SELECT *, sum(_missing::INTEGER) OVER (${by}ORDER BY _at, _row ROWS UNBOUNDED PRECEDING) AS _run FROM _source),`,
    own`_pieces AS (${picked(picks, facts, parting)}),`,
    own`_kept AS (FROM _pieces QUALIFY _run = min(_run) OVER (${inColumn}) OR _run = max(_run) OVER (${inColumn})`,
    own`OR row_number() OVER (${inColumn} ORDER BY _height DESC, _run) <= ${TALLEST_PIECES}),`,
    own`_breaks AS (SELECT _row FROM _runs SEMI JOIN _kept ON _runs._run = _kept._run AND ${sameGroup(series, own`_runs`, own`_kept`)} WHERE _missing),`,
    // Rows without a value still extend the axis.
    own`_ends AS (SELECT unnest([arg_min(_row, _at), arg_max(_row, _at)]) FROM _source${ownLimits ? ` GROUP BY ${following(panels).slice(2)}` : ''})`,
  ];
}
