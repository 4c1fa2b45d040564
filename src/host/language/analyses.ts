/** The analyses of the open notebooks: updated soon after a change, and on demand. */

import * as vscode from 'vscode';
import type { CellAnalysis, NotebookAnalysis } from '../../core/language/analysis';
import type { NotebookText } from '../../core/language/notebookText';
import { typingRestMs } from '../../core/protocol/languageRpc';
import { notebookType } from '../ids';
import type { KernelSessions } from '../notebook/kernelSessions';
import type { LanguageService } from './languageService';
import { notebookText, type NameParts } from './notebookText';

/** The analysis of a notebook, and the text that it is about. */
export interface Analysed {
  readonly notebook: vscode.NotebookDocument;
  readonly text: NotebookText;
  readonly analysis: NotebookAnalysis;
}

export interface TypedIn {
  readonly notebook: vscode.NotebookDocument;
  readonly text: NotebookText;
  readonly cell: CellAnalysis;
}

interface Work {
  readonly timer: NodeJS.Timeout;
  readonly cancellation: vscode.CancellationTokenSource;
}

export class NotebookAnalyses implements vscode.Disposable {
  private readonly latest = new Map<vscode.NotebookDocument, Analysed>();
  private readonly work = new Map<vscode.NotebookDocument, Work>();
  private readonly analysed = new vscode.EventEmitter<Analysed>();
  private readonly typed = new vscode.EventEmitter<TypedIn>();
  private readonly closed = new vscode.EventEmitter<vscode.NotebookDocument>();
  private readonly subscriptions: vscode.Disposable[];

  /** A notebook was analysed; `latest` has it. */
  readonly onDidAnalyse = this.analysed.event;
  /** The analysis of the edited cell, reported before that of the whole notebook if that takes longer. */
  readonly onDidAnalyseTyped = this.typed.event;
  readonly onDidClose = this.closed.event;

  /** Those of the latest analyses that a process made which could read other folders. */
  private outdated = new WeakSet<Analysed>();
  /** The tables of the kernels, as far as they are known. */
  private readonly tables = new Map<vscode.NotebookDocument, NotebookText['session']>();

  constructor(
    private readonly service: Pick<LanguageService, 'ask' | 'onDidChangeReading'>,
    private readonly sessions: KernelSessions,
    private readonly names: NameParts,
  ) {
    const { workspace } = vscode;
    this.subscriptions = [
      workspace.onDidOpenNotebookDocument(notebook => this.soon(notebook)),
      workspace.onDidChangeNotebookDocument(({ notebook }) => this.soon(notebook)),
      workspace.onDidChangeTextDocument(({ document }) => this.soon(notebookWith(document))),
      workspace.onDidCloseNotebookDocument(notebook => this.close(notebook)),
      workspace.onDidChangeConfiguration(() => this.all()),
      service.onDidChangeReading(() => {
        this.outdated = new WeakSet(this.latest.values());
        this.all();
      }),
      names.values.onDidChange(notebook => this.soon(notebook)),
      names.grants.onDidChange(notebook => this.soon(notebook)),
      names.portfolios.onDidChange(() => this.all()),
      sessions.onDidChangeTables(notebook => void this.readTables(notebook)),
    ];
    this.all();
  }

  /** @returns The latest analysis, which may be of an older text; undefined before the first. */
  of(notebook: vscode.NotebookDocument): Analysed | undefined {
    return this.latest.get(notebook);
  }

  /** @returns The current notebook in the form for the language process, for its other requests. */
  text(notebook: vscode.NotebookDocument): Promise<NotebookText> {
    return notebookText(notebook, this.tables.get(notebook) ?? [], this.names);
  }

  /** @returns The analysis of the current notebook; undefined if the language process returns none. */
  async current(notebook: vscode.NotebookDocument): Promise<Analysed | undefined> {
    const wanted = writtenText(await this.text(notebook));
    const found = () => {
      const latest = this.latest.get(notebook);
      return latest && writtenText(latest.text) === wanted ? latest : undefined;
    };
    if (!found()) {
      await this.analyse(notebook, new vscode.CancellationTokenSource().token);
    }
    return found();
  }

  /** @returns The analysis of a text that is not in the notebook; undefined if the language process returns none. */
  imagined(
    text: NotebookText,
    token: vscode.CancellationToken,
  ): Promise<NotebookAnalysis | undefined> {
    return this.service.ask(language => language.analyse({ notebook: text }, token), token);
  }

  /** Analyses the notebook when typing pauses; a pending analysis is cancelled. */
  soon(notebook: vscode.NotebookDocument | undefined): void {
    if (!notebook || notebook.notebookType !== notebookType || notebook.isClosed) {
      return;
    }
    this.giveUp(notebook);
    const cancellation = new vscode.CancellationTokenSource();
    const timer = setTimeout(() => void this.analyse(notebook, cancellation.token), typingRestMs);
    this.work.set(notebook, { timer, cancellation });
  }

  dispose(): void {
    this.subscriptions.forEach(subscription => void subscription.dispose());
    [...this.work.keys()].forEach(notebook => this.giveUp(notebook));
    this.analysed.dispose();
    this.typed.dispose();
    this.closed.dispose();
  }

  private async analyse(
    notebook: vscode.NotebookDocument,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const text = await this.text(notebook);
    const onTyped = (cell: CellAnalysis): void => {
      if (!token.isCancellationRequested && !notebook.isClosed) {
        this.typed.fire({ notebook, text, cell });
      }
    };
    const analysis =
      this.known(notebook, text) ??
      (await this.service.ask(
        language => language.analyse({ notebook: text }, token, onTyped),
        token,
      ));
    if (analysis && !token.isCancellationRequested && !notebook.isClosed) {
      const analysed = { notebook, text, analysis };
      this.latest.set(notebook, analysed);
      this.analysed.fire(analysed);
    }
  }

  /** A change of the settings, or of a portfolio's weights, changes no text: the process is not asked again. */
  private known(notebook: vscode.NotebookDocument, text: NotebookText): NotebookAnalysis | null {
    const latest = this.latest.get(notebook);
    const isKnown =
      latest?.analysis.complete === true &&
      !this.outdated.has(latest) &&
      JSON.stringify(latest.text) === JSON.stringify(text);
    return isKnown ? latest.analysis : null;
  }

  /** A kernel that ends meanwhile has no tables, which another event reports. */
  private async readTables(notebook: vscode.NotebookDocument): Promise<void> {
    try {
      this.tables.set(notebook, await this.sessions.of(notebook).tables());
    } catch {
      this.tables.delete(notebook);
    }
    this.soon(notebook);
  }

  private all(): void {
    vscode.workspace.notebookDocuments.forEach(notebook => this.soon(notebook));
  }

  private giveUp(notebook: vscode.NotebookDocument): void {
    const work = this.work.get(notebook);
    clearTimeout(work?.timer);
    work?.cancellation.cancel();
    work?.cancellation.dispose();
    this.work.delete(notebook);
  }

  private close(notebook: vscode.NotebookDocument): void {
    this.giveUp(notebook);
    this.tables.delete(notebook);
    if (this.latest.delete(notebook)) {
      const id = notebook.uri.toString();
      const { token } = new vscode.CancellationTokenSource();
      void this.service.ask(language => language.forget({ notebook: id }), token);
    }
    this.closed.fire(notebook);
  }
}

/** Equal for notebooks with the same text, whatever their kernels contain. */
function writtenText(text: NotebookText): string {
  return JSON.stringify({ ...text, session: [] });
}

/** @returns The notebook that the cell's document belongs to. */
export function notebookWith(document: vscode.TextDocument): vscode.NotebookDocument | undefined {
  return document.uri.scheme === 'vscode-notebook-cell'
    ? vscode.workspace.notebookDocuments.find(notebook =>
        notebook.getCells().some(cell => cell.document === document),
      )
    : undefined;
}
