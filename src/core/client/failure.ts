/**
 * The message of a failed request: one sentence that names the operation, the connection and what to do next. The
 * service documents only 200 and 422; every other status has its HTTP meaning.
 */

import { assertNever } from '../base/assertNever';
import { parseFaults } from '../service/faults';
import type { Operation } from '../service/operations';
import { ServiceError } from '../service/serviceError';
import type { ServiceErrorDetail, ServiceErrorKind, ServiceFault } from '../service/serviceError';
import type { BodyForm } from './body';
import type { Pause } from './breaker';
import type { Exchange, RedirectRefusal } from './exchange';
import type { TransportError } from './ports';
import { MAX_WAIT_MS, retryAfterMs } from './retry';
import type { Connection } from './serviceClient';
import { shownText } from './shownText';
import { decodeUtf8 } from './utf8';

/** The request that failed. */
export interface Failed {
  readonly connection: Connection;
  readonly operation: Operation;
  readonly entities: readonly string[];
  readonly url: string;
  /** Number of tries. */
  readonly tries: number;
}

/** @returns The error of an answer whose status is not a success. */
export function statusFailure(failed: Failed, answer: Exchange, nowMs: number): ServiceError {
  const { status } = answer;
  const body = answer.redact(decodeUtf8(answer.bytes));
  const contentType = answer.headers.get('content-type') ?? '';
  // Redacted again before a message is cut, since an escape within JSON can hide a token from the first pass.
  const faults = parseFaults(body, contentType, failed.entities, answer.redact);
  const wait = retryAfterMs(answer.headers, nowMs);
  const detail = {
    status,
    url: failed.url,
    faults,
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  };
  const kind = kindOfStatus(status);
  return failure(kind, statusSentence(kind, failed, { ...detail, nowMs }), detail);
}

function kindOfStatus(status: number): ServiceErrorKind {
  switch (status) {
    case 401:
      return 'unauthorized';
    case 403:
      return 'notEntitled';
    case 404:
      return 'notFound';
    case 413:
    case 414:
    case 431:
      return 'tooLarge';
    case 429:
      return 'rateLimited';
    case 408:
    case 425:
      return 'failing';
    default:
      return status >= 500 ? 'failing' : status >= 400 ? 'rejected' : 'malformed';
  }
}

interface StatusDetail extends ServiceErrorDetail {
  readonly status: number;
  readonly faults: readonly ServiceFault[];
  readonly nowMs: number;
}

function statusSentence(kind: ServiceErrorKind, failed: Failed, detail: StatusDetail): string {
  const { operation, tries } = failed;
  const name = operation.function;
  const where = quoted(failed.connection);
  const { status, faults } = detail;
  const often = tries === 1 ? '' : ` after ${tries} tries`;
  switch (kind) {
    case 'unauthorized':
      return `${name} was refused by ${where} (${status}): the token is missing, expired or not accepted${becauseOf(faults)}; use Signals: Set Token, or SIGNALS_TOKEN on the command line.`;
    case 'notEntitled':
      return `${name} is not available to the token of ${where} (${status})${becauseOf(faults)}; other operations may be, and the provider can add this one.`;
    case 'notFound':
      return `${name} found nothing at ${failed.url} (${status}): either ${subject(failed)} is unknown to the service or the ${operation.base}Url of ${where} is wrong; check both.`;
    case 'tooLarge':
      return `${name} requested too much at once from ${where} (${status}); ask for fewer entities or a shorter range.`;
    case 'rateLimited':
      return `${name} was rejected by ${where} because of too many requests (${status})${often}; run it again ${later(detail)}.`;
    case 'failing':
      return `${name} failed at ${where} (${status})${often}${becauseOf(faults)}; the fault is the service's, so run it again ${isLong(detail) ? later(detail) : 'later'}.`;
    case 'rejected':
      return `${name} was rejected by ${where} (${status})${becauseOf(faults)}; ${remedy(faults)}.`;
    default:
      return `${name} was answered by ${where} with status ${status}, which the service does not use; check the ${operation.base}Url of the connection.`;
  }
}

/** @returns The error of a request without a complete answer. */
export function transportFailure(failed: Failed, error: TransportError): ServiceError {
  const name = failed.operation.function;
  const where = quoted(failed.connection);
  const often = failed.tries === 1 ? '' : ` in ${failed.tries} tries`;
  const what = error.message;
  const detail = { url: failed.url };
  switch (error.kind) {
    case 'token':
      return failure(
        'unauthorized',
        `${name} was not sent to ${where}: ${what}; use Signals: Set Token, or SIGNALS_TOKEN on the command line.`,
        detail,
      );
    case 'certificate':
    case 'connect':
      return failure(
        'unreachable',
        `${name} did not reach ${where}${often}: ${what}; check the ${failed.operation.base}Url of the connection, the network and the proxy.`,
        detail,
      );
    case 'idle':
    case 'total':
      return failure(
        'unreachable',
        `${name} received an incomplete answer from ${where}: ${what}; ask for fewer entities or a shorter range, or run it again.`,
        detail,
      );
    case 'broken':
      return failure(
        'unreachable',
        `${name} received an incomplete answer from ${where}${often}: ${what}; run it again.`,
        detail,
      );
    case 'encoding':
      return failure(
        'malformed',
        `${name} got an answer from ${where} that cannot be decoded: ${what}; run it again, and if it stays so, contact the provider or the operator of the proxy.`,
        detail,
      );
    case 'tooLarge':
      return failure(
        'tooLarge',
        `${name} received an answer that is too large from ${where}: ${what}; ask for fewer entities or a shorter range.`,
        detail,
      );
    default:
      return assertNever(error.kind);
  }
}

/** @returns The error of a request that is not sent, or not retried, because others failed. */
export function pauseFailure(failed: Failed, pause: Pause, nowMs: number): ServiceError {
  const { operation, tries, url } = failed;
  const waitMs = Math.max(0, pause.untilMs - nowMs);
  const what =
    tries === 0
      ? 'is not sent'
      : `failed after ${tries === 1 ? '1 try' : `${tries} tries`} and is not sent again`;
  return failure(
    pause.last.errorKind,
    `${operation.function} ${what} to ${quoted(failed.connection)} until ${timeText(pause.untilMs, nowMs)} (in ${durationText(waitMs)}): ${pause.failureCount} requests in a row failed, the last one because ${pause.last.reason}; run it again then, and check the service and the ${operation.base}Url of the connection if it fails again.`,
    { url, retryAfterMs: waitMs },
  );
}

/** @returns The error of an answer that is elsewhere. */
export function redirectFailure(failed: Failed, refusal: RedirectRefusal): ServiceError {
  return failure(
    'redirected',
    `${failed.operation.function} was not followed further for ${quoted(failed.connection)} (${refusal.status}): ${refusal.reason}; check the ${failed.operation.base}Url of the connection.`,
    { url: failed.url, status: refusal.status },
  );
}

/** @returns The error of a successful answer that holds more bytes than are read. */
export function oversizeFailure(failed: Failed, status: number, maxBytes: number): ServiceError {
  return failure(
    'tooLarge',
    `${failed.operation.function} returned more than ${Math.floor(maxBytes / 2 ** 20)} MB from ${quoted(failed.connection)}; ask for fewer entities or a shorter range.`,
    { url: failed.url, status },
  );
}

/** @returns The error of a successful answer whose body is not an answer. */
export function formFailure(
  failed: Failed,
  status: number,
  form: Exclude<BodyForm, 'json'>,
): ServiceError {
  const what = {
    empty: 'is empty',
    html: 'is a web page, which looks like a login page',
    cutOff: 'is cut off in the middle',
    other: 'is not JSON',
  }[form];
  return failure(
    'malformed',
    `${failed.operation.function} got an answer from ${quoted(failed.connection)} that ${what} (${status}); check the ${failed.operation.base}Url of the connection and the network.`,
    { url: failed.url, status },
  );
}

function failure(
  kind: ServiceErrorKind,
  message: string,
  detail: ServiceErrorDetail,
): ServiceError {
  return new ServiceError(kind, message, detail);
}

function quoted(connection: Connection): string {
  return `connection "${shownText(connection.name)}"`;
}

function subject(failed: Failed): string {
  const [entity, ...more] = failed.entities;
  if (entity === undefined) {
    return 'the operation';
  }
  return more.length === 0 ? shownText(entity) : `one of ${failed.entities.length} entities`;
}

/** The first fault in its place, and how many more there are. */
function becauseOf(faults: readonly ServiceFault[]): string {
  const [first] = faults;
  if (!first) {
    return '';
  }
  const entity = first.entity === null ? '' : ` (${shownText(first.entity, 100)})`;
  const place = first.parameter === null ? '' : ` ${shownText(first.parameter, 100)}${entity}:`;
  const rest = faults.length === 1 ? '' : `, and ${faults.length - 1} more`;
  return `:${place} ${shownText(first.message)}${rest}`;
}

function remedy(faults: readonly ServiceFault[]): string {
  const parameter = faults[0]?.parameter ?? null;
  return parameter === null
    ? 'change the call and run it again'
    : `change ${shownText(parameter, 100)} and run it again`;
}

/** Whether the service asks for a longer wait than the client waits by itself. */
function isLong({ retryAfterMs: waitMs }: StatusDetail): boolean {
  return waitMs !== undefined && waitMs > MAX_WAIT_MS;
}

function later(detail: StatusDetail): string {
  const { retryAfterMs: waitMs, nowMs } = detail;
  if (waitMs === undefined) {
    return 'in a minute';
  }
  return isLong(detail)
    ? `in ${durationText(waitMs)}, at ${timeText(nowMs + waitMs, nowMs)}, as the service asks`
    : `in ${durationText(waitMs)}`;
}

/** @returns `30 s`, `10 min`, `3 h` or `4 days`: never less than `ms`. */
export function durationText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) {
    return `${seconds} s`;
  }
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) {
    return `${minutes} min`;
  }
  const hours = Math.ceil(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.ceil(hours / 24)} days`;
}

/** @returns `10:15:30 UTC`, with the date where it is another than that of `nowMs`. */
export function timeText(ms: number, nowMs: number): string {
  // Up to the next whole second, so that it is not too early.
  const text = new Date(Math.ceil(ms / 1000) * 1000).toISOString();
  const day = text.slice(0, 10);
  const time = `${text.slice(11, 19)} UTC`;
  return day === new Date(nowMs).toISOString().slice(0, 10) ? time : `${day} ${time}`;
}
