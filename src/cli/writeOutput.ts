/** Output to a file or to standard output. */

import { copyFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Writes to standard output where `file` is null. A file appears whole or not at all. */
export async function writeOutput(file: string | null, content: string): Promise<void> {
  if (file === null) {
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(content, error => (error ? reject(error) : resolve()));
    });
    return;
  }
  await replaceFile(file, temporary => writeFile(temporary, content));
}

/** Puts a copy of `source` in the place of `file`. */
export async function copyOutput(file: string, source: string): Promise<void> {
  await replaceFile(file, temporary => copyFile(source, temporary));
}

/** An earlier file of that name stays as it was until the new one is complete. */
async function replaceFile(
  file: string,
  write: (temporary: string) => Promise<void>,
): Promise<void> {
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.tmp`);
  try {
    await write(temporary);
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
}
