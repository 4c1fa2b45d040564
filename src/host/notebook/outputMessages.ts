/** Carries out what a page of outputs asks for: a notebook's renderer, or the tab of one result. */

import * as vscode from 'vscode';
import { uncancellable } from '../../core/base/cancellation';
import type { AppearanceMessage } from '../../core/protocol/appearance';
import type { HostMessage, OutputAction, RendererMessage } from '../../core/protocol/output';
import { readRendererMessage } from '../../core/protocol/readRendererMessage';
import type { ExportSource } from '../export/exportSource';
import { saveChart } from '../export/saveChart';
import { commands } from '../ids';
import { messageOf, type Log } from '../log';
import { exportColoursSetting, paletteSetting } from '../settings';
import type { KernelSessions } from './kernelSessions';

type Question = Extract<RendererMessage, { type: 'page' | 'summary' }>;

/** Where messages come from and answers go to. */
export interface OutputPage {
  readonly notebook: vscode.NotebookDocument;
  /** The one result that it shows, where the notebook may show it no more. */
  readonly source?: ExportSource;
  readonly post: (message: HostMessage | AppearanceMessage) => Thenable<boolean>;
}

/** The page never names a command itself. */
const actionCommands: Record<OutputAction, string> = {
  setToken: commands.setToken,
  selectConnection: commands.selectConnection,
  runAgain: 'notebook.cell.execute',
  restartKernel: commands.restartKernel,
  manageTrust: 'workbench.trust.manage',
  allowWriting: commands.allowWriting,
  showLog: commands.showLog,
};

export class OutputMessages {
  constructor(
    private readonly sessions: KernelSessions,
    private readonly log: Log,
  ) {}

  async receive(page: OutputPage, message: unknown): Promise<void> {
    const read = readRendererMessage(message);
    if (!read) {
      this.log.warn('An output sent a message that is not understood.');
      return;
    }
    try {
      await this.carryOut(page, read);
    } catch (error) {
      this.log.error('An output could not be answered', error);
      if (read.type === 'saveChart') {
        void vscode.window.showErrorMessage(messageOf(error));
      }
    }
  }

  private async carryOut(page: OutputPage, read: RendererMessage): Promise<void> {
    const { source } = page;
    switch (read.type) {
      case 'page':
      case 'summary':
        await page.post(await this.answer(page.notebook, read));
        break;
      case 'export': {
        const { resultId, shown } = read;
        await vscode.commands.executeCommand(commands.exportResult, { resultId, shown, source });
        break;
      }
      case 'saveChart':
        await saveChart(page.notebook, read);
        break;
      case 'openBeside': {
        const { resultId } = read;
        await vscode.commands.executeCommand(commands.openResult, { resultId });
        break;
      }
      case 'appearance':
        await page.post(appearanceMessage());
        break;
      case 'action':
        await vscode.commands.executeCommand(actionCommands[read.action]);
    }
  }

  private async answer(
    notebook: vscode.NotebookDocument,
    question: Question,
  ): Promise<HostMessage> {
    const { requestId } = question;
    try {
      if (question.type === 'summary') {
        const summary = await this.sessions.of(notebook).summary(question);
        return { type: 'summary', requestId, summary };
      }
      const { offset, rows, rowCount } = await this.sessions
        .of(notebook)
        .page(question, uncancellable);
      return { type: 'page', requestId, offset, rows, rowCount };
    } catch (error) {
      return { type: 'failed', requestId, message: messageOf(error) };
    }
  }
}

export function appearanceMessage(): AppearanceMessage {
  return {
    type: 'appearance',
    palette: paletteSetting(),
    exportColours: exportColoursSetting(),
  };
}
