/** Which version of the program this is. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** @returns The extension's, whose manifest is beside the program's folder. */
export async function ownVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(
    await readFile(path.join(__dirname, '..', 'package.json'), 'utf8'),
  );
  return String((manifest as { readonly version?: unknown }).version);
}
