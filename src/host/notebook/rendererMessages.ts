/** Passes on the messages of notebooks' outputs, and tells the outputs of changed settings. */

import * as vscode from 'vscode';
import { notebookType, rendererId, settingsSection } from '../ids';
import type { Log } from '../log';
import { appearanceMessage, type OutputMessages } from './outputMessages';

export class RendererMessages implements vscode.Disposable {
  private readonly messaging = vscode.notebooks.createRendererMessaging(rendererId);
  private readonly subscription: vscode.Disposable;

  constructor(
    private readonly messages: OutputMessages,
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
    const { notebook } = editor;
    if (notebook.notebookType !== notebookType) {
      this.log.warn('Outputs of another notebook sent a message.');
      return;
    }
    const post = (answer: unknown) => this.messaging.postMessage(answer, editor);
    await this.messages.receive({ key: editor, notebook, post }, message);
  }
}
