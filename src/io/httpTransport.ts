/**
 * The transport over Node's own `http` and `https`, which VS Code patches for proxies and certificates: no agent of our
 * own, and no headers except those of the request, the token, `User-Agent` and `Accept-Encoding`.
 *
 * It does not use `fetch`, which decodes content codings by itself: a damaged body then stalls, ends the process, or
 * passes as complete.
 */

import { t } from '../core/base/translations';
import * as http from 'node:http';
import * as https from 'node:https';
import type { Cancellation } from '../core/base/cancellation';
import { throwIfCancelled } from '../core/base/cancellation';
import { MAX_ANSWER_BYTES } from '../core/client/body';
import { parseHttpUrl } from '../core/client/httpUrl';
import { TransportError } from '../core/client/ports';
import type { Transport, WireRequest, WireResponse } from '../core/client/ports';
import { cleanToken, redact } from '../core/client/token';
import { ACCEPTED_CODINGS, decodedBody } from './decodedBody';
import { httpFailure } from './httpFailure';
import { RequestWatch } from './requestWatch';
import type { RequestTimeouts } from './requestWatch';

export interface HttpTransportOptions {
  /** Reads the token; called for every request, and its result is not stored. */
  readonly token: () => Promise<string | undefined>;
  /** The origins that the token may be sent to. */
  readonly allowedOrigins: readonly string[];
  readonly timeouts?: Partial<RequestTimeouts>;
  /** The most bytes of a compressed answer before it is decoded. */
  readonly maxEncodedBytes?: number;
}

const defaultTimeouts: RequestTimeouts = { connectMs: 10_000, idleMs: 60_000, totalMs: 300_000 };

/** @returns A transport that reads the token for each request and only sends it to the allowed origins. */
export function createHttpTransport(options: HttpTransportOptions): Transport {
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const maxEncodedBytes = options.maxEncodedBytes ?? MAX_ANSWER_BYTES;
  const allowed = new Set(options.allowedOrigins.map(origin => new URL(origin).origin));
  return {
    async send(request, cancellation) {
      throwIfCancelled(cancellation);
      const watch = new RequestWatch(timeouts, cancellation);
      try {
        const isAllowed = allowed.has(new URL(request.url).origin);
        const token = isAllowed ? await watch.wait(readToken(options.token)) : undefined;
        const response = await watch.wait(sent(request, token, watch));
        return {
          status: response.statusCode ?? 0,
          headers: headersOf(response),
          body: new Body(response, { watch, cancellation, maxEncodedBytes }),
          redact: text => redact(text, token),
        };
      } catch (error) {
        watch.abandon();
        throw httpFailure(error, false);
      }
    },
  };
}

async function readToken(read: () => Promise<string | undefined>): Promise<string | undefined> {
  const stored = await read().catch(() => {
    // The error could quote the token.
    throw new TransportError('token', t('the token could not be read'));
  });
  if (stored === undefined || stored === '') {
    return undefined;
  }
  const check = cleanToken(stored);
  if (!check.ok) {
    throw new TransportError('token', lowerFirst(check.problem));
  }
  return check.token;
}

/** @returns The answer's headers, its body still to be read. Redirects are answers like others. */
function sent(
  request: WireRequest,
  token: string | undefined,
  watch: RequestWatch,
): Promise<http.IncomingMessage> {
  const address = parseHttpUrl(request.url);
  if (!address) {
    throw new TransportError('connect', t('its address is not a plain http or https address'));
  }
  const { request: open } = address.scheme === 'https' ? https : http;
  return new Promise((resolve, reject) => {
    const outgoing = open(new URL(request.url), {
      method: request.method,
      headers: {
        'User-Agent': 'market-signals',
        'Accept-Encoding': ACCEPTED_CODINGS,
        ...request.headers,
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      signal: watch.signal,
    });
    outgoing.on('error', reject);
    outgoing.on('response', resolve);
    // An unusual answer, such as a protocol upgrade, causes no other event.
    outgoing.on('close', () => {
      reject(new TransportError('broken', t('the connection ended before the answer began')));
    });
    watch.connecting(outgoing, address.scheme);
    outgoing.end(request.body ?? undefined);
  });
}

function headersOf(response: http.IncomingMessage): WireResponse['headers'] {
  return new Map(
    Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

interface BodyOptions {
  readonly watch: RequestWatch;
  readonly cancellation: Cancellation;
  readonly maxEncodedBytes: number;
}

/** Decoded parts of the body, whose buffers may be parts of larger ones. To stop early closes the socket. */
class Body implements AsyncIterable<Uint8Array>, AsyncIterator<Uint8Array> {
  private readonly decoded: AsyncGenerator<Uint8Array, void>;

  constructor(
    private readonly response: http.IncomingMessage,
    private readonly options: BodyOptions,
  ) {
    // A reader gets the failure; without a reader it is ignored.
    response.on('error', () => undefined);
    const { headers } = response;
    this.decoded = decodedBody({
      parts: partsOf(response, options.watch),
      contentEncoding: headers['content-encoding'],
      maxEncodedBytes: options.maxEncodedBytes,
      isDelimited: 'content-length' in headers || 'transfer-encoding' in headers,
    });
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    const { watch, cancellation } = this.options;
    try {
      const part = await watch.unlessEnded(this.decoded.next());
      throwIfCancelled(cancellation);
      if (part.done) {
        watch.dispose();
        return { done: true, value: undefined };
      }
      return part;
    } catch (error) {
      this.close();
      throw httpFailure(error, true);
    }
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    this.close();
    return { done: true, value: undefined };
  }

  private close(): void {
    this.options.watch.abandon();
    this.response.destroy();
    // Not awaited: it ends when the socket has ended.
    this.decoded.return().catch(() => undefined);
  }
}

/** The body as sent; the wait for each part has a limit. */
async function* partsOf(
  response: http.IncomingMessage,
  watch: RequestWatch,
): AsyncGenerator<Uint8Array, void> {
  const iterator = response[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  for (;;) {
    const part = await watch.wait(iterator.next());
    if (part.done) {
      return;
    }
    yield part.value;
  }
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}
