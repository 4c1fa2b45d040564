/** Answers the outputs of a notebook: further pages of a result, and the buttons of a card. */

import * as vscode from 'vscode';
import { uncancellable } from '../../core/base/cancellation';
import { readRendererMessage } from '../../core/protocol/readRendererMessage';
import type { AppearanceMessage } from '../../core/protocol/appearance';
import type { HostMessage, OutputAction, RendererMessage } from '../../core/protocol/output';
import { commands, notebookType, rendererId, settingsSection } from '../ids';
import { messageOf, type Log } from '../log';
import { exportColoursSetting, paletteSetting } from '../settings';
import { saveChart } from '../export/saveChart';
import type { KernelSessions } from './kernelSessions';

type Question = Extract<RendererMessage, { type: 'page' | 'summary' }>;

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

export class RendererMessages implements vscode.Disposable {
  private readonly messaging = vscode.notebooks.createRendererMessaging(rendererId);
  private readonly subscription: vscode.Disposable;

  constructor(
    private readonly sessions: KernelSessions,
    private readonly log: Log,
  ) {
    this.subscription = vscode.Disposable.from(
      this.messaging.onDidReceiveMessage(
        ({ editor, message }) => void this.receive(editor, message),
      ),
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration(`${settingsSection}.charts`)) {
          void this.messaging.postMessage(appearanceMessage());
        }
      }),
    );
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private async receive(editor: vscode.NotebookEditor, message: unknown): Promise<void> {
    const read = readRendererMessage(message);
    if (!read || editor.notebook.notebookType !== notebookType) {
      this.log.warn('An output sent a message that is not understood.');
      return;
    }
    try {
      switch (read.type) {
        case 'page':
        case 'summary':
          await this.messaging.postMessage(await this.answer(editor.notebook, read), editor);
          break;
        case 'export': {
          const { resultId, shown } = read;
          await vscode.commands.executeCommand(commands.exportResult, { resultId, shown });
          break;
        }
        case 'saveChart':
          await saveChart(editor.notebook, read);
          break;
        case 'openBeside':
          break;
        case 'appearance':
          await this.messaging.postMessage(appearanceMessage(), editor);
          break;
        case 'action':
          await vscode.commands.executeCommand(actionCommands[read.action]);
      }
    } catch (error) {
      this.log.error('An output could not be answered', error);
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

function appearanceMessage(): AppearanceMessage {
  return {
    type: 'appearance',
    palette: paletteSetting(),
    exportColours: exportColoursSetting(),
  };
}
