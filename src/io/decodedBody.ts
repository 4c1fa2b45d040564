/**
 * Decodes the content codings of a body while it is read.
 *
 * The headers are checked against the body: a wrong coding, a wrong checksum, a stream that ends early and bytes after
 * its end are all errors, since each of them could hide rows.
 */

import { t } from '../core/base/translations';
import { pipeline } from 'node:stream/promises';
import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { CancelledError } from '../core/base/cancellation';
import { TransportError } from '../core/client/ports';

/** The `Accept-Encoding` of requests. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br';

const MAX_CODINGS = 5;
/** The largest window that a zstd answer may ask for, as a power of two: 8 MB (RFC 9659). */
const ZSTD_WINDOW_LOG = 23;

export interface EncodedBody {
  readonly parts: AsyncIterable<Uint8Array>;
  /** The value of `Content-Encoding`; undefined if there is none. */
  readonly contentEncoding: string | undefined;
  /** The most bytes of the body as sent, and of each form between that and the decoded one. */
  readonly maxEncodedBytes: number;
  /** Whether the headers determine the end of the body; if not, a broken connection looks like the end. */
  readonly isDelimited: boolean;
}

/** A stream of zlib; `bytesWritten` counts the input that it has consumed. */
type Decoder = Transform & { readonly bytesWritten: number };

/**
 * Decodes `body`. The decoded bytes are not counted here: the reader decides when to stop.
 *
 * @throws {TransportError} `encoding`, `tooLarge`, `broken`, or what reading the parts throws.
 */
export async function* decodedBody(body: EncodedBody): AsyncGenerator<Uint8Array, void> {
  const codings = codingsOf(body.contentEncoding);
  let parts = body.parts;
  for (const coding of codings.reverse()) {
    parts = withoutCoding(atMost(parts, body.maxEncodedBytes), coding, body.isDelimited);
  }
  yield* parts;
}

/** @returns The codings in the order in which they were applied. */
function codingsOf(contentEncoding: string | undefined): string[] {
  const codings = (contentEncoding ?? '')
    .split(',')
    .map(coding => coding.trim().toLowerCase())
    .filter(coding => coding !== '' && coding !== 'identity');
  if (codings.length > MAX_CODINGS) {
    const message = t(
      'it is encoded {0} times, but at most {1} encodings are supported',
      codings.length,
      MAX_CODINGS,
    );
    throw new TransportError('encoding', message);
  }
  return codings;
}

async function* atMost(
  parts: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void> {
  let received = 0;
  for await (const part of parts) {
    received += part.length;
    if (received > maxBytes) {
      const most = Math.floor(maxBytes / 2 ** 20);
      throw new TransportError('tooLarge', t('it is more than {0} MB before it is decoded', most));
    }
    yield part;
  }
}

async function* withoutCoding(
  source: AsyncGenerator<Uint8Array, void>,
  coding: string,
  isDelimited: boolean,
): AsyncGenerator<Uint8Array, void> {
  const first = await firstPart(source);
  if (first === undefined) {
    return;
  }
  const decoder = decoderOf(coding, first[0] ?? 0);
  const fed = { bytes: 0, isWhole: false };
  // A failure ends the decoder, which passes it to its reader.
  pipeline(feed(first, source, fed), decoder).catch(() => undefined);
  try {
    yield* decoder as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw decodingFailure(error, coding, isDelimited);
  } finally {
    decoder.destroy();
    // Not awaited, since it may itself wait for bytes that never come.
    source.return().catch(() => undefined);
  }
  if (!fed.isWhole || decoder.bytesWritten < fed.bytes) {
    throw new TransportError('encoding', t('bytes follow the end of its {0} data', coding));
  }
}

async function firstPart(
  source: AsyncGenerator<Uint8Array, void>,
): Promise<Uint8Array | undefined> {
  for (;;) {
    const { done, value } = await source.next();
    if (done || value.length > 0) {
      return value ?? undefined;
    }
  }
}

async function* feed(
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
  fed: { bytes: number; isWhole: boolean },
): AsyncGenerator<Uint8Array, void> {
  fed.bytes += first.length;
  yield first;
  for await (const part of rest) {
    fed.bytes += part.length;
    yield part;
  }
  fed.isWhole = true;
}

function decoderOf(coding: string, firstByte: number): Decoder {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip();
    case 'deflate':
      // Some services send raw deflate data without the zlib frame that the name means.
      return (firstByte & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw();
    case 'br':
      return zlib.createBrotliDecompress();
    case 'zstd':
      if (zstd.createZstdDecompress && zstd.constants.ZSTD_d_windowLogMax !== undefined) {
        const params = { [zstd.constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG };
        return zstd.createZstdDecompress({ params });
      }
  }
  // The name is not shown: it is somebody else's text, and could repeat the token.
  const message = t('its Content-Encoding is not supported (only {0})', ACCEPTED_CODINGS);
  throw new TransportError('encoding', message);
}

/** Functions that only newer versions of Node have. */
const zstd = zlib as typeof zlib & {
  readonly createZstdDecompress?: (options: { params: Record<number, number> }) => Decoder;
  readonly constants: { readonly ZSTD_d_windowLogMax?: number };
};

function decodingFailure(error: unknown, coding: string, isDelimited: boolean): Error {
  if (error instanceof TransportError || error instanceof CancelledError) {
    return error;
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code !== 'Z_BUF_ERROR') {
    return new TransportError('encoding', t('its {0} data are damaged', coding));
  }
  return isDelimited
    ? new TransportError('encoding', t('its {0} data end too early', coding))
    : new TransportError('broken', t('the connection ended within its {0} data', coding));
}
