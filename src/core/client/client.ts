/**
 * The client over a transport: addresses, retries, limits and errors of the nine operations.
 *
 * It does not know the token, and does not parse successful answers.
 */

import { t } from '../base/translations';
import { throwIfCancelled } from '../base/cancellation';
import type { Cancellation } from '../base/cancellation';
import { operationNamed } from '../service/operations';
import type { Operation } from '../service/operations';
import type { RequestRecord, ServiceRequest } from '../service/request';
import { ServiceError } from '../service/serviceError';
import { requestAddress } from './address';
import { bodyForm, MAX_ANSWER_BYTES } from './body';
import { Breaker } from './breaker';
import type { Outcome } from './breaker';
import { ByteBudget } from './byteBudget';
import { exchange, RedirectRefusal } from './exchange';
import type { Exchange } from './exchange';
import {
  formFailure,
  oversizeFailure,
  pauseFailure,
  redirectFailure,
  statusFailure,
  transportFailure,
} from './failure';
import type { Failed } from './failure';
import { headerNotes } from './headerNotes';
import { parseHttpUrl } from './httpUrl';
import { Limiter } from './limiter';
import { TransportError } from './ports';
import type { Clock, Transport, WireRequest } from './ports';
import { backoffMs, isRetriableBreak, isRetriableStatus, MAX_RETRIES, MAX_WAIT_MS } from './retry';
import type { Connection, ServiceAnswer, ServiceClient, SandboxExtras } from './serviceClient';

export interface ClientSettings {
  /** Requests of the client that are under way at a time; one that waits for its next try is not. */
  readonly maxInFlight: number;
  /** Decoded bytes of one answer. */
  readonly maxAnswerBytes: number;
}

const defaultClientSettings: ClientSettings = {
  maxInFlight: 4,
  maxAnswerBytes: MAX_ANSWER_BYTES,
};

export interface ClientOptions {
  readonly connection: Connection;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly settings?: Partial<ClientSettings>;
  /** Shared by the clients of one connection, where there are several; overrides `maxInFlight`. */
  readonly limiter?: Limiter;
  readonly sandbox?: SandboxExtras | undefined;
}

/** Bytes of all answers that are read at a time; one of them may go on to its own limit. */
const MAX_BYTES_AT_A_TIME = 8 * 2 ** 20;
/** A wait before another try that is long enough to be worth a note. */
const NOTABLE_WAIT_MS = 2_000;

/** @returns A client whose requests share one limit. */
export function createServiceClient(options: ClientOptions): ServiceClient {
  const settings = { ...defaultClientSettings, ...options.settings };
  const parts: Parts = {
    ...options,
    settings,
    limiter: options.limiter ?? new Limiter(settings.maxInFlight),
    budget: new ByteBudget(MAX_BYTES_AT_A_TIME),
    breakers: new Map(),
    noted: new Set(),
  };
  return {
    connection: options.connection,
    ask: (request, cancellation) => ask(parts, request, cancellation),
    endPauses: () => parts.breakers.forEach(breaker => breaker.endPause()),
    ...(options.sandbox && { sandbox: options.sandbox }),
  };
}

interface Parts {
  readonly connection: Connection;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly settings: ClientSettings;
  readonly limiter: Limiter;
  readonly budget: ByteBudget;
  /** By origin: only one of a connection's two services may fail. */
  readonly breakers: Map<string, Breaker>;
  /** Header notes that were reported already: each is reported once. */
  readonly noted: Set<string>;
}

/** One request in progress, with its tries so far. */
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

/** A try that failed; `again` if another try may succeed. */
interface Fault {
  readonly error: ServiceError;
  readonly again: boolean;
  /** What the failure means for the state of the service. */
  readonly outcome: Outcome;
}

const answered: Outcome = { kind: 'answered' };
const unknown: Outcome = { kind: 'unknown' };

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
    const result = await parts.limiter.run(() => tryIfOpen(parts, job), cancellation);
    if (!('error' in result)) {
      return {
        bytes: result.bytes,
        record: recordOf(parts, job),
        notes: notesOf(parts, job, result),
      };
    }
    if (!result.again) {
      throw withRecord(parts, job, result.error);
    }
    const { pause } = breakerOf(parts, job);
    if (pause) {
      throw withRecord(parts, job, pauseFailure(failed(parts, job), pause, parts.clock.now()));
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

function withRecord(parts: Parts, job: Job, { kind, message, detail }: ServiceError): ServiceError {
  const record = job.tries === 0 ? {} : { record: recordOf(parts, job) };
  return new ServiceError(kind, message, { ...detail, ...record });
}

function breakerOf(parts: Parts, job: Job): Breaker {
  const origin = parseHttpUrl(job.wire.url)?.origin ?? '';
  const breaker = parts.breakers.get(origin) ?? new Breaker(parts.clock);
  parts.breakers.set(origin, breaker);
  return breaker;
}

/** Sends the request, unless requests to the origin are paused. */
async function tryIfOpen(parts: Parts, job: Job): Promise<Exchange | Fault> {
  throwIfCancelled(job.cancellation);
  const pass = await breakerOf(parts, job).enter(job.cancellation);
  if (!('ended' in pass)) {
    const error = pauseFailure(failed(parts, job), pass, parts.clock.now());
    return { error, again: false, outcome: unknown };
  }
  let outcome = unknown;
  try {
    const result = await tryOnce(parts, job);
    outcome = 'error' in result ? result.outcome : answered;
    return result;
  } finally {
    pass.ended(outcome);
  }
}

async function tryOnce(parts: Parts, job: Job): Promise<Exchange | Fault> {
  const { settings, transport, clock, budget } = parts;
  throwIfCancelled(job.cancellation);
  job.startedMs ??= clock.now();
  job.tries++;
  job.status = 0;
  job.bytes = 0;
  try {
    const ports = { transport, maxBytes: settings.maxAnswerBytes, budget };
    const answer = await exchange(ports, job.wire, job.cancellation);
    job.status = answer.status;
    job.bytes = answer.byteLength;
    return judge(parts, job, answer) ?? answer;
  } catch (error) {
    if (error instanceof TransportError) {
      return broken(parts, job, error);
    }
    if (error instanceof RedirectRefusal) {
      job.status = error.status;
      const failure = redirectFailure(failed(parts, job), error);
      return { error: failure, again: false, outcome: answered };
    }
    throw error;
  }
}

/** @returns The outcome of a try without a complete answer. */
function broken(parts: Parts, job: Job, transportError: TransportError): Fault {
  const { kind, message } = transportError;
  const error = transportFailure(failed(parts, job), transportError);
  const failedOutcome = {
    kind: 'failed',
    errorKind: error.kind,
    reason: message,
    retryAfterMs: undefined,
  } as const;
  const outcome = {
    connect: failedOutcome,
    broken: failedOutcome,
    idle: failedOutcome,
    total: failedOutcome,
    encoding: answered,
    tooLarge: answered,
    // Neither shows whether the service would answer.
    certificate: unknown,
    token: unknown,
  }[kind];
  return { error, again: isRetriableBreak(kind) && hasTriesLeft(job), outcome };
}

function hasTriesLeft(job: Job): boolean {
  return job.tries <= MAX_RETRIES;
}

/** @returns What is wrong with a complete answer, or `undefined`. */
function judge(parts: Parts, job: Job, answer: Exchange): Fault | undefined {
  const about = failed(parts, job);
  const { status } = answer;
  // 206 is a partial answer, which is never requested.
  if (status < 200 || status > 299 || status === 206) {
    return statusFault(job, status, statusFailure(about, answer, parts.clock.now()));
  }
  if (answer.isCutOff) {
    const error = oversizeFailure(about, status, parts.settings.maxAnswerBytes);
    return { error, again: false, outcome: answered };
  }
  const form = bodyForm(answer.bytes);
  return form === 'json'
    ? undefined
    : { error: formFailure(about, status, form), again: false, outcome: answered };
}

/** @returns The outcome of a try with an error status. */
function statusFault(job: Job, status: number, error: ServiceError): Fault {
  if (!isRetriableStatus(status)) {
    return { error, again: false, outcome: answered };
  }
  const { retryAfterMs } = error.detail;
  const again = hasTriesLeft(job) && (retryAfterMs ?? 0) <= MAX_WAIT_MS;
  const reason = t('it answered with status {0}', status);
  // A service that throttles is healthy; if one request is given up because of throttling, others would be too.
  const kind = status === 429 && again ? 'throttled' : 'failed';
  return { error, again, outcome: { kind, errorKind: error.kind, reason, retryAfterMs } };
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
  const where = t('connection "{0}"', parts.connection.name);
  const notes = headerNotes(answer.headers)
    .map(note => `${where} ${answer.redact(note)} (${name}).`)
    .filter(note => !parts.noted.has(note));
  for (const note of notes) {
    parts.noted.add(note);
  }
  const seconds = Math.round(job.waitedMs / 1000);
  return job.waitedMs < NOTABLE_WAIT_MS
    ? notes
    : [
        ...notes,
        t('{0} was answered at try {1}, after {2} s of waiting.', name, job.tries, seconds),
      ];
}
