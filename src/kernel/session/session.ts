/** One notebook's session: the engine, the fetched tables, and the results that can still be paged. */

import { throwIfCancelled, uncancellable, type Cancellation } from '../../core/base/cancellation';
import type {
  KernelOptions,
  RunCellParams,
  RunProgress,
  SessionFacts,
  Variable,
  VariablesParams,
} from '../../core/protocol/kernelRpc';
import type { Exploration } from '../../core/protocol/exploration';
import { cancelledOutcome } from '../../core/protocol/failedOutcome';
import type { QuestionAnswer, QuestionParams, Questions } from '../../core/protocol/questions';
import type { SessionContents } from '../../core/protocol/sessionContents';
import { HeldPlaces } from '../../core/visualise/heldPlaces';
import type { Lake } from '../../core/lake/lakeFile';
import type { LakeLists } from '../../core/overlays/mergedSnapshots';
import type { SnapshotKeeper } from '../../core/overlays/snapshot';
import type { CellOutcome } from '../../core/protocol/outcome';
import { answerLimits } from '../fetch/answerLimits';
import type { Ask, AskCompanyName, AskEarlier } from '../fetch/ask';
import { UnfinishedAnswers } from '../fetch/unfinishedAnswers';
import { CallTables } from '../fetch/callTable';
import { RunState } from './runState';
import { Directory } from '../fetch/directory';
import { LakeReader } from '../fetch/heldRows';
import { quotedName } from '../../core/base/quoted';
import { parameterTypes } from '../../core/language/knownVariables';
import { LakeSnapshots } from '../fetch/lakeSnapshots';
import { exportDirectory, openEngine } from '../engine/engine';
import { referenceSchema, writePortfolios } from './referenceSchema';
import { PriceTable, type AskPrices } from '../fetch/priceTable';
import type { OnRows } from '../engine/queryProgress';
import { Exports } from '../export/exportResult';
import type { Queries } from '../engine/serialConnection';
import { despiteInterruptions, interruptible } from '../engine/interruptible';
import { Origins } from '../fetch/origins';
import { markRows } from '../chart/markRows';
import { previewChart } from '../chart/previewChart';
import { createRelationStores, Relations } from '../relation/relations';
import { runCell } from './runCell';
import type { SessionTable } from '../../core/language/notebookText';
import type { SessionParts } from './sessionParts';
import { isOfTransaction } from '../engine/transaction';
import { readMacros, readVariables, sessionRelations, sessionTables } from './sessionNames';

/** The parts that not every session has. */
interface OptionalPorts {
  readonly snapshots?: SnapshotKeeper | null;
  readonly prices?: AskPrices | null;
  readonly earlier?: AskEarlier | null;
  readonly companyName?: AskCompanyName;
}

type Answers = {
  readonly [Name in keyof Questions]: (
    params: QuestionParams<Name>,
    cancellation: Cancellation,
    onRows: OnRows,
  ) => Promise<QuestionAnswer<Name>>;
};

export class Session {
  /** Runs are queued. */
  private last: Promise<unknown> = Promise.resolve();
  private portfolios = '{}';
  /** Variables that have not been set yet. */
  private readonly unset: Variable[] = [];
  private running = 0;
  /** As last read. */
  private variables: SessionFacts['variables'] = [];
  private knownTables: readonly SessionTable[] = [];
  private knownNames: Omit<SessionContents, 'results'> = {
    relations: [],
    macros: [],
    variables: [],
  };

  private readonly exports: Exports;

  private constructor(private readonly parts: SessionParts) {
    const directory = exportDirectory(parts.options.spillDirectory);
    this.exports = new Exports(parts.engine.exporter, directory);
  }

  /** @throws {Error} If the engine cannot be opened. */
  static async open(
    options: KernelOptions,
    ask: Ask,
    clock: { now(): number },
    { snapshots = null, prices = null, earlier = null, companyName }: OptionalPorts = {},
  ): Promise<Session> {
    const engine = await openEngine(options, {
      ...referenceSchema,
      tables: async connection => {
        await referenceSchema.tables(connection);
        await createRelationStores(connection);
      },
    });
    return new Session({
      engine,
      relations: new Relations(engine),
      calls: new CallTables(),
      unfinished: new UnfinishedAnswers(),
      origins: new Origins(),
      directory: new Directory(),
      colours: new HeldPlaces(),
      lakes: new LakeReader(engine.own),
      ask,
      answers: answerLimits(),
      snapshots,
      earlier,
      companyName: companyName ?? (() => Promise.resolve(null)),
      prices: prices && new PriceTable(engine.own, prices),
      options,
      clock,
    });
  }

  /** Runs a cell after those before it have ended. A cancelled one does not wait for them. Cancelling interrupts the engine and the requests. */
  runCell(
    params: RunCellParams,
    cancellation: Cancellation,
    onProgress: (progress: RunProgress) => void,
  ): Promise<CellOutcome> {
    this.running++;
    let hasBegun = false;
    const run = this.last
      .then(() => {
        hasBegun = true;
        return this.runNow(params, cancellation, onProgress);
      })
      .finally(() => this.running--);
    this.last = run.catch(() => undefined);
    const startMs = this.parts.clock.now();
    return new Promise((resolve, reject) => {
      run.then(resolve, reject);
      cancellation.onCancellationRequested(() => {
        if (!hasBegun) {
          const now = this.parts.clock.now();
          const endedAt = new Date(now).toISOString();
          resolve(cancelledOutcome({ ...params, endedAt, elapsedMs: now - startMs }));
        }
      });
    });
  }

  /**
   * Answers a question about a stored relation.
   *
   * @param onRows Called with the number of rows written so far.
   * @throws {Error} With a sentence for the reader, if the relation is no longer kept or the question does not fit it.
   * @throws {CancelledError} If cancelled.
   */
  ask<Name extends keyof Questions>(
    name: Name,
    params: QuestionParams<Name>,
    cancellation: Cancellation = uncancellable,
    onRows: OnRows = () => undefined,
  ): Promise<QuestionAnswer<Name>> {
    return this.answers[name](params, cancellation, onRows);
  }

  private readonly answers: Answers = {
    page: (params, cancellation) => this.parts.relations.page(params, cancellation),
    summary: (params, cancellation) => this.parts.relations.summary(params, cancellation),
    values: (params, cancellation) => this.parts.relations.values(params, cancellation),
    explored: (params, cancellation) => this.parts.relations.explored(params, cancellation),
    explore: async (params, cancellation) =>
      withColours(await this.parts.relations.explore(params, cancellation), this.parts.colours),
    mentions: (params, cancellation) =>
      this.betweenRuns(cancellation, () => this.parts.relations.mentions(params, cancellation)),
    brush: (params, cancellation) => this.parts.relations.brush(params, cancellation),
    mark: (params, cancellation) =>
      this.betweenRuns(cancellation, () => markRows(this.parts, params)),
    chart: (params, cancellation) =>
      this.betweenRuns(cancellation, () => previewChart(this.parts, params, cancellation)),
    export: async (params, cancellation, onRows) =>
      this.exports.write(
        this.parts.relations.relation(params.resultId),
        params,
        cancellation,
        onRows,
      ),
    drop: async ({ resultId }) => {
      await this.parts.relations.drop(resultId);
      return null;
    },
  };

  /** Works on the user's connections while no cell runs. Cancelling interrupts the engine. */
  private betweenRuns<Answer>(
    cancellation: Cancellation,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    return this.next(() => {
      throwIfCancelled(cancellation);
      return this.stoppable(cancellation, work);
    });
  }

  /** Works after what has been asked for before, so that an interruption of that does not meet it. */
  private next<Answer>(work: () => Answer | Promise<Answer>): Promise<Answer> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }

  /**
   * The directory and the variables; variables are only read between runs, which may change them. While a failed
   * transaction is open, they are those that were last read.
   */
  async facts(): Promise<SessionFacts> {
    const { directory, engine } = this.parts;
    const known = directory.known();
    if (this.running > 0) {
      return { ...known, variables: [] };
    }
    return this.next(async () => {
      const read = readVariables(engine.user.trusted);
      this.variables = await unlessFailed(read, this.variables);
      return { ...known, variables: this.variables };
    });
  }

  /**
   * @returns The tables and views that cells have created, temporary ones included, read while no cell runs; while a
   * failed transaction is open, those that were last read.
   */
  tables(): Promise<readonly SessionTable[]> {
    return this.next(async () => {
      const tables = sessionTables(this.parts.engine.user.trusted);
      this.knownTables = await unlessFailed(tables, this.knownTables);
      return this.knownTables;
    });
  }

  /** @returns All that the cells have made, read as `tables` is. */
  contents(): Promise<SessionContents> {
    return this.next(async () => {
      const { engine, relations } = this.parts;
      this.knownNames = await unlessFailed(readNames(engine.user.trusted), this.knownNames);
      return { ...this.knownNames, results: relations.all() };
    });
  }

  /** The ranked lists in a lake. */
  lakeLists(lake: Lake): LakeLists {
    return new LakeSnapshots(this.parts.lakes, lake);
  }

  /** A failed transaction only accepts its end, so the variables are set before the next cell outside of it. */
  async setVariables({ variables }: VariablesParams): Promise<void> {
    this.unset.push(...variables);
    await this.setWaiting();
  }

  /** @throws {Error} If a value does not fit its type. */
  private async setWaiting(): Promise<void> {
    for (let next = this.unset[0]; next; next = this.unset[0]) {
      const { name, type, value } = next;
      const sql = `SET VARIABLE ${quotedName(name)} = CAST($1 AS ${parameterTypes[type]})`;
      try {
        await despiteInterruptions(() => this.parts.engine.user.trusted.run(sql, [value]));
      } catch (error) {
        if (isOfTransaction(error)) {
          return;
        }
        this.unset.shift();
        throw error;
      }
      this.unset.shift();
    }
  }

  close(): Promise<void> {
    return this.parts.engine.close();
  }

  private async runNow(
    params: RunCellParams,
    cancellation: Cancellation,
    onProgress: (progress: RunProgress) => void,
  ): Promise<CellOutcome> {
    const { directory, options } = this.parts;
    const { maxRows } = options;
    directory.connection = params.connection.name;
    await this.usePortfolios(params);
    await this.setWaiting();
    const run = new RunState(params, cancellation, { maxRows, onProgress });
    try {
      return await this.stoppable(run.stopped, () => runCell(this.parts, run));
    } finally {
      run.end();
    }
  }

  /** Cancelling interrupts the user's connections. */
  private stoppable<Answer>(
    cancellation: Cancellation,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    const { user, beside } = this.parts.engine;
    return interruptible(cancellation, [user, beside], work);
  }

  private async usePortfolios({ portfolios }: RunCellParams): Promise<void> {
    const wanted = JSON.stringify(portfolios);
    if (wanted !== this.portfolios) {
      await writePortfolios(this.parts.engine.own, portfolios);
      this.portfolios = wanted;
    }
  }
}

async function readNames(connection: Queries): Promise<Omit<SessionContents, 'results'>> {
  return {
    relations: await sessionRelations(connection),
    macros: await readMacros(connection),
    variables: await readVariables(connection),
  };
}

/** A failed transaction refuses every read until a cell ends it. */
async function unlessFailed<Answer>(read: Promise<Answer>, known: Answer): Promise<Answer> {
  try {
    return await read;
  } catch (error) {
    if (isOfTransaction(error)) {
      return known;
    }
    throw error;
  }
}

/**
 * The parts of a stacked timeline have the colours of the charts, and decide none; the first grey is that of all other
 * values.
 */
function withColours(exploration: Exploration, colours: HeldPlaces): Exploration {
  const { timeline } = exploration;
  if (!timeline?.stack) {
    return exploration;
  }
  const [, ...places] = colours.copy().places([undefined, ...timeline.stack.values]);
  return { ...exploration, timeline: { ...timeline, stack: { ...timeline.stack, places } } };
}
