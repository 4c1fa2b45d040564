import { CancelledError, throwIfCancelled } from '../base/cancellation';
import type { Cancellation } from '../base/cancellation';

/** Runs at most `max` pieces of work at a time; the others wait in order of arrival. */
export class Limiter {
  private free: number;
  private readonly waiting = new Set<() => void>();

  constructor(max: number) {
    this.free = max;
  }

  /**
   * Runs `work` once there is room.
   *
   * @throws {CancelledError} At once when cancelled while waiting; `work` is then never called.
   */
  async run<T>(work: () => Promise<T>, cancellation: Cancellation): Promise<T> {
    await this.enter(cancellation);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(cancellation: Cancellation): Promise<void> {
    throwIfCancelled(cancellation);
    if (this.free > 0) {
      this.free--;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        listener.dispose();
        resolve();
      };
      this.waiting.add(enter);
      const listener = cancellation.onCancellationRequested(() => {
        // Work that was admitted just before keeps its slot and sees the cancellation itself.
        if (this.waiting.delete(enter)) {
          reject(new CancelledError());
        }
      });
    });
  }

  private leave(): void {
    const [next] = this.waiting;
    if (next) {
      this.waiting.delete(next);
      next();
    } else {
      this.free++;
    }
  }
}
