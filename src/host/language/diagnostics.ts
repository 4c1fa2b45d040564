/** Shows the problems of cells where VS Code shows diagnostics. */

import * as vscode from 'vscode';
import type { Problem, Severity } from '../../core/language/problems';
import {
  isInEmptyPair,
  problemsBeside,
  typingPauseMs,
  wordAt,
} from '../../core/language/typedWord';
import { diagnosticSource } from '../ids';
import { hasTab } from '../notebook/activeNotebook';
import { notebookWith, type Analysed, type NotebookAnalyses, type TypedIn } from './analyses';
import { analysedCells, cellId } from './notebookText';
import { rangeOf } from './spans';

const severities: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

/** Where the user types: problems there wait until the cursor leaves, some only until typing pauses. */
interface Typing {
  readonly document: vscode.TextDocument;
  readonly offset: number;
  isPaused: boolean;
  readonly timer: NodeJS.Timeout | undefined;
}

interface Found {
  readonly text: string;
  readonly problems: readonly Problem[];
}

export class CellDiagnostics implements vscode.Disposable {
  private readonly collection = vscode.languages.createDiagnosticCollection(diagnosticSource);
  /** For each notebook, the cells whose problems were set. */
  private readonly shown = new Map<vscode.NotebookDocument, Set<vscode.Uri>>();
  /** The findings of the latest analysis of each cell, and its text. */
  private readonly found = new WeakMap<vscode.TextDocument, Found>();
  private readonly subscriptions: vscode.Disposable[];
  private typing: Typing | undefined;

  constructor(private readonly analyses: NotebookAnalyses) {
    this.subscriptions = [
      this.collection,
      analyses.onDidAnalyse(analysed => this.show(analysed)),
      analyses.onDidAnalyseTyped(typed => this.showTyped(typed)),
      analyses.onDidClose(notebook => this.clear(notebook)),
      vscode.window.tabGroups.onDidChangeTabs(() => this.followTabs()),
      // VS Code may report only the tab group, with its tabs.
      vscode.window.tabGroups.onDidChangeTabGroups(() => this.followTabs()),
      vscode.window.onDidChangeVisibleNotebookEditors(() => this.followTabs()),
      vscode.workspace.onDidChangeNotebookDocument(({ contentChanges }) => {
        const removed = contentChanges.flatMap(({ removedCells }) => removedCells);
        removed.forEach(({ document }) => this.collection.delete(document.uri));
      }),
      vscode.workspace.onDidChangeTextDocument(change => this.typed(change)),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
        const { document } = textEditor;
        const [cursor] = selections.map(({ active }) => document.offsetAt(active));
        if (cursor !== undefined && isInEmptyPair(document.getText(), cursor)) {
          this.enterPair(document, cursor);
        } else if (
          !selections.some(({ active }) => this.isInWord(document, document.offsetAt(active)))
        ) {
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
      // A cell that was edited since is reported by the next analysis.
      if (document.getText() === texts.get(cellId(document))) {
        this.draw(notebook, document, problems.get(cellId(document)) ?? []);
      }
    }
  }

  /** Runs before the other listeners, which use what it stores. */
  private showTyped({ notebook, text, cell }: TypedIn): void {
    const analysed = text.cells.find(({ id }) => id === cell.id);
    for (const { document } of analysedCells(notebook)) {
      if (cellId(document) === cell.id && document.getText() === analysed?.text) {
        this.draw(notebook, document, cell.problems);
      }
    }
  }

  /** @param problems The problems of the document's current text. */
  private draw(
    notebook: vscode.NotebookDocument,
    document: vscode.TextDocument,
    problems: readonly Problem[],
  ): void {
    const text = document.getText();
    this.found.set(document, { text, problems });
    if (notebook.isClosed || !hasTab(notebook.uri.toString())) {
      return;
    }
    const shownCells = this.shown.get(notebook) ?? new Set();
    this.shown.set(notebook, shownCells.add(document.uri));
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

  /** The editor inserts the closing quote or bracket after the cursor, so that the typed text does not end at it. */
  private enterPair(document: vscode.TextDocument, offset: number): void {
    if (this.typing?.document !== document) {
      this.endTyping();
    }
    if (notebookWith(document)) {
      const { isPaused, timer } = this.typing ?? { isPaused: true, timer: undefined };
      this.typing = { document, offset, isPaused, timer };
      this.drawAgain(document);
    }
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

  /** @param only Set if the user types elsewhere: then nothing ends. */
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
    const notebook = notebookWith(document);
    if (notebook && found?.text === document.getText() && !document.isClosed) {
      this.draw(notebook, document, found.problems);
    }
  }

  /** VS Code can keep a notebook without a tab open: it shows no problems until it has a tab again. */
  private followTabs(): void {
    for (const notebook of vscode.workspace.notebookDocuments) {
      const analysed = this.shown.has(notebook) ? undefined : this.analyses.of(notebook);
      if (!hasTab(notebook.uri.toString())) {
        this.clear(notebook);
      } else if (analysed) {
        this.show(analysed);
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
