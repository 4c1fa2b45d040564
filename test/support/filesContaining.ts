import { readFileSync } from 'node:fs';
import { filesBelow } from './filesBelow';

/** Files below `folder` whose bytes hold `secret` as it is, in UTF-16, in base64, in hex or percent-encoded. */
export function filesContaining(folder: string, secret: string): string[] {
  const forms = [
    Buffer.from(secret),
    Buffer.from(secret, 'utf16le'),
    Buffer.from(Buffer.from(secret).toString('hex')),
    Buffer.from(encodeURIComponent(secret)),
    ...base64Forms(secret),
  ];
  return filesBelow(folder, /./).filter(file => {
    const bytes = contentOf(file);
    return bytes !== undefined && forms.some(form => bytes.includes(form));
  });
}

/** How base64 writes the secret at each of the three offsets at which it can lie in a text. */
function base64Forms(secret: string): Buffer[] {
  return [0, 1, 2].map(offset => {
    const text = Buffer.from('x'.repeat(offset) + secret).toString('base64');
    return Buffer.from(text.slice(offset === 0 ? 0 : 4, -4));
  });
}

/** Folders, sockets and files that VS Code has just removed hold nothing. */
function contentOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      /^(EISDIR|ENXIO|ENOENT)$/.test(String(error.code))
    ) {
      return undefined;
    }
    throw error;
  }
}
