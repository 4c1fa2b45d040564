/** Errors of a request. */

import { t } from '../base/translations';
import type { FunctionName } from './operations';
import type { RequestRecord } from './request';

export type ServiceErrorKind =
  | 'unauthorized' // 401: no token, or the service refused it.
  | 'notEntitled' // 403: the token is fine; this operation is not in it.
  | 'notFound' // 404: a wrong base URL, or an unknown entity.
  | 'rejected' // 422 and other 4xx: the service understood the request and refused its content.
  | 'tooLarge' // 413, 414: ask for less at a time.
  | 'rateLimited' // 429 after all tries: ask again after `retryAfterMs`.
  | 'failing' // 5xx after all tries.
  | 'unreachable' // No answer: name, connection, time-out.
  | 'redirected' // Redirected to another origin, or in a way that would change the request.
  | 'malformed'; // An answer this version cannot read.

/** The location of the fault in the request. */
export interface ServiceFault {
  /** The parameter's name, or `entities` for the body. */
  readonly parameter: string | null;
  /** The entity of the body at fault. */
  readonly entity: string | null;
  readonly message: string;
}

export interface ServiceErrorDetail {
  readonly status?: number;
  readonly url?: string;
  readonly faults?: readonly ServiceFault[];
  readonly retryAfterMs?: number;
  /** The record of the request, if it was sent. */
  readonly record?: RequestRecord;
}

/**
 * A failed request. `message` is one sentence that names the operation and the connection and can be shown as
 * it is. Holds no headers, so it can be logged.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  constructor(
    readonly kind: ServiceErrorKind,
    message: string,
    readonly detail: ServiceErrorDetail = {},
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/**
 * The error of an answer that is not of its shape at all.
 *
 * @param what Completes `The answer to f cannot be read: …`, without a full stop.
 */
export function malformed(operation: FunctionName, what: string): ServiceError {
  return new ServiceError(
    'malformed',
    t('The answer to {0} cannot be read: {1}.', operation, what),
  );
}
