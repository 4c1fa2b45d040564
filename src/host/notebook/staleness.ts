/** Tracks which cells of the open notebooks have stale results. Its rules are in the core. */

import * as vscode from 'vscode';
import type { ParameterText } from '../../core/language/notebookText';
import type { StaleNotebook } from '../../core/language/runPlans';
import { staleReasons, type CellRun, type StaleReason } from '../../core/language/staleReasons';
import type { Analysed, NotebookAnalyses } from '../language/analyses';
import { analysedCells, cellId } from '../language/notebookText';
import type { KernelSessions } from './kernelSessions';

interface NotebookState {
  /** The last successful run of each cell in the running kernel. */
  readonly runs: Map<string, CellRun>;
  stale: ReadonlyMap<string, readonly StaleReason[]>;
  /** Runs in progress or queued: the marks do not change until they are finished. */
  busy: number;
}

export class Staleness implements vscode.Disposable {
  private readonly states = new WeakMap<vscode.NotebookDocument, NotebookState>();
  private readonly changed = new vscode.EventEmitter<vscode.NotebookDocument>();
  private readonly subscriptions: vscode.Disposable[];
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly analyses: NotebookAnalyses,
    sessions: KernelSessions,
  ) {
    this.subscriptions = [
      analyses.onDidAnalyse(analysed => this.update(analysed)),
      sessions.onDidEnd(notebook => this.forget(notebook)),
    ];
  }

  /** @returns Why the cell's result is stale; empty if it is not, or if there is none. */
  of(cell: vscode.NotebookCell): readonly StaleReason[] {
    return this.state(cell.notebook).stale.get(cellId(cell.document)) ?? [];
  }

  /** @returns The parameters of the run whose result the cell shows; empty if there is none of this session. */
  ranWith({ notebook, document }: vscode.NotebookCell): readonly ParameterText[] {
    return this.state(notebook).runs.get(cellId(document))?.parameters ?? [];
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

  /** @param run Null if it did not succeed: then the cell has no result. */
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
  stateOf({ notebook, text, analysis }: Analysed): StaleNotebook {
    const { runs } = this.state(notebook);
    const { cells } = analysis;
    return {
      cells,
      stale: staleReasons(analysis, text, runs).map(({ cell }) => cell),
      hasRun: cell => runs.has(cells[cell]?.id ?? ''),
    };
  }

  dispose(): void {
    this.subscriptions.forEach(subscription => void subscription.dispose());
    this.changed.dispose();
  }

  private update(analysed: Analysed | undefined): void {
    const state = analysed && this.state(analysed.notebook);
    // A cell that was edited since is reported by the next analysis.
    if (!state || state.busy > 0 || !isOfNow(analysed)) {
      return;
    }
    const { notebook, text, analysis } = analysed;
    const found = staleReasons(analysis, text, state.runs);
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
    const state = this.states.get(notebook) ?? { runs: new Map(), stale: new Map(), busy: 0 };
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
