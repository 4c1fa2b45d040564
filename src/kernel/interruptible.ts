/** Work of DuckDB that can be stopped. */

import type { DuckDBConnection } from '@duckdb/node-api';
import { CancelledError, throwIfCancelled, type Cancellation } from '../core/base/cancellation';
import type { SerialConnection } from './serialConnection';

/** How often cancelled work is interrupted until it ends: a query that is about to begin forgets an earlier interruption. */
const INTERRUPT_AGAIN_MS = 50;

/**
 * Does the work; cancelling interrupts what the connections do until the work has ended.
 *
 * @throws {CancelledError} If the work fails after it was cancelled.
 */
export async function interruptible<Answer>(
  cancellation: Cancellation,
  connections: readonly { interrupt(): void }[],
  work: () => Promise<Answer>,
): Promise<Answer> {
  let again: NodeJS.Timeout | undefined;
  const interrupt = (): void => connections.forEach(connection => connection.interrupt());
  const subscription = cancellation.onCancellationRequested(() => {
    interrupt();
    again = setInterval(interrupt, INTERRUPT_AGAIN_MS);
  });
  try {
    return await work();
  } catch (error) {
    throw cancellation.isCancellationRequested ? new CancelledError() : error;
  } finally {
    subscription.dispose();
    clearInterval(again);
  }
}

/** A connection whose work can be stopped: each piece alone, so that an interrupt meets the one it is for. */
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
      return interruptible(cancellation, [connection], () => work(connection));
    });
  }
}
