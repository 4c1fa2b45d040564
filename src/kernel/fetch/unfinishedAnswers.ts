/**
 * The answers of calls that did not become complete, since a request failed or the run was cancelled: running the cell
 * again only asks for what is missing.
 */

import type { ServiceRequest } from '../../core/service/request';
import type { Answered } from './ask';

/** What came of one call. */
export interface CameAnswers {
  find(request: ServiceRequest): Answered | undefined;
}

/** What one call may leave. */
const MOST_BYTES = 32_000_000;
/** Calls whose answers are kept at a time; the oldest are dropped first. */
const MOST_CALLS = 4;

/** Collects the answers of one call while it is under way. */
export class Answers implements CameAnswers {
  private readonly answers = new Map<string, Answered>();
  private byteLength = 0;

  get count(): number {
    return this.answers.size;
  }

  add(request: ServiceRequest, answered: Answered): void {
    this.byteLength += answered.bytes.byteLength;
    if (this.byteLength <= MOST_BYTES) {
      this.answers.set(keyOf(request), answered);
    }
  }

  find(request: ServiceRequest): Answered | undefined {
    return this.answers.get(keyOf(request));
  }
}

export class UnfinishedAnswers {
  /** By the key of the call, the oldest first. */
  private readonly calls = new Map<string, { readonly answers: Answers; readonly atMs: number }>();

  /** Takes what came of a call: it is kept again if the call does not become complete. */
  take(key: string, nowMs: number, ttlMs: number): CameAnswers {
    const kept = this.calls.get(key);
    this.calls.delete(key);
    return kept && nowMs - kept.atMs < ttlMs ? kept.answers : new Answers();
  }

  keep(key: string, answers: Answers, atMs: number): void {
    this.calls.set(key, { answers, atMs });
    for (const oldest of [...this.calls.keys()].slice(0, -MOST_CALLS)) {
      this.calls.delete(oldest);
    }
  }
}

function keyOf({ operation, entities, parameters }: ServiceRequest): string {
  return JSON.stringify([operation, entities, Object.entries(parameters).sort()]);
}
