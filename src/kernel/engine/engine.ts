/**
 * Opens DuckDB and locks it, since a shared notebook is somebody else's program.
 *
 * It can read files in the given directories and below, but has no network, no extensions, and its settings cannot be
 * changed.
 */

import { mkdir, statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { KernelOptions } from '../../core/protocol/kernelRpc';
import { textLiteral } from '../../core/base/quoted';
import { Definitions } from './definitions';
import { RelationFile } from './relationFile';
import { SerialConnection, type Queries } from './serialConnection';
import { countProgress } from './queryProgress';
import { UserConnection } from './userConnection';
import { readStructsWhole } from './structEntries';

/** The schema that holds the reference tables and the functions; it is on the search path after `main`. */
export const signalsSchema = 'signals';

export interface Engine {
  /** Runs the user's statements, each after its plan has been checked. */
  readonly user: UserConnection;
  /** Reads results with the user's names while the user's transaction, which does not see them, is open. */
  readonly beside: UserConnection;
  /** Loads answers and reads pages, so that neither disturbs the user's statements or transaction. */
  readonly own: SerialConnection;
  /** Writes exports, so that cancelling one interrupts nothing else. */
  readonly exporter: SerialConnection;
  /** Sorts and filters for grids, so that cancelling it interrupts nothing else. */
  readonly arranger: SerialConnection;
  /** Summarises columns, likewise. */
  readonly surveyor: SerialConnection;
  /** Where stored relations are. */
  readonly relationFile: RelationFile;
  close(): Promise<void>;
}

export type EngineOptions = Pick<
  KernelOptions,
  'spillDirectory' | 'readableDirectories' | 'memoryLimit' | 'spillLimit'
>;

/** What every session has besides what its cells make. */
export interface OwnSchema {
  readonly tables: (connection: SerialConnection) => Promise<void>;
  /** They are created when a statement first needs them: few do. */
  readonly macros: (connection: Queries) => Promise<void>;
}

/** How much a kernel may spill to disk by default. */
const usualSpillBytes = 20e9;

/** @throws {Error} If the binding cannot be loaded or the spill directory cannot be used. */
export async function openEngine(
  options: EngineOptions,
  { tables, macros }: OwnSchema,
): Promise<Engine> {
  readStructsWhole();
  const instance = await DuckDBInstance.create(':memory:', {
    errors_as_json: 'true',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    // Secrets are stored in the home directory, which is not accessible: listing them would fail.
    allow_persistent_secrets: 'false',
    temp_directory: options.spillDirectory,
    memory_limit: options.memoryLimit ?? halfOfMemory(),
  });
  const connect = async () => new SerialConnection(await instance.connect());
  const exports = exportDirectory(options.spillDirectory);
  await mkdir(exports, { recursive: true });
  // Nothing interrupts the last one.
  const [own, exporter, arranger, surveyor, definer] = await Promise.all([
    connect(),
    connect(),
    connect(),
    connect(),
    connect(),
  ]);
  await limitSpill(own, options.spillLimit ?? (await spillBytes(options.spillDirectory)));
  const relationFile = await RelationFile.attach(own, options.spillDirectory);
  await tables(own);
  const definitions = new Definitions();
  let defining: Promise<void> | undefined;
  const defined = (): Promise<void> =>
    (defining ??= macros(definer).then(() => definitions.begin(definer)));
  const [user, beside] = await Promise.all([
    UserConnection.open(instance, definitions, defined),
    UserConnection.open(instance, definitions, defined),
  ]);
  const connections = [user, beside, own, exporter, arranger, surveyor, definer];
  await Promise.all(
    [user.trusted, beside.trusted, own, exporter, arranger, surveyor].map(connection =>
      connection.run(`SET search_path = 'main,${signalsSchema}'; SET TimeZone = 'UTC'`),
    ),
  );
  await Promise.all([countProgress(user.trusted), countProgress(exporter)]);
  await lockEngine(own, [...options.readableDirectories, exports]);
  return {
    user,
    beside,
    own,
    exporter,
    arranger,
    surveyor,
    relationFile,
    close: async () => {
      await defining?.catch(() => undefined);
      connections.forEach(connection => connection.closeSync());
      instance.closeSync();
      relationFile.remove();
    },
  };
}

/** Exports are written here before they are moved: the only place where the engine itself may write. */
export function exportDirectory(spillDirectory: string): string {
  return path.join(spillDirectory, 'exports');
}

/**
 * Several notebooks and the editor share the machine, and DuckDB's own default is four fifths of its memory for each.
 */
function halfOfMemory(): string {
  return `${Math.floor(totalmem() / 2 / 2 ** 20)}MiB`;
}

/** DuckDB ignores the limit if it is an option of the instance. */
export async function limitSpill(connection: Queries, limit: string): Promise<void> {
  await connection.run(`SET GLOBAL max_temp_directory_size = ${textLiteral(limit)}`);
}

/** DuckDB's own default is nine tenths of the free space, for each notebook. */
async function spillBytes(directory: string): Promise<string> {
  const { bavail, bsize } = await statfs(directory);
  return `${Math.floor(Math.min(usualSpillBytes, (bavail * bsize) / 2))}B`;
}

/**
 * Removes all access except reading in `directories`. The order matters: first the directories, then access, then the
 * lock of the settings.
 */
export async function lockEngine(
  connection: Queries,
  directories: readonly string[],
): Promise<void> {
  const list = directories.map(directory => textLiteral(withSlash(directory))).join(', ');
  if (list !== '') {
    await connection.run(`SET GLOBAL allowed_directories = [${list}]`);
  }
  await connection.run('SET GLOBAL enable_external_access = false');
  await connection.run('SET GLOBAL lock_configuration = true');
}

function withSlash(directory: string): string {
  return /[/\\]$/.test(directory) ? directory : `${directory}/`;
}
