/**
 * Snapshots of ranked lists in a folder of this computer: one folder per connection, one file per question and day.
 *
 * Files are written completely or not at all. Damaged ones are reported and skipped: the next answer of the day
 * replaces them, and nothing else depends on them.
 */

import { t } from '../core/base/translations';
import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isRecord } from '../core/base/json';
import {
  dayOfPlainDate,
  parsePlainDate,
  plainDateOfInstant,
  type PlainDate,
} from '../core/base/plainDate';
import type { Connection } from '../core/client/serviceClient';
import { queryKey, type OverlayQuery } from '../core/overlays/overlayQuery';
import {
  maxSnapshotRows,
  takenOn,
  type ReadSnapshot,
  type Snapshot,
  type SnapshotInfo,
  type SnapshotKeeper,
  type SnapshotList,
  type SnapshotRef,
  type SnapshotRefs,
} from '../core/overlays/snapshot';
import {
  snapshotBounds,
  staleSnapshots,
  type SnapshotBudget,
  type SnapshotEntry,
} from '../core/overlays/snapshotBudget';
import { readSnapshot, readSnapshotHead, writeSnapshot } from '../core/overlays/snapshotText';
import { replaceWithBytes } from './replaceFile';

const extension = '.json';
const placePattern = /^[a-z0-9]{1,64}$/;
const idPattern = /^(?:bullish|bearish)_stocks-[0-9a-f]{16}-(\d{4}-\d{2}-\d{2})$/;

/** The longest first line that is read: the description of a snapshot, with a long connection name. */
const maxHeadBytes = 8192;

/** The longest file that is read; a longer one is not ours. */
const maxFileBytes = 50_000_000;

/** How many files are read at a time. */
const readAtOnce = 16;

/**
 * @returns The place of a connection's snapshots: depends on its addresses, not on its token; the sandbox has its own.
 */
export function snapshotPlace({ quantUrl, dataUrl, synthetic }: Connection): string {
  return synthetic ? 'sandbox' : digest(JSON.stringify([quantUrl, dataUrl])).slice(0, 32);
}

/** What the name of a file says. */
type NamedFile = Pick<SnapshotRef, 'id' | 'takenOn'>;

export class SnapshotStore implements SnapshotKeeper {
  /** One file is written or removed at a time. */
  private last: Promise<unknown> = Promise.resolve();

  /** @param days Returns how many days snapshots are kept; called whenever one is stored. */
  constructor(
    private readonly folder: string,
    private readonly days: () => number,
  ) {}

  /** Stores an answer in place of an earlier one of its day, and removes snapshots that are too old or too many. */
  keep(place: string, snapshot: Snapshot): Promise<void> {
    const kept = this.last.then(() => this.keepNow(place, snapshot));
    this.last = kept.catch(() => undefined);
    return kept;
  }

  /** A damaged one is among them: who reads it learns that. */
  async refs(place: string, query: OverlayQuery): Promise<SnapshotRefs> {
    const prefix = `${query.operation}-${queryDigest(query)}-`;
    const named = (await this.named(place)).filter(({ id }) => id.startsWith(prefix));
    const infos = await this.infos(place, named);
    const refs = named.flatMap((ref, at): SnapshotRef[] => {
      const info = infos[at];
      const takenAtMs =
        typeof info === 'string' ? dayOfPlainDate(ref.takenOn) * 86_400_000 : info?.takenAtMs;
      return takenAtMs === undefined ? [] : [{ ...ref, takenAtMs }];
    });
    return { refs, problems: [] };
  }

  async read(place: string, id: string): Promise<ReadSnapshot> {
    if (!idPattern.test(id)) {
      return {
        ok: false,
        problem: t('There is no snapshot with that id: see the table snapshots.'),
      };
    }
    const file = this.fileOf(place, id);
    try {
      const { size } = await stat(file);
      const snapshot =
        size <= maxFileBytes ? readSnapshot(await readFile(file, 'utf8')) : undefined;
      return snapshot && idOf(snapshot) === id ? { ok: true, snapshot } : damaged(id);
    } catch (error) {
      return isMissing(error)
        ? { ok: false, problem: t('There is no snapshot {0}: see the table snapshots.', id) }
        : damaged(id);
    }
  }

  async list(place: string): Promise<SnapshotList> {
    const snapshots: SnapshotInfo[] = [];
    const problems: string[] = [];
    for (const read of await this.infos(place, await this.named(place))) {
      if (typeof read === 'string') {
        problems.push(read);
      } else if (read) {
        snapshots.push(read);
      }
    }
    return { snapshots, problems };
  }

  /** @returns The number of files and their size. */
  async usage(): Promise<{ readonly fileCount: number; readonly byteLength: number }> {
    const places = (await namesIn(this.folder)).filter(name => placePattern.test(name));
    const entries = (await Promise.all(places.map(place => this.entries(place)))).flat();
    const byteLength = entries.reduce((sum, entry) => sum + entry.byteLength, 0);
    return { fileCount: entries.length, byteLength };
  }

  /** Removes every snapshot of every connection, damaged ones included. */
  clear(): Promise<void> {
    const cleared = this.last.then(() => rm(this.folder, { recursive: true, force: true }));
    this.last = cleared.catch(() => undefined);
    return cleared;
  }

  private async keepNow(place: string, snapshot: Snapshot): Promise<void> {
    if (snapshot.table.rowCount > maxSnapshotRows || this.days() < 1) {
      return;
    }
    const file = this.fileOf(place, idOf(snapshot));
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await replaceWithBytes(file, writeSnapshot(snapshot));
    const budget: SnapshotBudget = { days: this.days(), ...snapshotBounds };
    const entries = await this.entries(place);
    const stale = staleSnapshots(entries, plainDateOfInstant(snapshot.takenAtMs), budget);
    await Promise.all(stale.map(({ name }) => rm(this.fileOf(place, name), { force: true })));
  }

  private async infos(
    place: string,
    named: readonly NamedFile[],
  ): Promise<readonly (SnapshotInfo | string | null)[]> {
    const infos: (SnapshotInfo | string | null)[] = [];
    for (let from = 0; from < named.length; from += readAtOnce) {
      const part = named.slice(from, from + readAtOnce);
      infos.push(...(await Promise.all(part.map(({ id }) => this.info(place, id)))));
    }
    return infos;
  }

  /** @returns The file's description of itself, a sentence if it cannot be read, or null if it does not exist. */
  private async info(place: string, id: string): Promise<SnapshotInfo | string | null> {
    try {
      const head = readSnapshotHead(await firstLine(this.fileOf(place, id)));
      return head && idOf(head) === id ? { id, ...head } : damagedSentence(id);
    } catch (error) {
      return isMissing(error) ? null : damagedSentence(id);
    }
  }

  private async named(place: string): Promise<readonly NamedFile[]> {
    const names = await namesIn(this.placeFolder(place));
    const refs = names.flatMap((name): NamedFile[] => {
      const id = name.endsWith(extension) ? name.slice(0, -extension.length) : '';
      const day = parsePlainDate(idPattern.exec(id)?.[1] ?? '');
      return day === undefined ? [] : [{ id, takenOn: day }];
    });
    return refs.sort((a, b) =>
      a.takenOn === b.takenOn ? compare(a.id, b.id) : compare(a.takenOn, b.takenOn),
    );
  }

  private async entries(place: string): Promise<readonly SnapshotEntry[]> {
    const refs = await this.named(place);
    const entries = await Promise.all(
      refs.map(async ({ id, takenOn: day }): Promise<SnapshotEntry[]> => {
        const byteLength = await sizeOf(this.fileOf(place, id));
        return byteLength === null ? [] : [{ name: id, takenOn: day, byteLength }];
      }),
    );
    return entries.flat();
  }

  private fileOf(place: string, id: string): string {
    return path.join(this.placeFolder(place), `${id}${extension}`);
  }

  /** @throws {RangeError} If the name could be outside of the store's folder. */
  private placeFolder(place: string): string {
    if (!placePattern.test(place)) {
      throw new RangeError('no place of snapshots');
    }
    return path.join(this.folder, place);
  }
}

function idOf(snapshot: Pick<Snapshot, 'query' | 'takenAtMs'>): string {
  const { query } = snapshot;
  const day: PlainDate = takenOn(snapshot);
  return `${query.operation}-${queryDigest(query)}-${day}`;
}

function queryDigest(query: OverlayQuery): string {
  return digest(queryKey(query)).slice(0, 16);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function damaged(id: string): ReadSnapshot {
  return { ok: false, problem: damagedSentence(id) };
}

function damagedSentence(id: string): string {
  return t('The snapshot {0} cannot be read and is skipped.', id);
}

async function firstLine(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxHeadBytes), 0, maxHeadBytes, 0);
    return buffer.toString('utf8', 0, bytesRead).split('\n', 1)[0] ?? '';
  } finally {
    await handle.close();
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) {
      return [];
    }
    throw error;
  }
}

async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (isMissing(error)) {
      return null;
    }
    throw error;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isMissing(error: unknown): boolean {
  return isRecord(error) && error['code'] === 'ENOENT';
}
