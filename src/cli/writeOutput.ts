/** Output to a file or to standard output. */

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { isRecord } from '../core/base/json';
import { replaceWithBytes } from '../io/replaceFile';
import { picturesFolder, type WrittenNotebook } from '../io/writtenNotebook';

/** The exit code that shells report for a program ended by SIGPIPE: 128 plus the number of the signal. */
export const closedPipeCode = 141;

/** The reader of standard output has closed it, as after `signals … | head`. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe';
  readonly exitCode = closedPipeCode;
}

/** The codes for a pipe, for a socket in its place, and on Windows. */
const closedCodes: readonly unknown[] = ['EPIPE', 'ECONNRESET', 'EOF'];

/**
 * Writes to standard output if `file` is null. A file is written completely or not at all.
 *
 * @throws {ClosedPipe} If the reader of standard output has closed it.
 */
export async function writeOutput(file: string | null, content: string): Promise<void> {
  if (file === null) {
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(content, error =>
        error ? reject(isClosed(error) ? new ClosedPipe() : error) : resolve(),
      );
    });
    return;
  }
  await replaceWithBytes(file, content);
}

/** Writes the pictures of a file into the folder beside it, which is made if there are any. */
export async function writePictures(
  file: string | null,
  pictures: WrittenNotebook['pictures'],
): Promise<void> {
  if (file !== null && pictures.length > 0) {
    const folder = path.join(path.dirname(file), picturesFolder(file));
    await mkdir(folder, { recursive: true });
    for (const { name, text } of pictures) {
      await replaceWithBytes(path.join(folder, name), text);
    }
  }
}

function isClosed(error: unknown): boolean {
  return isRecord(error) && closedCodes.includes(error['code']);
}
