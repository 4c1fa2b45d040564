import type { Cancellation } from '../base/cancellation';
import { Waiters } from './waiters';

/**
 * Bounds the bytes of all answers that are read at a time.
 *
 * Answers share `maxBytes`. Beyond it only one of them continues reading, up to its own limit, and the others pause
 * until there is room again: so no two large answers are in memory at once, and there is no deadlock.
 */
export class ByteBudget {
  private held = 0;
  /** The one answer that may go beyond the budget. */
  private large: ByteShare | undefined;
  private readonly waiters = new Waiters();

  constructor(private readonly maxBytes: number) {}

  /** A share for one answer, to be closed when the answer was passed on. */
  open(): ByteShare {
    let own = 0;
    const share: ByteShare = {
      take: async (byteLength, cancellation) => {
        own += byteLength;
        this.held += byteLength;
        while (this.held > this.maxBytes && (this.large ??= share) !== share) {
          await this.waiters.change(cancellation);
        }
      },
      close: () => {
        this.held -= own;
        own = 0;
        if (this.large === share) {
          this.large = undefined;
        }
        this.waiters.changed();
      },
    };
    return share;
  }
}

export interface ByteShare {
  /**
   * Counts received bytes, and resolves when more may be read.
   *
   * @throws {CancelledError} At once when cancelled while waiting.
   */
  take(byteLength: number, cancellation: Cancellation): Promise<void>;
  /** Releases all of its bytes. */
  close(): void;
}
