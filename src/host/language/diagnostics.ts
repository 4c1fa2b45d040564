/** Shows the problems of cells where VS Code shows diagnostics. */

import * as vscode from 'vscode';
import type { Problem, Severity } from '../../core/language/problems';
import { diagnosticSource } from '../ids';
import type { Analysed, NotebookAnalyses, TypedIn } from './analyses';
import { analysedCells, cellId } from './notebookText';
import { rangeOf } from './spans';

const severities: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

export class CellDiagnostics implements vscode.Disposable {
  private readonly collection = vscode.languages.createDiagnosticCollection(diagnosticSource);
  /** Of each notebook, the cells that were told of: one that is gone is cleared. */
  private readonly shown = new Map<vscode.NotebookDocument, readonly vscode.Uri[]>();
  private readonly subscriptions: vscode.Disposable[];

  constructor(analyses: NotebookAnalyses) {
    this.subscriptions = [
      this.collection,
      analyses.onDidAnalyse(analysed => this.show(analysed)),
      analyses.onDidAnalyseTyped(typed => this.showTyped(typed)),
      analyses.onDidClose(notebook => this.clear(notebook)),
      vscode.workspace.onDidChangeNotebookDocument(({ contentChanges }) => {
        const removed = contentChanges.flatMap(({ removedCells }) => removedCells);
        removed.forEach(({ document }) => this.collection.delete(document.uri));
      }),
    ];
  }

  dispose(): void {
    this.subscriptions.forEach(subscription => void subscription.dispose());
  }

  private show({ notebook, text, analysis }: Analysed): void {
    this.clear(notebook);
    const problems = new Map(analysis.cells.map(cell => [cell.id, cell.problems]));
    const texts = new Map(text.cells.map(cell => [cell.id, cell.text]));
    const cells = analysedCells(notebook).map(({ document }) => document);
    for (const document of cells) {
      // A cell that was typed in since is told of by the analysis that follows.
      if (document.getText() === texts.get(cellId(document))) {
        const found = problems.get(cellId(document)) ?? [];
        this.collection.set(
          document.uri,
          found.map(problem => diagnosticOf(document, problem)),
        );
      }
    }
    this.shown.set(
      notebook,
      cells.map(({ uri }) => uri),
    );
  }

  /** Before the others: they keep what is known of them. */
  private showTyped({ notebook, text, cell }: TypedIn): void {
    const analysed = text.cells.find(({ id }) => id === cell.id);
    for (const { document } of analysedCells(notebook)) {
      if (cellId(document) === cell.id && document.getText() === analysed?.text) {
        const found = cell.problems.map(problem => diagnosticOf(document, problem));
        this.collection.set(document.uri, found);
      }
    }
  }

  private clear(notebook: vscode.NotebookDocument): void {
    this.shown.get(notebook)?.forEach(uri => this.collection.delete(uri));
    this.shown.delete(notebook);
  }
}

function diagnosticOf(document: vscode.TextDocument, problem: Problem): vscode.Diagnostic {
  const range = rangeOf(document, problem.span);
  const diagnostic = new vscode.Diagnostic(range, problem.message, severities[problem.severity]);
  diagnostic.source = diagnosticSource;
  diagnostic.code = problem.code;
  return diagnostic;
}
