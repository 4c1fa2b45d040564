/** Writes files completely or not at all. */

import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, lstat, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { removeLeftovers, temporaryFor } from './temporaryFiles';

/**
 * Replaces `file` by `content`.
 *
 * @param mode The permissions of the new file; absent: those of any new file.
 */
export function replaceWithBytes(
  file: string,
  content: Uint8Array | string,
  mode?: number,
): Promise<void> {
  return replaceFile(file, async temporary => {
    const handle = await open(temporary, 'wx', mode);
    try {
      if (mode !== undefined) {
        await handle.chmod(mode);
      }
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
  });
}

/** Bytes that are copied at a time: small parts take several times as long. */
const PART_BYTES = 2 ** 20;

/** Replaces `file` by a copy of `source`. An abort leaves everything unchanged, and rejects. */
export function replaceWithCopy(file: string, source: string, signal: AbortSignal): Promise<void> {
  return replaceFile(file, temporary =>
    pipeline(
      createReadStream(source, { highWaterMark: PART_BYTES }),
      createWriteStream(temporary, { flags: 'wx', flush: true }),
      { signal },
    ),
  );
}

/**
 * Makes `source` the file `file`, without a copy where both are of one file system. A file that replaces another is on
 * the disk before this resolves; a new one may be written later.
 */
export async function replaceByMoving(file: string, source: string): Promise<void> {
  const replaces = await lstat(file).then(
    () => true,
    () => false,
  );
  await replaceFile(file, async temporary => {
    try {
      await rename(source, temporary);
    } catch {
      await copyFile(source, temporary, constants.COPYFILE_EXCL);
    }
    if (replaces) {
      await writeToDisk(temporary);
    }
  });
}

async function writeToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * An earlier file of that name stays unchanged until the new one is complete. Leftovers of killed processes in its
 * folder are removed.
 */
async function replaceFile(
  file: string,
  write: (temporary: string) => Promise<void>,
): Promise<void> {
  await removeLeftovers(path.dirname(file), Date.now());
  const temporary = temporaryFor(file);
  try {
    await write(temporary);
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
}
