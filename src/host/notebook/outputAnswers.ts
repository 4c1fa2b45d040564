/** Answers an output's requests for rows, summaries and values. Requests that are no longer needed are cancelled. */

import { errorMessage } from '../../core/base/errorMessage';
import * as vscode from 'vscode';
import type { SentToPage } from '../../core/protocol/hostMessage';
import type { PageQuestion } from '../../core/protocol/questions';
import type { RendererMessageOf } from '../../core/protocol/rendererMessage';
import { besideResultName } from '../../core/protocol/resultNames';
import type { KernelSessions } from './kernelSessions';
import { companyAround } from '../../core/explorer/companyAround';
import type { CellOutcome } from '../../core/protocol/outcome';
import { comparedPortfolio } from '../../core/explorer/comparison';
import type { KnownPortfolios } from '../portfolios/knownPortfolios';
import { kernelSettings } from '../settings';
import { suggestionOf, suggestionsFor } from './suggestCharts';

/** The page that sends requests. */
export interface AskingPage {
  /** The same object for all requests of a page. */
  readonly key: object;
  readonly notebook: vscode.NotebookDocument;
}

/** What answers need besides the kernel. */
export interface AnswerPorts {
  /** Runs SQL that is in no cell. */
  readonly run: (
    notebook: vscode.NotebookDocument,
    text: string,
    token: vscode.CancellationToken,
  ) => Promise<CellOutcome>;
  readonly portfolios: Pick<KnownPortfolios, 'of'>;
}

export class OutputAnswers {
  /** Each page numbers its own requests. */
  private readonly running = new WeakMap<object, Map<number, vscode.CancellationTokenSource>>();

  constructor(
    private readonly sessions: KernelSessions,
    private readonly ports: AnswerPorts,
  ) {}

  /** @returns Whether the answer has to wait for the running cell. */
  waits({ notebook }: AskingPage, { name }: PageQuestion): boolean {
    return (
      ['preview', 'mark', 'mentions', 'around'].includes(name) &&
      this.sessions.of(notebook).isRunning
    );
  }

  /** Never rejects: a failure is an answer. */
  async answer(
    page: AskingPage,
    { requestId, question }: RendererMessageOf<'ask'>,
  ): Promise<SentToPage> {
    const running = this.runningOf(page);
    const source = new vscode.CancellationTokenSource();
    running.set(requestId, source);
    try {
      const value = await this.find(page.notebook, question, source.token);
      return { type: 'answer', requestId, answer: { name: question.name, value } };
    } catch (error) {
      return { type: 'failed', requestId, message: errorMessage(error) };
    } finally {
      running.delete(requestId);
      source.dispose();
    }
  }

  cancel(page: AskingPage, requestId: number): void {
    this.runningOf(page).get(requestId)?.cancel();
  }

  private runningOf({ key }: AskingPage): Map<number, vscode.CancellationTokenSource> {
    const running = this.running.get(key) ?? new Map<number, vscode.CancellationTokenSource>();
    this.running.set(key, running);
    return running;
  }

  private async find(
    notebook: vscode.NotebookDocument,
    question: PageQuestion,
    token: vscode.CancellationToken,
  ): Promise<unknown> {
    const session = this.sessions.of(notebook);
    switch (question.name) {
      case 'suggestions':
        return suggestionsFor(notebook, question.params.resultId);
      case 'preview': {
        const { resultId } = question.params;
        const { clause } = await suggestionOf(notebook, question.params);
        return session.ask('chart', { resultId, clause }, token);
      }
      case 'mark': {
        const { table, ...rows } = await session.ask('mark', question.params, token);
        const id = besideResultName(question.params.resultId, table.id);
        return { ...rows, table: { ...table, id } };
      }
      case 'mentions': {
        const table = await session.ask('mentions', question.params, token);
        return { ...table, id: besideResultName(question.params.resultId, table.id) };
      }
      case 'around':
        return companyAround(question.params, {
          limits: kernelSettings(),
          run: text => this.ports.run(notebook, text, token),
          page: params => session.ask('page', params, token),
          drop: async resultId => void (await session.ask('drop', { resultId }, token)),
        });
      case 'portfolios': {
        const portfolios = await this.ports.portfolios.of(notebook);
        return portfolios.map(comparedPortfolio).filter(({ entities }) => entities?.length !== 0);
      }
      default:
        return session.ask(question.name, question.params, token);
    }
  }
}
