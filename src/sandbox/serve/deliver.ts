/** Writes a response to a socket at the client's pace, or as a fault requires. */

import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBrotliCompress, createGzip } from 'node:zlib';
import { bytesOf } from '../answer/bytes';
import type { SandboxResponse } from '../answer/exchange';

/**
 * @param closed Aborted when the client has disconnected or the server closes: no further piece is created.
 * @throws If the client has disconnected.
 */
export async function deliver(
  made: SandboxResponse,
  to: ServerResponse,
  closed: AbortSignal,
): Promise<void> {
  // A length is announced before the first byte, so a truncated answer is built completely beforehand.
  const response = made.delivery.truncate ? { ...made, body: [...made.body] } : made;
  const { latencyMs, reset, encoding, truncate, stallAfterBytes } = response.delivery;
  if (latencyMs) {
    await sleep(latencyMs, undefined, { signal: closed });
  }
  if (reset) {
    to.socket?.resetAndDestroy();
    return;
  }
  to.writeHead(response.status, headersOf(response));
  to.flushHeaders();
  if (encoding) {
    const compress = encoding === 'gzip' ? createGzip() : createBrotliCompress();
    await pipeline(Readable.from(bytesOf(response)), compress, to, { signal: closed });
    return;
  }
  const end = truncate?.atByte ?? stallAfterBytes ?? Infinity;
  await writePieces(response, to, { end, closed });
  if (stallAfterBytes !== undefined) {
    await once(closed, 'abort');
  } else if (truncate?.length === 'wrong') {
    to.socket?.destroySoon();
  } else {
    to.end();
  }
}

async function writePieces(
  response: SandboxResponse,
  to: ServerResponse,
  { end, closed }: { end: number; closed: AbortSignal },
): Promise<void> {
  const { bytesPerSecond } = response.delivery;
  let sent = 0;
  for (const piece of bytesPerSecond ? slices(response, bytesPerSecond) : bytesOf(response)) {
    closed.throwIfAborted();
    const part = piece.subarray(0, Math.max(0, end - sent));
    sent += part.length;
    if (!to.write(part)) {
      await once(to, 'drain', { signal: closed });
    }
    if (part.length < piece.length) {
      return;
    }
    if (bytesPerSecond) {
      await sleep((part.length / bytesPerSecond) * 1000, undefined, { signal: closed });
    }
  }
}

/** A tenth of a second's bytes at a time. */
function* slices(response: SandboxResponse, bytesPerSecond: number): Generator<Buffer> {
  const size = Math.max(1, Math.floor(bytesPerSecond / 10));
  for (const piece of bytesOf(response)) {
    for (let from = 0; from < piece.length; from += size) {
      yield piece.subarray(from, from + size);
    }
  }
}

/** A truncated answer announces either its own length or that of the whole answer. */
function headersOf(response: SandboxResponse): Record<string, string> {
  const { truncate, encoding } = response.delivery;
  const headers = { ...response.headers };
  if (encoding) {
    headers['content-encoding'] = encoding;
  }
  if (truncate) {
    let whole = 0;
    for (const piece of bytesOf(response)) {
      whole += piece.length;
    }
    const length = truncate.length === 'correct' ? Math.min(whole, truncate.atByte) : whole;
    headers['content-length'] = String(length);
  }
  return headers;
}
