/** Takes the messages of a notebook's outputs: questions, links, and the buttons of a card. */

import * as vscode from 'vscode';
import { readRendererMessage } from '../../core/protocol/readRendererMessage';
import type { AppearanceMessage } from '../../core/protocol/appearance';
import type { OutputAction, RendererMessage } from '../../core/protocol/output';
import { commands, notebookType, rendererId, settings, settingsSection } from '../ids';
import { messageOf, type Log } from '../log';
import { paletteSetting } from '../settings';
import { followLink } from './followLink';
import type { KernelSessions } from './kernelSessions';
import { OutputAnswers } from './outputAnswers';

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
  private readonly answers: OutputAnswers;
  private readonly subscription: vscode.Disposable;

  constructor(
    sessions: KernelSessions,
    private readonly log: Log,
  ) {
    this.answers = new OutputAnswers(sessions);
    this.subscription = vscode.Disposable.from(
      this.messaging.onDidReceiveMessage(
        ({ editor, message }) => void this.receive(editor, message),
      ),
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration(`${settingsSection}.${settings.palette}`)) {
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
        case 'values':
        case 'portfolios':
          await this.messaging.postMessage(await this.answers.answer(editor, read), editor);
          break;
        case 'cancel':
          this.answers.cancel(editor, read.requestId);
          break;
        case 'follow':
          await this.follow(editor, read);
          break;
        case 'export': {
          const { resultId, shown } = read;
          await vscode.commands.executeCommand(commands.exportResult, { resultId, shown });
          break;
        }
        case 'changes': {
          const { resultId, choose } = read;
          const command = choose ? commands.compareWith : commands.whatChanged;
          await vscode.commands.executeCommand(command, { resultId });
          break;
        }
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

  private async follow(
    editor: vscode.NotebookEditor,
    link: Extract<RendererMessage, { type: 'follow' }>,
  ): Promise<void> {
    try {
      await followLink(editor, link);
    } catch (error) {
      void vscode.window.showErrorMessage(messageOf(error));
    }
  }
}

function appearanceMessage(): AppearanceMessage {
  return { type: 'appearance', palette: paletteSetting() };
}
