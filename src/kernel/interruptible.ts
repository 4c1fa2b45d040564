/** A connection whose work can be stopped: one piece at a time, so that an interrupt meets the one it is for. */

import type { DuckDBConnection } from '@duckdb/node-api';
import { CancelledError, throwIfCancelled, type Cancellation } from '../core/base/cancellation';

/** How often cancelled work is interrupted until it ends: a query about to begin forgets an earlier interruption. */
const INTERRUPT_AGAIN_MS = 50;

export class Interruptible {
  private last: Promise<unknown> = Promise.resolve();

  /** @param connection Used for nothing else. */
  constructor(private readonly connection: DuckDBConnection) {}

  /**
   * Does the work when the work before it has ended.
   *
   * @throws {CancelledError} If cancelled, before it began or while it ran.
   */
  run<Answer>(
    cancellation: Cancellation,
    work: (connection: DuckDBConnection) => Promise<Answer>,
  ): Promise<Answer> {
    const answer = this.last.then(() => this.runNow(cancellation, work));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  private async runNow<Answer>(
    cancellation: Cancellation,
    work: (connection: DuckDBConnection) => Promise<Answer>,
  ): Promise<Answer> {
    throwIfCancelled(cancellation);
    let again: NodeJS.Timeout | undefined;
    const interrupt = cancellation.onCancellationRequested(() => {
      this.connection.interrupt();
      again = setInterval(() => this.connection.interrupt(), INTERRUPT_AGAIN_MS);
    });
    try {
      return await work(this.connection);
    } catch (error) {
      throw cancellation.isCancellationRequested ? new CancelledError() : error;
    } finally {
      interrupt.dispose();
      clearInterval(again);
    }
  }
}
