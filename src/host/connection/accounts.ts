/**
 * The connections with a token in VS Code's Accounts menu, where each can be signed out.
 *
 * A session has no token: VS Code would hand it to any extension that the user lets ask for one. Tokens stay between the
 * secret storage and the transport.
 */

import * as vscode from 'vscode';
import type { Connection } from '../../core/client/serviceClient';
import { accountsProvider } from '../ids';
import type { Connections } from './connections';
import { setToken } from './tokenCommands';
import { SecretStorageError, type Tokens } from './tokens';

type SessionsChange = vscode.AuthenticationProviderAuthenticationSessionsChangeEvent;

export function registerAccounts(connections: Connections, tokens: Tokens): vscode.Disposable {
  const accounts = new Accounts(connections, tokens);
  const options = { supportsMultipleAccounts: true };
  return vscode.Disposable.from(
    accounts,
    vscode.authentication.registerAuthenticationProvider(
      accountsProvider,
      'Market Signals',
      accounts,
      options,
    ),
  );
}

export class Accounts implements vscode.AuthenticationProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<SessionsChange>();
  private readonly subscription: vscode.Disposable;
  private known: readonly vscode.AuthenticationSession[] = [];
  readonly onDidChangeSessions = this.changed.event;

  constructor(
    private readonly connections: Connections,
    private readonly tokens: Tokens,
  ) {
    const update = (): void => void this.update();
    this.subscription = vscode.Disposable.from(
      tokens.onDidChange(update),
      connections.onDidChange(update),
    );
  }

  async getSessions(): Promise<vscode.AuthenticationSession[]> {
    const live = this.connections.all().filter(({ synthetic }) => !synthetic);
    const sessions = await Promise.all(live.map(connection => this.sessionOf(connection)));
    this.known = sessions.filter(session => session !== undefined);
    return [...this.known];
  }

  /** Sets the token of the connection in use. */
  async createSession(): Promise<vscode.AuthenticationSession> {
    await setToken(this.connections, this.tokens);
    const { connection } = await this.connections.current(undefined);
    const session = await this.sessionOf(connection);
    if (!session) {
      throw new Error(vscode.l10n.t('No token was set.'));
    }
    return session;
  }

  async removeSession(id: string): Promise<void> {
    const connection = this.connections.liveNamed(id);
    if (connection) {
      await this.tokens.forget(connection);
    }
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }

  private async update(): Promise<void> {
    const before = this.known;
    const after = await this.getSessions();
    const has = (sessions: readonly vscode.AuthenticationSession[], id: string): boolean =>
      sessions.some(session => session.id === id);
    this.changed.fire({
      added: after.filter(({ id }) => !has(before, id)),
      removed: before.filter(({ id }) => !has(after, id)),
      changed: [],
    });
  }

  /** @returns Undefined if no token is set, or if the storage cannot be read. */
  private async sessionOf({
    name,
    ...connection
  }: Connection): Promise<vscode.AuthenticationSession | undefined> {
    try {
      const token = connection.synthetic
        ? undefined
        : await this.tokens.read({ name, ...connection });
      return token === undefined
        ? undefined
        : { id: name, accessToken: '', account: { id: name, label: name }, scopes: [] };
    } catch (error) {
      if (error instanceof SecretStorageError) {
        return undefined;
      }
      throw error;
    }
  }
}
