/**
 * Tabs of an earlier window: their results ended with its kernels, so each shows a message and a link to its cell. An
 * explorer keeps its question, which can be asked again.
 */

import { errorMessage } from '../../core/base/errorMessage';
import { isRecord } from '../../core/base/json';
import * as vscode from 'vscode';
import { asks } from '../../core/explorer/questionState';
import { readNamedState } from '../../core/protocol/exploration';
import { readTabPlace } from '../../core/protocol/tabMessage';
import { askAgainCommand, explorerTabType, resultTabType, showTabCellCommand } from '../ids';
import type { Log } from '../log';
import { showPlace } from './askedCells';
import type { ResultTabs } from './resultTabs';
import { sentenceHtml, type SentenceLink } from './tabHtml';

const gone = vscode.l10n.t(
  'The session that held this result ended with the window. Run its cell again, and open the result in a tab from there.',
);
const goneRows = vscode.l10n.t(
  'The rows of this explorer ended with the window. Its question is kept: asking again runs the cell, which may send requests.',
);

export class RestoredTabs implements vscode.WebviewPanelSerializer, vscode.Disposable {
  private readonly registrations = vscode.Disposable.from(
    ...[resultTabType, explorerTabType].map(type =>
      vscode.window.registerWebviewPanelSerializer(type, this),
    ),
    vscode.commands.registerCommand(showTabCellCommand, (argument: unknown) => {
      const place = readTabPlace(argument);
      return place && this.guarded(() => showPlace(place));
    }),
    vscode.commands.registerCommand(askAgainCommand, (kept: unknown, panel: unknown) =>
      this.guarded(() => this.askAgain(kept, panel)),
    ),
  );
  /** The restored tabs that are open, by a number that their links have. */
  private readonly open = new Map<number, vscode.WebviewPanel>();
  private restored = 0;

  constructor(
    private readonly tabs: ResultTabs,
    private readonly log: Log,
  ) {}

  /** @param kept The state that the page stored, or anything else. */
  deserializeWebviewPanel(panel: vscode.WebviewPanel, kept: unknown): Promise<void> {
    const { webview, title, viewType } = panel;
    const place = readTabPlace(kept);
    const number = ++this.restored;
    this.open.set(number, panel);
    panel.onDidDispose(() => this.open.delete(number));
    webview.options = {
      enableCommandUris: [showTabCellCommand, askAgainCommand],
      localResourceRoots: [],
    };
    const question = viewType === explorerTabType && place ? questionOf(kept) : null;
    const again: SentenceLink[] = question
      ? [{ href: commandTo(askAgainCommand, kept, number), label: vscode.l10n.t('Ask Again') }]
      : [];
    const cell: SentenceLink[] = place
      ? [
          {
            href: commandTo(showTabCellCommand, place),
            label: vscode.l10n.t('Open the notebook at the cell'),
          },
        ]
      : [];
    webview.html = sentenceHtml(question ? goneRows : gone, title, {
      details: question ? asks(question) : [],
      links: [...again, ...cell],
    });
    return Promise.resolve();
  }

  dispose(): void {
    this.registrations.dispose();
  }

  private async askAgain(kept: unknown, number: unknown): Promise<void> {
    const place = readTabPlace(kept);
    if (!place) {
      throw new Error(vscode.l10n.t('The question of this tab cannot be read.'));
    }
    // A second press can arrive when the explorer is there and the tab is closed.
    const panel = typeof number === 'number' ? this.open.get(number) : undefined;
    if (panel) {
      await this.tabs.askAgain(panel, place, questionOf(kept));
    }
  }

  private async guarded(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.log.error('The notebook of a tab could not be opened', error);
      void vscode.window.showErrorMessage(errorMessage(error));
    }
  }
}

function questionOf(kept: unknown) {
  return isRecord(kept) ? readNamedState(kept['kept']) : null;
}

function commandTo(command: string, ...parameters: readonly unknown[]): string {
  return `command:${command}?${encodeURIComponent(JSON.stringify(parameters))}`;
}
