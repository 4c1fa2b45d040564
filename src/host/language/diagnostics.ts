/** Shows the problems of cells where VS Code shows diagnostics. */

import * as vscode from 'vscode';
import type { Problem, Severity } from '../../core/language/problems';
import { problemsBeside, typingPauseMs, wordAt } from '../../core/language/typedWord';
import { diagnosticSource } from '../ids';
import { notebookWith, type Analysed, type NotebookAnalyses, type TypedIn } from './analyses';
import { analysedCells, cellId } from './notebookText';
import { rangeOf } from './spans';

const severities: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

/** Where somebody types: problems of the place wait until the cursor leaves it, some until typing pauses. */
interface Typing {
  readonly document: vscode.TextDocument;
  readonly offset: number;
  isPaused: boolean;
  readonly timer: NodeJS.Timeout;
}

interface Found {
  readonly text: string;
  readonly problems: readonly Problem[];
}

export class CellDiagnostics implements vscode.Disposable {
  private readonly collection = vscode.languages.createDiagnosticCollection(diagnosticSource);
  /** Of each notebook, the cells that were told of: one that is gone is cleared. */
  private readonly shown = new Map<vscode.NotebookDocument, readonly vscode.Uri[]>();
  /** What the latest analysis of each cell found, and in which text. */
  private readonly found = new WeakMap<vscode.TextDocument, Found>();
  private readonly subscriptions: vscode.Disposable[];
  private typing: Typing | undefined;

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
      vscode.workspace.onDidChangeTextDocument(change => this.typed(change)),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
        const { document } = textEditor;
        if (!selections.some(({ active }) => this.isInWord(document, document.offsetAt(active)))) {
          this.endTyping(document);
        }
      }),
      vscode.window.onDidChangeActiveTextEditor(editor => {
        if (editor?.document !== this.typing?.document) {
          this.endTyping();
        }
      }),
    ];
  }

  dispose(): void {
    clearTimeout(this.typing?.timer);
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
        this.draw(document, problems.get(cellId(document)) ?? []);
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
        this.draw(document, cell.problems);
      }
    }
  }

  /** @param problems Of the document's text as it is. */
  private draw(document: vscode.TextDocument, problems: readonly Problem[]): void {
    const text = document.getText();
    this.found.set(document, { text, problems });
    const typing = this.typing?.document === document ? this.typing : undefined;
    const shown = typing ? problemsBeside(problems, { ...typing, text }) : problems;
    this.collection.set(
      document.uri,
      shown.map(problem => diagnosticOf(document, problem)),
    );
  }

  private typed({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const [change] = contentChanges;
    if (!change || !notebookWith(document)) {
      return;
    }
    if (this.typing?.document !== document) {
      this.endTyping();
    }
    clearTimeout(this.typing?.timer);
    const offset = change.rangeOffset + change.text.length;
    const timer = setTimeout(() => this.pauseTyping(), typingPauseMs);
    this.typing = { document, offset, isPaused: false, timer };
  }

  private pauseTyping(): void {
    const { typing } = this;
    const editor = vscode.window.activeTextEditor;
    if (!typing || editor?.document !== typing.document) {
      this.endTyping();
      return;
    }
    typing.isPaused = true;
    this.drawAgain(typing.document);
  }

  private isInWord(document: vscode.TextDocument, offset: number): boolean {
    const { from, to } = wordAt(document.getText(), this.typing?.offset ?? 0);
    return from <= offset && offset <= to;
  }

  /** @param only Where somebody types elsewhere, nothing ends. */
  private endTyping(only?: vscode.TextDocument): void {
    const { typing } = this;
    if (typing && (only === undefined || only === typing.document)) {
      clearTimeout(typing.timer);
      this.typing = undefined;
      this.drawAgain(typing.document);
    }
  }

  private drawAgain(document: vscode.TextDocument): void {
    const found = this.found.get(document);
    if (found?.text === document.getText() && !document.isClosed) {
      this.draw(document, found.problems);
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
