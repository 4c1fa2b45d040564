/** The status bar item that always shows the connection in use, and whether its data are synthetic. */

import * as vscode from 'vscode';
import type { Connection } from '../../core/client/serviceClient';
import type { TokenState } from '../../core/client/tokenLife';
import { commands } from '../ids';
import type { Log } from '../log';
import { activeNotebook } from '../notebook/activeNotebook';
import type { ConnectionStates } from './connectionStates';
import type { Connections } from './connections';

const sentences: Record<TokenState, string> = {
  none: '',
  thisWindow: vscode.l10n.t('Its token is kept in this window only.'),
  soon: vscode.l10n.t('Its token expires within a day.'),
  lapsed: vscode.l10n.t('Its token has expired: set a new one with Signals: Set Token.'),
  missing: vscode.l10n.t('It has no token: set one with Signals: Set Token.'),
  rejected: vscode.l10n.t('The service refused its token: set a new one with Signals: Set Token.'),
  unreadable: vscode.l10n.t("Its token cannot be read from this computer's secret storage."),
};
const fine: readonly TokenState[] = ['none', 'thisWindow'];

/** No event reports that a token expires. */
const lookAgainMs = 15 * 60_000;

export class ConnectionStatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    'signals.connection',
    vscode.StatusBarAlignment.Left,
    10,
  );
  private readonly subscriptions: vscode.Disposable[];
  private readonly timer: NodeJS.Timeout;
  private turn = 0;

  constructor(
    private readonly connections: Connections,
    private readonly states: ConnectionStates,
    private readonly log: Log,
  ) {
    this.item.name = vscode.l10n.t('Signals connection');
    this.item.command = commands.selectConnection;
    const update = () => void this.update();
    this.subscriptions = [
      this.item,
      connections.onDidChange(update),
      states.onDidChange(update),
      vscode.window.onDidChangeActiveNotebookEditor(update),
      vscode.workspace.onDidChangeNotebookDocument(({ notebook, metadata }) => {
        if (metadata && notebook === activeNotebook()) {
          update();
        }
      }),
    ];
    this.timer = setInterval(update, lookAgainMs);
    update();
  }

  dispose(): void {
    clearInterval(this.timer);
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private async update(): Promise<void> {
    const turn = ++this.turn;
    try {
      const { connection, note } = await this.connections.current(activeNotebook());
      const { token } = await this.states.of(connection);
      if (turn === this.turn) {
        this.draw(connection, token, note);
      }
    } catch (error) {
      this.log.error('The status bar could not be drawn', error);
    }
  }

  private draw(connection: Connection, state: TokenState, note: string | null): void {
    const { name, synthetic, quantUrl, dataUrl } = connection;
    const isFine = fine.includes(state) && note === null;
    const icon = isFine ? (synthetic ? 'beaker' : 'plug') : 'warning';
    const text = synthetic ? vscode.l10n.t('{0} · synthetic data', name.toUpperCase()) : name;
    this.item.text = `$(${icon}) ${text.replaceAll('$(', '(')}`;
    const lines = synthetic
      ? [
          vscode.l10n.t(
            'Signals: cells run on the built-in sandbox. Its data are made up. Select a connection.',
          ),
        ]
      : [vscode.l10n.t('Signals: cells run on {0}.', name), quantUrl, dataUrl, sentences[state]];
    this.item.tooltip = [...(note === null ? [] : [note]), ...lines].join('\n').trim();
    this.item.backgroundColor = isFine
      ? undefined
      : new vscode.ThemeColor('statusBarItem.warningBackground');
    this.item.show();
  }
}
