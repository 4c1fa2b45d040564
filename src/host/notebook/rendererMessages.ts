/** Forwards the messages of notebooks' outputs, and notifies the outputs of changed settings and stale results. */

import * as vscode from 'vscode';
import { isRecord } from '../../core/base/json';
import { staleSentence } from '../../core/language/staleReasons';
import { outputKey, type StaleOutputsMessage } from '../../core/protocol/staleOutputs';
import type { ShowSuggestionsMessage } from '../../core/protocol/suggestions';
import { notebookType, rendererId, settingsSection } from '../ids';
import type { Log } from '../log';
import { errorsOf, resultsOf } from './cellResults';
import { appearanceMessage, type OutputMessages } from './outputMessages';
import type { Staleness } from './staleness';

export class RendererMessages implements vscode.Disposable {
  private readonly messaging = vscode.notebooks.createRendererMessaging(rendererId);
  private readonly subscription: vscode.Disposable;

  constructor(
    private readonly messages: OutputMessages,
    private readonly staleness: Staleness,
    private readonly log: Log,
  ) {
    this.subscription = vscode.Disposable.from(
      this.messaging.onDidReceiveMessage(
        ({ editor, message }) => void this.receive(editor, message),
      ),
      staleness.onDidChange(notebook => this.postStale(notebook)),
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

  /** Shows the charts that fit a result, below its buttons. */
  async showSuggestions(editor: vscode.NotebookEditor, resultId: string): Promise<void> {
    const message: ShowSuggestionsMessage = { type: 'showSuggestions', resultId };
    await this.messaging.postMessage(message, editor);
  }

  private async receive(editor: vscode.NotebookEditor, message: unknown): Promise<void> {
    const { notebook } = editor;
    if (notebook.notebookType !== notebookType) {
      this.log.warn('Outputs of another notebook sent a message.');
      return;
    }
    const post = (answer: unknown) => this.messaging.postMessage(answer, editor);
    await this.messages.receive({ key: editor, notebook, post }, message);
    // The first request of a page.
    if (isRecord(message) && message['type'] === 'appearance') {
      await post(staleMessage(notebook, this.staleness));
    }
  }

  private postStale(notebook: vscode.NotebookDocument): void {
    const message = staleMessage(notebook, this.staleness);
    for (const editor of vscode.window.visibleNotebookEditors) {
      if (editor.notebook === notebook) {
        void this.messaging.postMessage(message, editor);
      }
    }
  }
}

function staleMessage(
  notebook: vscode.NotebookDocument,
  staleness: Staleness,
): StaleOutputsMessage {
  const outputs = notebook.getCells().flatMap(cell => {
    const reasons = staleness.of(cell).map(staleSentence);
    const shown = reasons.length === 0 ? [] : [...resultsOf(cell), ...errorsOf(cell)];
    return shown.map(result => ({ key: outputKey(result), reasons }));
  });
  return { type: 'stale', outputs };
}
