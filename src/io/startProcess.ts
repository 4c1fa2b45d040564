/** Starts a Node process of ours. What communicates with it can be loaded meanwhile. */

import { fork, type ChildProcess } from 'node:child_process';
import { t } from '../core/base/translations';
import { processEnvironment } from './processEnvironment';

interface StartOptions {
  /** The folder for relative file names; absent: the working directory of this process. */
  readonly cwd?: string | undefined;
  /** Options of Node. */
  readonly nodeOptions?: readonly string[] | undefined;
}

export interface StartedProcess {
  readonly child: ChildProcess;
  /** Resolves when it has ended or could not start, with the exit code, the signal or the reason. */
  readonly ended: Promise<string>;
  /** The last that it wrote to standard error. */
  errors(): string;
}

/** Starts the module at `modulePath`, with an environment that holds no secrets. */
export function startProcess(
  modulePath: string,
  { cwd, nodeOptions = [] }: StartOptions = {},
): StartedProcess {
  const child = fork(modulePath, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: processEnvironment(),
    execArgv: [...nodeOptions],
    ...(cwd === undefined ? {} : { cwd }),
  });
  const ended = new Promise<string>(resolve => {
    child.once('error', error => resolve(error.message));
    child.once('exit', (code, signal) => {
      resolve(signal === null ? t('exit code {0}', code) : signal);
    });
  });
  let errors = '';
  // From the start: a process that ends at once has written its reason before anything else listens.
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2000);
  });
  return { child, ended, errors: () => errors };
}
