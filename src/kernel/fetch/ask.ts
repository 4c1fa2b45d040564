/** Asks the host for one answer: the kernel has no network and no token of its own. */

import type { Cancellation } from '../../core/base/cancellation';
import type { AskAnswer, EarlierRequest } from '../../core/protocol/kernelRpc';
import type { RequestRecord, ServiceRequest } from '../../core/service/request';
import { ServiceError } from '../../core/service/serviceError';

/** The host's side, whatever the channel. */
export type Ask = (request: ServiceRequest, cancellation: Cancellation) => Promise<AskAnswer>;

/** The same for the sandbox as it was on another day; null if the connection is not a sandbox. */
export type AskEarlier = (
  asked: EarlierRequest,
  cancellation: Cancellation,
) => Promise<AskAnswer | null>;

/** The requests of one run; each is added when it ends. */
export interface RequestLog {
  /** Called for every request that ends, successful or not. */
  readonly ended: (record: RequestRecord) => void;
}

/** An answer and the host's notes on it. */
export type Answered = Extract<AskAnswer, { readonly ok: true }>;

/** @throws {ServiceError} If the request failed. */
export async function askFor(
  ask: Ask,
  request: ServiceRequest,
  log: RequestLog,
  cancellation: Cancellation,
): Promise<Answered> {
  const answer = await ask(request, cancellation);
  if (answer.ok) {
    log.ended(answer.record);
    return answer;
  }
  if (answer.record) {
    log.ended(answer.record);
  }
  throw new ServiceError(answer.kind, answer.message, answer.detail);
}

/**
 * @returns The answer's text. Invalid UTF-8 becomes U+FFFD: a wrong letter in a name is no reason to lose the answer.
 */
export function textOf(answer: Answered): string {
  return decoder.decode(answer.bytes);
}

const decoder = new TextDecoder('utf-8', { fatal: false });

/** @returns The name of a company that no answer of the session contained; null if it is not known. Sends no request. */
export type AskCompanyName = (entity: string) => Promise<string | null>;
