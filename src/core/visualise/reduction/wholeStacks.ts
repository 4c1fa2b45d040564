/** Stacked areas: a stack is correct only with every series, so whole stacks are kept or left out. */

import { t } from '../../base/translations';
import { quotedName } from '../../base/quoted';
import { following, sameGroup } from '../chartQuery';
import type { Facts, RowsBehind } from '../chartQuery';
import { drawnRow, readRow } from '../rowsBehind';
import type { ColumnPicks } from './columnPicks';

const MOST_COLUMNS = 4500;
const ROWS_A_COLUMN = 4;

/** @returns A query of one row: `low`, `high` and `series`, the number of stacked areas. */
export function stackFacts({ table, place, series }: ColumnPicks): string {
  const names = following(series).slice(2);
  return [
    `SELECT ${place.low ?? `min(${place.at})`} AS low, ${place.high ?? `max(${place.at})`} AS high,`,
    `(SELECT count(*) FROM (SELECT DISTINCT ${names} FROM ${table})) AS series FROM ${table} WHERE ${place.condition}`,
  ].join('\n');
}

/** @returns The query of the kept stacks; the rows of a series at one place are one row with their sum. */
export function stackSql(picks: ColumnPicks, facts: Facts): string {
  const { own, table, rowId, place, series, panels, drawn, most } = picks;
  const [base, value] = drawn.map(({ name }) => quotedName(name));
  const count = Math.max(1, facts.get('series') ?? 1);
  const fitting = Math.floor(most / (ROWS_A_COLUMN * count)) - 1;
  const columns = Math.max(1, Math.min(MOST_COLUMNS, fitting));
  const [low, high] = ends(picks, facts);
  const parts = following(panels);
  const column = own`greatest(-1, least(${columns}, floor(${columns} * (_at - ${low}) / nullif(${high} - ${low}, 0))))`;
  return [
    own`WITH _areas AS (SELECT ${base}, ${place.at} AS _at, sum(${value}::DOUBLE) AS ${value}, min(${rowId}) AS _row${following(series)}`,
    own`FROM ${table} WHERE ${place.condition} AND isfinite(${value}::DOUBLE) GROUP BY ${base}, _at${following(series)}),`,
    own`_totals AS (SELECT _at, sum(${value}) AS _total, ${column} AS _column${parts} FROM _areas GROUP BY _at${parts}),`,
    own`_kept AS (SELECT unnest([min(_at), max(_at), arg_min(_at, _total), arg_max(_at, _total)]) AS _at${parts} FROM _totals GROUP BY _column${parts})`,
    own`SELECT ${base}, ${value}${following(series)} FROM _areas SEMI JOIN _kept ON _areas._at = _kept._at AND ${sameGroup(panels, own`_areas`, own`_kept`)}`,
    own`ORDER BY _row`,
  ].join('\n');
}

/** @returns The rows at the place of the drawn one; those between the kept stacks belong to none. */
export function stackBehind({
  own,
  table,
  rowId,
  place,
  series,
  drawn,
}: ColumnPicks): Pick<RowsBehind, 'sql' | 'number' | 'matches' | 'note'> {
  const [base, value] = drawn;
  const keys = [...(base ? [base] : []), ...series];
  const isFinite = value ? ` AND isfinite(${quotedName(value.name)}::DOUBLE)` : '';
  return {
    sql: own`SELECT ${rowId} AS _row${following(keys)} FROM ${table} WHERE ${place.condition}${isFinite}`,
    number: own`_row`,
    matches: sameGroup(keys, readRow, drawnRow),
    note: t('The stacks were reduced: the rows at this place of the axis are shown.'),
  };
}

/** SQL of the ends of the drawn part: those of the chart, or of each panel where it has an axis of its own. */
function ends({ own, place, panels, ownLimits }: ColumnPicks, facts: Facts): [string, string] {
  if (!ownLimits) {
    const [low, high] = ['low', 'high'].map(name => `${facts.get(name) ?? 'NULL'}::DOUBLE`);
    return [low ?? 'NULL', high ?? 'NULL'];
  }
  const window = `OVER (PARTITION BY ${following(panels).slice(2)})`;
  return [place.low ?? own`min(_at) ${window}`, place.high ?? own`max(_at) ${window}`];
}
