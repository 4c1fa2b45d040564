/** Stores a notebook's outputs after each run and each save, under the hash of the notebook's bytes. */

import * as vscode from 'vscode';
import { writeNotebook } from '../../core/notebook/notebookFile';
import { notebookType } from '../ids';
import { fromDocument } from './notebookData';
import { bundlesOf } from './outputs';
import type { OutputStore } from './outputStore';

/** Outputs change in bursts, once per cell. */
const quietMs = 500;

export class OutputKeeper implements vscode.Disposable {
  private readonly timers = new Map<vscode.NotebookDocument, NodeJS.Timeout>();
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly store: OutputStore) {
    this.subscriptions = [
      vscode.workspace.onDidChangeNotebookDocument(({ notebook, cellChanges }) => {
        if (isOurs(notebook) && cellChanges.some(change => change.outputs !== undefined)) {
          this.later(notebook);
        }
      }),
      vscode.workspace.onDidSaveNotebookDocument(notebook => {
        if (isOurs(notebook)) {
          void this.keep(notebook);
        }
      }),
      vscode.workspace.onDidCloseNotebookDocument(notebook => this.forget(notebook)),
    ];
  }

  dispose(): void {
    for (const timer of this.timers.values()) {
      clearTimeout(timer);
    }
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private later(notebook: vscode.NotebookDocument): void {
    this.forget(notebook);
    const timer = setTimeout(() => {
      this.timers.delete(notebook);
      void this.keep(notebook);
    }, quietMs);
    this.timers.set(notebook, timer);
  }

  private forget(notebook: vscode.NotebookDocument): void {
    clearTimeout(this.timers.get(notebook));
    this.timers.delete(notebook);
  }

  private keep(notebook: vscode.NotebookDocument): Promise<void> {
    const content = new TextEncoder().encode(writeNotebook(fromDocument(notebook)));
    return this.store.write(
      content,
      notebook.getCells().map(cell => bundlesOf(cell.outputs)),
    );
  }
}

function isOurs(notebook: vscode.NotebookDocument): boolean {
  return notebook.notebookType === notebookType;
}
