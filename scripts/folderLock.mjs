/** Locks a folder for one process at a time, for work that two starts at once would break. */
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import path from 'node:path';

const pollMs = 500;
let takes = 0;

/**
 * Runs `work` while this process holds the lock file `<folder>.lock`. Waits while another living process holds it;
 * a lock whose process is gone is taken over.
 *
 * @template T
 * @param {string} folder
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withFolderLock(folder, work) {
  const lock = `${folder}.lock`;
  await mkdir(path.dirname(folder), { recursive: true });
  while (!(await tryTake(lock))) {
    await delay(pollMs);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** The lock appears together with its owner's id, so that a reader never sees an owner-less one. */
async function tryTake(lock) {
  const mine = `${lock}.${process.pid}.${++takes}`;
  await writeFile(mine, String(process.pid));
  try {
    await link(mine, lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') {
      throw error;
    }
  } finally {
    await rm(mine, { force: true });
  }
  await removeAbandoned(lock);
  return false;
}

async function removeAbandoned(lock) {
  if (!(await isAbandoned(lock))) {
    return;
  }
  // Another process may have taken it over in between: only an abandoned lock stays moved away.
  const aside = `${lock}.${process.pid}.aside`;
  await rename(lock, aside).catch(ignoreMissing);
  if (existsSync(aside) && !(await isAbandoned(aside))) {
    await link(aside, lock);
  }
  await rm(aside, { force: true });
}

async function isAbandoned(lock) {
  const owner = await readFile(lock, 'utf8').catch(ignoreMissing);
  return owner !== undefined && !isAlive(Number(owner));
}

function ignoreMissing(error) {
  if (error.code !== 'ENOENT') {
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
