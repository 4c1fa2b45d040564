/**
 * The transport over the global `fetch`, which VS Code patches for proxies and certificates: no dispatcher of
 * our own, no header beyond those of the request and the token.
 */

import type { Cancellation } from '../core/base/cancellation';
import { throwIfCancelled } from '../core/base/cancellation';
import { TransportError } from '../core/client/ports';
import type { Transport, WireRequest, WireResponse } from '../core/client/ports';
import { cleanToken, redact } from '../core/client/token';
import { fetchFailure } from './fetchFailure';
import { RequestWatch } from './requestWatch';
import type { RequestTimeouts } from './requestWatch';

export interface FetchTransportOptions {
  /** Reads the token; called for every request, and its answer is not kept. */
  readonly token: () => Promise<string | undefined>;
  /** The origins that the token may be sent to. */
  readonly allowedOrigins: readonly string[];
  readonly timeouts?: Partial<RequestTimeouts>;
}

/** Making a connection has a limit of `fetch`'s own, 10 s. */
const defaultTimeouts: RequestTimeouts = { idleMs: 60_000, totalMs: 300_000 };

/** @returns A transport that reads the token for each request and sends it to the allowed origins alone. */
export function createFetchTransport(options: FetchTransportOptions): Transport {
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const allowed = new Set(options.allowedOrigins.map(origin => new URL(origin).origin));
  return {
    async send(request, cancellation) {
      throwIfCancelled(cancellation);
      const watch = new RequestWatch(timeouts, cancellation);
      try {
        const isAllowed = allowed.has(new URL(request.url).origin);
        const token = isAllowed ? await watch.wait(readToken(options.token)) : undefined;
        const response = await watch.wait(fetch(request.url, requestInit(request, token, watch)));
        return wireResponse(response, token, watch, cancellation);
      } catch (error) {
        watch.abandon();
        throw fetchFailure(error, false);
      }
    },
  };
}

async function readToken(read: () => Promise<string | undefined>): Promise<string | undefined> {
  const stored = await read().catch(() => {
    // The reason may quote what was read.
    throw new TransportError('token', 'the token could not be read');
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

function requestInit(
  request: WireRequest,
  token: string | undefined,
  watch: RequestWatch,
): RequestInit {
  return {
    method: request.method,
    headers:
      token === undefined
        ? { ...request.headers }
        : { ...request.headers, Authorization: `Bearer ${token}` },
    redirect: 'manual',
    signal: watch.signal,
    ...(request.body === null ? {} : { body: request.body }),
  };
}

function wireResponse(
  response: Response,
  token: string | undefined,
  watch: RequestWatch,
  cancellation: Cancellation,
): WireResponse {
  const iterator = new BodyIterator(response, watch, cancellation);
  return {
    status: response.status,
    headers: new Map([...response.headers].map(([name, value]) => [name.toLowerCase(), value])),
    body: { [Symbol.asyncIterator]: () => iterator },
    redact: text => redact(text, token),
  };
}

/** Parts of the body, each in a buffer of its own. To stop early closes the socket. */
class BodyIterator implements AsyncIterator<Uint8Array> {
  private readonly reader: ReadableStreamDefaultReader<Uint8Array> | undefined;

  constructor(
    response: Response,
    private readonly watch: RequestWatch,
    private readonly cancellation: Cancellation,
  ) {
    this.reader = response.body?.getReader();
    if (!this.reader) {
      watch.dispose();
    }
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    if (!this.reader) {
      return { done: true, value: undefined };
    }
    try {
      const part = await this.watch.wait(this.reader.read());
      throwIfCancelled(this.cancellation);
      if (part.done) {
        this.watch.dispose();
        return { done: true, value: undefined };
      }
      return { done: false, value: new Uint8Array(part.value) };
    } catch (error) {
      this.watch.abandon();
      throw fetchFailure(error, true);
    }
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    this.watch.abandon();
    return { done: true, value: undefined };
  }
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}
