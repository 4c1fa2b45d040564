/** Which snapshot an answer is compared with. */

import type { PlainDate } from '../base/plainDate';
import type { SnapshotRef } from './snapshot';

/**
 * The snapshots that may be compared with, the best first: the others are for where it cannot be read.
 *
 * @param refs Those of the question, in any order.
 * @param day The day of what is compared: without `since` only earlier days count.
 * @param since Where given, what was known on that day: its snapshot, or the last one before it.
 */
export function snapshotCandidates(
  refs: readonly SnapshotRef[],
  { day, since }: { readonly day: PlainDate; readonly since: PlainDate | null },
): readonly SnapshotRef[] {
  return refs
    .filter(({ takenOn }) => (since === null ? takenOn < day : takenOn <= since))
    .sort((a, b) => (a.takenOn < b.takenOn ? 1 : -1));
}

/** @returns The snapshot of exactly that day. */
export function snapshotOfDay(
  refs: readonly SnapshotRef[],
  day: PlainDate,
): SnapshotRef | undefined {
  return refs.find(({ takenOn }) => takenOn === day);
}
