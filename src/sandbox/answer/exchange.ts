/** A request to the sandbox and its response, without a network. */

import type { Fault } from '../faults/fault';

export interface SandboxRequest {
  readonly method: string;
  /** From the root of the host, base path included, encoded as on the wire. */
  readonly path: string;
  /** Without the question mark, encoded as on the wire. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Faults for this request only, before those of the configuration. */
  readonly faults?: readonly Fault[];
  /** Epoch milliseconds; rate limits refill by it. Absent: the start of the sandbox's day. */
  readonly nowMs?: number;
}

/** How a response is delivered; empty: unchanged, at once. */
export interface Delivery {
  readonly latencyMs?: number;
  readonly bytesPerSecond?: number;
  readonly stallAfterBytes?: number;
  readonly truncate?: { readonly atByte: number; readonly length: 'correct' | 'wrong' };
  readonly reset?: boolean;
  readonly encoding?: 'gzip' | 'br';
  /** The encoding of the text; the announced charset is always UTF-8. */
  readonly text?: 'utf8-bom' | 'latin1';
}

export interface SandboxResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body in pieces, each created on demand and at most some hundred kilobytes long. */
  readonly body: Iterable<string>;
  readonly delivery: Delivery;
}
