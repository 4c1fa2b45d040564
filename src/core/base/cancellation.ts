/**
 * Cancellation as a value.
 *
 * It has the shape of VS Code's `CancellationToken`, so the extension host passes its own unchanged.
 */
export interface Cancellation {
  readonly isCancellationRequested: boolean;
  /** Calls `listener` once when cancellation is requested; at once if it already was. */
  readonly onCancellationRequested: (listener: () => void) => { dispose(): void };
}

/** The cancelled work has stopped. Never shown as an error. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
  constructor() {
    super('cancelled');
  }
}

/** A cancellation that can be requested. */
export class CancellationSource implements Cancellation {
  private readonly listeners = new Set<() => void>();
  private requested = false;

  get isCancellationRequested(): boolean {
    return this.requested;
  }

  readonly onCancellationRequested = (listener: () => void): { dispose(): void } => {
    if (this.requested) {
      listener();
      return { dispose: () => undefined };
    }
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  };

  /** Requests cancellation. A second call does nothing. */
  cancel(): void {
    if (this.requested) {
      return;
    }
    this.requested = true;
    const listeners = [...this.listeners];
    this.listeners.clear();
    for (const listener of listeners) {
      listener();
    }
  }
}

/** A cancellation that is never requested. */
export const uncancellable: Cancellation = new CancellationSource();

/** @throws {CancelledError} If cancellation was requested. */
export function throwIfCancelled(cancellation: Cancellation): void {
  if (cancellation.isCancellationRequested) {
    throw new CancelledError();
  }
}
