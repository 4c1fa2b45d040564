/** How many snapshots are kept. */

import { addDays, type PlainDate } from '../base/plainDate';

/** A kept file. */
export interface SnapshotEntry {
  readonly name: string;
  readonly takenOn: PlainDate;
  readonly byteLength: number;
}

export interface SnapshotBudget {
  /** Days that a snapshot is kept, its own included. */
  readonly days: number;
  readonly entryCount: number;
  readonly byteLength: number;
}

/** The most snapshots of a connection, and their most bytes. */
export const snapshotBounds = { entryCount: 20_000, byteLength: 200_000_000 } as const;

/** @returns What to delete so that the rest fits: the oldest. */
export function staleSnapshots(
  entries: readonly SnapshotEntry[],
  today: PlainDate,
  { days, entryCount, byteLength }: SnapshotBudget,
): readonly SnapshotEntry[] {
  const first = addDays(today, 1 - days);
  const newestFirst = [...entries].sort((a, b) => (a.takenOn < b.takenOn ? 1 : -1));
  let left = byteLength;
  const fits = newestFirst.findIndex((entry, index) => {
    left -= entry.byteLength;
    return index >= entryCount || left < 0 || entry.takenOn < first;
  });
  return fits < 0 ? [] : newestFirst.slice(fits);
}
