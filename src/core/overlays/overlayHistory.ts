/** Ranked lists of other days, as far as the host has stored them, and what changed since. */

import { addDays, type PlainDate } from '../base/plainDate';
import { snapshotCandidates, snapshotOfDay } from './chooseSnapshot';
import { compareOverlays, type EntityChange, type OverlaySide } from './compare';
import { amountOf, oppositeOf, type OverlayQuery } from './overlayQuery';
import { overlayRows, type OverlayList } from './overlayRows';
import { takenOn, type Snapshot, type SnapshotKeeper, type SnapshotRef } from './snapshot';
import type { ColumnTable } from '../service/columns';

/** An answer about a ranked list, current or of an earlier day. */
export interface DatedOverlay {
  readonly query: OverlayQuery;
  /** UTC day on which it was received. */
  readonly day: PlainDate;
  readonly table: ColumnTable;
}

export interface OverlayComparison {
  readonly changes: readonly EntityChange[];
  /** Day of the snapshot that it is compared with; null if there is none. */
  readonly comparedWith: PlainDate | null;
}

/** The snapshots of one connection. */
export class OverlayHistory {
  private readonly noted = new Set<string>();

  constructor(
    private readonly keeper: SnapshotKeeper,
    private readonly place: string,
  ) {}

  /** Sentences about snapshots, and places of snapshots, that could not be read. */
  get problems(): readonly string[] {
    return [...this.noted];
  }

  /** @returns The last readable snapshot of the question before `day`, or on or before `since` if given. */
  async before(
    query: OverlayQuery,
    days: { readonly day: PlainDate; readonly since: PlainDate | null },
  ): Promise<DatedOverlay | null> {
    for (const ref of snapshotCandidates(await this.refs(query), days)) {
      const overlay = await this.overlayOf(ref);
      if (overlay) {
        return overlay;
      }
    }
    return null;
  }

  /** @returns The days of the question's snapshots, oldest first. */
  async days(query: OverlayQuery): Promise<readonly PlainDate[]> {
    return (await this.refs(query)).map(ref => ref.takenOn);
  }

  /** @returns The snapshot, or a sentence if it cannot be read. */
  async named(id: string): Promise<DatedOverlay | string> {
    const read = await this.keeper.read(this.place, id);
    return read.ok ? datedOverlay(read.snapshot) : read.problem;
  }

  /** @returns What changed from `previous` to `current`; the opposite lists are included if their days are the same. */
  async compare(current: DatedOverlay, previous: DatedOverlay | null): Promise<OverlayComparison> {
    const changes = compareOverlays(
      await this.side(current),
      previous && (await this.side(previous)),
    );
    return { changes, comparedWith: previous?.day ?? null };
  }

  private async refs(query: OverlayQuery): Promise<readonly SnapshotRef[]> {
    const { refs, problems } = await this.keeper.refs(this.place, query);
    problems.forEach(problem => this.noted.add(problem));
    return refs;
  }

  private async side(overlay: DatedOverlay): Promise<OverlaySide> {
    const refs = await this.refs(oppositeOf(overlay.query));
    const ref = snapshotOfDay(refs, overlay.day);
    const opposite = ref ? await this.overlayOf(ref) : null;
    return { list: listOf(overlay), opposite: opposite && listOf(opposite) };
  }

  private async overlayOf({ id }: SnapshotRef): Promise<DatedOverlay | null> {
    const read = await this.keeper.read(this.place, id);
    if (read.ok) {
      return datedOverlay(read.snapshot);
    }
    this.noted.add(read.problem);
    return null;
  }
}

/** @returns What changed from `previous`, if any, when no snapshots are stored. */
export function comparedAlone(
  current: DatedOverlay,
  previous: DatedOverlay | null,
): OverlayComparison {
  const side = (overlay: DatedOverlay): OverlaySide => ({ list: listOf(overlay), opposite: null });
  const changes = compareOverlays(side(current), previous && side(previous));
  return { changes, comparedWith: previous?.day ?? null };
}

/**
 * @param history Null: no snapshots are stored.
 * @param since The last day of the snapshot that it is compared with; null: the day before.
 * @param past What it is compared with where there is no such snapshot.
 * @returns What changed from the last snapshot to `current`.
 */
export async function comparedWithLast(
  current: DatedOverlay,
  history: OverlayHistory | null,
  {
    since,
    past,
  }: { readonly since: PlainDate | null; readonly past: () => Promise<DatedOverlay | null> },
): Promise<OverlayComparison> {
  const { query, day } = current;
  const previous = (await history?.before(query, { day, since })) ?? (await past());
  return history ? history.compare(current, previous) : comparedAlone(current, previous);
}

/** How many days earlier the sandbox's past list is: long enough for some ranks to change. */
const pastDays = 7;

/**
 * The sandbox's list of a week before: its market is synthetic, past days included.
 *
 * @param tableOf Requests the list of a day from the sandbox; null if there is none.
 */
export async function sandboxPast(
  { query, day: current }: DatedOverlay,
  tableOf: (day: PlainDate) => Promise<ColumnTable | null>,
): Promise<DatedOverlay | null> {
  const day = addDays(current, -pastDays);
  const table = await tableOf(day);
  return table && { query, day, table };
}

function datedOverlay(snapshot: Snapshot): DatedOverlay {
  return { query: snapshot.query, day: takenOn(snapshot), table: snapshot.table };
}

function listOf({ query, table }: DatedOverlay): OverlayList {
  return { rows: overlayRows(table), amount: amountOf(query) };
}
