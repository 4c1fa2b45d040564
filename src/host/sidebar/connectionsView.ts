/** The view *Connections*: what cells and lists run on, and the state of each token. */

import * as vscode from 'vscode';
import { connectionRows } from '../../core/sidebar/connectionRows';
import type { Row } from '../../core/sidebar/row';
import type { ConnectionStates } from '../connection/connectionStates';
import type { Connections } from '../connection/connections';
import { activeNotebook } from '../notebook/activeNotebook';
import { settings, settingsSection } from '../ids';
import { modelConnections } from '../settings';
import type { RowSource } from './rowTree';

export class ConnectionsView implements RowSource, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscription: vscode.Disposable;
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly connections: Connections,
    private readonly states: ConnectionStates,
  ) {
    const change = (): void => this.changed.fire();
    this.subscription = vscode.Disposable.from(
      connections.onDidChange(change),
      states.onDidChange(change),
      vscode.window.onDidChangeActiveNotebookEditor(change),
      vscode.workspace.onDidChangeConfiguration(event => {
        if (event.affectsConfiguration(`${settingsSection}.${settings.modelConnections}`)) {
          change();
        }
      }),
    );
  }

  async rows(parent: Row | undefined): Promise<readonly Row[]> {
    if (parent) {
      return [];
    }
    const { connection: current } = await this.connections.current(activeNotebook());
    const shared = modelConnections();
    const states = await Promise.all(
      this.connections.all().map(async connection => ({
        connection,
        isCurrent: connection.name === current.name,
        sharesRows: shared.includes(connection.name.toLowerCase()),
        ...(await this.states.of(connection)),
      })),
    );
    return connectionRows(states, Date.now());
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }
}
