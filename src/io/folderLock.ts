/** A lock file that lets one process at a time write to a folder. */

import { t } from '../core/base/translations';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isRecord } from '../core/base/json';
import { computer, isRunning, removeLeftovers, temporaryFor } from './temporaryFiles';

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Takes the lock of a folder. A lock whose process has ended is taken over; one of another computer, whose processes
 * cannot be checked, is not.
 *
 * @throws {Error} With a sentence for the reader, if another process holds it.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const lock = path.join(folder, '.market-signals.lock');
  const own = `${computer} ${process.pid}`;
  for (;;) {
    if (await created(lock, own)) {
      await removeLeftovers(folder, Date.now());
      return { release: () => rm(lock, { force: true }) };
    }
    const held = await readFile(lock, 'utf8').catch(unlessMissing);
    if (held === null) {
      continue; // Released in between.
    }
    if (!isAbandoned(held)) {
      const [, pid = '?'] = held.split(' ');
      throw new Error(
        t(
          'Another sync is writing to {0}: process {1}. If it no longer runs, remove {2}.',
          folder,
          pid,
          lock,
        ),
      );
    }
    await removeAbandoned(lock);
  }
}

/** The lock appears with its content, so that no reader sees one without an owner. */
async function created(lock: string, content: string): Promise<boolean> {
  const unique = temporaryFor(lock);
  await writeFile(unique, content, { flag: 'wx' });
  try {
    await link(unique, lock);
    return true;
  } catch (error) {
    if (isRecord(error) && error['code'] === 'EEXIST') {
      return false;
    }
    throw error;
  } finally {
    await rm(unique, { force: true });
  }
}

/** Another process may have taken the lock over in between: one that is held is put back. */
async function removeAbandoned(lock: string): Promise<void> {
  const aside = temporaryFor(lock);
  await rename(lock, aside).catch(unlessMissing);
  const content = await readFile(aside, 'utf8').catch(unlessMissing);
  if (content !== null && !isAbandoned(content)) {
    await link(aside, lock);
  }
  await rm(aside, { force: true });
}

function isAbandoned(content: string): boolean {
  const [holder, pid] = content.split(' ');
  return holder === computer && !isRunning(Number(pid));
}

function unlessMissing(error: unknown): null {
  if (isRecord(error) && error['code'] === 'ENOENT') {
    return null;
  }
  throw error;
}
