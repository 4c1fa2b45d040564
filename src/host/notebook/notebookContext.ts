/** Sets the context keys about the active notebook for `when` clauses. */

import * as vscode from 'vscode';
import { contextKeys } from '../ids';
import type { NotebookAnalyses } from '../language/analyses';
import { activeNotebook } from './activeNotebook';
import { onDidChangeCell, type ChangedCell } from './changeCell';
import type { CodeFolding } from './codeFolding';
import type { Staleness } from './staleness';

export class NotebookContext implements vscode.Disposable {
  private readonly contexts = new Map<string, boolean>();
  private changed: (ChangedCell & { readonly isUndone: boolean }) | undefined;
  private readonly subscription: vscode.Disposable;

  constructor(
    private readonly staleness: Staleness,
    private readonly analyses: NotebookAnalyses,
    private readonly folding: CodeFolding,
  ) {
    this.subscription = vscode.Disposable.from(
      analyses.onDidAnalyse(() => this.update()),
      staleness.onDidChange(() => this.update()),
      folding.onDidChange(() => this.update()),
      vscode.window.onDidChangeActiveNotebookEditor(() => this.update()),
      vscode.window.onDidChangeNotebookEditorSelection(() => this.updateUndo()),
      vscode.workspace.onDidChangeTextDocument(({ document, reason }) => {
        if (document === this.changed?.document) {
          this.changed = afterStep(this.changed, reason);
          this.updateUndo();
        }
      }),
      vscode.workspace.onDidChangeNotebookDocument(({ contentChanges }) => {
        if (contentChanges.length > 0) {
          // Undo takes back the cells that were added, deleted or moved since.
          this.changed = undefined;
          this.updateUndo();
        }
      }),
      onDidChangeCell(changed => {
        this.changed = { ...changed, isUndone: false };
        this.updateUndo();
      }),
    );
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private update(): void {
    const notebook = activeNotebook();
    const hasStale = notebook !== undefined && this.staleness.hasStale(notebook);
    const parameters = (notebook && this.analyses.of(notebook)?.text.parameters) ?? [];
    this.set(contextKeys.hasStale, hasStale);
    this.set(contextKeys.hasParameters, parameters.length > 0);
    const resultsOnly = notebook !== undefined && this.folding.isResultsOnly(notebook);
    this.set(contextKeys.resultsOnly, resultsOnly);
    this.updateUndo();
  }

  /** Whether the only selected cell is as a command changed it last, or as it was before that and an undo. */
  private updateUndo(): void {
    const { notebook, selections = [] } = vscode.window.activeNotebookEditor ?? {};
    const selected = selections.flatMap(range => notebook?.getCells(range) ?? []);
    const [only] = selected.length === 1 ? selected : [];
    const { document, version, isUndone } = this.changed ?? {};
    const isLast =
      document !== undefined && only?.document === document && document.version === version;
    this.set(contextKeys.canUndoChange, isLast && isUndone === false);
    this.set(contextKeys.canRedoChange, isLast && isUndone === true);
  }

  private set(key: string, value: boolean): void {
    if (this.contexts.get(key) !== value) {
      this.contexts.set(key, value);
      void vscode.commands.executeCommand('setContext', key, value);
    }
  }
}

/** @returns The same change undone, or done again, if that is what happened to its cell. */
function afterStep<Change extends ChangedCell & { readonly isUndone: boolean }>(
  change: Change,
  reason: vscode.TextDocumentChangeReason | undefined,
): Change {
  const { document, version, isUndone } = change;
  const { Undo, Redo } = vscode.TextDocumentChangeReason;
  return document.version === version + 1 && reason === (isUndone ? Redo : Undo)
    ? { ...change, version: document.version, isUndone: !isUndone }
    : change;
}
