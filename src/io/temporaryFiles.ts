/**
 * Names of temporary files and of folders for spilled data, and the removal of those that killed processes left.
 *
 * A name contains the process and the computer that write the file or folder, so that neither another process's file
 * nor one that is still being written is mistaken for a leftover.
 */

import { createHash, randomUUID } from 'node:crypto';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { isRecord } from '../core/base/json';

/** Processes of other computers cannot be checked: what they have not written to for this long counts as left over. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** The part of the final name that is used, so that a long one does not become too long. */
const MOST_CHARACTERS = 40;

const name =
  /^\..+\.market-signals-([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

const folderName = /^market-signals-([0-9a-f]{8})-(\d{1,10})-[A-Za-z0-9]{6}$/;

/** Distinguishes computers that share a folder. */
export const computer = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** @returns A new hidden name in the folder of `file`, for the file that will replace it. */
export function temporaryFor(file: string): string {
  const unique = `market-signals-${computer}-${process.pid}-${randomUUID()}`;
  const start = path.basename(file).slice(0, MOST_CHARACTERS);
  return path.join(path.dirname(file), `.${start}.${unique}.tmp`);
}

/**
 * Removes the temporary files in `folder` whose process has ended. What cannot be read or removed stays, without an
 * error.
 */
export async function removeLeftovers(folder: string, nowMs: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const each of names) {
    const match = name.exec(each);
    const file = path.join(folder, each);
    if (match && (await isLeftover(file, { computer: match[1], pid: Number(match[2]) }, nowMs))) {
      await rm(file, { force: true }).catch(() => undefined);
    }
  }
}

/** @returns A new folder of this process in `parent`, which nobody else can read. */
export function makeSpillFolder(parent: string): Promise<string> {
  return mkdtemp(path.join(parent, `market-signals-${computer}-${process.pid}-`));
}

/**
 * Removes the spill folders in `parent` whose process, one of this user on this computer, has ended. What cannot be
 * read or removed stays. The age of a folder does not count: a session can be idle for days.
 */
export async function removeSpillLeftovers(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const each of names) {
    const [, madeOn, pid] = folderName.exec(each) ?? [];
    const folder = path.join(parent, each);
    if (madeOn === computer && !isRunning(Number(pid)) && (await isOwnFolder(folder))) {
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

async function isOwnFolder(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  return found?.isDirectory() === true && isOwn(found);
}

function isOwn({ uid }: { readonly uid: number }): boolean {
  return !process.getuid || uid === process.getuid();
}

async function isLeftover(
  file: string,
  writer: { readonly computer: string | undefined; readonly pid: number },
  nowMs: number,
): Promise<boolean> {
  const found = await lstat(file).catch(() => null);
  if (!found?.isFile() || !isOwn(found)) {
    return false;
  }
  const isAbandoned = nowMs - found.mtimeMs > ABANDONED_MS;
  return isAbandoned || (writer.computer === computer && !isRunning(writer.pid));
}

/** Signal 0 has no effect and shows whether the process exists. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(isRecord(error) && error['code'] === 'ESRCH');
  }
}
