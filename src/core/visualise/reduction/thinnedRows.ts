/** Layers that neither a statistic nor the pixels can make smaller: every so many rows one, and that is said. */

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
  { table, rowCount, share, report }: ReductionContext,
): ChartQuery {
  const step = Math.max(1, Math.ceil(rowCount / Math.max(1, share)));
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  report.note(
    `One of every ${thousands(step)} rows is drawn, ${thousands(rowCount)} are more than a chart can show: aggregate in the query to draw them all.`,
  );
  const sql = `SELECT ${names} FROM ${table} WHERE rowid % ${step} = 0 ORDER BY rowid`;
  return { name: 'sample', sql, span: layer.source.span };
}
