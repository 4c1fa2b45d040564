/** What is known of each connection: its token, and what the service refused to it. Sends no request. */

import * as vscode from 'vscode';
import type { Connection } from '../../core/client/serviceClient';
import { tokenExpiry } from '../../core/client/token';
import { tokenLapse, type TokenState } from '../../core/client/tokenLife';
import type { ConnectionState } from '../../core/sidebar/connectionRows';
import type { Clients, EndedRequest } from './clients';
import { SecretStorageError, type Tokens } from './tokens';

type TokenFacts = Pick<ConnectionState, 'token' | 'expiryMs' | 'notEntitled'>;

/** What the service refused to one token of a connection. */
interface Refusals {
  isRejected: boolean;
  readonly operations: Set<string>;
}

export class ConnectionStates implements vscode.Disposable {
  private readonly refusals = new Map<string, Refusals>();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscription: vscode.Disposable;
  /** A token was set or removed, or the service refused or accepted one. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly tokens: Tokens,
    clients: Clients,
  ) {
    this.subscription = vscode.Disposable.from(
      tokens.onDidChange(() => this.changed.fire()),
      clients.onDidEnd(ended => this.hear(ended)),
    );
  }

  async of(connection: Connection): Promise<TokenFacts> {
    if (connection.synthetic) {
      return { token: 'none', expiryMs: null, notEntitled: [] };
    }
    const { isRejected, operations } = this.refusalsOf(connection);
    const notEntitled = [...operations];
    try {
      const token = await this.tokens.read(connection);
      const expiryMs = token === undefined ? null : tokenExpiry(token);
      return { token: this.stateOf(connection, token, isRejected), expiryMs, notEntitled };
    } catch (error) {
      if (error instanceof SecretStorageError) {
        return { token: 'unreadable', expiryMs: null, notEntitled };
      }
      throw error;
    }
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }

  private stateOf(
    connection: Connection,
    token: string | undefined,
    isRejected: boolean,
  ): TokenState {
    if (token === undefined) {
      return 'missing';
    }
    const lapse = tokenLapse(tokenExpiry(token), Date.now());
    if (lapse === 'lapsed') {
      return lapse;
    }
    if (isRejected) {
      return 'rejected';
    }
    return lapse === 'none' && this.tokens.isOfWindow(connection) ? 'thisWindow' : lapse;
  }

  private hear({ connection, request, error }: EndedRequest): void {
    if (connection.synthetic) {
      return;
    }
    const refusals = this.refusalsOf(connection);
    const before = JSON.stringify([refusals.isRejected, ...refusals.operations]);
    if (error === null) {
      refusals.isRejected = false;
      refusals.operations.delete(request.operation);
    } else if (error.kind === 'unauthorized') {
      refusals.isRejected = true;
    } else if (error.kind === 'notEntitled') {
      refusals.isRejected = false;
      refusals.operations.add(request.operation);
    }
    if (JSON.stringify([refusals.isRejected, ...refusals.operations]) !== before) {
      this.changed.fire();
    }
  }

  /** By token: another one begins without refusals. */
  private refusalsOf(connection: Connection): Refusals {
    const key = this.tokens.epochOf(connection);
    const refusals = this.refusals.get(key) ?? { isRejected: false, operations: new Set() };
    this.refusals.set(key, refusals);
    return refusals;
  }
}
