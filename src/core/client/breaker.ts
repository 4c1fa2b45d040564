/**
 * Stops sending to an origin that keeps failing, so that nobody waits for answers that will not come.
 *
 * It counts consecutive failures. After `FAILURES_IN_A_ROW` of them nothing is sent for a while; then one request is
 * sent, and its outcome decides for all.
 */

import type { Cancellation } from '../base/cancellation';
import type { ServiceErrorKind } from '../service/serviceError';
import type { Clock } from './ports';
import { Waiters } from './waiters';

export const FAILURES_IN_A_ROW = 5;

const PAUSE_MS = 30_000;
/** The longest pause; a service that asks for longer is tried once an hour. */
const MAX_PAUSE_MS = 3_600_000;

/** The outcome of an admitted request. */
export type Outcome =
  | FailedOutcome
  /** The service answered, even if it rejected the request. */
  | { readonly kind: 'answered' }
  /** Unknown: the request was cancelled, or never sent. */
  | { readonly kind: 'unknown' };

export interface FailedOutcome extends Failure {
  /** `throttled`: to be sent again, as the service asked. It only counts for the one request after a pause. */
  readonly kind: 'failed' | 'throttled';
  readonly retryAfterMs: number | undefined;
}

export interface Failure {
  readonly errorKind: ServiceErrorKind;
  /** A clause that follows `because`, as in `it answered with status 503`. */
  readonly reason: string;
}

/** Requests are not sent until then. */
export interface Pause {
  /** Epoch milliseconds. */
  readonly untilMs: number;
  /** How many requests failed in a row. */
  readonly failureCount: number;
  readonly last: Failure;
}

/** Permission to send one request; `ended` is called once, however it ends. */
export interface Pass {
  readonly ended: (outcome: Outcome) => void;
}

export class Breaker {
  private failureCount = 0;
  private lastPause: Pause | undefined;
  /** Whether the one request after a pause is under way. */
  private isProbing = false;
  private readonly waiters = new Waiters();

  constructor(private readonly clock: Clock) {}

  /** The current pause; undefined while requests are sent, or while the one request after a pause is under way. */
  get pause(): Pause | undefined {
    return this.lastPause && this.clock.now() < this.lastPause.untilMs ? this.lastPause : undefined;
  }

  /** The next request is sent at once, although the pause is not over; its outcome decides for all. */
  endPause(): void {
    if (this.pause) {
      this.lastPause = { ...this.pause, untilMs: this.clock.now() };
    }
  }

  /**
   * Admits a request, or returns the current pause. After a pause only the first request is sent, and the others wait
   * for its outcome.
   *
   * @throws {CancelledError} At once when cancelled while waiting.
   */
  async enter(cancellation: Cancellation): Promise<Pass | Pause> {
    while (this.isProbing) {
      await this.waiters.change(cancellation);
    }
    if (this.pause) {
      return this.pause;
    }
    const isProbe = this.lastPause !== undefined;
    this.isProbing = isProbe;
    return { ended: outcome => this.ended(outcome, isProbe) };
  }

  private ended(outcome: Outcome, isProbe: boolean): void {
    if (outcome.kind === 'answered') {
      this.failureCount = 0;
      this.lastPause = undefined;
    } else if (outcome.kind !== 'unknown') {
      this.failed(outcome, isProbe);
    }
    if (isProbe) {
      this.isProbing = false;
      this.waiters.changed();
    }
  }

  private failed(outcome: FailedOutcome, isProbe: boolean): void {
    // Requests that were under way when the pause began do not extend it.
    const counts = isProbe || (outcome.kind === 'failed' && this.lastPause === undefined);
    this.failureCount += counts ? 1 : 0;
    if (counts && this.failureCount >= FAILURES_IN_A_ROW) {
      const { errorKind, reason, retryAfterMs = 0 } = outcome;
      const pauseMs = Math.min(Math.max(retryAfterMs, PAUSE_MS), MAX_PAUSE_MS);
      this.lastPause = {
        untilMs: this.clock.now() + pauseMs,
        failureCount: this.failureCount,
        last: { errorKind, reason },
      };
    }
  }
}
