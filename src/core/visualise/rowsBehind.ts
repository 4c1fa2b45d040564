/**
 * From a drawn row back to the rows that it was made of.
 *
 * Statistics and reductions state, by the expressions that they compute with, which rows they read for each row that
 * they return. Nothing is stored for it: the query runs when a reader asks for the rows of a mark.
 */

import { t } from '../base/translations';
import { quotedName } from '../base/quoted';
import type { ChartColumn } from './chartColumn';
import { sameGroup, sourceTable } from './chartQuery';
import type { LayerSource, RowsBehind } from './chartQuery';

/** The names in `matches` of a row that was read, and of a row that was drawn. */
export const readRow = 'behind';
export const drawnRow = 'drawn';

/** Columns that a drawn row has besides its own: its number in its query, from 0, and `RowsBehind.place`. */
export const drawnColumns = { number: 'signals_drawn_number', place: 'signals_drawn_place' };

export const drawnPlace = `${drawnRow}.${drawnColumns.place}`;

/** Of which table the numbers of a layer's rows are. */
export function numbered({ own, origin }: LayerSource): Pick<RowsBehind, 'number' | 'table'> {
  return { number: own`_row`, table: origin };
}

/**
 * @param condition As in `sourceTable`.
 * @param note As in `RowsBehind`.
 * @returns The rows of the drawn row's group.
 */
export function groupBehind(
  source: LayerSource,
  groups: readonly ChartColumn[],
  condition: string | null,
  note?: string,
): RowsBehind {
  const { own } = source;
  const names = groups.map(({ name }) => quotedName(name));
  return {
    ...numbered(source),
    sql: own`WITH ${sourceTable(source, names, condition)} FROM _source`,
    matches: sameGroup(groups, readRow, drawnRow),
    ...(note === undefined ? {} : { note }),
  };
}

/** The number of the row in its query is that of a row which was read. */
export function sameNumber(number: string): string {
  return `${readRow}.${number} = ${drawnRow}.${drawnColumns.number}`;
}

/** For curves, whose points are computed from all rows of their group. */
export const ofWholeGroup = (): string =>
  t('The curve is computed from all rows of its group: these are shown.');
