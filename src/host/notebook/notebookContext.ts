/** Tells `when` clauses about the notebook in front. */

import * as vscode from 'vscode';
import { contextKeys } from '../ids';
import { activeNotebook } from './activeNotebook';
import type { Staleness } from './staleness';

export class NotebookContext implements vscode.Disposable {
  private readonly subscription: vscode.Disposable;

  constructor(private readonly staleness: Staleness) {
    this.subscription = vscode.Disposable.from(
      staleness.onDidChange(() => this.tell()),
      vscode.window.onDidChangeActiveNotebookEditor(() => this.tell()),
    );
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private tell(): void {
    const notebook = activeNotebook();
    const hasStale = notebook !== undefined && this.staleness.hasStale(notebook);
    void vscode.commands.executeCommand('setContext', contextKeys.hasStale, hasStale);
  }
}
