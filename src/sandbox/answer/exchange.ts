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
  /** Faults for this request alone, before those of the configuration. */
  readonly faults?: readonly Fault[];
  /** Epoch milliseconds; rate limits refill by it. The start of the sandbox's day where absent. */
  readonly nowMs?: number;
}

/** How a response is to travel; empty: as it is, at once. */
export interface Delivery {
  readonly latencyMs?: number;
  readonly bytesPerSecond?: number;
  readonly stallAfterBytes?: number;
  readonly truncate?: { readonly atByte: number; readonly length: 'correct' | 'wrong' };
  readonly reset?: boolean;
  readonly encoding?: 'gzip' | 'br';
  /** The bytes that the text becomes; the charset that is announced is always UTF-8. */
  readonly text?: 'utf8-bom' | 'latin1';
}

export interface SandboxResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body in pieces, each made when it is asked for and at most some hundred kilobytes long. */
  readonly body: Iterable<string>;
  readonly delivery: Delivery;
}
