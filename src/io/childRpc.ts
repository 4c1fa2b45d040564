/** Watches and ends a child process that answers requests. */

import { t, usedTranslations } from '../core/base/translations';
import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type CancellationToken,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import type { Cancellation } from '../core/base/cancellation';
import {
  translationsNotice,
  type AnswerOf,
  type Channel,
  type Method,
  type ParamsOf,
} from '../core/protocol/channel';
import type { StartedProcess } from './startProcess';

/** The process crashed or was ended. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';
}

/** A process that has ended takes handlers and is listened to as before: requests to it fail with the reason. */
export class ChildRpc<Protocol extends Channel> {
  private readonly rpc: MessageConnection;
  private readonly exits = new Set<(reason: string) => void>();
  private readonly failed: Promise<never>;
  alive = true;

  /**
   * Call `listen` after all handlers are registered.
   *
   * @param name The process's name in messages: `kernel` results in "The kernel process ended".
   */
  constructor(
    private readonly started: StartedProcess,
    private readonly name: string,
  ) {
    const { child } = started;
    this.rpc = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
    this.failed = started.ended.then(how => {
      throw new ProcessEnded(this.ended(how));
    });
    this.failed.catch((error: Error) => {
      this.exits.forEach(listener => listener(error.message));
    });
  }

  get pid(): number | undefined {
    return this.started.child.pid;
  }

  /** The process answers in the language of this one: the translations come before every request. */
  listen(): void {
    if (!this.alive) {
      return;
    }
    this.rpc.listen();
    const translations = usedTranslations();
    if (Object.keys(translations).length > 0) {
      void this.rpc.sendNotification(translationsNotice, translations);
    }
  }

  /** Called once with the reason why the process ended, unless it was ended here. */
  onExit(listener: (reason: string) => void): { dispose(): void } {
    this.exits.add(listener);
    return { dispose: () => void this.exits.delete(listener) };
  }

  /** Registers the handler for a request of the process. */
  onQuestion<Name extends Method<Protocol['questions']>>(
    name: Name,
    answer: (
      params: ParamsOf<Protocol['questions'], Name>,
      cancellation: Cancellation,
    ) => Promise<AnswerOf<Protocol['questions'], Name>>,
  ): void {
    if (this.alive) {
      this.rpc.onRequest<unknown, unknown>(name, answer);
    }
  }

  onNotice<Name extends Method<Protocol['notices']>>(
    name: Name,
    listener: (notice: Protocol['notices'][Name]) => void,
  ): void {
    if (this.alive) {
      this.rpc.onNotification(name, listener);
    }
  }

  /** @throws {ProcessEnded} If the process ends first. */
  request<Name extends Method<Protocol['requests']>>(
    name: Name,
    params: ParamsOf<Protocol['requests'], Name>,
    cancellation?: Cancellation,
  ): Promise<AnswerOf<Protocol['requests'], Name>> {
    type Answer = AnswerOf<Protocol['requests'], Name>;
    if (!this.alive) {
      return this.failed;
    }
    const sent = cancellation
      ? this.rpc.sendRequest<Answer>(name, params, cancellation as CancellationToken)
      : this.rpc.sendRequest<Answer>(name, params);
    // The exit reason is more precise than the channel's own error about the end of the process.
    return Promise.race([sent, this.failed]).catch((error: unknown) => {
      if (!this.alive) {
        return this.failed;
      }
      throw error;
    });
  }

  /** Ends the process and waits until it is gone; its exit listeners are not called. */
  async end(): Promise<void> {
    this.exits.clear();
    if (this.alive) {
      this.started.child.kill('SIGKILL');
      await this.started.ended;
    }
  }

  private ended(how: string): string {
    if (this.alive) {
      this.alive = false;
      this.rpc.dispose();
    }
    const lines = this.started.errors().trim().split('\n');
    const detail = (lines.find(line => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? '').slice(
      0,
      300,
    );
    return t('The {0} process ended ({1}){2}.', this.name, how, detail === '' ? '' : `: ${detail}`);
  }
}
