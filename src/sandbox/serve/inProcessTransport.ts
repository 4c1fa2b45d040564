/** The sandbox without a network: requests go to the handler of this process. */

import { setImmediate } from 'node:timers/promises';
import { CancelledError, throwIfCancelled } from '../../core/base/cancellation';
import type { Cancellation } from '../../core/base/cancellation';
import { bytesOf } from '../answer/bytes';
import type { SandboxRequest, SandboxResponse } from '../answer/exchange';
import type { Sandbox } from '../handle';

/** The shapes are those of the client's `Transport`, which this zone does not import. */
export interface InProcessRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface InProcessResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: AsyncIterable<Uint8Array>;
}

export interface InProcessTransport {
  send(request: InProcessRequest, cancellation: Cancellation): Promise<InProcessResponse>;
}

/** The token of the built-in connection: the sandbox requires one like any service. */
const sandboxToken = 'sandbox';

/** A broken connection in process. Named and shaped like the client's own error. */
export class InProcessError extends Error {
  override readonly name = 'TransportError';
  readonly kind = 'broken';
}

/**
 * @returns A transport that creates answers piece by piece and yields to the event loop between pieces, so that a long
 * answer does not block the process.
 */
export function createInProcessTransport(sandbox: Sandbox): InProcessTransport {
  return {
    async send(request, cancellation) {
      throwIfCancelled(cancellation);
      const response = sandbox.handle(asked(request, sandbox.config.token ?? sandboxToken));
      await pause(response.delivery.latencyMs ?? 0, cancellation);
      if (response.delivery.reset) {
        throw new InProcessError('the connection was reset');
      }
      return {
        status: response.status,
        headers: new Map(Object.entries(response.headers)),
        body: delivered(response, cancellation),
      };
    },
  };
}

function asked(request: InProcessRequest, token: string): SandboxRequest {
  const { pathname, search } = new URL(request.url);
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name.toLowerCase(),
    value,
  ]);
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    headers: {
      ...(Object.fromEntries(headers) as Record<string, string>),
      authorization: `Bearer ${token}`,
    },
    body: request.body,
    nowMs: performance.timeOrigin + performance.now(),
  };
}

async function* delivered(
  response: SandboxResponse,
  cancellation: Cancellation,
): AsyncGenerator<Uint8Array> {
  const { truncate, stallAfterBytes, bytesPerSecond } = response.delivery;
  const end = truncate?.atByte ?? stallAfterBytes ?? Infinity;
  let sent = 0;
  for (const piece of bytesOf(response)) {
    await (bytesPerSecond
      ? pause((piece.length / bytesPerSecond) * 1000, cancellation)
      : setImmediate());
    throwIfCancelled(cancellation);
    const part = piece.subarray(0, Math.max(0, end - sent));
    sent += part.length;
    if (part.length > 0) {
      yield part;
    }
    if (part.length < piece.length) {
      break;
    }
  }
  if (stallAfterBytes !== undefined && sent >= stallAfterBytes) {
    await pause(Infinity, cancellation);
  }
  if (truncate?.length === 'wrong' && sent >= truncate.atByte) {
    throw new InProcessError('the connection ended before the answer did');
  }
}

/** Waits; `Infinity` waits for the cancellation. @throws {CancelledError} If cancelled meanwhile. */
function pause(ms: number, cancellation: Cancellation): Promise<void> {
  if (ms <= 0) {
    return Promise.resolve();
  }
  return new Promise((resolve, reject) => {
    const timer = ms === Infinity ? undefined : setTimeout(done, ms);
    const listener = cancellation.onCancellationRequested(() => {
      clearTimeout(timer);
      reject(new CancelledError());
    });
    function done(): void {
      listener.dispose();
      resolve();
    }
  });
}
