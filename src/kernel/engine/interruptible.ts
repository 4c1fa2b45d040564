/** Work of DuckDB that can be cancelled. */

import type { DuckDBConnection } from '@duckdb/node-api';
import { CancelledError, throwIfCancelled, type Cancellation } from '../../core/base/cancellation';
import { isInterruption } from './engineError';
import type { SerialConnection } from './serialConnection';

/**
 * The interval at which cancelled work is interrupted until it ends: a query that is about to begin ignores an earlier
 * interruption.
 */
const INTERRUPT_AGAIN_MS = 50;

/**
 * Runs the work; cancelling interrupts the connections until the work has ended.
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

/**
 * Repeats short work until it is done, however often other work that is cancelled interrupts it: an interruption comes
 * again only after some time.
 */
export async function despiteInterruptions<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isInterruption(error)) {
        throw error;
      }
    }
  }
}

/** A connection whose work can be cancelled. One piece runs at a time, so that an interruption meets the right one. */
export class Interruptible {
  /** @param connection Used for nothing else, so that an interruption stops nothing else. */
  constructor(private readonly connection: SerialConnection) {}

  /**
   * Runs the work after the work before it has ended.
   *
   * @throws {CancelledError} If cancelled before or while it runs.
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
