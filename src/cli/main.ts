/** The command line: runs notebooks and queries without an editor. */

import type { StartedProcess } from '../io/startProcess';
import { startKernelProcess } from './startKernelProcess';

const words = process.argv.slice(2);
const kernel = kernelOfQuery();
void import('./command')
  .then(({ runCommand }) => runCommand(words, kernel))
  .then(code => {
    process.exitCode = code;
  });

/**
 * Most of the time of a short query is the start of its kernel, which begins before the rest of the command line is
 * loaded. Null: nothing needs it, or it cannot start, which the command finds and reports.
 */
function kernelOfQuery(): StartedProcess | null {
  if (words[0] !== 'query' || words.includes('--help') || words.includes('-h')) {
    return null;
  }
  try {
    return startKernelProcess(null);
  } catch {
    return null;
  }
}
