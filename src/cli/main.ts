/** The command line: runs notebooks without an editor. */

import { errorMessage } from '../core/base/errorMessage';
import { assertNever } from '../core/base/assertNever';
import { CancellationSource } from '../core/base/cancellation';
import { parseOptions, type Options } from './arguments';
import { query } from './query';
import { serve } from './serve';
import { terminalText } from './terminalText';
import { helpOf, UsageError, type Command } from './usage';
import { ClosedPipe, writeOutput } from './writeOutput';

/** The exit code that shells report for a program ended by SIGPIPE: 128 plus the number of the signal. */
const closedPipeCode = 141;

async function main(): Promise<number> {
  const interrupted = new CancellationSource();
  process.once('SIGINT', () => interrupted.cancel());
  process.once('SIGTERM', () => interrupted.cancel());
  // The writer of the output gets the failure from the write; here it is ignored.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  try {
    return await command(parseOptions(process.argv.slice(2)), interrupted);
  } catch (error) {
    if (error instanceof ClosedPipe) {
      return closedPipeCode;
    }
    const message = errorMessage(error);
    process.stderr.write(`${terminalText(message, true)}\n`);
    if (error instanceof UsageError) {
      process.stderr.write('Try signals --help.\n');
      return 2;
    }
    return 1;
  }
}

async function command(options: Options, interrupted: CancellationSource): Promise<number> {
  switch (options.command) {
    case 'run': {
      // It alone parses YAML.
      const { run } = await import('./run');
      return run(options, interrupted);
    }
    case 'query':
      return query(options, interrupted);
    case 'serve':
      return serve(options, interrupted);
    case 'help':
      return help(options.about);
    default:
      return assertNever(options);
  }
}

async function help(about: Command | null): Promise<number> {
  await writeOutput(null, helpOf(about));
  return 0;
}

void main().then(code => {
  process.exitCode = code;
});
