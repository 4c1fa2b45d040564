/** Outcomes of cells that no kernel completed. */

import type { CellErrorCode, CellOutcome } from './outcome';

interface Failure {
  readonly code: CellErrorCode;
  /** Sentences that can be shown: what failed and what to do next. */
  readonly message: string;
  readonly connection: { readonly name: string; readonly synthetic: boolean };
  /** ISO 8601 in UTC. */
  readonly endedAt: string;
  readonly elapsedMs: number;
}

/** @returns The outcome of a cell that was rejected, or whose kernel ended. */
export function failedOutcome(failure: Failure): CellOutcome {
  return {
    ...nothing(failure),
    status: 'error',
    error: { code: failure.code, message: failure.message, at: null, request: null },
  };
}

/** @returns The outcome of a cell that was cancelled before its kernel returned anything. */
export function cancelledOutcome(failure: Omit<Failure, 'code' | 'message'>): CellOutcome {
  return { ...nothing(failure), status: 'cancelled', error: null };
}

function nothing(
  failure: Omit<Failure, 'code' | 'message'>,
): Omit<CellOutcome, 'status' | 'error'> {
  return {
    table: null,
    chart: null,
    notes: [],
    copyright: null,
    requests: [],
    provenance: {
      connection: failure.connection.name,
      synthetic: failure.connection.synthetic,
      calls: [],
      fetchedAt: failure.endedAt,
      elapsedMs: failure.elapsedMs,
    },
  };
}
