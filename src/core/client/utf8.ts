/**
 * @param bytes UTF-8, perhaps cut off within a character.
 * @returns The text; what is not UTF-8 becomes U+FFFD. For short texts: answers are decoded elsewhere.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  let text = '';
  let at = 0;
  while (at < bytes.length) {
    const first = bytes[at] ?? 0;
    const extra = first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    const code = extra < 0 || first > 0xf4 ? undefined : codePoint(bytes, at, extra);
    text += code === undefined ? '\ufffd' : String.fromCodePoint(code);
    at += code === undefined ? 1 : extra + 1;
  }
  return text;
}

const SMALLEST = [0, 0x80, 0x800, 0x10000];

function codePoint(bytes: Uint8Array, at: number, extra: number): number | undefined {
  let code = (bytes[at] ?? 0) & (extra === 0 ? 0x7f : 0x3f >> extra);
  for (let offset = 1; offset <= extra; offset++) {
    const next = bytes[at + offset];
    if (next === undefined || (next & 0xc0) !== 0x80) {
      return undefined;
    }
    code = (code << 6) | (next & 0x3f);
  }
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code < (SMALLEST[extra] ?? 0) || code > 0x10ffff || isSurrogate ? undefined : code;
}
