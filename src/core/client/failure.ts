/**
 * The message of a failed request: one sentence that names the operation, the connection and what to do next. The
 * service documents only 200 and 422; every other status has its HTTP meaning.
 */

import { plural } from '../base/text';
import { t } from '../base/translations';
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
  const often = tries === 1 ? '' : t(' after {0} tries', tries);
  switch (kind) {
    case 'unauthorized':
      return t(
        '{0} was refused by {1} ({2}): the token is missing, expired or not accepted{3}; use Signals: Set Token, or SIGNALS_TOKEN on the command line.',
        name,
        where,
        status,
        becauseOf(faults),
      );
    case 'notEntitled':
      return t(
        '{0} is not available to the token of {1} ({2}){3}; other operations may be, and the provider can add this one.',
        name,
        where,
        status,
        becauseOf(faults),
      );
    case 'notFound':
      return t(
        '{0} found nothing at {1} ({2}): either {3} is unknown to the service or the {4}Url of {5} is wrong; check both.',
        name,
        failed.url,
        status,
        subject(failed),
        operation.base,
        where,
      );
    case 'tooLarge':
      return t(
        '{0} requested too much at once from {1} ({2}); ask for fewer entities or a shorter range.',
        name,
        where,
        status,
      );
    case 'rateLimited':
      return t(
        '{0} was rejected by {1} because of too many requests ({2}){3}; run it again {4}.',
        name,
        where,
        status,
        often,
        later(detail),
      );
    case 'failing':
      return t(
        "{0} failed at {1} ({2}){3}{4}; the fault is the service's, so run it again {5}.",
        name,
        where,
        status,
        often,
        becauseOf(faults),
        isLong(detail) ? later(detail) : t('later'),
      );
    case 'rejected':
      return t(
        '{0} was rejected by {1} ({2}){3}; {4}.',
        name,
        where,
        status,
        becauseOf(faults),
        remedy(faults),
      );
    default:
      return t(
        '{0} was answered by {1} with status {2}, which the service does not use; check the {3}Url of the connection.',
        name,
        where,
        status,
        operation.base,
      );
  }
}

/** @returns The error of a request without a complete answer. */
export function transportFailure(failed: Failed, error: TransportError): ServiceError {
  const name = failed.operation.function;
  const where = quoted(failed.connection);
  const often = failed.tries === 1 ? '' : t(' in {0} tries', failed.tries);
  const what = error.message;
  const detail = { url: failed.url };
  switch (error.kind) {
    case 'token':
      return failure(
        'unauthorized',
        t(
          '{0} was not sent to {1}: {2}; use Signals: Set Token, or SIGNALS_TOKEN on the command line.',
          name,
          where,
          what,
        ),
        detail,
      );
    case 'certificate':
    case 'connect':
      return failure(
        'unreachable',
        t(
          '{0} did not reach {1}{2}: {3}; check the {4}Url of the connection, the network and the proxy.',
          name,
          where,
          often,
          what,
          failed.operation.base,
        ),
        detail,
      );
    case 'idle':
    case 'total':
      return failure(
        'unreachable',
        t(
          '{0} received an incomplete answer from {1}: {2}; ask for fewer entities or a shorter range, or run it again.',
          name,
          where,
          what,
        ),
        detail,
      );
    case 'broken':
      return failure(
        'unreachable',
        t(
          '{0} received an incomplete answer from {1}{2}: {3}; run it again.',
          name,
          where,
          often,
          what,
        ),
        detail,
      );
    case 'encoding':
      return failure(
        'malformed',
        t(
          '{0} got an answer from {1} that cannot be decoded: {2}; run it again, and if that does not help, contact the provider or the operator of the proxy.',
          name,
          where,
          what,
        ),
        detail,
      );
    case 'tooLarge':
      return failure(
        'tooLarge',
        t(
          '{0} received an answer that is too large from {1}: {2}; ask for fewer entities or a shorter range.',
          name,
          where,
          what,
        ),
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
      ? t('is not sent')
      : plural(
          tries,
          'failed after {0} try and is not sent again',
          'failed after {0} tries and is not sent again',
        );
  return failure(
    pause.last.errorKind,
    t(
      '{0} {1} to {2} until {3} (in {4}): {5} requests in a row failed, the last one because {6}; run it again then, and check the service and the {7}Url of the connection if it fails again.',
      operation.function,
      what,
      quoted(failed.connection),
      timeText(pause.untilMs, nowMs),
      durationText(waitMs),
      pause.failureCount,
      pause.last.reason,
      operation.base,
    ),
    { url, retryAfterMs: waitMs },
  );
}

/** @returns The error of an answer that is elsewhere. */
export function redirectFailure(failed: Failed, refusal: RedirectRefusal): ServiceError {
  return failure(
    'redirected',
    t(
      '{0} was not followed further for {1} ({2}): {3}; check the {4}Url of the connection.',
      failed.operation.function,
      quoted(failed.connection),
      refusal.status,
      refusal.reason,
      failed.operation.base,
    ),
    { url: failed.url, status: refusal.status },
  );
}

/** @returns The error of a successful answer that holds more bytes than are read. */
export function oversizeFailure(failed: Failed, status: number, maxBytes: number): ServiceError {
  return failure(
    'tooLarge',
    t(
      '{0} returned more than {1} MB from {2}; ask for fewer entities or a shorter range.',
      failed.operation.function,
      Math.floor(maxBytes / 2 ** 20),
      quoted(failed.connection),
    ),
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
    empty: t('is empty'),
    html: t('is a web page, which looks like a login page'),
    cutOff: t('is cut off in the middle'),
    other: t('is not JSON'),
  }[form];
  return failure(
    'malformed',
    t(
      '{0} got an answer from {1} that {2} ({3}); check the {4}Url of the connection and the network.',
      failed.operation.function,
      quoted(failed.connection),
      what,
      status,
      failed.operation.base,
    ),
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
  return t('connection "{0}"', shownText(connection.name));
}

function subject(failed: Failed): string {
  const [entity, ...more] = failed.entities;
  if (entity === undefined) {
    return t('the operation');
  }
  return more.length === 0 ? shownText(entity) : t('one of {0} entities', failed.entities.length);
}

/** The first fault in its place, and how many more there are. */
function becauseOf(faults: readonly ServiceFault[]): string {
  const [first] = faults;
  if (!first) {
    return '';
  }
  const entity = first.entity === null ? '' : ` (${shownText(first.entity, 100)})`;
  const place = first.parameter === null ? '' : ` ${shownText(first.parameter, 100)}${entity}:`;
  const rest = faults.length === 1 ? '' : t(', and {0} more', faults.length - 1);
  return `:${place} ${shownText(first.message)}${rest}`;
}

function remedy(faults: readonly ServiceFault[]): string {
  const parameter = faults[0]?.parameter ?? null;
  return parameter === null
    ? t('change the call and run it again')
    : t('change {0} and run it again', shownText(parameter, 100));
}

/** Whether the service asks for a longer wait than the client waits by itself. */
function isLong({ retryAfterMs: waitMs }: StatusDetail): boolean {
  return waitMs !== undefined && waitMs > MAX_WAIT_MS;
}

function later(detail: StatusDetail): string {
  const { retryAfterMs: waitMs, nowMs } = detail;
  if (waitMs === undefined) {
    return t('in a minute');
  }
  return isLong(detail)
    ? t(
        'in {0}, at {1}, as the service asks',
        durationText(waitMs),
        timeText(nowMs + waitMs, nowMs),
      )
    : t('in {0}', durationText(waitMs));
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
