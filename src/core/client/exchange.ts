/**
 * One try: a request, the redirects it leads through, and the whole body.
 *
 * Redirects are followed explicitly, so that neither the token nor a changed method is sent unchecked.
 */

import { t } from '../base/translations';
import type { Cancellation } from '../base/cancellation';
import { readBody } from './body';
import type { ReadBody } from './body';
import type { ByteBudget } from './byteBudget';
import { parseHttpUrl, resolveLocation } from './httpUrl';
import { TransportError } from './ports';
import type { Transport, WireRequest, WireResponse } from './ports';

const MAX_REDIRECTS = 3;
/** Bytes read of an error answer: enough for its explanation. */
const MAX_ERROR_BYTES = 65_536;

/** A complete answer, with any status. */
export interface Exchange extends ReadBody {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  /** Removes the credential from a text of the answer. */
  readonly redact: (text: string) => string;
}

/** Why a redirect was not followed. */
export class RedirectRefusal extends Error {
  override readonly name = 'RedirectRefusal';
  constructor(
    readonly status: number,
    /** A phrase: the target, or what the redirect would have changed. */
    readonly reason: string,
  ) {
    super(reason);
  }
}

export interface ExchangePorts {
  readonly transport: Transport;
  /** Most decoded bytes of a successful answer. */
  readonly maxBytes: number;
  /** Bounds the bytes of all answers that are read at a time. */
  readonly budget: ByteBudget;
}

/**
 * Sends the request and reads the complete answer.
 *
 * @throws {TransportError} If there is no complete answer.
 * @throws {RedirectRefusal} If the answer is elsewhere and must not be requested from there.
 * @throws {CancelledError} If cancelled.
 */
export async function exchange(
  ports: ExchangePorts,
  request: WireRequest,
  cancellation: Cancellation,
): Promise<Exchange> {
  let current = request;
  for (let followed = 0; ; followed++) {
    const response = await ports.transport.send(current, cancellation);
    const isRedirect = [301, 302, 303, 307, 308].includes(response.status);
    const body = await bodyOf(ports, response, cancellation);
    const redact = response.redact ?? (text => text);
    if (!isRedirect) {
      return { status: response.status, headers: response.headers, redact, ...body };
    }
    if (followed === MAX_REDIRECTS) {
      throw new RedirectRefusal(
        response.status,
        t('it redirects more than {0} times', MAX_REDIRECTS),
      );
    }
    current = { ...current, url: redirectTarget(current, response, redact) };
  }
}

async function bodyOf(
  { maxBytes, budget }: ExchangePorts,
  response: WireResponse,
  cancellation: Cancellation,
): Promise<ReadBody> {
  const isSuccess = response.status >= 200 && response.status < 300;
  const share = budget.open();
  try {
    return await readBody(response, {
      maxBytes: isSuccess ? maxBytes : MAX_ERROR_BYTES,
      keepsBeginning: !isSuccess,
      ...(isSuccess ? { taken: bytes => share.take(bytes, cancellation) } : {}),
    });
  } catch (error) {
    const isUnreadable =
      error instanceof TransportError && ['encoding', 'tooLarge'].includes(error.kind);
    if (isSuccess || !isUnreadable) {
      throw error;
    }
    // The status is enough if its explanation cannot be read.
    return { bytes: new Uint8Array(0), byteLength: 0, isCutOff: true };
  } finally {
    share.close();
  }
}

function redirectTarget(
  request: WireRequest,
  response: WireResponse,
  redact: (text: string) => string,
): string {
  const refuse = (reason: string) => new RedirectRefusal(response.status, reason);
  const location = response.headers.get('location');
  if (location === undefined) {
    throw refuse(t('it redirects without a location'));
  }
  const target = resolveLocation(request.url, location);
  const to = target === undefined ? undefined : parseHttpUrl(target);
  if (target === undefined || to === undefined) {
    throw refuse(t('it redirects to {0}', JSON.stringify(redact(location).slice(0, 200))));
  }
  if (to.origin !== parseHttpUrl(request.url)?.origin) {
    throw refuse(t('it redirects to another origin, {0}', to.origin));
  }
  if (request.method === 'POST' && response.status < 307) {
    throw refuse(t('its redirect would turn the POST into a GET'));
  }
  return target;
}
