/** The user's connections, and which of them is in use where. */

import * as vscode from 'vscode';
import { chooseConnection, type ConnectionChoice } from '../../core/client/chooseConnection';
import { readConnections, sandboxConnection } from '../../core/client/connections';
import type { Connection } from '../../core/client/serviceClient';
import { commands, settings, settingsSection } from '../ids';
import type { Log } from '../log';
import { activeNotebook } from '../notebook/activeNotebook';
import { frontMatterContents } from '../notebook/frontMatter';
import { connectionsSetting } from '../settings';

const windowKey = 'signals.connection';

export class Connections implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscription: vscode.Disposable;
  /** The choice made while a notebook was active, as long as this window exists. */
  private readonly session = new WeakMap<vscode.NotebookDocument, string>();
  private reported = '';
  /** The note of the connection in use after the setting last changed. */
  private noted: string | null = null;
  /** A selected connection is getting another name. */
  private renamed: { readonly before: string; readonly after: string } | undefined;
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly state: vscode.Memento,
    private readonly log: Log,
  ) {
    this.subscription = vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration(`${settingsSection}.${settings.connections}`)) {
        this.changed.fire();
        void this.reportGone();
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
      session: notebook && this.now(this.session.get(notebook)),
      frontMatter: named ?? undefined,
      window: this.now(this.state.get<string>(windowKey)),
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

  /**
   * Keeps a connection selected under its new name.
   *
   * @param write Gives it that name in the settings.
   */
  async rename(before: string, after: string, write: () => Promise<void>): Promise<void> {
    this.renamed = { before, after };
    try {
      await write();
      await this.reselect(before, after);
    } finally {
      this.renamed = undefined;
    }
    this.changed.fire();
  }

  /** Where the connection is selected, which is about to be removed, the sandbox is selected. */
  async leave(name: string): Promise<void> {
    await this.reselect(name, sandboxConnection.name);
    this.changed.fire();
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }

  private async reselect(before: string, after: string): Promise<void> {
    for (const notebook of vscode.workspace.notebookDocuments) {
      if (this.session.get(notebook) === before) {
        this.session.set(notebook, after);
      }
    }
    if (this.state.get<string>(windowKey) === before) {
      await this.state.update(windowKey, after);
    }
  }

  /** @returns The name that the selected connection has: it may be getting another one. */
  private now(selected: string | undefined): string | undefined {
    const { before, after } = this.renamed ?? {};
    const isRenamed = selected !== undefined && selected === before && !this.liveNamed(before);
    return isRenamed ? after : selected;
  }

  /** Cells must not come to run on other data without a word. */
  private async reportGone(): Promise<void> {
    const { note } = await this.current(activeNotebook());
    const [before, select] = [this.noted, vscode.l10n.t('Select Connection')];
    this.noted = note;
    if (note !== null && note !== before) {
      if ((await vscode.window.showWarningMessage(note, select)) === select) {
        await vscode.commands.executeCommand(commands.selectConnection);
      }
    }
  }

  private report(problem: string): void {
    if (problem !== this.reported) {
      this.reported = problem;
      if (problem !== '') {
        this.log.warn(problem);
        void vscode.window.showWarningMessage(vscode.l10n.t('Market Signals: {0}', problem));
      }
    }
  }
}
