/** Starts the process of the command line's kernel, without what communicates with it. */

import path from 'node:path';
import { startProcess, type StartedProcess } from '../io/startProcess';

/** Room for new objects, so that answers are decoded with few collections of garbage. */
const nodeOptions = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

/** @param directory The folder for relative file names; null: the working directory. */
export function startKernelProcess(directory: string | null): StartedProcess {
  return startProcess(path.join(__dirname, 'kernel.js'), {
    cwd: path.resolve(directory ?? '.'),
    nodeOptions,
  });
}
