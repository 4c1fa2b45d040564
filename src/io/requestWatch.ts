import { t } from '../core/base/translations';
import type { ClientRequest } from 'node:http';
import { CancelledError } from '../core/base/cancellation';
import type { Cancellation } from '../core/base/cancellation';
import { TransportError } from '../core/client/ports';

export interface RequestTimeouts {
  /** Longest time to establish a connection, TLS included. */
  readonly connectMs: number;
  /** Longest wait for the headers, and then for each further part of the body. */
  readonly idleMs: number;
  /** Longest time from the beginning to the end of the body. */
  readonly totalMs: number;
}

/** Ends one request when it is cancelled, stalls or takes too long; its signal closes the socket. */
export class RequestWatch {
  private readonly controller = new AbortController();
  private readonly ended: Promise<never>;
  private readonly total: NodeJS.Timeout;
  private readonly listener: { dispose(): void };
  /** Why the request was ended by this watch. */
  private cause: Error | undefined;

  constructor(
    private readonly timeouts: RequestTimeouts,
    cancellation: Cancellation,
  ) {
    const { totalMs } = timeouts;
    this.ended = new Promise((_, reject) => {
      this.signal.addEventListener('abort', () => reject(this.cause ?? new CancelledError()));
    });
    // Waiting callers get the reason; without any it is ignored.
    this.ended.catch(() => undefined);
    this.total = setTimeout(() => {
      this.end(new TransportError('total', t('it was not finished within {0}', seconds(totalMs))));
    }, totalMs);
    // An answer that is no longer read does not keep the process alive.
    this.total.unref();
    this.listener = cancellation.onCancellationRequested(() => this.end(new CancelledError()));
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /**
   * Waits for `work`, at most the idle time.
   *
   * @throws {CancelledError | TransportError} Immediately, with the reason why the request was ended.
   */
  async wait<T>(work: Promise<T>): Promise<T> {
    const { idleMs } = this.timeouts;
    const idle = setTimeout(() => {
      this.end(new TransportError('idle', t('nothing was received for {0}', seconds(idleMs))));
    }, idleMs);
    try {
      return await this.unlessEnded(work);
    } finally {
      clearTimeout(idle);
    }
  }

  /**
   * Waits for `work` without a limit of its own.
   *
   * @throws {CancelledError | TransportError} Immediately, with the reason why the request was ended.
   */
  async unlessEnded<T>(work: Promise<T>): Promise<T> {
    try {
      return await Promise.race([work, this.ended]);
    } catch (error) {
      throw this.cause ?? error;
    }
  }

  /** Ends the request if establishing its connection takes too long; a reused connection is already established. */
  connecting(request: ClientRequest, scheme: 'http' | 'https'): void {
    const { connectMs } = this.timeouts;
    const timer = setTimeout(() => {
      this.end(
        new TransportError('connect', t('no connection was made within {0}', seconds(connectMs))),
      );
    }, connectMs);
    const made = () => clearTimeout(timer);
    request.on('close', made);
    request.on('socket', socket => {
      if (socket.connecting) {
        socket.once(scheme === 'https' ? 'secureConnect' : 'connect', made);
      } else {
        made();
      }
    });
  }

  /** Stops watching a request that has ended. */
  dispose(): void {
    clearTimeout(this.total);
    this.listener.dispose();
  }

  /** Stops watching, and closes the socket. */
  abandon(): void {
    this.dispose();
    this.controller.abort();
  }

  private end(cause: Error): void {
    this.cause ??= cause;
    this.controller.abort();
  }
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}
