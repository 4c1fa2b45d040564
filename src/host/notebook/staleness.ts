/** Tracks which cells of the open notebooks have stale results. Its rules are in the core. */

import * as vscode from 'vscode';
import type { ParameterText } from '../../core/language/notebookText';
import type { StaleNotebook } from '../../core/language/runPlans';
import {
  staleReasons,
  type CellRun,
  type RunsNow,
  type StaleReason,
} from '../../core/language/staleReasons';
import type { Connections } from '../connection/connections';
import type { Analysed, NotebookAnalyses } from '../language/analyses';
import { analysedCells, cellId } from '../language/notebookText';
import type { KernelSessions } from './kernelSessions';

interface NotebookState {
  /** The last run of each cell in the running kernel. */
  readonly runs: Map<string, CellRun>;
  stale: ReadonlyMap<string, readonly StaleReason[]>;
  /** Runs in progress or queued: the marks do not change until they are finished. */
  busy: number;
  /** The connection in use; null before it is known. */
  connection: string | null;
}

export class Staleness implements vscode.Disposable {
  private readonly states = new WeakMap<vscode.NotebookDocument, NotebookState>();
  private readonly changed = new vscode.EventEmitter<vscode.NotebookDocument>();
  private readonly subscriptions: vscode.Disposable[];
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly analyses: NotebookAnalyses,
    sessions: KernelSessions,
    private readonly connections: Pick<Connections, 'current' | 'onDidChange'>,
  ) {
    this.subscriptions = [
      analyses.onDidAnalyse(analysed => void this.follow(analysed)),
      connections.onDidChange(() => {
        for (const notebook of vscode.workspace.notebookDocuments) {
          void this.follow(this.analyses.of(notebook));
        }
      }),
      sessions.onDidEnd(notebook => this.forget(notebook)),
    ];
  }

  /** @returns Why the cell's result is stale; empty if it is not, or if there is none. */
  of(cell: vscode.NotebookCell): readonly StaleReason[] {
    return this.state(cell.notebook).stale.get(cellId(cell.document)) ?? [];
  }

  /** @returns The parameters of the run whose result the cell shows; empty if there is none of this session. */
  ranWith({ notebook, document }: vscode.NotebookCell): readonly ParameterText[] {
    const run = this.state(notebook).runs.get(cellId(document));
    return run && !run.hasFailed ? run.parameters : [];
  }

  hasStale(notebook: vscode.NotebookDocument): boolean {
    return this.state(notebook).stale.size > 0;
  }

  begin(notebook: vscode.NotebookDocument): void {
    this.state(notebook).busy++;
  }

  end(notebook: vscode.NotebookDocument): void {
    this.state(notebook).busy--;
    this.update(this.analyses.of(notebook));
  }

  /** @param run Null if it has neither a result nor an error. */
  ran({ notebook, document }: vscode.NotebookCell, run: CellRun | null): void {
    const state = this.state(notebook);
    const id = cellId(document);
    if (run) {
      state.runs.set(id, run);
    } else {
      state.runs.delete(id);
    }
    this.show(notebook, new Map([...state.stale].filter(([stale]) => stale !== id)));
  }

  /** @returns The input for a plan of stale cells, from that analysis. */
  async stateOf({ notebook, text, analysis }: Analysed): Promise<StaleNotebook> {
    const { runs } = this.state(notebook);
    const connection = await this.connectionOf(notebook);
    const { cells } = analysis;
    return {
      cells,
      stale: staleReasons(analysis, { ...text, connection }, runs).map(({ cell }) => cell),
      hasRun: cell => runs.get(cells[cell]?.id ?? '')?.hasFailed === false,
    };
  }

  dispose(): void {
    this.subscriptions.forEach(subscription => void subscription.dispose());
    this.changed.dispose();
  }

  private async follow(analysed: Analysed | undefined): Promise<void> {
    if (analysed) {
      await this.connectionOf(analysed.notebook);
      this.update(analysed);
    }
  }

  private async connectionOf(notebook: vscode.NotebookDocument): Promise<string> {
    const { connection } = await this.connections.current(notebook);
    this.state(notebook).connection = connection.name;
    return connection.name;
  }

  private update(analysed: Analysed | undefined): void {
    const state = analysed && this.state(analysed.notebook);
    // A cell that was edited since is reported by the next analysis.
    if (!state || state.busy > 0 || !isOfNow(analysed)) {
      return;
    }
    const { notebook, text, analysis } = analysed;
    const now: RunsNow = { ...text, connection: state.connection };
    const found = staleReasons(analysis, now, state.runs);
    const stale = new Map(
      found.map(({ cell, reasons }) => [analysis.cells[cell]?.id ?? '', reasons]),
    );
    this.show(notebook, stale);
  }

  private forget(notebook: vscode.NotebookDocument): void {
    this.state(notebook).runs.clear();
    this.show(notebook, new Map());
  }

  private show(notebook: vscode.NotebookDocument, stale: NotebookState['stale']): void {
    const state = this.state(notebook);
    const isSame = JSON.stringify([...state.stale]) === JSON.stringify([...stale]);
    state.stale = stale;
    if (!isSame) {
      this.changed.fire(notebook);
    }
  }

  private state(notebook: vscode.NotebookDocument): NotebookState {
    const state = this.states.get(notebook) ?? {
      ...{ runs: new Map<string, CellRun>(), stale: new Map<string, readonly StaleReason[]>() },
      ...{ busy: 0, connection: null },
    };
    this.states.set(notebook, state);
    return state;
  }
}

function isOfNow({ notebook, text }: Analysed): boolean {
  const cells = analysedCells(notebook);
  return (
    cells.length === text.cells.length &&
    cells.every(
      ({ document }, index) =>
        text.cells[index]?.id === cellId(document) && text.cells[index].text === document.getText(),
    )
  );
}
