/** The status bar item of a notebook in which no cell has run: what to press. */

import * as vscode from 'vscode';
import { activeNotebook } from './activeNotebook';

export class RunAllHint implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    'signals.runAll',
    vscode.StatusBarAlignment.Left,
    9, // Next to the connection.
  );
  private readonly subscription: vscode.Disposable;

  constructor() {
    this.item.name = vscode.l10n.t('Signals: run a notebook');
    this.item.text = vscode.l10n.t('$(run-all) Press Run All to run this notebook');
    this.item.tooltip = vscode.l10n.t(
      'Run All is in the toolbar above the notebook; pressing here does the same.',
    );
    this.item.command = 'notebook.execute';
    this.subscription = vscode.Disposable.from(
      this.item,
      vscode.window.onDidChangeActiveNotebookEditor(() => this.update()),
      vscode.workspace.onDidChangeNotebookDocument(({ notebook }) => {
        if (notebook === activeNotebook()) {
          this.update();
        }
      }),
    );
    this.update();
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private update(): void {
    const notebook = activeNotebook();
    if (notebook && isUntouched(notebook)) {
      this.item.show();
    } else {
      this.item.hide();
    }
  }
}

/** Whether no cell has run or has stored outputs, and there is one to run. */
function isUntouched(notebook: vscode.NotebookDocument): boolean {
  const cells = notebook
    .getCells()
    .filter(
      ({ kind, document }) => kind === vscode.NotebookCellKind.Code && document.getText() !== '',
    );
  return (
    cells.length > 0 &&
    cells.every(
      cell => cell.outputs.length === 0 && cell.executionSummary?.executionOrder === undefined,
    )
  );
}
