/** The ranked lists that a sync stored in a lake, as snapshots. */

import { t } from '../../core/base/translations';
import { dayOfPlainDate, plainDateOfInstant } from '../../core/base/plainDate';
import { quotedName } from '../../core/base/quoted';
import {
  dayOfFile,
  listFunctions,
  type Lake,
  type LakeError,
  type LakeFile,
} from '../../core/lake/lakeFile';
import type { LakeLists } from '../../core/overlays/mergedSnapshots';
import { overlayQueryOf } from '../../core/overlays/overlayQuery';
import {
  maxSnapshotRows,
  type ReadSnapshot,
  type Snapshot,
  type SnapshotInfo,
  type SnapshotList,
} from '../../core/overlays/snapshot';
import type { CellValue, Column } from '../../core/service/columns';
import { functionColumns } from '../../core/service/functionColumns';
import { parquetOf, type LakeReader } from './heldRows';

interface StoredList {
  readonly info: SnapshotInfo;
  readonly file: string;
}

interface StoredLists {
  readonly lists: readonly StoredList[];
  readonly problems: readonly string[];
}

/** Reads what the files say of themselves once: one object serves one question. */
export class LakeSnapshots implements LakeLists {
  private files: Promise<StoredLists> | undefined;

  constructor(
    private readonly lakes: LakeReader,
    private readonly lake: Lake,
  ) {}

  /** @throws {LakeError} If there is no such folder. A file that cannot be read is a problem. */
  async list(): Promise<SnapshotList> {
    const { lists, problems } = await this.stored();
    const snapshots = lists.map(({ info }) => info);
    return { snapshots: snapshots.sort((a, b) => a.takenAtMs - b.takenAtMs), problems };
  }

  /** @throws {LakeError} If there is no such folder. */
  async read(id: string): Promise<ReadSnapshot> {
    const stored = (await this.stored()).lists.find(({ info }) => info.id === id);
    if (!stored) {
      return { ok: false, problem: t('There is no snapshot {0}: see the table snapshots.', id) };
    }
    try {
      return { ok: true, snapshot: await this.snapshotOf(stored) };
    } catch {
      return { ok: false, problem: t('The snapshot {0} cannot be read and is skipped.', id) };
    }
  }

  private stored(): Promise<StoredLists> {
    this.files ??= this.storedNow();
    return this.files;
  }

  private async storedNow(): Promise<StoredLists> {
    const files: LakeFile[] = [];
    const problems = new Set<string>();
    for (const name of listFunctions) {
      const skip = ({ message }: LakeError) => void problems.add(message);
      files.push(...(await this.lakes.files(this.lake, name, skip)));
    }
    return { lists: files.flatMap(file => storedList(file) ?? []), problems: [...problems] };
  }

  /** @throws If the file is damaged, has other columns or more rows than a snapshot. */
  private async snapshotOf({ info, file }: StoredList): Promise<Snapshot> {
    const { query, connection, takenAtMs } = info;
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
  const info = {
    id: `${query.operation}-lake-${day}`,
    query,
    connection: typeof connection === 'string' ? connection : '',
    // The folder names the day.
    takenAtMs: plainDateOfInstant(requestedAtMs) === day ? requestedAtMs : midnightMs,
    rowCount: typeof rowCount === 'number' ? rowCount : 0,
  };
  return { info, file };
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
