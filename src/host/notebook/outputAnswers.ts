/** Answers what an output asks: rows, facts, values and portfolios. What is not wanted any more is cancelled. */

import * as vscode from 'vscode';
import { portfoliosWith, readPortfolios } from '../../core/portfolios/portfolios';
import type { HostMessage, RendererQuestion } from '../../core/protocol/output';
import { messageOf } from '../log';
import { portfoliosSetting } from '../settings';
import { frontMatterContents } from './frontMatter';
import type { KernelSessions } from './kernelSessions';

type Answer = Exclude<HostMessage, { type: 'failed' }>;

export class OutputAnswers {
  /** Each page counts its own questions. */
  private readonly running = new WeakMap<
    vscode.NotebookEditor,
    Map<number, vscode.CancellationTokenSource>
  >();

  constructor(private readonly sessions: KernelSessions) {}

  /** Never rejects: a failure is an answer. */
  async answer(editor: vscode.NotebookEditor, question: RendererQuestion): Promise<HostMessage> {
    const { requestId } = question;
    const running = this.runningOf(editor);
    const source = new vscode.CancellationTokenSource();
    running.set(requestId, source);
    try {
      return await this.find(editor.notebook, question, source.token);
    } catch (error) {
      return { type: 'failed', requestId, message: messageOf(error) };
    } finally {
      running.delete(requestId);
      source.dispose();
    }
  }

  cancel(editor: vscode.NotebookEditor, requestId: number): void {
    this.runningOf(editor).get(requestId)?.cancel();
  }

  private runningOf(editor: vscode.NotebookEditor): Map<number, vscode.CancellationTokenSource> {
    const running = this.running.get(editor) ?? new Map<number, vscode.CancellationTokenSource>();
    this.running.set(editor, running);
    return running;
  }

  private async find(
    notebook: vscode.NotebookDocument,
    question: RendererQuestion,
    token: vscode.CancellationToken,
  ): Promise<Answer> {
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
      case 'portfolios': {
        const { portfolios } = await frontMatterContents(notebook);
        const known = readPortfolios(portfoliosSetting(), portfolios);
        return { type, requestId, names: portfoliosWith(known, question.entity) };
      }
    }
  }
}
