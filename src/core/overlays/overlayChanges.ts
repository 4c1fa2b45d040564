/** The table function `overlay_changes`: its arguments, its columns, its rows. */

import type { PlainDate } from '../base/plainDate';
import { dayOfPlainDate } from '../base/plainDate';
import type { CellValue, Column, ColumnTable, ColumnType } from '../service/columns';
import { signalFunctionNamed } from '../service/functions';
import { changesArguments, changesFunction } from '../sql/changesArguments';
import type { EntityChange } from './compare';

const column = (name: string, type: ColumnType, doc: string): Column => ({ name, type, doc });

export const changesColumns: readonly Column[] = [
  column('entity', 'VARCHAR', 'Canonical key <type>:<id> of the entity; one row each.'),
  column('name', 'VARCHAR', 'Current company name; the earlier one if it left.'),
  column('ticker', 'VARCHAR', 'Current ticker; the earlier one if it left.'),
  column(
    'change',
    'VARCHAR',
    '`entered`, `left`, `up`, `down`, `same`, or `flipped` if the score changed its sign. Null if it is not known: there is no earlier snapshot, or the place is beyond the number of rows requested in the other answer.',
  ),
  column(
    'rank',
    'BIGINT',
    'Place in the list, as the service orders it; null if it is not listed.',
  ),
  column('previous_rank', 'BIGINT', 'Place in the snapshot; null if it was not listed.'),
  column('rank_move', 'BIGINT', 'Places gained; negative if it fell.'),
  column(
    'bull_bear_score',
    'DOUBLE',
    'Current score; if it flipped out of the list, the one in the opposite list.',
  ),
  column('previous_score', 'DOUBLE', 'Score in the snapshot, or in the opposite list of that day.'),
  column(
    'sign_flipped',
    'BOOLEAN',
    'Whether the scores have opposite signs; null if one is not known.',
  ),
  column('previous_name', 'VARCHAR', 'Company name in the snapshot.'),
  column('previous_ticker', 'VARCHAR', 'Ticker in the snapshot.'),
  column('date', 'DATE', 'Day of the signal.'),
  column('previous_date', 'DATE', 'Day of the signal in the snapshot.'),
  column('compared_with', 'DATE', 'Day on which the snapshot was taken; null if there is none.'),
];

/** `FROM overlay_changes(…)`, described like an analysis. */
export const overlayChanges = {
  name: changesFunction,
  doc: 'What changed in a ranked list: one row per entity of the current list or of the snapshot, by default the last one of an earlier day. Entities are matched only by key, so a new name or ticker is the same entity; one that is listed more than once counts at its best place; equal scores keep the order of the service. Every answer of bullish_stocks and bearish_stocks is kept as a snapshot, the last of each UTC day.',
  parameters: [
    ...changesArguments.map(({ name, doc }) => ({
      name,
      default: name === 'overlay' ? null : 'NULL',
      doc,
    })),
    ...(signalFunctionNamed('bullish_stocks')?.arguments ?? []).map(({ name, doc }) => ({
      name,
      default: 'NULL',
      doc: `Argument of the list. ${doc}`,
    })),
  ],
  columns: changesColumns,
} as const;

/** @param comparedWith Day of the snapshot; null if there is none. */
export function changesTable(
  changes: readonly EntityChange[],
  comparedWith: PlainDate | null,
): ColumnTable {
  const rows = changes.map(change => changeRow(change, comparedWith));
  return {
    columns: changesColumns,
    rowCount: rows.length,
    values: changesColumns.map((_, index) => rows.map(row => row[index] ?? null)),
  };
}

function changeRow(each: EntityChange, comparedWith: PlainDate | null): readonly CellValue[] {
  const { now, before, rank, previousRank } = each;
  const shown = now ?? before;
  return [
    each.entity,
    shown?.name ?? null,
    shown?.ticker ?? null,
    each.change,
    rank,
    previousRank,
    rank === null || previousRank === null ? null : previousRank - rank,
    now?.score ?? null,
    before?.score ?? null,
    each.signFlipped,
    before?.name ?? null,
    before?.ticker ?? null,
    now?.date ?? null,
    before?.date ?? null,
    comparedWith === null ? null : dayOfPlainDate(comparedWith),
  ];
}
