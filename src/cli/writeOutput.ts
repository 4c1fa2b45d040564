/** Output to a file or to standard output. */

import { replaceWithBytes } from '../io/replaceFile';

/** Writes to standard output where `file` is null. A file appears whole or not at all. */
export async function writeOutput(file: string | null, content: string): Promise<void> {
  if (file === null) {
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(content, error => (error ? reject(error) : resolve()));
    });
    return;
  }
  await replaceWithBytes(file, content);
}
