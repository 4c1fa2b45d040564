/** Sets the context keys about the active notebook for `when` clauses. */

import * as vscode from 'vscode';
import { contextKeys } from '../ids';
import type { NotebookAnalyses } from '../language/analyses';
import { activeNotebook } from './activeNotebook';
import type { CodeFolding } from './codeFolding';
import type { Staleness } from './staleness';

export class NotebookContext implements vscode.Disposable {
  private readonly contexts = new Map<string, boolean>();
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
  }

  private set(key: string, value: boolean): void {
    if (this.contexts.get(key) !== value) {
      this.contexts.set(key, value);
      void vscode.commands.executeCommand('setContext', key, value);
    }
  }
}
