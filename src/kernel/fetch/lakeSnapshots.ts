/** The ranked lists that a sync stored in a lake, together with the snapshots that the host stores. */

import { dayOfPlainDate, plainDateOfInstant } from '../../core/base/plainDate';
import { quotedName } from '../../core/base/quoted';
import { dayOfFile, listFunctions, type Lake, type LakeFile } from '../../core/lake/lakeFile';
import { overlayQueryOf, queryKey, type OverlayQuery } from '../../core/overlays/overlayQuery';
import {
  maxSnapshotRows,
  takenOn,
  type ReadSnapshot,
  type Snapshot,
  type SnapshotInfo,
  type SnapshotKeeper,
  type SnapshotList,
  type SnapshotRef,
} from '../../core/overlays/snapshot';
import type { CellValue, Column } from '../../core/service/columns';
import { functionColumns } from '../../core/service/functionColumns';
import { parquetOf, type LakeReader } from './heldRows';

/** `bullish_stocks-lake-2026-03-02`: a lake has one list of a function and day. */
const idPattern = /^(bullish_stocks|bearish_stocks)-lake-(\d{4}-\d{2}-\d{2})$/;

interface StoredList extends SnapshotInfo {
  readonly file: string;
}

/** Of a question and day that both have, the lake's list is the snapshot. */
export class LakeSnapshots implements SnapshotKeeper {
  /** @param host Null: only the lake has snapshots. */
  constructor(
    private readonly lakes: LakeReader,
    private readonly lake: Lake,
    private readonly host: SnapshotKeeper | null,
  ) {}

  /** The host keeps it, for the side bar, which has no kernel; here the lake's list of a day comes first. */
  async keep(place: string, snapshot: Snapshot): Promise<void> {
    await this.host?.keep(place, snapshot);
  }

  async refs(place: string, query: OverlayQuery): Promise<readonly SnapshotRef[]> {
    const own = (await this.stored())
      .filter(each => isSame(each.query, query))
      .map(each => ({ id: each.id, takenOn: takenOn(each) }));
    const days = new Set(own.map(ref => ref.takenOn));
    const others = ((await this.host?.refs(place, query)) ?? []).filter(
      ref => !days.has(ref.takenOn),
    );
    return [...own, ...others].sort((a, b) => (a.takenOn < b.takenOn ? -1 : 1));
  }

  async read(place: string, id: string): Promise<ReadSnapshot> {
    if (!idPattern.test(id)) {
      return this.host?.read(place, id) ?? missing(id);
    }
    const stored = (await this.stored()).find(each => each.id === id);
    if (!stored) {
      return missing(id);
    }
    try {
      return { ok: true, snapshot: await this.snapshotOf(stored) };
    } catch {
      return { ok: false, problem: `The snapshot ${id} cannot be read and is skipped.` };
    }
  }

  async list(place: string): Promise<SnapshotList> {
    const stored = await this.stored();
    const own = new Set(stored.map(keyOf));
    const host = await this.host?.list(place);
    const others = (host?.snapshots ?? []).filter(each => !own.has(keyOf(each)));
    return {
      snapshots: [...stored, ...others].sort((a, b) => a.takenAtMs - b.takenAtMs),
      problems: host?.problems ?? [],
    };
  }

  private async stored(): Promise<readonly StoredList[]> {
    const files: LakeFile[] = [];
    for (const name of listFunctions) {
      files.push(...(await this.lakes.files(this.lake, name)));
    }
    return files.flatMap(file => storedList(file) ?? []);
  }

  /** @throws If the file is damaged, has other columns or more rows than a snapshot. */
  private async snapshotOf({ query, connection, takenAtMs, file }: StoredList): Promise<Snapshot> {
    const columns = functionColumns[query.operation];
    const list = columns.map(readColumn).join(', ');
    const read = await this.lakes.connection.runAndReadAll(
      `SELECT ${list} FROM ${parquetOf([file])} LIMIT ${maxSnapshotRows + 1}`,
    );
    const rows = read.getRows();
    if (rows.length > maxSnapshotRows) {
      throw new RangeError('too many rows');
    }
    const values = columns.map((_, at) => rows.map(row => cellValue(row[at])));
    return { query, connection, takenAtMs, table: { columns, rowCount: rows.length, values } };
  }
}

/** @returns What the file says of itself; undefined if it is not of a question that the operations allow. */
function storedList({ file, record, metadata }: LakeFile): StoredList | undefined {
  const day = dayOfFile(file);
  const parameters: Record<string, string> = {};
  for (const [name, value] of Object.entries(record.arguments)) {
    parameters[name] = String(value);
  }
  const query = overlayQueryOf(record.function, parameters);
  const [covered] = record.covered;
  if (!day || !query) {
    return undefined;
  }
  const midnightMs = dayOfPlainDate(day) * 86_400_000;
  const requestedAtMs = covered?.requestedAtMs ?? midnightMs;
  const { connection, rowCount } = metadata;
  return {
    id: `${query.operation}-lake-${day}`,
    query,
    connection: typeof connection === 'string' ? connection : '',
    // The folder names the day.
    takenAtMs: plainDateOfInstant(requestedAtMs) === day ? requestedAtMs : midnightMs,
    rowCount: typeof rowCount === 'number' ? rowCount : 0,
    file,
  };
}

/** A column as the values of a `ColumnTable`: days and microseconds are numbers. */
function readColumn({ name, type }: Column): string {
  const column = quotedName(name);
  switch (type) {
    case 'DATE':
      return `(${column}::DATE - DATE '1970-01-01')::DOUBLE`;
    case 'TIMESTAMP':
    case 'TIMESTAMPTZ':
      return `epoch_us(${column}::${type})::DOUBLE`;
    case 'BIGINT':
      return `${column}::DOUBLE`;
    default:
      return `${column}::${type}`;
  }
}

function cellValue(value: unknown): CellValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : null;
}

function isSame(a: OverlayQuery, b: OverlayQuery): boolean {
  return queryKey(a) === queryKey(b);
}

function keyOf(snapshot: SnapshotInfo): string {
  return `${takenOn(snapshot)} ${queryKey(snapshot.query)}`;
}

function missing(id: string): ReadSnapshot {
  return { ok: false, problem: `There is no snapshot ${id}: see the table snapshots.` };
}
