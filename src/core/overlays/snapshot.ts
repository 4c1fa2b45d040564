/** Stored answers about ranked lists of earlier days: the service only returns today's. */

import { textLiteral } from '../base/quoted';
import { plainDateOfInstant, type PlainDate } from '../base/plainDate';
import type { Column, ColumnTable, ColumnType } from '../service/columns';
import type { OverlayQuery } from './overlayQuery';

/** One answer, kept on this computer. Of several on one day the last stays. */
export interface Snapshot {
  readonly query: OverlayQuery;
  /** Name of the connection that answered. */
  readonly connection: string;
  /** Epoch milliseconds when the answer came. */
  readonly takenAtMs: number;
  /** The columns of the operation's function. */
  readonly table: ColumnTable;
}

/** A snapshot without its rows. */
export interface SnapshotInfo extends Omit<Snapshot, 'table'> {
  /** Names it among those of its connection: the operation, a digest of the query, the day. */
  readonly id: string;
  readonly rowCount: number;
}

/** A snapshot's name, its day, and when its answer came in epoch milliseconds. */
export interface SnapshotRef {
  readonly id: string;
  readonly takenOn: PlainDate;
  readonly takenAtMs: number;
}

export interface SnapshotRefs {
  /** Oldest first. */
  readonly refs: readonly SnapshotRef[];
  /** A sentence for each reason why some may be missing. */
  readonly problems: readonly string[];
}

/** Reading one; `problem` is a sentence. */
export type ReadSnapshot =
  | { readonly ok: true; readonly snapshot: Snapshot }
  | { readonly ok: false; readonly problem: string };

export interface SnapshotList {
  /** Oldest first. */
  readonly snapshots: readonly SnapshotInfo[];
  /** A sentence for each that cannot be read. */
  readonly problems: readonly string[];
}

/**
 * Where snapshots are kept.
 *
 * `place` names a connection by its addresses; nothing of one place is seen from another, and the sandbox has its own.
 */
export interface SnapshotKeeper {
  keep(place: string, snapshot: Snapshot): Promise<void>;
  /** @returns The snapshots of the query, without their rows. */
  refs(place: string, query: OverlayQuery): Promise<SnapshotRefs>;
  read(place: string, id: string): Promise<ReadSnapshot>;
  list(place: string): Promise<SnapshotList>;
}

/** Rows beyond which an answer is not kept. */
export const maxSnapshotRows = 10_000;

/** @returns The UTC day on which the answer came. */
export function takenOn({ takenAtMs }: Pick<Snapshot, 'takenAtMs'>): PlainDate {
  return plainDateOfInstant(takenAtMs);
}

/** @returns `amount := 25, industry := 'technology'`, as a call writes it; dates and texts in quotes. */
export function parametersText({ parameters }: OverlayQuery): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name} := ${valueText(value)}`)
    .join(', ');
}

function valueText(value: string): string {
  return /^-?\d+$/.test(value) ? value : textLiteral(value);
}

const column = (name: string, type: ColumnType, doc: string): Column => ({ name, type, doc });

/** The reference table that lists them, and its columns. */
export const snapshotsTableName = 'snapshots';
export const snapshotColumns: readonly Column[] = [
  column('id', 'VARCHAR', 'Names the snapshot for overlay_changes.'),
  column('taken_on', 'DATE', 'UTC day of the answer; one snapshot a day and question.'),
  column('taken_at', 'TIMESTAMPTZ', 'Time of the answer, the last of its day.'),
  column('operation', 'VARCHAR', 'bullish_stocks or bearish_stocks.'),
  column(
    'parameters',
    'VARCHAR',
    'Arguments of the request, as a call writes them; empty if there were none.',
  ),
  column('rows', 'BIGINT', 'Rows of the answer.'),
  column('connection', 'VARCHAR', 'Name of the connection that answered.'),
];

/** @returns Rows of `snapshots`, oldest first. */
export function snapshotsTable(snapshots: readonly SnapshotInfo[]): ColumnTable {
  return {
    columns: snapshotColumns,
    rowCount: snapshots.length,
    values: [
      snapshots.map(({ id }) => id),
      snapshots.map(({ takenAtMs }) => Math.floor(takenAtMs / 86_400_000)),
      snapshots.map(({ takenAtMs }) => takenAtMs * 1000),
      snapshots.map(({ query }) => query.operation),
      snapshots.map(({ query }) => parametersText(query)),
      snapshots.map(({ rowCount }) => rowCount),
      snapshots.map(({ connection }) => connection),
    ],
  };
}
