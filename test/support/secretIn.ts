import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { redact } from '../../src/core/client/token';

/**
 * Whether bytes hold one of the words: as it is, escaped as in addresses, JSON or HTML, in hexadecimal, in base64 at any
 * place of what is encoded, in UTF-16, and each of these in a ZIP or gzip file.
 */
export function holdsSecret(bytes: Uint8Array, words: readonly string[]): boolean {
  return unpacked(bytes).some(part => {
    const text = Buffer.from(part).toString('latin1');
    // UTF-16 writes ASCII with a zero in each second byte.
    const texts = text.includes('\0') ? [text, text.replaceAll('\0', '')] : [text];
    return texts.some(each => words.some(word => redact(each, word) !== each));
  });
}

function unpacked(bytes: Uint8Array): Uint8Array[] {
  const begin = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  if (begin === '1f8b') {
    return unpacked(gunzipSync(bytes));
  }
  // The names of the files in a ZIP file are as they are.
  return begin === '504b' ? [bytes, ...Object.values(unzipSync(bytes)).flatMap(unpacked)] : [bytes];
}
