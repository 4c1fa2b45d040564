/** The notebooks that ship, in a folder where they can be run and edited without touching the project. */
import { cp, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Copies the shipped notebooks into `folder`; a copy that is newer than its original stays as it is. */
export async function copyNotebooks(folder) {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir('notebooks')) {
    const from = path.join('notebooks', name);
    const to = path.join(folder, name);
    const [original, copy] = await Promise.all([stat(from), stat(to).catch(absent)]);
    if (copy === undefined || copy.mtimeMs < original.mtimeMs) {
      await cp(from, to, { recursive: true });
    }
  }
}

function absent(error) {
  if (error.code !== 'ENOENT') {
    throw error;
  }
}
