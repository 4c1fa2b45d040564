/** Results in editor tabs beside their notebooks: the same view, asking the same kernel. */

import * as vscode from 'vscode';
import type { ResultOutput } from '../../core/protocol/output';
import { readTabRequest, type TabMessage } from '../../core/protocol/tabMessage';
import { exportSource, type ExportSource } from '../export/exportSource';
import { resultTabType, settingsSection } from '../ids';
import type { KernelSessions } from '../notebook/kernelSessions';
import { appearanceMessage, type OutputMessages } from '../notebook/outputMessages';
import { fillTab, tabRoot } from './tabPage';
import { placeOf } from './tabPlaces';

const ended =
  'The session that held this result has ended. What you see stays; for further rows, sorting and exports run the cell again.';

export class ResultTabs implements vscode.Disposable {
  private readonly panels = new Map<string, vscode.WebviewPanel>();

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly sessions: KernelSessions,
    private readonly messages: OutputMessages,
  ) {}

  /** @param argument As for an export: `{resultId}`, a cell, or nothing. */
  open(argument: unknown): void {
    const source = exportSource(argument);
    if (!source) {
      const sentence = 'There is no result to open: select a cell with a result and run it.';
      void vscode.window.showInformationMessage(sentence);
      return;
    }
    const known = this.panels.get(source.resultId);
    if (known) {
      known.reveal();
    } else {
      this.show(source);
    }
  }

  dispose(): void {
    for (const panel of [...this.panels.values()]) {
      panel.dispose();
    }
  }

  private show(source: ExportSource): void {
    const root = tabRoot(this.extensionUri);
    const panel = vscode.window.createWebviewPanel(
      resultTabType,
      titleOf(source),
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false },
      // Hidden, it keeps its order, its filters and its place.
      { enableScripts: true, localResourceRoots: [root], retainContextWhenHidden: true },
    );
    this.panels.set(source.resultId, panel);
    const subscriptions = this.follow(panel, source);
    panel.onDidDispose(() => {
      this.panels.delete(source.resultId);
      subscriptions.dispose();
    });
    fillTab(panel, this.extensionUri);
  }

  private follow(panel: vscode.WebviewPanel, source: ExportSource): vscode.Disposable {
    const { webview } = panel;
    const { notebook, output } = source;
    let isOver = source.restored;
    const place = placeOf(source);
    const post = (message: TabMessage | object) => webview.postMessage(message);
    const end = (): void => {
      isOver = true;
      void post({ type: 'ended', sentence: ended } satisfies TabMessage);
    };
    return vscode.Disposable.from(
      webview.onDidReceiveMessage((message: unknown) => {
        if (readTabRequest(message)) {
          const shown = { output: shownOutput(output, isOver), place };
          void post({ type: 'result', ...shown } satisfies TabMessage);
        } else if (!notebook.isClosed) {
          // A closed notebook has no session, and must not get another.
          void this.messages.receive({ key: panel, notebook, source, post }, message);
        }
      }),
      this.sessions.of(notebook).onDidEnd(end),
      vscode.workspace.onDidCloseNotebookDocument(closed => {
        if (closed === notebook) {
          end();
        }
      }),
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration(`${settingsSection}.charts`)) {
          void post(appearanceMessage());
        }
      }),
    );
  }
}

function shownOutput(output: ResultOutput, isOver: boolean): ResultOutput {
  return isOver ? { ...output, restored: true } : output;
}

function titleOf({ notebook, cell }: ExportSource): string {
  const name = notebook.uri.path.split('/').at(-1) ?? '';
  return `${name} · cell ${cell.index + 1}`;
}
