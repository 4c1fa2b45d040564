/**
 * The client over a transport: addresses, retries, limits and errors of the nine operations.
 *
 * Nothing here knows the token, and nothing here parses an answer that succeeded.
 */

import { throwIfCancelled } from '../base/cancellation';
import type { Cancellation } from '../base/cancellation';
import { operationNamed } from '../service/operations';
import type { Operation } from '../service/operations';
import type { RequestRecord, ServiceRequest } from '../service/request';
import { ServiceError } from '../service/serviceError';
import { requestAddress } from './address';
import { bodyForm, isEncoded } from './body';
import { exchange, RedirectRefusal } from './exchange';
import type { Exchange } from './exchange';
import {
  formFailure,
  oversizeFailure,
  redirectFailure,
  statusFailure,
  transportFailure,
} from './failure';
import type { Failed } from './failure';
import { headerNotes } from './headerNotes';
import { Limiter } from './limiter';
import { TransportError } from './ports';
import type { Clock, Transport, WireRequest } from './ports';
import { backoffMs, isRetriableBreak, isRetriableStatus, MAX_RETRIES } from './retry';
import type { Connection, ServiceAnswer, ServiceClient } from './serviceClient';

export interface ClientSettings {
  /** Requests of the client that are under way at a time; one that waits for its next try is not. */
  readonly maxInFlight: number;
  /** Decoded bytes of one answer. */
  readonly maxAnswerBytes: number;
}

const defaultClientSettings: ClientSettings = {
  maxInFlight: 4,
  maxAnswerBytes: 512 * 2 ** 20,
};

export interface ClientOptions {
  readonly connection: Connection;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly settings?: Partial<ClientSettings>;
  /** Shared by the clients of one connection, where there are several; overrides `maxInFlight`. */
  readonly limiter?: Limiter;
}

/** A wait before another try that is long enough to be worth a note. */
const NOTABLE_WAIT_MS = 2_000;

/** @returns A client whose requests share one limit, whoever asks. */
export function createServiceClient(options: ClientOptions): ServiceClient {
  const settings = { ...defaultClientSettings, ...options.settings };
  const parts: Parts = {
    ...options,
    settings,
    limiter: options.limiter ?? new Limiter(settings.maxInFlight),
    noted: new Set(),
  };
  return {
    connection: options.connection,
    ask: (request, cancellation) => ask(parts, request, cancellation),
  };
}

interface Parts {
  readonly connection: Connection;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly settings: ClientSettings;
  readonly limiter: Limiter;
  /** What headers said already: each of it is noted once. */
  readonly noted: Set<string>;
}

/** One request on its way, and how it went so far. */
interface Job {
  readonly request: ServiceRequest;
  readonly operation: Operation;
  readonly wire: WireRequest;
  readonly cancellation: Cancellation;
  startedMs: number | undefined;
  tries: number;
  waitedMs: number;
  status: number;
  bytes: number;
}

/** A try that failed; `again` where another may go better. */
interface Fault {
  readonly error: ServiceError;
  readonly again: boolean;
}

async function ask(
  parts: Parts,
  request: ServiceRequest,
  cancellation: Cancellation,
): Promise<ServiceAnswer> {
  const job: Job = {
    request,
    operation: operationNamed(request.operation),
    wire: requestAddress(parts.connection, request),
    cancellation,
    startedMs: undefined,
    tries: 0,
    waitedMs: 0,
    status: 0,
    bytes: 0,
  };
  for (;;) {
    const result = await parts.limiter.run(() => tryOnce(parts, job), cancellation);
    if (!('error' in result)) {
      return {
        bytes: result.bytes,
        record: recordOf(parts, job),
        notes: notesOf(parts, job, result),
      };
    }
    if (!result.again || job.tries > MAX_RETRIES) {
      const { kind, message, detail } = result.error;
      throw new ServiceError(kind, message, { ...detail, record: recordOf(parts, job) });
    }
    await waitForNextTry(parts, job, result.error.detail.retryAfterMs);
  }
}

async function waitForNextTry(
  parts: Parts,
  job: Job,
  askedForMs: number | undefined,
): Promise<void> {
  const waitMs = backoffMs(job.tries, parts.clock.random(), askedForMs);
  await parts.clock.sleep(waitMs, job.cancellation);
  throwIfCancelled(job.cancellation);
  job.waitedMs += waitMs;
}

async function tryOnce(parts: Parts, job: Job): Promise<Exchange | Fault> {
  const { settings, transport, clock } = parts;
  throwIfCancelled(job.cancellation);
  job.startedMs ??= clock.now();
  job.tries++;
  job.status = 0;
  job.bytes = 0;
  try {
    const answer = await exchange(transport, job.wire, settings.maxAnswerBytes, job.cancellation);
    job.status = answer.status;
    job.bytes = answer.bytes.length;
    return judge(parts, job, answer) ?? answer;
  } catch (error) {
    if (error instanceof TransportError) {
      return {
        error: transportFailure(failed(parts, job), error),
        again: isRetriableBreak(error.kind),
      };
    }
    if (error instanceof RedirectRefusal) {
      job.status = error.status;
      return { error: redirectFailure(failed(parts, job), error), again: false };
    }
    throw error;
  }
}

/** @returns What is wrong with a whole answer; `undefined` where nothing is. */
function judge(parts: Parts, job: Job, answer: Exchange): Fault | undefined {
  const about = failed(parts, job);
  const { status } = answer;
  // 206 is a part of an answer, which nothing here asks for.
  if (status < 200 || status > 299 || status === 206) {
    const error = statusFailure(about, answer, parts.clock.now());
    return { error, again: isRetriableStatus(status) };
  }
  if (answer.isCutOff) {
    const error = oversizeFailure(about, status, parts.settings.maxAnswerBytes);
    return { error, again: false };
  }
  const form = bodyForm(answer.bytes);
  if (form === 'json') {
    return undefined;
  }
  // Where a compressed stream ends too early, `fetch` takes what came for the whole.
  const again = form === 'cutOff' && isEncoded(answer.headers);
  return { error: formFailure(about, status, form), again };
}

function failed(parts: Parts, job: Job): Failed {
  return {
    connection: parts.connection,
    operation: job.operation,
    entities: job.request.entities,
    url: job.wire.url,
    tries: job.tries,
  };
}

function recordOf(parts: Parts, job: Job): RequestRecord {
  const nowMs = parts.clock.now();
  return {
    operation: job.operation.function,
    method: job.wire.method,
    url: job.wire.url,
    status: job.status,
    cached: false,
    bytes: job.bytes,
    ms: Math.max(0, nowMs - (job.startedMs ?? nowMs)),
  };
}

function notesOf(parts: Parts, job: Job, answer: Exchange): readonly string[] {
  const name = job.operation.function;
  const where = `connection "${parts.connection.name}"`;
  const notes = headerNotes(answer.headers)
    .map(note => `${where} ${answer.redact(note)} (${name}).`)
    .filter(note => !parts.noted.has(note));
  for (const note of notes) {
    parts.noted.add(note);
  }
  const seconds = Math.round(job.waitedMs / 1000);
  return job.waitedMs < NOTABLE_WAIT_MS
    ? notes
    : [...notes, `${name} was answered at try ${job.tries}, after ${seconds} s of waiting.`];
}
