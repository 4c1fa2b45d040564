/**
 * Samples layers that no statistic or pixel reduction fits: one of every so many rows, and a note reports it.
 *
 * The sampled row changes from lot to lot: a fixed one would always miss the same of alternating rows.
 */

import { quotedName } from '../../base/quoted';
import type { ChartColumn } from '../chartColumn';
import type { ChartQuery, Facts, RefinedQuery } from '../chartQuery';
import type { KeptRows, ResolvedLayer } from '../resolvedChart';
import { thousands } from './reductionContext';
import type { ReductionContext } from './reductionContext';

/** @param columns What the layers that draw these rows need. */
export function thinnedRows(
  layer: ResolvedLayer,
  columns: readonly ChartColumn[],
  { table, rowId, rowCount, share, report }: ReductionContext,
): ChartQuery {
  const step = lotSize(rowCount, share);
  const names = columns.map(({ name }) => quotedName(name)).join(', ');
  report.note(
    `One of every ${thousands(step)} rows is drawn because ${thousands(rowCount)} are more than a chart can show: aggregate in the query to draw them all.`,
  );
  const sql = `SELECT ${names} FROM ${table} WHERE ${chosen(rowId, step)} ORDER BY ${rowId}`;
  return { name: 'sample', sql, span: layer.source.span };
}

/**
 * @returns The kept rows of the layer and some of the others; all layers that draw these rows get the same query, so
 * that they go on sharing one dataset.
 */
export function thinnedOthers(
  layer: ResolvedLayer,
  { column, columns, kept, others }: KeptRows,
  { table, rowId, share }: ReductionContext,
): ChartQuery {
  const names = columns.map(({ name }) => quotedName(name)).join(', ');
  const isKept = `${quotedName(column.name)} IS NOT NULL`;
  const refine = (facts: Facts): RefinedQuery => {
    const first = facts.get('first') ?? 0;
    const fits = first < share;
    const rows = fits ? (facts.get('others') ?? 0) : first;
    const step = lotSize(rows, fits ? share - first : share);
    const some = chosen(fits ? `(${rowId} - ${first})` : rowId, step);
    const most = `because ${thousands(rows)} are more than a chart can show.`;
    const note = fits
      ? `One of every ${thousands(step)} ${others} is drawn ${most}`
      : `One of every ${thousands(step)} ${kept} is drawn and none of the ${others} ${most}`;
    return {
      sql: `SELECT ${names} FROM ${table} WHERE ${isKept} ${fits ? 'OR' : 'AND'} ${some} ORDER BY ${rowId}`,
      notes: fits && step === 1 ? [] : [note],
    };
  };
  const count = `count(${quotedName(column.name)})`;
  const sql = `SELECT ${count} AS first, count(*) - ${count} AS others FROM ${table}`;
  return { name: 'sample', sql, span: layer.source.span, refine };
}

/** @returns Of how many rows one is drawn. */
function lotSize(rowCount: number, share: number): number {
  return Math.max(1, Math.ceil(rowCount / Math.max(1, share)));
}

/** SQL that is true for one row of each lot. */
function chosen(row: string, step: number): string {
  return `${row} % ${step} = hash(${row} // ${step}) % ${step}`;
}
