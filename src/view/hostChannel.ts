/**
 * The page's side of the messages with the extension host.
 *
 * One channel serves all outputs of a notebook. An answer finds its question by `requestId`; one that nobody
 * waits for any more is dropped.
 */

import type { Arrangement } from '../core/protocol/arrangement';
import type { OutputAction, RendererMessage } from '../core/protocol/output';
import type { Value } from '../core/protocol/outcome';
import { readHostMessage } from './payload';

export type Rows = readonly (readonly Value[])[];

/** What the notebook gives a renderer; both are absent where the renderer may not send messages. */
export interface Messaging {
  postMessage?(message: unknown): void;
  onDidReceiveMessage?: ((listener: (message: unknown) => void) => unknown) | undefined;
}

export interface PageQuestion {
  readonly resultId: string;
  readonly offset: number;
  readonly limit: number;
  /** Absent: every row, in the order of the result. */
  readonly arrangement?: Arrangement;
}

export interface PageAnswer {
  readonly rows: Rows;
  /** Rows that fit the question's filters; undefined: as many as the result has. */
  readonly rowCount: number | undefined;
}

interface Waiting {
  readonly offset: number;
  readonly resolve: (answer: PageAnswer) => void;
  readonly reject: (error: Error) => void;
}

export class HostChannel {
  private readonly waiting = new Map<number, Waiting>();
  private lastRequestId = 0;

  constructor(private readonly messaging: Messaging) {
    messaging.onDidReceiveMessage?.(message => this.receive(message));
  }

  /** Whether pages can be asked for at all. */
  get connected(): boolean {
    return (
      this.messaging.postMessage !== undefined && this.messaging.onDidReceiveMessage !== undefined
    );
  }

  /**
   * Asks for rows of a result.
   *
   * @returns The rows, from `offset`; fewer than `limit` at the end of the result. Rejected with a sentence that
   * can be shown; never settled once `signal` is aborted.
   */
  async page(question: PageQuestion, signal: AbortSignal): Promise<Rows> {
    return (await this.countedPage(question, signal)).rows;
  }

  /** As `page`, with how many rows there are. */
  countedPage(question: PageQuestion, signal: AbortSignal): Promise<PageAnswer> {
    const { offset } = question;
    return new Promise((resolve, reject) => {
      if (!this.connected) {
        reject(new Error('This notebook gives its outputs no way to ask for more rows.'));
        return;
      }
      const requestId = ++this.lastRequestId;
      this.waiting.set(requestId, { offset, resolve, reject });
      signal.addEventListener('abort', () => this.waiting.delete(requestId), { once: true });
      this.post({ type: 'page', requestId, ...question });
    });
  }

  /** Asks the host to take the whole of a result away. */
  exportResult(resultId: string): void {
    this.post({ type: 'export', resultId });
  }

  /** Asks the host for a step that an output's button names. */
  act(action: OutputAction): void {
    this.post({ type: 'action', action });
  }

  private post(message: RendererMessage): void {
    this.messaging.postMessage?.(message);
  }

  private receive(message: unknown): void {
    const read = readHostMessage(message);
    const waiting = read && this.waiting.get(read.requestId);
    if (!read || !waiting) {
      return;
    }
    this.waiting.delete(read.requestId);
    if (read.type === 'failed') {
      waiting.reject(new Error(read.message));
    } else if (read.offset !== waiting.offset) {
      waiting.reject(new Error(`Asked for row ${waiting.offset}, was given row ${read.offset}.`));
    } else {
      waiting.resolve({ rows: read.rows, rowCount: read.rowCount });
    }
  }
}
