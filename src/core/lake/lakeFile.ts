/**
 * The files of a lake, and what each says of itself.
 *
 * `DIR/bull_bear_score_ts/month=2026-03/history.parquet` holds the rows of a month, and
 * `DIR/bullish_stocks/month=2026-03/day=2026-03-02/snapshot.parquet` a ranked list of a day. Each file states in its metadata which
 * entities and days it covers, so that rows and coverage are replaced together, in one step.
 */

import { CancelledError } from '../base/cancellation';
import { errorMessage } from '../base/errorMessage';
import { isRecord, type JsonObject } from '../base/json';
import { parsePlainDate, type PlainDate } from '../base/plainDate';
import { textLiteral } from '../base/quoted';
import type { Column } from '../service/columns';
import type { FunctionName } from '../service/operations';
import type { Coverage } from './coverage';

/** A lake and the connection that may be answered from it. */
export interface Lake {
  /** Absolute path. */
  readonly directory: string;
  /** Names the addresses of the connection, not its token. */
  readonly place: string;
}

/** What a file says of itself. */
export interface LakeRecord {
  readonly place: string;
  readonly function: FunctionName;
  /** The hosts of the connection's two addresses. */
  readonly hosts: readonly string[];
  /** The arguments of the call besides entities and dates. */
  readonly arguments: JsonObject;
  readonly covered: readonly Coverage[];
}

/** The functions whose history a lake holds. Ranked lists have none: the lake holds a snapshot of each day. */
export const historyFunctions = [
  'bull_bear_score_ts',
  'trading_volume_ts',
  'events_ts',
  'company_events',
] as const satisfies readonly FunctionName[];

export const listFunctions = [
  'bullish_stocks',
  'bearish_stocks',
] as const satisfies readonly FunctionName[];

/** @param month `YYYY-mm`. */
export function historyFile(directory: string, name: FunctionName, month: string): string {
  return `${directory}/${name}/month=${month}/history.parquet`;
}

export function snapshotFile(directory: string, name: FunctionName, day: PlainDate): string {
  return `${directory}/${name}/month=${day.slice(0, 7)}/day=${day}/snapshot.parquet`;
}

/** @returns The columns by which the rows of a history are sorted, as ORDER BY writes them. */
export function rowOrder(columns: readonly Column[]): string {
  const within = ['news_publish_time', 'event_id', 'event_name'].filter(each =>
    columns.some(column => column.name === each),
  );
  return ['entity', 'date', ...within].join(', ');
}

/** A lake that cannot be used. `message` can be shown as it is. */
export class LakeError extends Error {
  override readonly name = 'LakeError';
}

/** A file of a lake, and what it says of itself. */
export interface LakeFile {
  readonly file: string;
  readonly record: LakeRecord;
  /** The rest of the record in the file's metadata. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Files as they were read before. */
export interface KnownFiles {
  readonly files: Map<string, { readonly version: string; readonly read: LakeFile }>;
  /** @returns A text that changes when the file does; undefined if it cannot be told. */
  readonly versionOf: (file: string) => Promise<string | undefined>;
}

/** How the files of a lake are read. */
export interface FileReader {
  /** Lists the paths of all files below a folder, relative to it. Rejects with the system's error, also if there is no such folder. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  /** Answers a query with rows of texts. */
  readonly query: (sql: string) => Promise<readonly (readonly string[])[]>;
  /** The key of the record in a file's metadata. */
  readonly recordKey: string;
  /** Files that are read again only if they changed; absent: all are read. */
  readonly known?: KnownFiles;
}

/**
 * @param skip Receives each file that is damaged, of another version or of another connection; absent: the first is thrown.
 * @returns The files of a function, by month or by day.
 * @throws {LakeError}
 */
export async function lakeFiles(
  lake: Lake,
  name: FunctionName,
  reader: FileReader,
  skip: (problem: LakeError) => void = problem => {
    throw problem;
  },
): Promise<readonly LakeFile[]> {
  const files = await filesBelow(`${lake.directory}/${name}`, reader, skip);
  const { known } = reader;
  // Before the files are read: a file that changes meanwhile is read again the next time.
  const versions = await Promise.all(files.map(async file => known?.versionOf(file)));
  const unchanged = files.map((file, at) => {
    const before = known?.files.get(file);
    return before?.version === versions[at] ? before?.read : undefined;
  });
  const texts = await recordTexts(
    files.filter((_, at) => !unchanged[at]),
    reader,
  );
  const lists = new Map<string, readonly string[]>();
  return files.flatMap((file, at) => {
    const read = unchanged[at] ?? lakeFile(file, texts.get(file) ?? '');
    if (read instanceof LakeError) {
      skip(read);
      return [];
    }
    const shared = unchanged[at] ?? sharing(lists, read);
    const version = versions[at];
    if (version !== undefined) {
      known?.files.set(file, { version, read: shared });
    }
    const problem = otherConnection(lake, shared);
    if (problem) {
      skip(problem);
      return [];
    }
    return [shared];
  });
}

/**
 * A folder that cannot be listed is a problem, and not an empty folder: a sync would then write its files anew without the
 * rows that they hold.
 *
 * @returns The files of the lake in the folder, sorted; none if it does not exist.
 */
async function filesBelow(
  folder: string,
  { list }: Pick<FileReader, 'list'>,
  skip: (problem: LakeError) => void,
): Promise<readonly string[]> {
  try {
    return (await list(folder))
      .map(each => `${folder}/${each}`)
      .filter(file => (monthOfFile(file) ?? dayOfFile(file)) !== undefined)
      .sort();
  } catch (error) {
    if (!isMissing(error, folder)) {
      skip(
        new LakeError(
          `${folder} cannot be listed: ${errorMessage(error)}. It has to be a folder that you may read, with all folders in it.`,
        ),
      );
    }
    return [];
  }
}

/** Not where a folder in it went away while it was listed. */
function isMissing(error: unknown, folder: string): boolean {
  const slashed = (path: string): string => path.replaceAll('\\', '/');
  return (
    isRecord(error) &&
    error['code'] === 'ENOENT' &&
    slashed(String(error['path'])).endsWith(slashed(folder))
  );
}

/** Most months cover the same entities: one list in memory serves them all. */
function sharing(lists: Map<string, readonly string[]>, { record, ...file }: LakeFile): LakeFile {
  const covered = record.covered.map(({ entities, ...each }) => {
    const ends = JSON.stringify([entities.length, entities[0], entities.at(-1)]);
    const known = lists.get(ends);
    if (known?.every((entity, at) => entity === entities[at])) {
      return { ...each, entities: known };
    }
    lists.set(ends, entities);
    return { ...each, entities };
  });
  return { ...file, record: { ...record, covered } };
}

/** @returns The record of each file that is readable and has one. */
async function recordTexts(
  files: readonly string[],
  reader: FileReader,
): Promise<ReadonlyMap<string, string>> {
  const [first, ...others] = files;
  if (first === undefined) {
    return new Map();
  }
  try {
    const rows = await reader.query(
      `SELECT file_name AS file, decode(value) AS record FROM parquet_kv_metadata([${files.map(textLiteral).join(', ')}]) WHERE decode(key) = ${textLiteral(reader.recordKey)}`,
    );
    return new Map(rows.map(([file = '', text = '']) => [file, text]));
  } catch (error) {
    if (error instanceof CancelledError) {
      throw error;
    }
    if (others.length === 0) {
      return new Map([[first, '']]);
    }
    // The halves, to find the files that are damaged with few queries.
    const middle = Math.ceil(files.length / 2);
    const early = await recordTexts(files.slice(0, middle), reader);
    return new Map([...early, ...(await recordTexts(files.slice(middle), reader))]);
  }
}

/**
 * Reads files together; where that fails, one at a time to find the file that is damaged.
 *
 * @throws {LakeError} If a file cannot be read.
 */
export async function readFiles<Answer>(
  files: readonly string[],
  read: (files: readonly string[]) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await read(files);
  } catch (error) {
    if (error instanceof CancelledError) {
      throw error;
    }
    for (const file of files) {
      await read([file]).catch((own: unknown) => {
        throw own instanceof CancelledError ? own : damagedFile(file);
      });
    }
    throw error;
  }
}

function damagedFile(file: string): LakeError {
  return new LakeError(
    `${file} is damaged, or was not written by signals sync: remove it or move it out of the lake. The next sync requests what is then missing.`,
  );
}

function lakeFile(file: string, text: string): LakeFile | LakeError {
  const { lake, ...metadata } = parsedRecord(text);
  const record = readLakeRecord(lake);
  if (!record) {
    const other = isRecord(lake) ? lake['version'] : undefined;
    return typeof other === 'number' && other !== version
      ? new LakeError(
          `${file} has version ${other} of a lake's files, and this version of Market Signals reads version ${version}: use the version that wrote it, or another folder.`,
        )
      : damagedFile(file);
  }
  return { file, record, metadata };
}

function otherConnection({ directory, place }: Lake, { record }: LakeFile): LakeError | undefined {
  if (record.place !== place) {
    const hosts = record.hosts.join(', ');
    return new LakeError(
      `The lake ${directory} is of another connection (${hosts}). Give each connection a folder of its own.`,
    );
  }
  return undefined;
}

function parsedRecord(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError) {
      return {};
    }
    throw error;
  }
}

/** @returns The month of a file of `historyFile`; undefined for other names. */
export function monthOfFile(file: string): string | undefined {
  return /[/\\]month=(\d{4}-\d{2})[/\\]history\.parquet$/.exec(file)?.[1];
}

/** @returns The day of a file of `snapshotFile`; undefined for other names. */
export function dayOfFile(file: string): PlainDate | undefined {
  const day = /[/\\]day=(\d{4}-\d{2}-\d{2})[/\\]snapshot\.parquet$/.exec(file)?.[1];
  return day === undefined ? undefined : parsePlainDate(day);
}

const version = 1;

/** Entities are written once a list, however many days of it were requested apart. */
export function writeLakeRecord({
  covered,
  hosts,
  arguments: args,
  ...rest
}: LakeRecord): JsonObject {
  const lists = new Map<string, { readonly at: number; readonly entities: readonly string[] }>();
  const parts = covered.map(({ entities, from, to, requestedAtMs }) => {
    const key = JSON.stringify(entities);
    const list = lists.get(key) ?? { at: lists.size, entities };
    lists.set(key, list);
    return { entities: list.at, from, to, requestedAt: new Date(requestedAtMs).toISOString() };
  });
  return {
    version,
    ...rest,
    hosts: [...hosts],
    arguments: args,
    entities: [...lists.values()].map(({ entities }) => [...entities]),
    covered: parts,
  };
}

/** Hosts are shown in messages. */
const mostHosts = 2;
const longestHost = 253;

/** @param value A file's own description, which another program may have written. */
export function readLakeRecord(value: unknown): LakeRecord | undefined {
  if (!isRecord(value) || value['version'] !== version) {
    return undefined;
  }
  const { place, hosts, arguments: args, entities: lists, covered } = value;
  const name = [...historyFunctions, ...listFunctions].find(each => each === value['function']);
  if (typeof place !== 'string' || !name || !Array.isArray(lists) || !Array.isArray(covered)) {
    return undefined;
  }
  const entityLists = lists.map(textsOf);
  const parts = covered.map(each => readCoverage(each, entityLists));
  return parts.every(part => part !== undefined)
    ? {
        place,
        function: name,
        hosts: textsOf(hosts)
          .slice(0, mostHosts)
          .map(host => host.slice(0, longestHost)),
        arguments: isRecord(args) ? (args as JsonObject) : {},
        covered: parts,
      }
    : undefined;
}

function readCoverage(value: unknown, lists: readonly (readonly string[])[]): Coverage | undefined {
  if (!isRecord(value)) {
    return undefined;
  }
  const from = dateOf(value['from']);
  const to = dateOf(value['to']);
  const entities = lists[Number(value['entities'])];
  const requestedAtMs = Date.parse(String(value['requestedAt']));
  return from && to && entities && !Number.isNaN(requestedAtMs)
    ? { entities, from, to, requestedAtMs }
    : undefined;
}

function dateOf(value: unknown): PlainDate | undefined {
  return typeof value === 'string' ? parsePlainDate(value) : undefined;
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];
}
