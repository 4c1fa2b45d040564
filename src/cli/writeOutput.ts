/** Output to a file or to standard output. */

import { isRecord } from '../core/base/json';
import { replaceWithBytes } from '../io/replaceFile';

/** The reader of standard output has closed it, as after `signals … | head`. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe';
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

function isClosed(error: unknown): boolean {
  return isRecord(error) && closedCodes.includes(error['code']);
}
