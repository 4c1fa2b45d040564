/**
 * The output channel that Show Log opens. Created with its first line. VS Code has one channel of a name and throws where
 * something is written to it after it was closed: what ends later than the extension writes nothing.
 */

import * as vscode from 'vscode';
import { redact } from '../core/base/redact';

export class Log implements vscode.Disposable {
  private channel: vscode.LogOutputChannel | undefined;
  private isClosed = false;

  info(message: string): void {
    this.open()?.info(redact(message));
  }

  warn(message: string): void {
    this.open()?.warn(redact(message));
  }

  /** Logs an error with its causes and stacks, since the log is for those who repair it. */
  error(what: string, error: unknown): void {
    this.open()?.error(redact(`${what}: ${described(error)}`));
  }

  show(): void {
    this.open()?.show(true);
  }

  dispose(): void {
    this.isClosed = true;
    this.channel?.dispose();
  }

  private open(): vscode.LogOutputChannel | undefined {
    if (this.isClosed) {
      return undefined;
    }
    this.channel ??= vscode.window.createOutputChannel('Market Signals', { log: true });
    return this.channel;
  }
}

function described(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  const cause = error.cause === undefined ? '' : `\ncaused by ${described(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
