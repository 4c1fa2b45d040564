/** Reads answers to their end, within a limit, and tells whole ones from broken ones. */

import { TransportError } from './ports';
import type { WireResponse } from './ports';

export interface ReadBody {
  /** The decoded bytes, in a buffer of their own. */
  readonly bytes: Uint8Array;
  /** Whether there was more than the limit; `bytes` is then its beginning. */
  readonly isCutOff: boolean;
}

/**
 * Reads at most `maxBytes` decoded bytes; what comes after them is not read, and the connection is closed.
 *
 * @throws {TransportError} `broken`, if there are fewer bytes than the headers announce.
 */
export async function readBody(response: WireResponse, maxBytes: number): Promise<ReadBody> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of response.body) {
    chunks.push(chunk);
    received += chunk.length;
    if (received > maxBytes) {
      return { bytes: joined(chunks, maxBytes), isCutOff: true };
    }
  }
  const announced = announcedLength(response.headers);
  if (announced !== undefined && received < announced) {
    throw new TransportError('broken', `the answer ended after ${received} of ${announced} bytes`);
  }
  return { bytes: joined(chunks, received), isCutOff: false };
}

/** `content-length` counts bytes before decoding, so it says something of plain answers alone. */
function announcedLength(headers: ReadonlyMap<string, string>): number | undefined {
  const length = headers.get('content-length') ?? '';
  return isEncoded(headers) || !/^\d+$/.test(length) ? undefined : Number(length);
}

/** @returns Whether the body was compressed on its way. */
export function isEncoded(headers: ReadonlyMap<string, string>): boolean {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  return encoding !== '' && encoding !== 'identity';
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    const part = chunk.subarray(0, length - at);
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export type BodyForm = 'json' | 'empty' | 'html' | 'cutOff' | 'other';

/**
 * Tells by the first and the last byte what a successful answer is, without decoding it: all of them are JSON
 * objects. The content type is not asked, since a service may mislabel good JSON and a login page may call
 * itself anything.
 */
export function bodyForm(bytes: Uint8Array): BodyForm {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  let first = hasMark ? 3 : 0;
  let last = bytes.length - 1;
  while (first <= last && isSpace(bytes[first])) {
    first++;
  }
  while (last > first && isSpace(bytes[last])) {
    last--;
  }
  if (first > last) {
    return 'empty';
  }
  const opening = String.fromCharCode(bytes[first] ?? 0);
  if (opening === '<') {
    return 'html';
  }
  if (opening !== '{' && opening !== '[') {
    return 'other';
  }
  const closing = String.fromCharCode(bytes[last] ?? 0);
  return closing === (opening === '{' ? '}' : ']') ? 'json' : 'cutOff';
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
