/** Communicates with a kernel process: the only way to a kernel of the extension host and the command line. */

import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Cancellation } from '../core/base/cancellation';
import type {
  KernelChannel,
  KernelOptions,
  RunCellParams,
  RunProgress,
  SessionFacts,
  VariablesParams,
} from '../core/protocol/kernelRpc';
import type { Lake } from '../core/lake/lakeFile';
import type { LakeLists } from '../core/overlays/mergedSnapshots';
import type { QuestionAnswer, QuestionParams, Questions } from '../core/protocol/questions';
import type { SessionContents } from '../core/protocol/sessionContents';
import type { SnapshotKeeper } from '../core/overlays/snapshot';
import type { CellOutcome } from '../core/protocol/outcome';
import type { SandboxExtras, ServiceAnswer } from '../core/client/serviceClient';
import type { ServiceRequest } from '../core/service/request';
import type { SessionTable } from '../core/language/notebookText';
import { answerOf } from './askAnswer';
import { ChildRpc } from './childRpc';
import type { StartedProcess } from './startProcess';
import { makeSpillFolder, removeSpillLeftovers } from './temporaryFiles';

export interface KernelHandle {
  /**
   * Runs a cell. A cancelled run resolves with status `cancelled`.
   *
   * @throws {ProcessEnded} If the process ends first.
   */
  runCell(
    params: RunCellParams,
    options: {
      readonly cancellation: Cancellation;
      readonly onProgress: (progress: RunProgress) => void;
    },
  ): Promise<CellOutcome>;
  /**
   * Asks a question about a stored relation.
   *
   * @param onRows Called with the number of rows written so far.
   * @throws {ProcessEnded} If the process ends first.
   */
  ask<Name extends keyof Questions>(
    name: Name,
    params: QuestionParams<Name>,
    cancellation: Cancellation,
    onRows?: (rowCount: number) => void,
  ): Promise<QuestionAnswer<Name>>;
  /** The session's directory and variables, limited in size. */
  facts(cancellation: Cancellation): Promise<SessionFacts>;
  /** The tables and views that cells have created. */
  tables(): Promise<readonly SessionTable[]>;
  /** All that the session holds, with row counts. */
  contents(): Promise<SessionContents>;
  /** The ranked lists in a lake, which has to be one of the readable directories. */
  lakeLists(lake: Lake): LakeLists;
  setVariables(params: VariablesParams): Promise<void>;
  readonly alive: boolean;
  /** Process id, for logs and tests. */
  readonly pid: number | undefined;
  /** Called once with the reason why the process ended, unless it was disposed of. */
  readonly onExit: (listener: (reason: string) => void) => { dispose(): void };
  /** Ends the process; its files, exports among them, stay until it is disposed of. */
  end(): Promise<void>;
  /** Ends the process and removes its spilled files. */
  dispose(): Promise<void>;
}

export interface KernelStart {
  /** Runs `kernel.js`; it is ended with the kernel, or where the kernel does not start. */
  readonly process: StartedProcess;
  readonly kernel: Omit<KernelOptions, 'spillDirectory'>;
  readonly ask: (request: ServiceRequest, cancellation: Cancellation) => Promise<ServiceAnswer>;
  /** The sandbox of the running cell's client; absent: it is never the sandbox. */
  readonly sandbox?: () => Promise<SandboxExtras | undefined>;
  /** The name of a company of the connection, where it is known without a request; absent: none is. */
  readonly companyName?: (entity: string) => Promise<string | null>;
  /** Stores answers of connections that have a place; absent: none are stored. */
  readonly snapshots?: SnapshotKeeper | undefined;
}

/** @throws {ProcessEnded} If the process does not start. */
export async function startKernel(start: KernelStart): Promise<KernelHandle> {
  const child = new ChildRpc<KernelChannel>(start.process, 'kernel');
  // In parallel with the start, since spilled files can have many gigabytes.
  const cleaning = removeSpillLeftovers(tmpdir());
  let spillDirectory: string;
  try {
    spillDirectory = await makeSpillFolder(tmpdir());
  } catch (error) {
    await child.end();
    throw error;
  }
  const kernel = new KernelProcess(child, { spillDirectory, cleaning }, start);
  try {
    await kernel.start({ ...start.kernel, spillDirectory });
  } catch (error) {
    await kernel.dispose();
    throw error;
  }
  return kernel;
}

/** A kernel that does not stop within this time is ended, so that cancelling always works: DuckDB folds constants without a pause. */
const cancelPatienceMs = 5000;

/**
 * @param end Ends the kernel of the run, which was cancelled and has not stopped.
 * @returns What the run returns.
 */
export async function endedIfStuck<Answer>(
  cancellation: Cancellation,
  run: () => Promise<Answer>,
  end: () => void,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const listening = cancellation.onCancellationRequested(() => {
    timer = setTimeout(end, cancelPatienceMs);
  });
  try {
    return await run();
  } finally {
    clearTimeout(timer);
    listening.dispose();
  }
}

class KernelProcess implements KernelHandle {
  private onProgress: (progress: RunProgress) => void = () => undefined;
  /** The listeners for the progress of questions. */
  private readonly progress = new Map<number, (rowCount: number) => void>();
  private lastProgress = 0;

  constructor(
    private readonly process: ChildRpc<KernelChannel>,
    private readonly disk: { readonly spillDirectory: string; readonly cleaning: Promise<void> },
    { ask, sandbox, companyName, snapshots }: KernelStart,
  ) {
    process.onQuestion('ask', (request, cancellation) =>
      answerOf(request, ask(request, cancellation)),
    );
    process.onQuestion('sandboxPrices', async () => (await (await sandbox?.())?.prices()) ?? null);
    process.onQuestion('askEarlier', async ({ request, day }, cancellation) => {
      const earlier = await (await sandbox?.())?.asOf(day);
      return earlier ? answerOf(request, earlier.ask(request, cancellation)) : null;
    });
    process.onQuestion('companyName', async ({ entity }) => (await companyName?.(entity)) ?? null);
    answerSnapshots(process, snapshots);
    process.onNotice('progress', progress => {
      this.onProgress(progress);
    });
    process.onNotice('questionProgress', ({ progressId, rowCount }) => {
      this.progress.get(progressId)?.(rowCount);
    });
    process.onExit(() => void this.removeSpill());
    process.listen();
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  get alive(): boolean {
    return this.process.alive;
  }

  async start(options: KernelOptions): Promise<void> {
    await this.process.request('start', options);
  }

  async runCell(
    params: RunCellParams,
    options: { cancellation: Cancellation; onProgress: (progress: RunProgress) => void },
  ): Promise<CellOutcome> {
    this.onProgress = options.onProgress;
    return this.process.request('runCell', params, options.cancellation);
  }

  async ask<Name extends keyof Questions>(
    name: Name,
    params: QuestionParams<Name>,
    cancellation: Cancellation,
    onRows?: (rowCount: number) => void,
  ): Promise<QuestionAnswer<Name>> {
    const progressId = ++this.lastProgress;
    if (onRows) {
      this.progress.set(progressId, onRows);
    }
    try {
      const asked = { name, params, ...(onRows && { progressId }) };
      const answer = await this.process.request('ask', asked, cancellation);
      return answer as QuestionAnswer<Name>;
    } finally {
      this.progress.delete(progressId);
    }
  }

  facts(cancellation: Cancellation): Promise<SessionFacts> {
    return this.process.request('facts', {}, cancellation);
  }

  tables(): Promise<readonly SessionTable[]> {
    return this.process.request('tables', {});
  }

  contents(): Promise<SessionContents> {
    return this.process.request('contents', {});
  }

  lakeLists(lake: Lake): LakeLists {
    return {
      list: () => this.process.request('lakeSnapshots', lake),
      read: id => this.process.request('readLakeSnapshot', { lake, id }),
    };
  }

  async setVariables(params: VariablesParams): Promise<void> {
    await this.process.request('setVariables', params);
  }

  readonly onExit = (listener: (reason: string) => void): { dispose(): void } =>
    this.process.onExit(listener);

  end(): Promise<void> {
    return this.process.end();
  }

  async dispose(): Promise<void> {
    await this.end();
    await this.removeSpill();
    // A command that ends would leave what it was about to remove.
    await this.disk.cleaning;
  }

  private async removeSpill(): Promise<void> {
    await rm(this.disk.spillDirectory, { recursive: true, force: true });
  }
}

/**
 * Answers a kernel's requests for snapshots.
 *
 * @param keeper Absent: the kernel gets no place for snapshots, so that it requests none.
 */
function answerSnapshots(
  kernel: ChildRpc<KernelChannel>,
  keeper: SnapshotKeeper | undefined,
): void {
  if (!keeper) {
    return;
  }
  kernel.onQuestion('keepSnapshot', async ({ place, snapshot }) => {
    await keeper.keep(place, snapshot);
    return null;
  });
  kernel.onQuestion('snapshotRefs', ({ place, query }) => keeper.refs(place, query));
  kernel.onQuestion('readSnapshot', ({ place, id }) => keeper.read(place, id));
  kernel.onQuestion('listSnapshots', ({ place }) => keeper.list(place));
}
