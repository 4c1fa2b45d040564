/** Answers what an output asks: rows, facts and values. What is not wanted any more is cancelled. */

import * as vscode from 'vscode';
import type { HostAnswer, HostMessage } from '../../core/protocol/hostMessage';
import type { RendererQuestion } from '../../core/protocol/rendererMessage';
import { messageOf } from '../log';
import type { KernelSessions } from './kernelSessions';
import { suggestionOf, suggestionsFor } from './suggestCharts';

/** Where questions come from. */
export interface AskingPage {
  /** The same object for all questions of a page. */
  readonly key: object;
  readonly notebook: vscode.NotebookDocument;
}

export class OutputAnswers {
  /** Each page counts its own questions. */
  private readonly running = new WeakMap<object, Map<number, vscode.CancellationTokenSource>>();

  constructor(private readonly sessions: KernelSessions) {}

  /** @returns Whether the answer comes only when the cell that runs has ended. */
  waits({ notebook }: AskingPage, { type }: RendererQuestion): boolean {
    return type === 'preview' && this.sessions.of(notebook).isRunning;
  }

  /** Never rejects: a failure is an answer. */
  async answer(page: AskingPage, question: RendererQuestion): Promise<HostMessage> {
    const { requestId } = question;
    const running = this.runningOf(page);
    const source = new vscode.CancellationTokenSource();
    running.set(requestId, source);
    try {
      return await this.find(page.notebook, question, source.token);
    } catch (error) {
      return { type: 'failed', requestId, message: messageOf(error) };
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
    question: RendererQuestion,
    token: vscode.CancellationToken,
  ): Promise<HostAnswer> {
    const { type, requestId } = question;
    const session = this.sessions.of(notebook);
    switch (type) {
      case 'page': {
        const { offset, rows, rowCount } = await session.page(question, token);
        return { type, requestId, offset, rows, rowCount };
      }
      case 'summary':
        return { type, requestId, summary: await session.summary(question, token) };
      case 'values':
        return { type, requestId, counts: await session.values(question, token) };
      case 'suggestions':
        return { type, requestId, suggestions: await suggestionsFor(notebook, question.resultId) };
      case 'preview': {
        const { resultId } = question;
        const { clause } = await suggestionOf(notebook, question);
        return { type, requestId, chart: await session.preview({ resultId, clause }, token) };
      }
    }
  }
}
