/** The language process of the window: started when it is first needed, and again after it ended or hung. */

import * as vscode from 'vscode';
import type { Cancellation } from '../../core/base/cancellation';
import type { LanguageHandle } from '../../io/languageProcess';
import type { Connections } from '../connection/connections';
import type { Log } from '../log';
import { readableFolders } from '../readableFolders';

/** The time limit of a request. A longer one is caused by a text that keeps DuckDB busy: the process is ended. */
const PATIENCE_MS = 10_000;
/** After this many failures without an answer in between, the process is not started for a while. */
const MOST_FAILURES = 3;
const PAUSE_MS = 60_000;

const ended = Symbol('The process ended.');

export class LanguageService implements vscode.Disposable {
  private starting: Promise<LanguageHandle> | undefined;
  /** Statements because of which a process was ended; the next one leaves them out. */
  private readonly stuck = new Set<string>();
  private failures = 0;
  private pausedUntil = 0;
  private readonly reading = new vscode.EventEmitter<void>();
  private readonly subscriptions: vscode.Disposable[];

  /** Other folders may be read from now on: earlier answers may be others now. */
  readonly onDidChangeReading = this.reading.event;

  constructor(
    private readonly modulePath: string,
    private readonly connections: Connections,
    private readonly log: Log,
  ) {
    // The readable folders are set when the process starts.
    let readable = readableFolders(connections).join();
    this.subscriptions = [
      this.reading,
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.readAnew()),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.readAnew()),
      connections.onDidChange(() => {
        const before = readable;
        readable = readableFolders(connections).join();
        if (readable !== before) {
          this.readAnew();
        }
      }),
    ];
  }

  /**
   * Sends a request to the process, and repeats it once if the process ended, since another request may have been the
   * cause. If a statement was stuck, the next process leaves it out, so that each is worth another try.
   *
   * @returns The answer, or undefined if it was cancelled or the process ended: ask again when the text has changed.
   */
  async ask<T>(
    question: (language: LanguageHandle) => Promise<T>,
    cancellation: Cancellation,
  ): Promise<T | undefined> {
    for (let known = -1; known < this.stuck.size;) {
      known = this.stuck.size;
      const answer = await this.askOnce(question, cancellation);
      if (answer !== ended) {
        return answer;
      }
    }
    const answer = await this.askOnce(question, cancellation);
    return answer === ended ? undefined : answer;
  }

  private async askOnce<T>(
    question: (language: LanguageHandle) => Promise<T>,
    cancellation: Cancellation,
  ): Promise<T | typeof ended | undefined> {
    if (Date.now() < this.pausedUntil || cancellation.isCancellationRequested) {
      return undefined;
    }
    const known = this.stuck.size;
    let hung: NodeJS.Timeout | undefined;
    let isHung = false;
    const starting = this.ready();
    try {
      const language = await starting;
      hung = setTimeout(() => {
        isHung = true;
        void language.dispose();
      }, PATIENCE_MS);
      const answer = await question(language);
      this.failures = 0;
      return answer;
    } catch (error) {
      if (cancellation.isCancellationRequested) {
        return undefined;
      }
      // The others that wait for this process fail with it: it is counted once, and the next one stays.
      if (this.starting === starting) {
        await (this.stuck.size > known ? this.end() : this.failed(error));
      }
      return isHung ? undefined : ended;
    } finally {
      clearTimeout(hung);
    }
  }

  dispose(): void {
    this.subscriptions.forEach(subscription => void subscription.dispose());
    void this.end();
  }

  private ready(): Promise<LanguageHandle> {
    this.starting ??= this.start();
    return this.starting;
  }

  private async start(): Promise<LanguageHandle> {
    const { startLanguage } = await import('../../io/languageProcess');
    const readableDirectories = readableFolders(this.connections);
    const options = { readableDirectories, stuck: [...this.stuck] };
    return startLanguage(this.modulePath, options, statement => this.stuck.add(statement));
  }

  private async failed(error: unknown): Promise<void> {
    this.log.error('The language process did not answer', error);
    this.failures++;
    if (this.failures >= MOST_FAILURES) {
      this.failures = 0;
      this.pausedUntil = Date.now() + PAUSE_MS;
      this.log.warn('The language process failed repeatedly and is not used for a minute.');
    }
    await this.end();
  }

  private readAnew(): void {
    void this.end();
    this.reading.fire();
  }

  private async end(): Promise<void> {
    const { starting } = this;
    this.starting = undefined;
    try {
      await (await starting)?.dispose();
    } catch (error) {
      this.log.error('The language process did not start', error);
    }
  }
}
