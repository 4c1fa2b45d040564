/**
 * Ends this process with its parent, even while it is busy.
 *
 * The channel closes when the parent ends, but the main thread receives that event only when it is idle: a native call
 * can block it, and `process.exit` waits for running queries. So a second thread checks whether the parent still runs.
 */

import { rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

const lookEveryMs = 500;

/** Runs in the other thread, which does not see the names of this file. */
const watch = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { rmSync } = require('node:fs');
  const folders = [...workerData.folders];
  parentPort.on('message', folder => folders.push(folder));
  setInterval(() => {
    let isGone = process.ppid !== workerData.parent;
    try {
      process.kill(workerData.parent, 0);
    } catch (error) {
      isGone ||= error.code === 'ESRCH';
    }
    if (isGone) {
      try {
        folders.forEach(folder => rmSync(folder, { recursive: true, force: true }));
      } finally {
        process.kill(process.pid, 'SIGKILL');
      }
    }
  }, workerData.everyMs);
`;

/**
 * @param startAfterMs When the second thread starts, which takes 20 ms of a processor. Before that, a parent's end is
 * only noticed by the channel.
 * @returns A function that takes folders to remove when the process ends.
 */
export function endWithParent(startAfterMs = 0): (folder: string) => void {
  const folders: string[] = [];
  const remove = (): void => {
    for (const folder of folders) {
      try {
        rmSync(folder, { recursive: true, force: true });
      } catch {
        // Windows does not remove open files; the parent removes them.
      }
    }
  };
  process.once('exit', remove);
  process.on('disconnect', () => {
    remove();
    process.kill(process.pid, 'SIGKILL');
  });
  const parent = process.ppid;
  let worker: Worker | undefined;
  const start = (): void => {
    const workerData = { parent, everyMs: lookEveryMs, folders };
    worker = new Worker(watch, { eval: true, workerData });
    worker.unref();
  };
  if (startAfterMs > 0) {
    setTimeout(start, startAfterMs).unref();
  } else {
    start();
  }
  return folder => {
    folders.push(folder);
    worker?.postMessage(folder);
  };
}
