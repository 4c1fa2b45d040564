/**
 * `signals sync`: keeps the history of entities as Parquet files.
 *
 * Rows come from the same calls that cells make, and files are written as exports are. A month's file is replaced as a whole,
 * together with its statement of what it covers, so a sync can be killed at any time.
 */

import { mkdir, readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { assertNever } from '../core/base/assertNever';
import { CancelledError, type Cancellation } from '../core/base/cancellation';
import { errorMessage } from '../core/base/errorMessage';
import { addDays, type PlainDate } from '../core/base/plainDate';
import { counted } from '../core/base/text';
import { isRecord, type JsonObject } from '../core/base/json';
import { parseHttpUrl } from '../core/client/httpUrl';
import {
  historyFile,
  historyFunctions,
  lakeFiles,
  LakeError,
  listFunctions,
  snapshotFile,
  writeLakeRecord,
  type LakeRecord,
} from '../core/lake/lakeFile';
import {
  heldOf,
  monthWrites,
  planLines,
  rangeProblem,
  syncPlan,
  unitCall,
  unrecognisedQuery,
  type Held,
  type SyncPlan,
  type Unit,
} from '../core/lake/syncPlan';
import { readPortfolioFile } from '../core/portfolios/portfolioFile';
import { exportRecord, recordKey } from '../core/protocol/exportRecord';
import type { CellOutcome } from '../core/protocol/outcome';
import { canonicalKeyOf } from '../core/service/entityKey';
import { someOf } from '../core/service/notes';
import type { FunctionName } from '../core/service/operations';
import { lockFolder, type FolderLock } from '../io/folderLock';
import type { KernelHandle } from '../io/kernelProcess';
import { replaceWithCopy } from '../io/replaceFile';
import { snapshotPlace } from '../io/snapshotStore';
import { removeLeftovers } from '../io/temporaryFiles';
import { systemClock } from '../io/systemClock';
import type { EntitySource, SyncOptions } from './arguments';
import { connect } from './connect';
import { cellParams, startCliKernel } from './kernel';
import { terminalText } from './terminalText';
import { UsageError } from './usage';
import { writeOutput } from './writeOutput';

const ALL_ROWS = 10_000_000;

/** Of the system, for a folder that cannot be written to. */
const unwritable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST']);

/** @returns The exit code. */
export async function sync(options: SyncOptions, cancellation: Cancellation): Promise<number> {
  const problem = rangeProblem(options, systemClock.now());
  if (problem !== undefined) {
    throw new UsageError(problem);
  }
  const directory = path.resolve(options.directory);
  const client = await connect(options.connection);
  const { quantUrl, dataUrl, name } = client.connection;
  const { lock, made } = await opened(directory, options);
  let code = 1;
  try {
    const folders = { snapshots: null, lake: directory };
    const kernel = await startCliKernel(client, null, folders, { cacheTtlMs: 0 });
    try {
      const own = {
        place: snapshotPlace(client.connection),
        hosts: [...new Set([quantUrl, dataUrl].map(url => parseHttpUrl(url)?.host ?? url))],
      };
      const cells = new Cells(kernel, cellParams(client, folders), cancellation);
      code = await new Sync({ ...options, directory }, cells, own, name).run();
      return code;
    } finally {
      await kernel.dispose();
    }
  } finally {
    await lock?.release();
    if (code !== 0 && made !== undefined) {
      await removeEmpty(directory, made);
    }
  }
}

interface OpenedFolder {
  /** Null for a dry run, which writes nothing. */
  readonly lock: FolderLock | null;
  /** The outermost folder that was made for it; undefined if it was there. */
  readonly made: string | undefined;
}

/** Takes the lock of the folder, which is made if needed. */
async function opened(directory: string, { dryRun }: SyncOptions): Promise<OpenedFolder> {
  if (dryRun) {
    // Where there is no folder yet, all is missing.
    const found = await stat(directory).catch(() => null);
    if (found && !found.isDirectory()) {
      throw new UsageError(`${directory} is not a folder.`);
    }
    return { lock: null, made: undefined };
  }
  try {
    const made = await mkdir(directory, { recursive: true });
    return { lock: await lockFolder(directory), made };
  } catch (error) {
    const code = isRecord(error) ? error['code'] : undefined;
    throw typeof code === 'string' && unwritable.has(code)
      ? new UsageError(`${directory} is no folder that can be written to: ${errorMessage(error)}`)
      : error;
  }
}

/** Removes the folders from `directory` up to `made` that are empty: an empty folder would be taken for a lake. */
async function removeEmpty(directory: string, made: string): Promise<void> {
  for (let folder = directory; folder.startsWith(made); folder = path.dirname(folder)) {
    try {
      await rmdir(folder);
    } catch {
      return; // It holds files.
    }
  }
}

/** Runs cells and writes their results to files. */
class Cells {
  requestCount = 0;

  constructor(
    private readonly kernel: KernelHandle,
    private readonly params: ReturnType<typeof cellParams>,
    private readonly cancellation: Cancellation,
  ) {}

  /** @throws {Error} If the cell fails, or lacks a part of what it asked for. */
  async run(text: string, firstPageRows = 0): Promise<CellOutcome> {
    const outcome = await this.kernel.runCell(
      { ...this.params, useCache: false, language: 'signals-sql', text, firstPageRows },
      { cancellation: this.cancellation, onProgress: () => undefined },
    );
    this.requestCount += outcome.requests.length;
    if (outcome.status === 'cancelled') {
      throw new CancelledError();
    }
    if (outcome.status === 'error') {
      throw new Error(outcome.error?.message ?? 'The request failed.');
    }
    return outcome;
  }

  async texts(text: string): Promise<readonly (readonly string[])[]> {
    const { table } = await this.run(text, ALL_ROWS);
    if (table) {
      await this.drop(table.id);
    }
    return table?.rows.map(row => row.map(String)) ?? [];
  }

  /** Puts the rows of a query into the file, in one step. @returns How many there are. */
  async write(text: string, file: string, recordOf: (ran: CellOutcome) => JsonObject) {
    const outcome = await this.run(text);
    const { table } = outcome;
    if (!table) {
      throw new Error('The query of a file returned no rows.');
    }
    const record = recordOf(outcome);
    const { path: written } = await this.kernel.ask(
      'export',
      { resultId: table.id, format: 'parquet', record },
      this.cancellation,
    );
    await mkdir(path.dirname(file), { recursive: true });
    await replaceWithCopy(file, written, new AbortController().signal);
    await rm(written, { force: true });
    await this.drop(table.id);
  }

  private async drop(resultId: string): Promise<void> {
    await this.kernel.ask('drop', { resultId }, this.cancellation);
  }
}

class Sync {
  private rowCount = 0;
  private fileCount = 0;
  private done = 0;
  /** Companies that the service may not have recognised. */
  private readonly unrecognised = new Set<string>();

  constructor(
    private readonly options: SyncOptions,
    private readonly cells: Cells,
    private readonly own: Pick<LakeRecord, 'place' | 'hosts'>,
    private readonly connection: string,
  ) {}

  /** @throws {UsageError} If a file of the lake is damaged, or is not of its connection. */
  async run(): Promise<number> {
    try {
      return await this.planAndCarryOut();
    } catch (error) {
      if (error instanceof CancelledError) {
        throw new Error(interruptedSentence(this.fileCount));
      }
      throw error instanceof LakeError ? new UsageError(error.message) : error;
    }
  }

  private async planAndCarryOut(): Promise<number> {
    const held = new Map<FunctionName, Held>();
    for (const name of [...listFunctions, ...historyFunctions]) {
      held.set(name, await this.held(name));
    }
    const heldBy = (name: FunctionName) => held.get(name) ?? heldOf([]);
    const wanted = { ...this.options, entities: await this.entities() };
    const plan = syncPlan(wanted, heldBy, systemClock.now());
    const before = this.cells.requestCount;
    const sent = before > 0 ? [`Sent ${counted(before, 'request')} for --entities.`] : [];
    await writeOutput(null, `${[...sent, ...planLines(plan)].join('\n')}\n`);
    return this.options.dryRun ? 0 : this.carryOut(plan, heldBy);
  }

  private async carryOut(
    { lists, units, today, requestCount: planned }: SyncPlan,
    held: (name: FunctionName) => Held,
  ): Promise<number> {
    const failed = new Set<FunctionName>();
    try {
      for (const name of lists) {
        await this.attempt(name, failed, () => this.takeSnapshot(name, today));
        this.progress(1, planned, name);
      }
      for (const unit of units) {
        const { name } = unit.function;
        await this.attempt(name, failed, () => this.fetch(unit, held(name)));
        this.progress(unit.requestCount, planned, name);
      }
    } finally {
      this.clearProgress();
    }
    if (this.unrecognised.size > 0) {
      process.stderr.write(`${terminalText(unrecognisedSentence([...this.unrecognised]))}\n`);
    }
    const written = `${counted(this.rowCount, 'row')}, ${counted(this.fileCount, 'file')} written`;
    await writeOutput(null, `Sent ${counted(this.cells.requestCount, 'request')}: ${written}.\n`);
    return failed.size > 0 ? 1 : 0;
  }

  /** A function that fails does not stop the others: a token may not include it. */
  private async attempt(
    name: FunctionName,
    failed: Set<FunctionName>,
    work: () => Promise<void>,
  ): Promise<void> {
    if (failed.has(name)) {
      return;
    }
    try {
      await work();
    } catch (error) {
      if (error instanceof CancelledError) {
        throw error;
      }
      failed.add(name);
      this.clearProgress();
      process.stderr.write(`${terminalText(`${name}: ${errorMessage(error)}`, true)}\n`);
    }
  }

  private async held(name: FunctionName): Promise<Held> {
    const { directory, dryRun } = this.options;
    const lake = { directory, place: this.own.place };
    const files = await lakeFiles(lake, name, {
      list: folder => readdir(folder, { recursive: true }),
      query: sql => this.cells.texts(sql),
      recordKey,
    });
    for (const { file } of dryRun ? [] : files) {
      await removeLeftovers(path.dirname(file), systemClock.now());
    }
    return heldOf(files);
  }

  private async fetch(unit: Unit, held: Held): Promise<void> {
    const { name } = unit.function;
    const requestedAtMs = systemClock.now();
    const fetched = await this.cells.run(
      `CREATE OR REPLACE TABLE fetched AS FROM ${unitCall(unit)}`,
    );
    const notes = fetched.notes.filter(note => note !== fetched.written);
    notes.forEach(note => process.stderr.write(`${terminalText(`${name}: ${note}`)}\n`));
    const fileOf = (month: string) => historyFile(this.options.directory, name, month);
    const answered = await this.recognised(unit);
    const writes = monthWrites(answered, held, { rows: 'fetched', requestedAtMs, fileOf });
    for (const { month, query, covered } of writes) {
      await this.cells.write(query, fileOf(month), ran =>
        this.record(name, fetched, { covered, rowCount: ran.table?.rowCount ?? 0 }),
      );
      held.covered.set(month, covered);
      this.fileCount++;
    }
    this.rowCount += fetched.provenance.calls.reduce((sum, each) => sum + each.rowCount, 0);
  }

  /** @returns The unit without the companies that the service may not have recognised: their days are not covered. */
  private async recognised(unit: Unit): Promise<Unit> {
    const query = unrecognisedQuery(unit, 'fetched');
    const unrecognised = query === null ? [] : (await this.cells.texts(query)).flat();
    unrecognised.forEach(entity => this.unrecognised.add(entity));
    const entities = unit.part.entities.filter(entity => !unrecognised.includes(entity));
    return { ...unit, part: { ...unit.part, entities } };
  }

  private async takeSnapshot(name: FunctionName, day: PlainDate): Promise<void> {
    const { amount } = this.options;
    const requestedAtMs = systemClock.now();
    await this.cells.write(
      `FROM ${name}(amount := ${amount})`,
      snapshotFile(this.options.directory, name, day),
      ran => {
        const rowCount = ran.table?.rowCount ?? 0;
        this.rowCount += rowCount;
        const covered = [{ entities: [], from: day, to: addDays(day, 1), requestedAtMs }];
        return this.record(name, ran, { covered, rowCount, arguments: { amount } });
      },
    );
    this.fileCount++;
  }

  private record(
    name: FunctionName,
    { provenance, notes, copyright }: CellOutcome,
    {
      rowCount,
      covered,
      arguments: args = {},
    }: Pick<LakeRecord, 'covered'> & { rowCount: number; arguments?: JsonObject },
  ): JsonObject {
    const record = exportRecord({ provenance, rowCount, notes, copyright });
    const lake = writeLakeRecord({ ...this.own, function: name, arguments: args, covered });
    return { ...record, connection: this.connection, lake };
  }

  /** @throws {UsageError} If something that was given holds no entity. */
  private async entities(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const source of this.options.entities) {
      const own = await this.entitiesOf(source);
      if (own.length === 0) {
        throw new UsageError(`--entities ${source.given} has no entities.`);
      }
      found.push(...own.map(canonicalKeyOf));
    }
    return [...new Set(found)];
  }

  private async entitiesOf(source: EntitySource): Promise<readonly string[]> {
    switch (source.kind) {
      case 'keys':
        return source.keys;
      case 'list': {
        const { name, amount } = source;
        return (await this.cells.texts(`SELECT entity FROM ${name}(amount := ${amount})`)).flat();
      }
      case 'file':
        return membersOf(source.given);
      default:
        return assertNever(source);
    }
  }

  private progress(requests: number, planned: number, name: string): void {
    this.done += requests;
    const line = `${this.done} of ${counted(planned, 'request')} · ${name}`;
    process.stderr.write(process.stderr.isTTY ? `\r\u001b[2K${line}` : `${line}\n`);
  }

  private clearProgress(): void {
    if (process.stderr.isTTY) {
      process.stderr.write('\r\u001b[2K');
    }
  }
}

/** @returns The entities of a portfolio file; its problems are warnings. */
async function membersOf(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`--entities ${file} cannot be read: ${errorMessage(error)}`);
  });
  const { members, problems } = readPortfolioFile(text);
  problems.forEach(problem => process.stderr.write(`${terminalText(`${file}: ${problem}`)}\n`));
  return members.flatMap(({ entity }) => entity ?? []);
}

function interruptedSentence(fileCount: number): string {
  return fileCount === 0
    ? 'Interrupted before a file was written. The same command starts again.'
    : `Interrupted. What was written is kept (${counted(fileCount, 'file')}): the same command asks for the rest.`;
}

function unrecognisedSentence(entities: readonly string[]): string {
  return (
    `company_events: no ranked list and no earlier answer has the service's own id of ${someOf(entities)}. ` +
    'The key was sent instead and returned no events, which also happens where the service does not know it. ' +
    'These days are not stored as covered: the next sync asks for them again. ' +
    'A ranked list with the company gives its id: a larger --amount stores longer lists.'
  );
}
