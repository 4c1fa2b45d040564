/**
 * Samples layers that no statistic or pixel reduction fits: one of every so many rows, and a note reports it.
 *
 * The sampled row changes from lot to lot: a fixed one would always miss the same of alternating rows.
 */

import { t } from '../../base/translations';
import { grouped } from '../../base/text';
import { quotedName } from '../../base/quoted';
import type { ChartColumn } from '../chartColumn';
import type { ChartQuery, Facts, RefinedQuery, RowsBehind } from '../chartQuery';
import type { KeptRows, ResolvedLayer } from '../resolvedChart';
import { sameNumber } from '../rowsBehind';
import { readFrom } from './reductionContext';
import type { ReductionContext } from './reductionContext';

/** @param columns What the layers that draw these rows need. */
export function thinnedRows(
  layer: ResolvedLayer,
  columns: readonly ChartColumn[],
  context: ReductionContext,
): ChartQuery {
  const { table, rowId, rowCount, share, report } = context;
  const step = lotSize(rowCount, share);
  const names = columns.map(({ name }) => quotedName(name)).join(', ');
  report.note(
    t(
      'One of every {0} rows is drawn because {1} are more than a chart can show: aggregate in the query to draw them all.',
      grouped(step),
      grouped(rowCount),
    ),
  );
  const sql = `SELECT ${names} FROM ${table} WHERE ${chosen(rowId, step)} ORDER BY ${rowId}`;
  const behind = [ownRows(layer, chosen(rowId, step), context)];
  return { name: 'sample', sql, span: layer.source.span, behind };
}

/**
 * @returns The kept rows of the layer and some of the others; all layers that draw these rows get the same query, so
 * that they go on sharing one dataset.
 */
export function thinnedOthers(
  layer: ResolvedLayer,
  { column, columns, kept, others }: KeptRows,
  context: ReductionContext,
): ChartQuery {
  const { table, rowId, share } = context;
  const names = columns.map(({ name }) => quotedName(name)).join(', ');
  const isKept = `${quotedName(column.name)} IS NOT NULL`;
  const refine = (facts: Facts): RefinedQuery => {
    const first = facts.get('first') ?? 0;
    const fits = first < share;
    const rows = fits ? (facts.get('others') ?? 0) : first;
    const step = lotSize(rows, fits ? share - first : share);
    const some = chosen(fits ? `(${rowId} - ${first})` : rowId, step);
    const most = t('because {0} are more than a chart can show.', grouped(rows));
    const note = fits
      ? t('One of every {0} {1} is drawn {2}', grouped(step), others, most)
      : t(
          'One of every {0} {1} is drawn and none of the {2} {3}',
          grouped(step),
          kept,
          others,
          most,
        );
    const condition = `${isKept} ${fits ? 'OR' : 'AND'} ${some}`;
    return {
      sql: `SELECT ${names} FROM ${table} WHERE ${condition} ORDER BY ${rowId}`,
      behind: [ownRows(layer, condition, context)],
      notes: fits && step === 1 ? [] : [note],
    };
  };
  const count = `count(${quotedName(column.name)})`;
  const sql = `SELECT ${count} AS first, count(*) - ${count} AS others FROM ${table}`;
  return { name: 'sample', sql, span: layer.source.span, refine };
}

/** Each drawn row is one of the rows. */
function ownRows(
  { source: { own } }: ResolvedLayer,
  condition: string,
  context: ReductionContext,
): RowsBehind {
  const { table, rowId } = context;
  return {
    ...readFrom(context),
    sql: own`SELECT ${rowId} AS _row, row_number() OVER (ORDER BY ${rowId}) - 1 AS _number FROM ${table} WHERE ${condition}`,
    number: own`_row`,
    matches: sameNumber(own`_number`),
  };
}

/** @returns Of how many rows one is drawn. */
function lotSize(rowCount: number, share: number): number {
  return Math.max(1, Math.ceil(rowCount / Math.max(1, share)));
}

/** SQL that is true for one row of each lot. */
function chosen(row: string, step: number): string {
  return `${row} % ${step} = hash(${row} // ${step}) % ${step}`;
}
