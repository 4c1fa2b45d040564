/** Starting a kernel process and talking to it. The extension host and the command line use this alone. */

import { fork, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type CancellationToken,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import type { Cancellation } from '../core/base/cancellation';
import {
  kernelMethods,
  type AskParams,
  type ExportedFile,
  type ExportParams,
  type ExportProgress,
  type KernelOptions,
  type Page,
  type PageParams,
  type RunCellParams,
  type RunProgress,
  type SummaryParams,
  type ValuesParams,
  type VariablesParams,
} from '../core/protocol/kernelRpc';
import type { SnapshotKeeper } from '../core/overlays/snapshot';
import type { ColumnSummary, ValueCounts } from '../core/protocol/columnSummary';
import type { CellOutcome } from '../core/protocol/outcome';
import type { ServiceAnswer } from '../core/client/serviceClient';
import type { ServiceRequest } from '../core/service/request';
import { answerSnapshots } from './answerSnapshots';
import { answerOf } from './askAnswer';

/** The kernel process ended, whether it crashed or was ended. */
export class KernelDied extends Error {
  override readonly name = 'KernelDied';
}

export interface KernelHandle {
  /**
   * Runs a cell. A cancelled run resolves with status `cancelled`.
   *
   * @throws {KernelDied} If the process ends first.
   */
  runCell(
    params: RunCellParams,
    options: {
      readonly cancellation: Cancellation;
      readonly onProgress: (progress: RunProgress) => void;
    },
  ): Promise<CellOutcome>;
  /** @throws {KernelDied} If the process ends first. */
  page(params: PageParams, cancellation: Cancellation): Promise<Page>;
  summary(params: SummaryParams, cancellation: Cancellation): Promise<ColumnSummary>;
  values(params: ValuesParams, cancellation: Cancellation): Promise<ValueCounts>;
  /** The file goes with the kernel: move it. */
  exportResult(
    params: ExportParams,
    cancellation: Cancellation,
    onRows?: (rowCount: number) => void,
  ): Promise<ExportedFile>;
  setVariables(params: VariablesParams): Promise<void>;
  readonly alive: boolean;
  /** Process id, for logs and tests. */
  readonly pid: number | undefined;
  /** Told once why the process ended, unless it was disposed of. */
  readonly onExit: (listener: (reason: string) => void) => { dispose(): void };
  /** Ends the process and removes what it spilled. */
  dispose(): Promise<void>;
}

export interface KernelStart {
  /** Path of `kernel.js`. */
  readonly modulePath: string;
  /** Where relative names of files count from; absent: where this process is. */
  readonly cwd?: string;
  readonly kernel: Omit<KernelOptions, 'spillDirectory'>;
  readonly ask: (request: ServiceRequest, cancellation: Cancellation) => Promise<ServiceAnswer>;
  /** Keeps answers of connections that have a place; absent: none are kept. */
  readonly snapshots?: SnapshotKeeper | undefined;
}

/** @throws {KernelDied} If the process does not start. */
export async function startKernel(start: KernelStart): Promise<KernelHandle> {
  const spillDirectory = await mkdtemp(path.join(tmpdir(), 'market-signals-'));
  const child = fork(start.modulePath, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: environment(),
    execArgv: [],
    ...(start.cwd === undefined ? {} : { cwd: start.cwd }),
  });
  const kernel = new KernelProcess(child, spillDirectory, start);
  try {
    await kernel.start({ ...start.kernel, spillDirectory });
  } catch (error) {
    await kernel.dispose();
    throw error;
  }
  return kernel;
}

/** The kernel needs no secret: of the environment it gets what a process needs to run, and no more. */
function environment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH', 'LANG'];
  const kept = names.flatMap(name => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...(Object.fromEntries(kept) as NodeJS.ProcessEnv), ELECTRON_RUN_AS_NODE: '1' };
}

class KernelProcess implements KernelHandle {
  private readonly rpc: MessageConnection;
  private readonly exits = new Set<(reason: string) => void>();
  private readonly failed: Promise<never>;
  private onProgress: (progress: RunProgress) => void = () => undefined;
  /** Who wants to know how far an export is. */
  private readonly exports = new Map<number, (rowCount: number) => void>();
  private lastExport = 0;
  private errors = '';
  private disposing = false;
  alive = true;

  constructor(
    private readonly child: ChildProcess,
    private readonly spillDirectory: string,
    { ask, snapshots }: KernelStart,
  ) {
    this.rpc = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
    this.rpc.onRequest(kernelMethods.ask, (request: AskParams, token: CancellationToken) =>
      answerOf(ask(request, token)),
    );
    answerSnapshots(this.rpc, snapshots);
    this.rpc.onNotification(kernelMethods.progress, (progress: RunProgress) => {
      this.onProgress(progress);
    });
    this.rpc.onNotification(kernelMethods.exportProgress, (progress: ExportProgress) => {
      this.exports.get(progress.progressId)?.(progress.rowCount);
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errors = (this.errors + text).slice(-2000);
    });
    this.failed = new Promise((_, reject) => {
      child.once('error', error => reject(new KernelDied(this.ended(error.message))));
      child.once('exit', (code, signal) => {
        reject(new KernelDied(this.ended(signal === null ? `exit code ${code}` : signal)));
      });
    });
    this.failed.catch((error: Error) => {
      this.exits.forEach(listener => listener(error.message));
    });
    this.rpc.listen();
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  async start(options: KernelOptions): Promise<void> {
    await this.request(kernelMethods.start, options);
  }

  async runCell(
    params: RunCellParams,
    options: { cancellation: Cancellation; onProgress: (progress: RunProgress) => void },
  ): Promise<CellOutcome> {
    this.onProgress = options.onProgress;
    return this.request<CellOutcome>(kernelMethods.runCell, params, options.cancellation);
  }

  page(params: PageParams, cancellation: Cancellation): Promise<Page> {
    return this.request<Page>(kernelMethods.page, params, cancellation);
  }

  summary(params: SummaryParams, cancellation: Cancellation): Promise<ColumnSummary> {
    return this.request<ColumnSummary>(kernelMethods.summary, params, cancellation);
  }

  values(params: ValuesParams, cancellation: Cancellation): Promise<ValueCounts> {
    return this.request<ValueCounts>(kernelMethods.values, params, cancellation);
  }

  async exportResult(
    params: ExportParams,
    cancellation: Cancellation,
    onRows: (rowCount: number) => void = () => undefined,
  ): Promise<ExportedFile> {
    const progressId = ++this.lastExport;
    this.exports.set(progressId, onRows);
    try {
      const asked = { ...params, progressId };
      return await this.request<ExportedFile>(kernelMethods.exportResult, asked, cancellation);
    } finally {
      this.exports.delete(progressId);
    }
  }

  async setVariables(params: VariablesParams): Promise<void> {
    await this.request(kernelMethods.setVariables, params);
  }

  readonly onExit = (listener: (reason: string) => void): { dispose(): void } => {
    this.exits.add(listener);
    return { dispose: () => void this.exits.delete(listener) };
  };

  async dispose(): Promise<void> {
    this.disposing = true;
    this.exits.clear();
    if (this.alive) {
      const gone = new Promise(resolve => this.child.once('exit', resolve));
      this.child.kill('SIGKILL');
      await gone;
    }
    await rm(this.spillDirectory, { recursive: true, force: true });
  }

  private request<T>(method: string, params: object, cancellation?: Cancellation): Promise<T> {
    if (!this.alive) {
      return this.failed;
    }
    const sent = cancellation
      ? this.rpc.sendRequest<T>(method, params, cancellation as CancellationToken)
      : this.rpc.sendRequest<T>(method, params);
    // The channel's own complaint about the end of the process says less than how it ended.
    return Promise.race([sent, this.failed]).catch((error: unknown) => {
      if (!this.alive) {
        return this.failed;
      }
      throw error;
    });
  }

  private ended(how: string): string {
    if (this.alive) {
      this.alive = false;
      this.rpc.dispose();
      if (!this.disposing) {
        void rm(this.spillDirectory, { recursive: true, force: true });
      }
    }
    const lines = this.errors.trim().split('\n');
    const said = (lines.find(line => /Error\b/.test(line)) ?? lines.at(-1) ?? '').slice(0, 300);
    return `The kernel process ended (${how})${said === '' ? '' : `: ${said}`}.`;
  }
}
