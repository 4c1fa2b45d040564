/** The bytes of a response's text. */

import type { SandboxResponse } from './exchange';

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** @returns The body as bytes, each piece created on demand in a buffer of its own. */
export function* bytesOf({ body, delivery }: SandboxResponse): Generator<Buffer> {
  if (delivery.text === 'utf8-bom') {
    yield byteOrderMark;
  }
  const encoding = delivery.text === 'latin1' ? 'latin1' : 'utf8';
  for (const piece of body) {
    yield Buffer.from(piece, encoding);
  }
}
