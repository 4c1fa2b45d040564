/** Small answers of the last minutes: what a cell has received, another view need not request again. */

import type { ServiceRequest } from '../service/request';

/** An answer's bytes, and when it came. */
export interface RecentAnswer {
  readonly bytes: Uint8Array;
  /** Epoch milliseconds. */
  readonly receivedAtMs: number;
}

/** Bytes of the largest answer that is kept, and of all of them. */
const mostBytes = { answer: 2 ** 20, all: 16 * 2 ** 20 } as const;

export class RecentAnswers {
  /** The oldest first. */
  private readonly answers = new Map<string, RecentAnswer>();
  private byteLength = 0;

  /** @param place Whose answers: a connection and its token. */
  keep(place: string, request: ServiceRequest, answer: RecentAnswer): void {
    const key = keyOf(place, request);
    this.remove(key);
    if (answer.bytes.byteLength > mostBytes.answer) {
      return;
    }
    this.answers.set(key, answer);
    this.byteLength += answer.bytes.byteLength;
    for (const oldest of this.answers.keys()) {
      if (this.byteLength <= mostBytes.all) {
        break;
      }
      this.remove(oldest);
    }
  }

  /** @returns The answer to the same request, if it came at `sinceMs` or later. */
  find(place: string, request: ServiceRequest, sinceMs: number): RecentAnswer | undefined {
    const answer = this.answers.get(keyOf(place, request));
    return answer && answer.receivedAtMs >= sinceMs ? answer : undefined;
  }

  private remove(key: string): void {
    this.byteLength -= this.answers.get(key)?.bytes.byteLength ?? 0;
    this.answers.delete(key);
  }
}

function keyOf(place: string, { operation, entities, parameters }: ServiceRequest): string {
  const sorted = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([place, operation, entities, sorted]);
}
