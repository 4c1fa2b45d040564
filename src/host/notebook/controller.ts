/**
 * Runs cells, always by the kernel's `runCell`.
 *
 * The cells of a run, and the runs of a notebook, are queued; the first cell that has no result ends its run.
 */

import * as vscode from 'vscode';
import type { CellRun } from '../../core/language/staleReasons';
import type { CellOutcome } from '../../core/protocol/outcome';
import { summarise } from '../../core/protocol/runSummary';
import { controllerId, languages, notebookType } from '../ids';
import type { Log } from '../log';
import type { CellRunner, FinishedRun, TextRunOptions } from './cellRunner';
import type { CellStatusBar } from './cellStatusBar';
import type { KernelSessions } from './kernelSessions';
import { outputsOf } from './outputs';
import { executeCells } from './executeCells';
import type { Staleness } from './staleness';

interface ControllerParts {
  readonly runs: CellRunner;
  readonly sessions: KernelSessions;
  readonly statusBar: CellStatusBar;
  readonly staleness: Staleness;
  readonly log: Log;
}

export class SignalsController implements vscode.Disposable {
  private readonly controller: vscode.NotebookController;
  /** The end of the last run of each notebook, and at this object that of the window's session. */
  private readonly queues = new WeakMap<object, Promise<void>>();
  /** Notebooks whose next run requests everything again. */
  private readonly uncached = new WeakSet<vscode.NotebookDocument>();

  constructor(private readonly parts: ControllerParts) {
    this.controller = vscode.notebooks.createNotebookController(
      controllerId,
      notebookType,
      'Market Signals',
      (cells, notebook) => this.execute(cells, notebook),
    );
    this.controller.supportedLanguages = [languages.sql, languages.vegaLite];
    this.controller.supportsExecutionOrder = true;
    this.controller.description = vscode.l10n.t(
      'SQL over the signal service, run on this computer',
    );
  }

  /** Runs cells like the notebook's own Run, but with fresh answers. */
  async runWithoutCache(
    notebook: vscode.NotebookDocument,
    ranges: readonly vscode.NotebookRange[],
  ): Promise<void> {
    this.uncached.add(notebook);
    try {
      await executeCells(notebook, ranges);
    } finally {
      this.uncached.delete(notebook);
    }
  }

  /**
   * Runs SQL that is in no cell, after the cells that are running.
   *
   * @param notebook The notebook whose session it is; undefined: that of the window.
   */
  runText(
    notebook: vscode.NotebookDocument | undefined,
    text: string,
    options: TextRunOptions,
  ): Promise<CellOutcome> {
    const queue = notebook ?? this;
    const before = this.queues.get(queue) ?? Promise.resolve();
    const run = before.then(() => this.parts.runs.runText(notebook, text, options));
    const ended = (): void => undefined;
    this.queues.set(queue, run.then(ended, ended));
    return run;
  }

  dispose(): void {
    this.controller.dispose();
  }

  private execute(
    cells: readonly vscode.NotebookCell[],
    notebook: vscode.NotebookDocument,
  ): Promise<void> {
    const useCache = !this.uncached.delete(notebook);
    const executions = cells.map(cell => this.controller.createNotebookCellExecution(cell));
    const before = this.queues.get(notebook) ?? Promise.resolve();
    this.parts.staleness.begin(notebook);
    const run = before
      .then(() => this.runAll(executions, useCache))
      .finally(() => this.parts.staleness.end(notebook));
    this.queues.set(notebook, run);
    return run;
  }

  /** Never rejects: the next run waits for it. */
  private async runAll(
    executions: readonly vscode.NotebookCellExecution[],
    useCache: boolean,
  ): Promise<void> {
    let isStopped = false;
    for (const execution of executions) {
      if (isStopped || execution.token.isCancellationRequested) {
        isStopped = true;
        execution.end(undefined);
        continue;
      }
      try {
        isStopped = !(await this.runOne(execution, useCache));
      } catch (error) {
        isStopped = true;
        this.parts.log.error('A cell could not be run to its end', error);
        execution.end(false, Date.now());
      }
    }
  }

  /** @returns Whether the cells after it run: also after a test that failed, since they do not need its rows. */
  private async runOne(
    execution: vscode.NotebookCellExecution,
    useCache: boolean,
  ): Promise<boolean> {
    const { cell, token } = execution;
    const session = this.parts.sessions.of(cell.notebook);
    const waiting = this.parts.statusBar.begin(cell);
    let finished: FinishedRun | undefined;
    let outputs: vscode.NotebookCellOutput[] = [];
    const order = ++session.executionOrder;
    execution.executionOrder = order;
    execution.start(Date.now());
    try {
      const { onProgress } = waiting;
      finished = await this.parts.runs.run(cell, { useCache, token, onProgress });
      outputs = outputsOf(finished.outcome);
      await execution.replaceOutput(outputs);
    } finally {
      this.parts.staleness.ran(cell, finished ? cellRun(finished, order) : null);
      waiting.end(finished && outputs.length === 0 ? summarise(finished.outcome) : null);
    }
    const { status, test } = finished.outcome;
    const isRight = status === 'ok' && (test?.failedRows ?? 0) === 0;
    execution.end(status === 'cancelled' ? undefined : isRight, Date.now());
    return status === 'ok';
  }
}

/** @returns Null for a cancelled run. */
function cellRun({ text, parameters, outcome }: FinishedRun, order: number): CellRun | null {
  const { status, provenance } = outcome;
  const { connection } = provenance;
  const hasFailed = status === 'error';
  return status === 'cancelled' ? null : { text, parameters, order, connection, hasFailed };
}
