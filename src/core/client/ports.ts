/** The ports of the client. `io` implements them; the sandbox has a transport in process. */

import type { Cancellation } from '../base/cancellation';

/** A request with an address. It has no Authorization header: the transport reads the token and adds it. */
export interface WireRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface WireResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Decoded bytes as they come. Throws a `TransportError` when the connection breaks or stalls. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Removes the sent credential from a text of the answer: a service may echo it. */
  readonly redact?: (text: string) => string;
}

export type TransportErrorKind =
  | 'connect' // Not reached: no such name, refused, no connection in time.
  | 'certificate' // Reached, and not trusted.
  | 'token' // Not sent: the token cannot be written in a header, or could not be read.
  | 'idle' // No data for too long.
  | 'total' // Not finished in time.
  | 'broken' // The connection ended before the answer did.
  | 'encoding' // The answer came, and its compressed form is damaged or not known.
  | 'tooLarge'; // The encoded answer exceeds the limit.

/**
 * No answer, or an incomplete one. `message` is a phrase that completes a sentence, as in `the connection was
 * refused`; it holds no header.
 */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  constructor(
    readonly kind: TransportErrorKind,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/** Sends one request unchanged: no retry, no redirect. Cancelling closes the socket. */
export interface Transport {
  /**
   * @throws {TransportError} If there is no answer.
   * @throws {CancelledError} If cancelled.
   */
  send(request: WireRequest, cancellation: Cancellation): Promise<WireResponse>;
}

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Resolves after `ms`; rejects with `CancelledError` at once when cancelled. */
  sleep(ms: number, cancellation: Cancellation): Promise<void>;
  /** Uniform in [0, 1), for jitter. */
  random(): number;
}
