/**
 * The bearer tokens, in VS Code's secret storage.
 *
 * A token is stored under a hash of the connection's name and addresses, and read again for each request. The storage of
 * some computers fails, loses secrets or never answers: each of these is a state that can be shown to the user, who may
 * then use a token in this window alone. No other token is kept here.
 */

import { createHash, randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Connection } from '../../core/client/serviceClient';
import { tokenBinding } from '../../core/client/tokenLife';
import { announceWait, type AnnounceWait } from './secretWait';

/** A working storage answers in milliseconds; a keyring may ask the user for its password first. */
export interface SecretPatience {
  /** After this time the wait is shown to the user, ms. */
  readonly announcedMs: number;
  /** After this time the wait ends, ms. */
  readonly endedMs: number;
  readonly announce: AnnounceWait;
}

const usualPatience: SecretPatience = {
  announcedMs: 3_000,
  endedMs: 60_000,
  announce: announceWait,
};

/** The secret storage failed. `message` can be shown as it is. */
export class SecretStorageError extends Error {
  override readonly name = 'SecretStorageError';
}

export class Tokens implements vscode.Disposable {
  private readonly epochs = new Map<string, string>();
  /** Tokens that the storage did not take, by their key. */
  private readonly ofWindow = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscription: vscode.Disposable;
  /** A token was set or forgotten, in this window or another. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly secrets: vscode.SecretStorage,
    private readonly patience = usualPatience,
  ) {
    this.subscription = secrets.onDidChange(({ key }) => {
      this.epochs.delete(key);
      this.changed.fire();
    });
  }

  /** @throws {SecretStorageError} If the storage fails or does not answer. */
  async read(connection: Connection): Promise<string | undefined> {
    const key = keyOf(connection);
    return this.ofWindow.get(key) ?? this.patiently(this.secrets.get(key), 'read');
  }

  /** @throws {SecretStorageError} If the storage fails, does not answer, or does not store the token. */
  async store(connection: Connection, token: string): Promise<void> {
    const key = keyOf(connection);
    await this.patiently(this.secrets.store(key, token), 'stored');
    this.ofWindow.delete(key);
    this.epochs.delete(key);
    if ((await this.read(connection)) !== token) {
      throw new SecretStorageError(
        vscode.l10n.t(
          "The token could not be stored: this computer's secret storage did not keep it.",
        ),
      );
    }
  }

  /** @throws {SecretStorageError} If the storage fails or does not answer. */
  async forget(connection: Connection): Promise<void> {
    const key = keyOf(connection);
    if (this.ofWindow.delete(key)) {
      this.epochs.delete(key);
      this.changed.fire();
    }
    await this.patiently(this.secrets.delete(key), 'forgotten');
    this.epochs.delete(key);
  }

  /** Uses a token until this window closes, where the storage does not take it. */
  useInWindow(connection: Connection, token: string): void {
    const key = keyOf(connection);
    this.ofWindow.set(key, token);
    this.epochs.delete(key);
    this.changed.fire();
  }

  /** Whether the connection's token is one of this window alone. */
  isOfWindow(connection: Connection): boolean {
    return this.ofWindow.has(keyOf(connection));
  }

  /** A random text that changes with the connection's addresses and with its token, and reveals neither. */
  epochOf(connection: Connection): string {
    const key = keyOf(connection);
    const epoch = this.epochs.get(key) ?? randomUUID();
    this.epochs.set(key, epoch);
    return epoch;
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }

  /** The storage's own error is left out, since it may quote the token. */
  private async patiently<T>(work: Thenable<T>, done: string): Promise<T> {
    const { announcedMs, endedMs, announce } = this.patience;
    const timers: NodeJS.Timeout[] = [];
    const unanswered = new Promise<never>((_, reject) => {
      const sentence = vscode.l10n.t(
        "The token could not be {0}: this computer's secret storage did not answer. Unlock its keyring and try again, or select the sandbox meanwhile.",
        done,
      );
      const giveUp = (): void => reject(new SecretStorageError(sentence));
      timers.push(
        setTimeout(() => announce(ended, giveUp), announcedMs),
        setTimeout(giveUp, endedMs),
      );
    });
    const ended = Promise.race([work, unanswered]);
    try {
      return await ended;
    } catch (error) {
      if (error instanceof SecretStorageError) {
        throw error;
      }
      throw new SecretStorageError(
        vscode.l10n.t("The token could not be {0}: this computer's secret storage failed.", done),
      );
    } finally {
      timers.forEach(clearTimeout);
    }
  }
}

function keyOf(connection: Connection): string {
  return `signals.token.${createHash('sha256').update(tokenBinding(connection)).digest('hex')}`;
}
