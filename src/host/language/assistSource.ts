/** Gathers what completion, hover and signature help know, and waits for none of it long. */

import * as vscode from 'vscode';
import { plainDateOfInstant } from '../../core/base/plainDate';
import {
  emptySession,
  emptyVocabulary,
  type AssistFacts,
  type SessionFacts,
  type Vocabulary,
} from '../../core/language/assist';
import type { KernelSessions } from '../notebook/kernelSessions';
import { kernelSettings } from '../settings';
import { notebookWith, type NotebookAnalyses } from './analyses';
import type { LanguageService } from './languageService';
import { cellId } from './notebookText';

/** What is not there by then is left out of this answer; the next one has it. */
const PATIENCE_MS = 150;

export class AssistSource {
  private words: Vocabulary | undefined;
  /** The latest of each notebook's session, for when its kernel is busy. */
  private readonly learned = new WeakMap<vscode.NotebookDocument, SessionFacts>();

  constructor(
    private readonly service: LanguageService,
    private readonly analyses: NotebookAnalyses,
    private readonly sessions: KernelSessions,
  ) {}

  /** @returns What is known of the cell now; undefined for a document that is in no notebook. */
  async facts(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<AssistFacts | undefined> {
    const notebook = notebookWith(document);
    if (!notebook) {
      return undefined;
    }
    const text = document.getText();
    const known = this.analyses.of(notebook);
    const [session, vocabulary, own] = await Promise.all([
      soon(this.session(notebook, token), this.learned.get(notebook) ?? emptySession),
      soon(this.vocabulary(token), emptyVocabulary),
      known ? known.text : this.analyses.text(notebook),
    ]);
    const analysed = own.cells.findIndex(({ id }) => id === cellId(document));
    const cell = analysed < 0 ? own.cells.length : analysed;
    const today = plainDateOfInstant(Date.now());
    const analysis = known?.analysis ?? null;
    const limits = kernelSettings();
    return { text, notebook: own, analysis, cell, session, vocabulary, limits, today };
  }

  /** @returns The keywords that DuckDB's grammar takes at `offset`; null where that is not known in time. */
  async nextWords(
    text: string,
    offset: number,
    token: vscode.CancellationToken,
  ): Promise<readonly string[] | null> {
    const { assistance } = await import('./assistance');
    const written = assistance.writtenBefore(text, offset);
    if (written === null) {
      return null;
    }
    const asked = this.service.ask(
      language => language.nextWords({ text: `${written.trimEnd()} ` }, token),
      token,
    );
    const words = await soon(asked, undefined);
    return words && words.length > 0 ? words : null;
  }

  private async session(
    notebook: vscode.NotebookDocument,
    token: vscode.CancellationToken,
  ): Promise<SessionFacts> {
    const facts = (await this.sessions.of(notebook).facts(token)) ?? emptySession;
    this.learned.set(notebook, facts);
    return facts;
  }

  private async vocabulary(token: vscode.CancellationToken): Promise<Vocabulary> {
    this.words ??= await this.service.ask(language => language.vocabulary(), token);
    return this.words ?? emptyVocabulary;
  }
}

/** The answer, or `standard` where it takes too long or there is none. */
async function soon<T>(answer: Promise<T>, standard: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>(resolve => {
    timer = setTimeout(() => resolve(standard), PATIENCE_MS);
  });
  try {
    return await Promise.race([answer.catch(() => standard), late]);
  } finally {
    clearTimeout(timer);
  }
}
