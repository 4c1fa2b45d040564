/** The command line: the notebook's engine without an editor. */

import { assertNever } from '../core/base/assertNever';
import { CancellationSource } from '../core/base/cancellation';
import { parseOptions, type Options } from './arguments';
import { query } from './query';
import { run } from './run';
import { serve } from './serve';
import { terminalText } from './terminalText';
import { usage, UsageError } from './usage';

async function main(): Promise<number> {
  const interrupted = new CancellationSource();
  process.once('SIGINT', () => interrupted.cancel());
  process.once('SIGTERM', () => interrupted.cancel());
  try {
    return await command(parseOptions(process.argv.slice(2)), interrupted);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${terminalText(message, true)}\n`);
    if (error instanceof UsageError) {
      process.stderr.write('Try signals --help.\n');
      return 2;
    }
    return 1;
  }
}

function command(options: Options, interrupted: CancellationSource): Promise<number> {
  switch (options.command) {
    case 'run':
      return run(options, interrupted);
    case 'query':
      return query(options, interrupted);
    case 'serve':
      return serve(options, interrupted);
    case 'help':
      process.stdout.write(usage);
      return Promise.resolve(0);
    default:
      return assertNever(options);
  }
}

void main().then(code => {
  process.exitCode = code;
});
