/** The line of an output about a ranked list that was requested before, with the button *What changed?*. */

import { t } from '../base/translations';
import * as v from 'valibot';
import { grouped } from '../base/text';
import type { EntityChange } from '../overlays/compare';
import type { OverlayQuery } from '../overlays/overlayQuery';
import { count, name, type Described } from './shape';

const query: v.GenericSchema<OverlayQuery> = v.object({
  operation: v.picklist(['bullish_stocks', 'bearish_stocks']),
  parameters: v.record(name, name),
});

const counts = v.object({
  /** UTC day of the snapshot, `YYYY-mm-dd`. */
  since: name,
  entered: count,
  left: count,
  /** Up or down, with the same sign. */
  moved: count,
  flipped: count,
});

export type ChangeCounts = Described<typeof counts>;

export const changesShape = v.object({
  query,
  /** Changes since the last snapshot of an earlier day; null if there is none. */
  counts: v.nullable(counts),
});

/** A cell's one call of a ranked list. */
export type ChangesSummary = Described<typeof changesShape>;

interface WithChanges {
  readonly notes: readonly string[];
  readonly changes?: ChangesSummary | undefined;
}

/** @returns The result with the changes as its last note, where there is no button for them. */
export function withChangesNote<Result extends WithChanges>(result: Result): Result {
  const { changes, ...rest } = result;
  const noted = changes?.counts ? [...result.notes, changesSentence(changes.counts)] : result.notes;
  return { ...rest, notes: noted } as Result;
}

/** @returns The number of entities per kind of change. */
export function countChanges(changes: readonly EntityChange[], since: string): ChangeCounts {
  const count = (...kinds: readonly EntityChange['change'][]): number =>
    changes.filter(({ change }) => kinds.includes(change)).length;
  return {
    since,
    entered: count('entered'),
    left: count('left'),
    moved: count('up', 'down'),
    flipped: count('flipped'),
  };
}

/** @returns `Since 2026-11-20: 3 entered, 2 left, 11 moved, 1 changed sign`; zero counts are left out. */
export function changesSentence(counts: ChangeCounts): string {
  return t('Since {0}: {1}', counts.since, changesText(counts));
}

/** @returns `3 entered, 2 left, 11 moved, 1 changed sign`, or that there is no change. */
export function changesText({ entered, left, moved, flipped }: ChangeCounts): string {
  const parts = [
    entered === 0 ? '' : t('{0} entered', grouped(entered)),
    left === 0 ? '' : t('{0} left', grouped(left)),
    moved === 0 ? '' : t('{0} moved', grouped(moved)),
    flipped === 0 ? '' : t('{0} changed sign', grouped(flipped)),
  ].filter(part => part !== '');
  return parts.length === 0 ? t('no change') : parts.join(', ');
}
