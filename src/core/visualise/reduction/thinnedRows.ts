/**
 * Layers that neither a statistic nor the pixels can make smaller: of every so many rows one, and that is said.
 *
 * Which one of them changes from one lot to the next: always the same would miss the others of rows that take turns.
 */

import type { ChartColumn } from '../chartColumn';
import { quoted } from '../chartQuery';
import type { ChartQuery } from '../chartQuery';
import type { ResolvedLayer } from '../resolvedChart';
import { thousands } from './reductionContext';
import type { ReductionContext } from './reductionContext';

/** @param columns What the layers that draw these rows need. */
export function thinnedRows(
  layer: ResolvedLayer,
  columns: readonly ChartColumn[],
  { table, rowId, rowCount, share, report }: ReductionContext,
): ChartQuery {
  const step = Math.max(1, Math.ceil(rowCount / Math.max(1, share)));
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  report.note(
    `One of every ${thousands(step)} rows is drawn, ${thousands(rowCount)} are more than a chart can show: aggregate in the query to draw them all.`,
  );
  const chosen = `${rowId} % ${step} = hash(${rowId} // ${step}) % ${step}`;
  const sql = `SELECT ${names} FROM ${table} WHERE ${chosen} ORDER BY ${rowId}`;
  return { name: 'sample', sql, span: layer.source.span };
}
