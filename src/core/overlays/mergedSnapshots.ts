/** The snapshots of a connection that has a lake: those that are kept on this computer, and the ranked lists in the lake. */

import { t } from '../base/translations';
import { CancelledError } from '../base/cancellation';
import { errorMessage } from '../base/errorMessage';
import { amountOf, queryKey, type OverlayQuery } from './overlayQuery';
import {
  takenOn,
  type ReadSnapshot,
  type Snapshot,
  type SnapshotInfo,
  type SnapshotKeeper,
  type SnapshotList,
  type SnapshotRefs,
} from './snapshot';

/** The ranked lists in a lake. */
export interface LakeLists {
  /**
   * @returns Those that can be read.
   * @throws If there is no such lake.
   */
  list(): Promise<SnapshotList>;
  read(id: string): Promise<ReadSnapshot>;
}

/** `bullish_stocks-lake-2026-03-02`, and after that `-first-50` for its first 50 places. */
const lakeIdPattern = /^([a-z]+_stocks-lake-\d{4}-\d{2}-\d{2})(?:-first-(\d{1,15}))?$/;

/** Of the same question and day, the later is the snapshot. A lake that cannot be read is a problem, and the others remain. */
export class MergedSnapshots implements SnapshotKeeper {
  /** @param own Null: only the lake has snapshots. */
  constructor(
    private readonly own: SnapshotKeeper | null,
    private readonly lake: LakeLists,
  ) {}

  async keep(place: string, snapshot: Snapshot): Promise<void> {
    await this.own?.keep(place, snapshot);
  }

  /** A longer list of the lake counts as well: its first places answer the question. */
  async refs(place: string, query: OverlayQuery): Promise<SnapshotRefs> {
    const own = await this.own?.refs(place, query);
    const lake = await this.lists();
    const fitting = lake.snapshots.flatMap(info => {
      const id = idOfFirst(info, query);
      return id === null ? [] : [{ id, takenOn: takenOn(info), takenAtMs: info.takenAtMs }];
    });
    return {
      refs: latest([...(own?.refs ?? []), ...fitting], ref => ref.takenOn),
      problems: [...(own?.problems ?? []), ...lake.problems],
    };
  }

  async read(place: string, id: string): Promise<ReadSnapshot> {
    const [, list, amount] = lakeIdPattern.exec(id) ?? [];
    if (list === undefined) {
      return (
        (await this.own?.read(place, id)) ?? {
          ok: false,
          problem: t('There is no snapshot {0}: see the table snapshots.', id),
        }
      );
    }
    try {
      const read = await this.lake.read(list);
      return read.ok && amount !== undefined
        ? { ok: true, snapshot: firstPlaces(read.snapshot, amount) }
        : read;
    } catch (error) {
      return { ok: false, problem: problemOf(error) };
    }
  }

  async list(place: string): Promise<SnapshotList> {
    const own = await this.own?.list(place);
    const lake = await this.lists();
    const all = [...(own?.snapshots ?? []), ...lake.snapshots];
    return {
      snapshots: latest(all, each => `${takenOn(each)} ${queryKey(each.query)}`),
      problems: [...(own?.problems ?? []), ...lake.problems],
    };
  }

  private async lists(): Promise<SnapshotList> {
    try {
      return await this.lake.list();
    } catch (error) {
      return { snapshots: [], problems: [problemOf(error)] };
    }
  }
}

/** @returns The latest of each key, oldest first. */
function latest<Each extends { readonly takenAtMs: number }>(
  all: readonly Each[],
  keyOf: (each: Each) => string,
): readonly Each[] {
  const sorted = [...all].sort((a, b) => a.takenAtMs - b.takenAtMs);
  const last = new Map(sorted.map(each => [keyOf(each), each]));
  return sorted.filter(each => last.get(keyOf(each)) === each);
}

/** @returns The id of the list, or of its first places, that answers the question; null if it does not. */
function idOfFirst({ id, query }: SnapshotInfo, asked: OverlayQuery): string | null {
  const amount = amountOf(asked);
  if (queryKey(withAmount(query, amount)) !== queryKey(withAmount(asked, amount))) {
    return null;
  }
  const places = amountOf(query);
  return places === amount ? id : places > amount && amount > 0 ? `${id}-first-${amount}` : null;
}

function firstPlaces({ query, table, ...others }: Snapshot, amount: string): Snapshot {
  const values = table.values.map(column => column.slice(0, Number(amount)));
  const rowCount = Math.min(table.rowCount, Number(amount));
  return {
    ...others,
    query: withAmount(query, Number(amount)),
    table: { ...table, rowCount, values },
  };
}

function withAmount({ operation, parameters }: OverlayQuery, amount: number): OverlayQuery {
  return { operation, parameters: { ...parameters, amount: String(amount) } };
}

function problemOf(error: unknown): string {
  if (error instanceof CancelledError) {
    throw error;
  }
  return errorMessage(error);
}
