/** The command line: runs notebooks and queries without an editor. */

import { startKernelProcess } from './kernelProcess';

const words = process.argv.slice(2);
// Most of the time of a short query is the start of its kernel, which begins before the rest of the command line is loaded.
const kernel = words[0] === 'query' ? startKernelProcess(null) : null;
void import('./command')
  .then(({ runCommand }) => runCommand(words, kernel))
  .then(code => {
    process.exitCode = code;
  });
