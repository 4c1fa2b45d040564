/** The user's connections, and which of them is in use where. */

import * as vscode from 'vscode';
import { chooseConnection, type ConnectionChoice } from '../../core/client/chooseConnection';
import { readConnections } from '../../core/client/connections';
import type { Connection } from '../../core/client/serviceClient';
import { settings, settingsSection } from '../ids';
import type { Log } from '../log';
import { frontMatterContents } from '../notebook/frontMatter';
import { connectionsSetting } from '../settings';

const windowKey = 'signals.connection';

export class Connections implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscription: vscode.Disposable;
  /** The choice made while a notebook was active, as long as this window exists. */
  private readonly session = new WeakMap<vscode.NotebookDocument, string>();
  private reported = '';
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly state: vscode.Memento,
    private readonly log: Log,
  ) {
    this.subscription = vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration(`${settingsSection}.${settings.connections}`)) {
        this.changed.fire();
      }
    });
  }

  /** The sandbox first. */
  all(): readonly Connection[] {
    const { connections, problems } = readConnections(connectionsSetting());
    this.report(problems.join(' '));
    return connections;
  }

  /** @returns The connection of that name other than the sandbox; undefined if there is none. */
  liveNamed(name: unknown): Connection | undefined {
    return this.all().find(connection => connection.name === name && !connection.synthetic);
  }

  /** @param notebook The notebook; undefined: the window. */
  async current(notebook: vscode.NotebookDocument | undefined): Promise<ConnectionChoice> {
    const named = notebook && (await frontMatterContents(notebook)).connection;
    return chooseConnection(this.all(), {
      session: notebook && this.session.get(notebook),
      frontMatter: named ?? undefined,
      window: this.state.get<string>(windowKey),
    });
  }

  /** Selects a connection for the window, and for the active notebook even if its front matter names another one. */
  async select(
    connection: Connection,
    notebook: vscode.NotebookDocument | undefined,
  ): Promise<void> {
    if (notebook) {
      this.session.set(notebook, connection.name);
    }
    await this.state.update(windowKey, connection.name);
    this.changed.fire();
  }

  /** Keeps a connection selected under its new name. */
  async rename(before: string, after: string): Promise<void> {
    for (const notebook of vscode.workspace.notebookDocuments) {
      if (this.session.get(notebook) === before) {
        this.session.set(notebook, after);
      }
    }
    if (this.state.get<string>(windowKey) === before) {
      await this.state.update(windowKey, after);
    }
    this.changed.fire();
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }

  private report(problem: string): void {
    if (problem !== this.reported) {
      this.reported = problem;
      if (problem !== '') {
        this.log.warn(problem);
        void vscode.window.showWarningMessage(`Market Signals: ${problem}`);
      }
    }
  }
}
