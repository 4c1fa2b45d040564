import { CancelledError, throwIfCancelled } from '../base/cancellation';
import type { Cancellation } from '../base/cancellation';

/** Wakes waiting work whenever something changes. */
export class Waiters {
  private readonly waiting = new Set<() => void>();

  /**
   * Waits for the next change.
   *
   * @throws {CancelledError} At once when cancelled.
   */
  async change(cancellation: Cancellation): Promise<void> {
    throwIfCancelled(cancellation);
    await new Promise<void>((resolve, reject) => {
      const wake = () => {
        listener.dispose();
        resolve();
      };
      this.waiting.add(wake);
      const listener = cancellation.onCancellationRequested(() => {
        if (this.waiting.delete(wake)) {
          reject(new CancelledError());
        }
      });
    });
  }

  /** Wakes everybody who waits. */
  changed(): void {
    const waiting = [...this.waiting];
    this.waiting.clear();
    waiting.forEach(wake => wake());
  }
}
