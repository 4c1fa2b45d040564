/** The kernel of one notebook, or of the window: started by its first run, again after it ended, gone when the notebook closes. */

import { errorMessage } from '../../core/base/errorMessage';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Cancellation } from '../../core/base/cancellation';
import type { ServiceClient } from '../../core/client/serviceClient';
import type {
  RunCellParams,
  RunProgress,
  SessionFacts,
  Variable,
} from '../../core/protocol/kernelRpc';
import type { QuestionAnswer, QuestionParams, Questions } from '../../core/protocol/questions';
import { cancelledOutcome, failedOutcome } from '../../core/protocol/failedOutcome';
import type { CellOutcome } from '../../core/protocol/outcome';
import type { SessionTable } from '../../core/language/notebookText';
import { endedIfStuck, type KernelHandle } from '../../io/kernelProcess';
import type { SessionContents } from '../../core/protocol/sessionContents';
import { ownResultName, withResultNames } from '../../core/protocol/resultNames';
import { readableFolders } from '../readableFolders';
import { startNotebookKernel, type KernelParts } from './notebookKernel';

type Variables = readonly Variable[];

const endedNote = vscode.l10n.t('The kernel had ended, so a fresh one was started');
const freshKernel = vscode.l10n.t(
  ' Run the cell again: a fresh kernel starts, without the tables and variables of earlier cells.',
);

export interface SessionRun {
  /** The client of its connection, created at the cell's first request. */
  readonly client: () => Promise<ServiceClient>;
  readonly params: RunCellParams;
  /** The notebook's parameters. */
  readonly variables: Variables;
  readonly cancellation: Cancellation;
  readonly onProgress: (progress: RunProgress) => void;
  /** Notes for the reader besides the kernel's. */
  readonly notes: readonly (string | null)[];
}

interface RunningKernel {
  /** Its id within the ids of results. */
  readonly name: string;
  readonly handle: KernelHandle;
  readonly trusted: boolean;
  /** The folders whose files it may read. */
  readonly folders: readonly string[];
}

export class KernelSession {
  private readonly ended = new vscode.EventEmitter<void>();
  /** A kernel ended, so its results are gone. */
  readonly onDidEnd = this.ended.event;
  private readonly ran = new vscode.EventEmitter<void>();
  /** A cell has run, and may have created tables. */
  readonly onDidRun = this.ran.event;
  /** The connection of the last run. */
  executionOrder = 0;
  private kernel: RunningKernel | undefined;
  private client: SessionRun['client'] | undefined;
  /** As set in the kernel. */
  private variables: Variables = [];
  /** Why the next run has a fresh kernel; null if the reader knows. */
  private lost: string | null = null;
  private restarts = 0;
  private running = 0;
  /** Names of the connections that the running kernel's tables, variables and answers may be of. */
  private readonly inKernel = new Set<string>();
  /** Likewise of all kernels of the session. */
  private readonly inSession = new Set<string>();

  constructor(
    private readonly notebook: vscode.NotebookDocument | undefined,
    private readonly parts: KernelParts,
  ) {}

  get isRunning(): boolean {
    return this.running > 0;
  }

  /** Names of the connections that the tables, variables and answers of the running kernel may be of. */
  get kernelConnections(): ReadonlySet<string> {
    return this.inKernel;
  }

  /** Names of the connections that outputs of this session may be of. */
  get sessionConnections(): ReadonlySet<string> {
    return this.inSession;
  }

  /** Runs one cell; the caller runs one at a time. Never rejects. */
  async run(run: SessionRun): Promise<CellOutcome> {
    const { restarts } = this;
    const startedMs = Date.now();
    this.client = run.client;
    this.running++;
    const ended = () => ({
      connection: run.params.connection,
      endedAt: new Date().toISOString(),
      elapsedMs: Date.now() - startedMs,
    });
    try {
      const { handle, name } = await this.ready(run.params.connection.lake?.directory);
      this.inKernel.add(run.params.connection.name);
      this.inSession.add(run.params.connection.name);
      await this.setVariables(handle, run.variables);
      const note = this.takeNote();
      const outcome = withResultNames(await this.runOn(handle, run), name);
      return withNotes(outcome, [note, ...run.notes]);
    } catch (error) {
      this.parts.log.error('A kernel ended or did not start', error);
      if (restarts !== this.restarts || run.cancellation.isCancellationRequested) {
        return cancelledOutcome(ended());
      }
      const isAlive = this.kernel?.handle.alive ?? false;
      this.lost = isAlive ? null : endedNote;
      const message = `${sentence(errorMessage(error))}${isAlive ? '' : freshKernel}`;
      return failedOutcome({ ...ended(), code: 'kernel', message });
    } finally {
      this.running--;
      this.ran.fire();
    }
  }

  /** @returns The tables that cells created in the running kernel; none if none runs. */
  async tables(): Promise<readonly SessionTable[]> {
    return this.kernel?.handle.alive ? this.kernel.handle.tables() : [];
  }

  /** @returns What the running kernel holds, with the ids of results as outputs have them; null if none runs. */
  async contents(): Promise<SessionContents | null> {
    const { kernel } = this;
    if (!kernel?.handle.alive) {
      return null;
    }
    const contents = await kernel.handle.contents();
    const results = contents.results.map(each => ({ ...each, id: `${kernel.name}/${each.id}` }));
    return { ...contents, results };
  }

  /**
   * Asks a question about a stored relation.
   *
   * @param onRows Called with the number of rows written so far.
   * @throws If the kernel that has the result is gone, or the question does not fit the result.
   */
  async ask<Name extends keyof Questions>(
    name: Name,
    params: QuestionParams<Name>,
    cancellation: Cancellation,
    onRows?: (rowCount: number) => void,
  ): Promise<QuestionAnswer<Name>> {
    const { handle, resultId } = this.holderOf(params.resultId);
    return handle.ask(name, { ...params, resultId }, cancellation, onRows);
  }

  /** The directory and variables of the running kernel; null if none runs. Starts none. */
  async facts(cancellation: Cancellation): Promise<SessionFacts | null> {
    const handle = this.kernel?.handle;
    return handle?.alive ? handle.facts(cancellation) : null;
  }

  /** The kernel that has the result, and the result's id there. */
  private holderOf(name: string): { handle: KernelHandle; resultId: string } {
    const { kernel } = this;
    const resultId = kernel?.handle.alive ? ownResultName(name, kernel.name) : null;
    if (!kernel || resultId === null) {
      throw new Error(
        vscode.l10n.t('The kernel that holds this result has ended. Run the cell again.'),
      );
    }
    return { handle: kernel.handle, resultId };
  }

  /** Ends the process; the next run starts another one. A running cell counts as cancelled. */
  async restart(): Promise<void> {
    this.restarts++;
    await this.end(null);
  }

  private async end(lost: string | null): Promise<void> {
    const { kernel } = this;
    this.kernel = undefined;
    this.variables = [];
    this.inKernel.clear();
    this.lost = lost;
    if (kernel) {
      this.ended.fire();
    }
    await kernel?.handle.dispose();
  }

  /** @param lake A folder that the kernel has to read. */
  private async ready(lake: string | undefined): Promise<RunningKernel> {
    const trusted = vscode.workspace.isTrusted;
    if (this.kernel && !this.kernel.handle.alive) {
      await this.end(endedNote);
    } else if (this.kernel && this.kernel.trusted !== trusted) {
      await this.end(vscode.l10n.t('The workspace is trusted now, so a fresh kernel was started'));
    } else if (lake !== undefined && this.kernel && !this.kernel.folders.includes(lake)) {
      await this.end(
        vscode.l10n.t('The connection has another lake now, so a fresh kernel was started'),
      );
    }
    if (!this.kernel) {
      const { restarts } = this;
      const folders = readableFolders(this.parts.connections);
      const handle = await this.start(folders);
      if (restarts !== this.restarts) {
        await handle.dispose();
        throw new Error(vscode.l10n.t('The kernel was restarted while it started.'));
      }
      handle.onExit(() => this.ended.fire());
      this.kernel = { name: randomUUID().slice(0, 8), handle, trusted, folders };
    }
    return this.kernel;
  }

  private start(readableDirectories: readonly string[]): Promise<KernelHandle> {
    const client = (): Promise<ServiceClient> =>
      this.client?.() ?? Promise.reject(new Error(vscode.l10n.t('No cell is running.')));
    return startNotebookKernel(this.parts, {
      notebook: this.notebook,
      readableDirectories,
      ask: async (request, cancellation) => (await client()).ask(request, cancellation),
      sandbox: async () => (await client()).sandbox,
    });
  }

  private runOn(handle: KernelHandle, run: SessionRun): Promise<CellOutcome> {
    const { cancellation, onProgress, params } = run;
    return endedIfStuck(
      cancellation,
      () => handle.runCell(params, { cancellation, onProgress }),
      () => {
        this.parts.log.warn('A kernel did not stop when it was asked to, so it was ended.');
        void this.end(
          vscode.l10n.t('The kernel did not stop when it was asked to, so a fresh one was started'),
        );
      },
    );
  }

  private async setVariables(handle: KernelHandle, variables: Variables): Promise<void> {
    if (JSON.stringify(variables) === JSON.stringify(this.variables)) {
      return;
    }
    const names = new Set(variables.map(({ name }) => name));
    const gone = this.variables.filter(({ name }) => !names.has(name));
    const unset = gone.map(variable => ({ ...variable, value: null }));
    await handle.setVariables({ variables: [...unset, ...variables] });
    this.variables = variables;
  }

  private takeNote(): string | null {
    const note = this.lost;
    this.lost = null;
    return note === null
      ? null
      : vscode.l10n.t('{0}: tables and variables of earlier cells are gone.', note);
  }
}

function withNotes(outcome: CellOutcome, notes: readonly (string | null)[]): CellOutcome {
  const ownNotes = notes.filter(note => note !== null);
  return ownNotes.length === 0 ? outcome : { ...outcome, notes: [...ownNotes, ...outcome.notes] };
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
