/** Output to a file or to standard output. */

import { isRecord } from '../core/base/json';
import { replaceWithBytes } from '../io/replaceFile';

/** Nobody reads standard output any more, as after `signals … | head`. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe';
}

/** Of a pipe, of a socket in its place, and on Windows. */
const closedCodes: readonly unknown[] = ['EPIPE', 'ECONNRESET', 'EOF'];

/**
 * Writes to standard output where `file` is null. A file appears whole or not at all.
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
