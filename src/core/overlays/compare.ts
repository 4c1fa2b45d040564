/**
 * Compares two answers about a ranked list.
 *
 * An entity is matched only by its canonical key: a new name, ticker or vendor id is the same entity. One that a list
 * holds more than once, as with several listings, counts once, at its best place. A rank is the service's order, so
 * entities of equal score move as the service moves them.
 */

import type { OverlayList, OverlayRow } from './overlayRows';

export type Change = 'entered' | 'left' | 'up' | 'down' | 'flipped' | 'same';

/** The change of one entity. A side is null if the entity was not in that list. */
export interface EntityChange {
  readonly entity: string;
  /**
   * Null if it is not known: there is nothing to compare with, or the entity's place is beyond the places requested in
   * the other answer.
   */
  readonly change: Change | null;
  /** Its rank in the current list; null if it is not in it. */
  readonly rank: number | null;
  readonly previousRank: number | null;
  /** Its row of now; where it flipped out of the list, the one in the opposite list. */
  readonly now: OverlayRow | null;
  readonly before: OverlayRow | null;
  /** Whether the scores have opposite signs; null if one of them is not known. */
  readonly signFlipped: boolean | null;
}

/** A list, and what the opposite list of the same question and day held, where it is known. */
export interface OverlaySide {
  readonly list: OverlayList;
  readonly opposite: OverlayList | null;
}

/**
 * @param current The current list.
 * @param previous The earlier list; null if there is nothing to compare with.
 * @returns One change per entity: those of the current list by rank, then those that left by their earlier rank. Rows
 * without an entity are left out.
 */
export function compareOverlays(
  current: OverlaySide,
  previous: OverlaySide | null,
): EntityChange[] {
  const now = byEntity(current.list);
  const before = byEntity(previous?.list ?? null);
  const oppositeBefore = byEntity(previous?.opposite ?? null);
  const depth = previous === null ? 0 : depthOf(previous.list);
  const stayed = [...now].map(([entity, row]) => {
    const [former, other] = [before.get(entity) ?? null, oppositeBefore.get(entity) ?? null];
    return changeOf(entity, { row, former, other, depth });
  });
  const gone = [...before].filter(([entity]) => !now.has(entity));
  const opposite = byEntity(current.opposite);
  return [
    ...stayed,
    ...gone.map(([entity, former]) => departure(entity, former, { current, opposite })),
  ];
}

interface Place {
  readonly row: OverlayRow;
  readonly former: OverlayRow | null;
  /** Its earlier row in the opposite list. */
  readonly other: OverlayRow | null;
  /** Places that the earlier list covers; 0 if there is none. */
  readonly depth: number;
}

function changeOf(entity: string, { row, former, other, depth }: Place): EntityChange {
  if (former) {
    const signFlipped = haveOppositeSigns(row, former);
    const change = signFlipped ? 'flipped' : moveOf(former.rank - row.rank);
    return entityChange(entity, change, { rank: row.rank, previousRank: former.rank }, [
      row,
      former,
    ]);
  }
  const ranks = { rank: row.rank, previousRank: null };
  if (other && haveOppositeSigns(row, other)) {
    return entityChange(entity, 'flipped', ranks, [row, other]);
  }
  return entityChange(entity, row.rank <= depth ? 'entered' : null, ranks, [row, null]);
}

function departure(
  entity: string,
  former: OverlayRow,
  { current, opposite }: { current: OverlaySide; opposite: ReadonlyMap<string, OverlayRow> },
): EntityChange {
  const ranks = { rank: null, previousRank: former.rank };
  const other = opposite.get(entity) ?? null;
  if (other && haveOppositeSigns(other, former)) {
    return entityChange(entity, 'flipped', ranks, [other, former]);
  }
  const isKnown = former.rank <= depthOf(current.list);
  return entityChange(entity, isKnown ? 'left' : null, ranks, [null, former]);
}

function entityChange(
  entity: string,
  change: Change | null,
  ranks: Pick<EntityChange, 'rank' | 'previousRank'>,
  [now, before]: readonly [OverlayRow | null, OverlayRow | null],
): EntityChange {
  const signFlipped = now && before ? haveOppositeSigns(now, before) : null;
  return { entity, change, ...ranks, now, before, signFlipped };
}

/** @param places How many places up. */
function moveOf(places: number): Change {
  return places > 0 ? 'up' : places < 0 ? 'down' : 'same';
}

/** A score of zero has no sign. */
function haveOppositeSigns(one: OverlayRow, other: OverlayRow): boolean | null {
  return one.score === null || other.score === null
    ? null
    : Math.sign(one.score) * Math.sign(other.score) < 0;
}

/** The places that an answer covers: as many as were requested, even if the list was shorter. */
function depthOf({ amount, rows }: OverlayList): number {
  return rows.reduce((depth, { rank }) => Math.max(depth, rank), amount);
}

/** Each entity at its best place, in the order of the places. */
function byEntity(list: OverlayList | null): ReadonlyMap<string, OverlayRow> {
  const rows = [...(list?.rows ?? [])].sort((a, b) => a.rank - b.rank);
  const best = new Map<string, OverlayRow>();
  for (const row of rows) {
    if (row.entity !== null && !best.has(row.entity)) {
      best.set(row.entity, row);
    }
  }
  return best;
}
