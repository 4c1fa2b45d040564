import { processesRunning } from '../../support/processes';

/** Process ids of the kernels that this extension host started; POSIX. */
export function kernelPids(): number[] {
  return processesRunning('kernel.js').flatMap(({ pid, parent }) =>
    parent === process.pid ? [pid] : [],
  );
}
