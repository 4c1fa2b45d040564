/** A text in a PNG file, as an iTXt chunk (PNG, third edition, 11.3.3.4). */

/** The length of the signature and the header, which come first. */
const HEADER_BYTES = 8 + 25;

/** @returns The file with the text under a keyword of 1 to 79 Latin letters, before its picture. */
export function withPngText(
  png: Uint8Array,
  keyword: string,
  text: string,
): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  // Not compressed, without language and translated keyword.
  const content = join(encoder.encode(keyword), new Uint8Array(5), encoder.encode(text));
  const typed = join(encoder.encode('iTXt'), content);
  const chunk = join(uint32(content.length), typed, uint32(crc32(typed)));
  return join(png.subarray(0, HEADER_BYTES), chunk, png.subarray(HEADER_BYTES));
}

function join(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Big-endian. */
function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) {
      crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
  }
  return (crc ^ 0xffffffff) >>> 0;
}
