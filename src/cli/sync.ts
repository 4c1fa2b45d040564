/**
 * `signals sync`: keeps the history of entities as Parquet files.
 *
 * Rows come from the same calls that cells make, and files are written as exports are. A month's file is replaced as a whole,
 * together with its statement of what it covers, so a sync can be killed at any time.
 */

import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { CancelledError, type Cancellation } from '../core/base/cancellation';
import { errorMessage } from '../core/base/errorMessage';
import { addDays, plainDateOfInstant, type PlainDate } from '../core/base/plainDate';
import { textLiteral } from '../core/base/quoted';
import { counted } from '../core/base/text';
import { isRecord, type JsonObject } from '../core/base/json';
import { parseHttpUrl } from '../core/client/httpUrl';
import { planCall } from '../core/client/plan';
import {
  divide,
  monthsOf,
  unitsOf,
  withCoverage,
  type Coverage,
  type Part,
} from '../core/lake/coverage';
import {
  filesQuery,
  historyFile,
  historyFunctions,
  listFunctions,
  monthOfFile,
  readLakeRecord,
  recordsQuery,
  snapshotFile,
  writeLakeRecord,
  type LakeRecord,
} from '../core/lake/lakeFile';
import { readPortfolioFile } from '../core/portfolios/portfolioFile';
import { exportRecord, recordKey } from '../core/protocol/exportRecord';
import type { CellOutcome } from '../core/protocol/outcome';
import { canonicalKeyOf } from '../core/service/entityKey';
import { signalFunctionNamed, type SignalFunction } from '../core/service/functions';
import type { FunctionName } from '../core/service/operations';
import { lockFolder } from '../io/folderLock';
import type { KernelHandle } from '../io/kernelProcess';
import { replaceWithCopy } from '../io/replaceFile';
import { snapshotPlace } from '../io/snapshotStore';
import { removeLeftovers } from '../io/temporaryFiles';
import { systemClock } from '../io/systemClock';
import type { SyncOptions } from './arguments';
import { connect } from './connect';
import { cellParams, startCliKernel } from './kernel';
import { terminalText } from './terminalText';
import { UsageError } from './usage';
import { writeOutput } from './writeOutput';

const ALL_ROWS = 10_000_000;

const noFolders = { snapshots: null, lake: null } as const;

/** @returns The exit code. */
export async function sync(options: SyncOptions, cancellation: Cancellation): Promise<number> {
  const directory = path.resolve(options.directory);
  if (!options.dryRun) {
    await mkdir(directory, { recursive: true });
  } else if (!(await isFolder(directory))) {
    throw new UsageError(`${options.directory} does not exist: there is nothing to compare with.`);
  }
  const client = await connect(options.connection);
  const { quantUrl, dataUrl, name } = client.connection;
  const lock = options.dryRun ? null : await lockFolder(directory);
  try {
    const kernel = await startCliKernel(client, directory, noFolders, 0);
    try {
      const own = {
        place: snapshotPlace(client.connection),
        hosts: [quantUrl, dataUrl].map(url => parseHttpUrl(url)?.host ?? url),
      };
      const run = new Cells(kernel, cellParams(client, noFolders), cancellation);
      return await new Sync({ ...options, directory }, run, own, name).run();
    } finally {
      await kernel.dispose();
    }
  } finally {
    await lock?.release();
  }
}

async function isFolder(folder: string): Promise<boolean> {
  return stat(folder).then(
    found => found.isDirectory(),
    () => false,
  );
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

/** What the lake holds of one function, by month. */
type Held = ReadonlyMap<string, readonly Coverage[]>;

interface Unit {
  readonly function: SignalFunction;
  readonly part: Part;
  readonly requestCount: number;
}

class Sync {
  private rowCount = 0;
  private fileCount = 0;
  private done = 0;

  constructor(
    private readonly options: SyncOptions,
    private readonly cells: Cells,
    private readonly own: Pick<LakeRecord, 'place' | 'hosts'>,
    private readonly connection: string,
  ) {}

  async run(): Promise<number> {
    const { only, dryRun, from } = this.options;
    const isChosen = (name: FunctionName): boolean => only.length === 0 || only.includes(name);
    const today = plainDateOfInstant(systemClock.now());
    const to = this.options.to ?? addDays(today, 1);
    const heldOf = new Map<FunctionName, Held>();
    for (const name of [...listFunctions, ...historyFunctions]) {
      heldOf.set(name, await this.held(name));
    }
    const lists = listFunctions.filter(isChosen);
    const missingLists: FunctionName[] = [];
    for (const name of lists) {
      const exists = await stat(snapshotFile(this.options.directory, name, today)).catch(
        () => null,
      );
      missingLists.push(...(exists ? [] : [name]));
    }
    const entities = await this.entities();
    const units = historyFunctions.filter(isChosen).flatMap(name => {
      const covered = [...(heldOf.get(name)?.values() ?? [])].flat();
      const { missing } = divide({ entities, from, to }, covered);
      return unitsOf(missing).map(part => unitOf(name, part));
    });
    const planned = units.reduce((sum, unit) => sum + unit.requestCount, missingLists.length);
    await this.printPlan(units, missingLists, planned);
    if (dryRun) {
      return 0;
    }
    const failed = new Set<FunctionName>();
    for (const name of missingLists) {
      await this.attempt(name, failed, () => this.takeSnapshot(name, today));
      this.progress(1, planned, name);
    }
    for (const unit of units) {
      const { name } = unit.function;
      await this.attempt(name, failed, () => this.fetch(unit, heldOf.get(name) ?? new Map()));
      this.progress(unit.requestCount, planned, name);
    }
    this.clearProgress();
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

  /** @throws {UsageError} If a file is not of this lake's connection. */
  private async held(name: FunctionName): Promise<Held> {
    const files = (await this.cells.texts(filesQuery(this.options.directory, name))).flat();
    const held = new Map<string, readonly Coverage[]>();
    if (files.length === 0) {
      return held;
    }
    const records = new Map(
      (await this.cells.texts(recordsQuery(files, recordKey))).map(
        ([file = '', record = '']) => [file, lakeRecordOf(record)] as const,
      ),
    );
    for (const file of files) {
      if (!this.options.dryRun) {
        await removeLeftovers(path.dirname(file), systemClock.now());
      }
      const record = records.get(file);
      if (!record) {
        throw new UsageError(`${file} was not written by signals sync, or is damaged.`);
      }
      if (record.place !== this.own.place) {
        const hosts = record.hosts.join(', ');
        throw new UsageError(
          `The lake ${this.options.directory} is of another connection (${hosts}). Give each connection a folder of its own.`,
        );
      }
      const month = monthOfFile(file);
      if (month !== undefined) {
        held.set(month, record.covered);
      }
    }
    return held;
  }

  private async fetch({ function: called, part }: Unit, held: Held): Promise<void> {
    const { name, columns } = called;
    const keys = listLiteral(part.entities);
    const requestedAtMs = systemClock.now();
    const call = `${name}(${keys}, date_from := DATE '${part.from}', date_to := DATE '${part.to}')`;
    const fetched = await this.cells.run(`CREATE OR REPLACE TABLE fetched AS FROM ${call}`);
    const notes = fetched.notes.filter(note => note !== fetched.written);
    notes.forEach(note => process.stderr.write(`${terminalText(`${name}: ${note}`)}\n`));
    const list = columns.map(column => `"${column.name}"`).join(', ');
    const order = columns.some(column => column.name === 'news_publish_time')
      ? 'entity, news_publish_time, event_name'
      : name === 'events_ts'
        ? 'entity, date, event_id'
        : 'entity, date';
    for (const { month, from, to } of monthsOf(part)) {
      const file = historyFile(this.options.directory, name, month);
      const isOf = `date >= DATE '${from}' AND date < DATE '${to}'`;
      const before = held.get(month);
      const kept = before
        ? ` UNION ALL SELECT ${list} FROM read_parquet(${textLiteral(file)}, hive_partitioning = false) WHERE NOT coalesce(${isOf} AND list_contains(${keys}, entity), false)`
        : '';
      const covered = withCoverage(before ?? [], {
        entities: part.entities,
        from,
        to,
        requestedAtMs,
      });
      await this.cells.write(
        `FROM (SELECT ${list} FROM fetched WHERE ${isOf}${kept}) ORDER BY ${order}`,
        file,
        ran => this.record(name, fetched, { covered, rowCount: ran.table?.rowCount ?? 0 }),
      );
      (held as Map<string, readonly Coverage[]>).set(month, covered);
      this.fileCount++;
    }
    this.rowCount += fetched.provenance.calls.reduce((sum, each) => sum + each.rowCount, 0);
  }

  private async takeSnapshot(name: FunctionName, day: PlainDate): Promise<void> {
    const { amount } = this.options;
    await this.cells.write(
      `FROM ${name}(amount := ${amount})`,
      snapshotFile(this.options.directory, name, day),
      ran => {
        const rowCount = ran.table?.rowCount ?? 0;
        this.rowCount += rowCount;
        return this.record(name, ran, { covered: [], rowCount, arguments: { amount } });
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
    for (const given of this.options.entities) {
      const own = await this.entitiesOf(given);
      if (own.length === 0) {
        throw new UsageError(`--entities ${given} has no entities.`);
      }
      found.push(...own.map(canonicalKeyOf));
    }
    return [...new Set(found)];
  }

  private async entitiesOf(given: string): Promise<readonly string[]> {
    const [, list, amount = String(this.options.amount)] =
      /^(bullish_stocks|bearish_stocks)(?::(\d{1,6}))?$/.exec(given) ?? [];
    if (list !== undefined) {
      return (await this.cells.texts(`SELECT entity FROM ${list}(amount := ${amount})`)).flat();
    }
    if (/\.csv$/i.test(given)) {
      const text = await readFile(given, 'utf8').catch((error: unknown) => {
        throw new UsageError(`--entities ${given} cannot be read: ${errorMessage(error)}`);
      });
      const { members, problems } = readPortfolioFile(text);
      problems.forEach(problem =>
        process.stderr.write(`${terminalText(`${given}: ${problem}`)}\n`),
      );
      return members.flatMap(({ entity }) => entity ?? []);
    }
    const keys = given.split(',').map(key => key.trim());
    const wrong = keys.find(key => !/^[^:\s]+:\S/.test(key));
    if (wrong !== undefined) {
      throw new UsageError(
        `--entities takes keys such as company:example separated by commas, a CSV file, bullish_stocks or bearish_stocks, not ${wrong}.`,
      );
    }
    return keys;
  }

  private async printPlan(
    units: readonly Unit[],
    lists: readonly FunctionName[],
    planned: number,
  ): Promise<void> {
    const names = [...new Set(units.map(unit => unit.function.name))];
    const lines = names.map(name => {
      const own = units.filter(unit => unit.function.name === name);
      const requests = own.reduce((sum, unit) => sum + unit.requestCount, 0);
      const entities = new Set(own.flatMap(({ part }) => part.entities)).size;
      const froms = own.map(({ part }) => part.from).sort();
      const tos = own.map(({ part }) => part.to).sort();
      return `${name}: ${counted(entities, 'entity', 'entities')} [${froms[0]}, ${tos.at(-1)}), ${counted(requests, 'request')}`;
    });
    const all = [...lists.map(name => `${name}: today's list, 1 request`), ...lines];
    await writeOutput(null, `${[...all, `Planned ${counted(planned, 'request')}.`].join('\n')}\n`);
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

function unitOf(name: FunctionName, part: Part): Unit {
  const called = signalFunctionNamed(name);
  if (!called) {
    throw new RangeError(`no function ${name}`);
  }
  const parameters = { date_from: part.from, date_to: part.to };
  const { requests } = planCall({ function: called, entities: part.entities, parameters });
  return { function: called, part, requestCount: requests.length };
}

function lakeRecordOf(text: string): LakeRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? readLakeRecord(value['lake']) : undefined;
  } catch {
    return undefined; // The caller reports the file.
  }
}

function listLiteral(texts: readonly string[]): string {
  return `[${texts.map(textLiteral).join(', ')}]`;
}
