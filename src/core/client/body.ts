/** Reads answers completely, within a limit, and detects incomplete ones. */

import { t } from '../base/translations';
import { TransportError } from './ports';
import type { WireResponse } from './ports';

/** The most decoded bytes of one answer, and the most encoded bytes. */
export const MAX_ANSWER_BYTES = 32 * 2 ** 20;

export interface ReadBody {
  /** The decoded bytes, in a separate buffer; empty if they exceed the limit and the beginning is not needed. */
  readonly bytes: Uint8Array;
  /** Number of decoded bytes read, at most the limit. */
  readonly byteLength: number;
  /** Whether there was more than the limit; `bytes` is then its beginning. */
  readonly isCutOff: boolean;
}

export interface BodyLimits {
  readonly maxBytes: number;
  /** Whether the beginning of a body beyond the limit is needed; absent: no. */
  readonly keepsBeginning?: boolean;
  /** Called with the length of each part; the next one is read when it resolves. */
  readonly taken?: (byteLength: number) => Promise<void>;
}

/**
 * Reads at most `maxBytes` decoded bytes; the rest is not read, and the connection is closed.
 *
 * @throws {TransportError} `broken`, if there are fewer bytes than the headers announce.
 */
export async function readBody(response: WireResponse, limits: BodyLimits): Promise<ReadBody> {
  const { maxBytes, keepsBeginning = false, taken } = limits;
  const parts = new Parts();
  for await (const chunk of response.body) {
    parts.add(chunk);
    if (parts.byteLength > maxBytes) {
      const bytes = keepsBeginning ? parts.joined(maxBytes) : new Uint8Array(0);
      return { bytes, byteLength: maxBytes, isCutOff: true };
    }
    await taken?.(chunk.length);
  }
  const { byteLength } = parts;
  const announced = announcedLength(response.headers);
  if (announced !== undefined && byteLength < announced) {
    throw new TransportError(
      'broken',
      t('the answer ended after {0} of {1} bytes', byteLength, announced),
    );
  }
  return { bytes: parts.joined(byteLength), byteLength, isCutOff: false };
}

const BLOCK_BYTES = 16_384;
/** Parts that are shorter on average cost more to keep than to copy. */
const SHORT_PART_BYTES = 1024;

/**
 * Collects the parts of a body. Parts that fill their buffer are kept as they are, since a copy would leave as much
 * garbage; others are joined, so that a service that sends single bytes costs no more than another.
 */
class Parts {
  private readonly kept: Uint8Array[] = [];
  /** The last parts, which share a buffer. */
  private latest: Uint8Array[] = [];
  /** A buffer of our own, and how many of its bytes are in use. */
  private block = new Uint8Array(0);
  private used = 0;
  byteLength = 0;

  add(part: Uint8Array): void {
    if (part.buffer !== this.latest[0]?.buffer) {
      this.settleLatest();
    }
    this.latest.push(part);
    this.byteLength += part.length;
  }

  /** The first `length` bytes as one. */
  joined(length: number): Uint8Array {
    this.settleLatest();
    this.endBlock();
    const whole = new Uint8Array(length);
    let at = 0;
    for (const each of this.kept) {
      const part = each.subarray(0, length - at);
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  private settleLatest(): void {
    const parts = this.latest;
    this.latest = [];
    const byteLength = parts.reduce((sum, part) => sum + part.length, 0);
    const isFull = 8 * byteLength >= 7 * (parts[0]?.buffer.byteLength ?? 0);
    if (isFull && byteLength >= Math.max(BLOCK_BYTES / 2, parts.length * SHORT_PART_BYTES)) {
      this.endBlock();
      this.kept.push(...parts);
    } else {
      parts.forEach(part => this.copy(part));
    }
  }

  private copy(part: Uint8Array): void {
    for (let rest = part; rest.length > 0;) {
      if (this.used === this.block.length) {
        this.endBlock();
        this.block = new Uint8Array(BLOCK_BYTES);
      }
      const fitting = rest.subarray(0, this.block.length - this.used);
      this.block.set(fitting, this.used);
      this.used += fitting.length;
      rest = rest.subarray(fitting.length);
    }
  }

  /** Keeps what is in use of the block; the rest of it takes the next bytes. */
  private endBlock(): void {
    if (this.used > 0) {
      this.kept.push(this.block.subarray(0, this.used));
    }
    this.block = this.block.subarray(this.used);
    this.used = 0;
  }
}

/** `content-length` counts encoded bytes, so it is only checked for answers without a content coding. */
function announcedLength(headers: ReadonlyMap<string, string>): number | undefined {
  const length = headers.get('content-length') ?? '';
  return isEncoded(headers) || !/^\d+$/.test(length) ? undefined : Number(length);
}

function isEncoded(headers: ReadonlyMap<string, string>): boolean {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  return encoding !== '' && encoding !== 'identity';
}

export type BodyForm = 'json' | 'empty' | 'html' | 'cutOff' | 'other';

/**
 * Checks the first and the last byte of a successful answer without decoding it: all answers are JSON objects. The
 * content type is not checked, since a service may mislabel valid JSON and a login page may have any type.
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
