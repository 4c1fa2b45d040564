/** Collects the data for completion, hover and signature help, and waits only briefly for each. */

import * as vscode from 'vscode';
import { plainDateOfInstant } from '../../core/base/plainDate';
import {
  emptySession,
  emptyVocabulary,
  type AssistFacts,
  type SessionFacts,
  type Vocabulary,
} from '../../core/language/assist';
import { NextWords, WORDS_PATIENCE_MS } from '../../core/language/nextWords';
import type { Portfolios } from '../../core/portfolios/portfolios';
import type { Log } from '../log';
import type { KernelSessions } from '../notebook/kernelSessions';
import type { KnownPortfolios } from '../portfolios/knownPortfolios';
import { kernelSettings } from '../settings';
import { notebookWith, type Analysed, type NotebookAnalyses } from './analyses';
import type { LanguageService } from './languageService';
import type { ConnectionCompanies } from './connectionCompanies';
import { cellId } from './notebookText';

/** Data that arrive later are left out of this answer; the next one has them. */
const PATIENCE_MS = 150;

/** Cells that run in succession are handled together. */
const LEARNING_REST_MS = 1000;

/** Null if the grammar does not apply, or did not answer in time. */
export interface NextWordsAnswer {
  readonly words: readonly string[] | null;
  readonly isLate: boolean;
}

interface AssistParts {
  readonly sessions: KernelSessions;
  readonly companies: ConnectionCompanies;
  readonly portfolios: KnownPortfolios;
  readonly log: Log;
}

export class AssistSource implements vscode.Disposable {
  private known: Vocabulary | undefined;
  private readonly words: NextWords;
  /** The latest state of each notebook's session, also while its kernel is busy. */
  private readonly learned = new WeakMap<vscode.NotebookDocument, SessionFacts>();
  /** Notebooks in which a cell has run since. */
  private readonly outdated = new WeakSet<vscode.NotebookDocument>();
  private readonly subscription: vscode.Disposable;
  private readonly learning = new Map<vscode.NotebookDocument, NodeJS.Timeout>();
  private isWarm = false;

  constructor(
    private readonly service: LanguageService,
    private readonly analyses: NotebookAnalyses,
    private readonly parts: AssistParts,
  ) {
    // The answer is stored for other places too, so typing does not cancel the request.
    const { token } = new vscode.CancellationTokenSource();
    this.words = new NextWords(text => service.ask(each => each.nextWords({ text }, token), token));
    this.subscription = vscode.Disposable.from(
      parts.sessions.onDidChangeTables(notebook => {
        this.outdated.add(notebook);
        this.learnSoon(notebook);
      }),
      analyses.onDidAnalyse(analysed => void this.warmUp(analysed)),
    );
  }

  /** Completes once before the user types, since the first run of the code is slow. */
  private async warmUp({ notebook: document, text: notebook, analysis }: Analysed): Promise<void> {
    if (this.isWarm) {
      return;
    }
    this.isWarm = true;
    const companies = await this.parts.companies.of(document).catch(() => null);
    const { assistance } = await import('./assistance');
    const { token } = new vscode.CancellationTokenSource();
    const vocabulary = await this.vocabulary(token);
    const text = 'SELECT ';
    const today = plainDateOfInstant(Date.now());
    const cell = notebook.cells.length;
    const own = { text, notebook, analysis, cell, session: emptySession, companies, vocabulary };
    const facts = { ...own, limits: kernelSettings(), today };
    const words = await this.nextWords(facts, text.length);
    assistance.completeCell(facts, text.length, words.words);
  }

  /** @returns The current data about the cell; undefined for a document that is not in a notebook. */
  async facts(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<AssistFacts | undefined> {
    const notebook = notebookWith(document);
    if (!notebook) {
      return undefined;
    }
    const text = document.getText();
    const analysed = this.analyses.of(notebook);
    const [session, companies, vocabulary, own] = await Promise.all([
      soon(this.session(notebook, token), this.learned.get(notebook) ?? emptySession),
      soon(this.parts.companies.of(notebook), null),
      soon(this.vocabulary(token), emptyVocabulary),
      analysed ? analysed.text : this.analyses.text(notebook),
    ]);
    const at = own.cells.findIndex(({ id }) => id === cellId(document));
    const cell = at < 0 ? own.cells.length : at;
    const today = plainDateOfInstant(Date.now());
    const analysis = analysed?.analysis ?? null;
    const limits = kernelSettings();
    const known = { session, companies, vocabulary, limits, today };
    return { text, notebook: own, analysis, cell, ...known };
  }

  /** @returns The portfolios of the document's notebook, with their entities. */
  portfolios(document: vscode.TextDocument): Promise<Portfolios> {
    return this.parts.portfolios.holdings(notebookWith(document));
  }

  /**
   * @returns The keywords that DuckDB's grammar accepts at `offset`, and whether they are missing because they came too
   * late.
   */
  async nextWords(facts: AssistFacts, offset: number): Promise<NextWordsAnswer> {
    const { assistance } = await import('./assistance');
    const written = assistance.grammarTextAt(facts, offset);
    if (written === null) {
      return { words: null, isLate: false };
    }
    const words = await soon(this.words.after(written), undefined, WORDS_PATIENCE_MS);
    return { words: words && words.length > 0 ? words : null, isLate: words === undefined };
  }

  dispose(): void {
    this.learning.forEach(timer => clearTimeout(timer));
    this.subscription.dispose();
  }

  /** The companies in a run's answers are offered in other notebooks too, whether or not the user types in this one. */
  private learnSoon(notebook: vscode.NotebookDocument): void {
    clearTimeout(this.learning.get(notebook));
    const timer = setTimeout(() => {
      this.learning.delete(notebook);
      void this.learn(notebook);
    }, LEARNING_REST_MS);
    this.learning.set(notebook, timer);
  }

  private async learn(notebook: vscode.NotebookDocument): Promise<void> {
    try {
      if (!notebook.isClosed) {
        const { token } = new vscode.CancellationTokenSource();
        await this.parts.companies.learn(await this.session(notebook, token));
      }
    } catch (error) {
      this.parts.log.error('The companies of a run are not kept', error);
    }
  }

  /** A session's directory only changes when a cell has run; it can have thousands of entities. */
  private async session(
    notebook: vscode.NotebookDocument,
    token: vscode.CancellationToken,
  ): Promise<SessionFacts> {
    const known = this.learned.get(notebook);
    if (known && !this.outdated.has(notebook)) {
      return known;
    }
    this.outdated.delete(notebook);
    try {
      const facts = await this.parts.sessions.of(notebook).facts(token);
      this.learned.set(notebook, facts ?? emptySession);
      return facts ?? emptySession;
    } catch (error) {
      this.outdated.add(notebook);
      throw error;
    }
  }

  private async vocabulary(token: vscode.CancellationToken): Promise<Vocabulary> {
    this.known ??= await this.service.ask(language => language.vocabulary(), token);
    return this.known ?? emptyVocabulary;
  }
}

/** The answer, or `standard` if it takes too long or there is none. */
async function soon<T>(answer: Promise<T>, standard: T, patienceMs = PATIENCE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>(resolve => {
    timer = setTimeout(() => resolve(standard), patienceMs);
  });
  try {
    return await Promise.race([answer.catch(() => standard), late]);
  } finally {
    clearTimeout(timer);
  }
}
