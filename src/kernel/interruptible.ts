/** A connection whose work can be stopped: each piece alone, so that an interrupt meets the one it is for. */

import type { DuckDBConnection } from '@duckdb/node-api';
import { CancelledError, throwIfCancelled, type Cancellation } from '../core/base/cancellation';
import type { SerialConnection } from './serialConnection';

/** How often cancelled work is interrupted until it ends: a query about to begin forgets an earlier interruption. */
const INTERRUPT_AGAIN_MS = 50;

export class Interruptible {
  /** @param connection Used for nothing else, so that an interrupt stops nothing else. */
  constructor(private readonly connection: SerialConnection) {}

  /**
   * Does the work when the work before it has ended.
   *
   * @throws {CancelledError} If cancelled, before it began or while it ran.
   */
  run<Answer>(
    cancellation: Cancellation,
    work: (connection: DuckDBConnection) => Promise<Answer>,
  ): Promise<Answer> {
    return this.connection.exclusively(async connection => {
      throwIfCancelled(cancellation);
      let again: NodeJS.Timeout | undefined;
      const interrupt = cancellation.onCancellationRequested(() => {
        connection.interrupt();
        again = setInterval(() => connection.interrupt(), INTERRUPT_AGAIN_MS);
      });
      try {
        return await work(connection);
      } catch (error) {
        throw cancellation.isCancellationRequested ? new CancelledError() : error;
      } finally {
        interrupt.dispose();
        clearInterval(again);
      }
    });
  }
}
