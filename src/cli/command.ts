/** Runs one command of the command line. */

import { errorMessage } from '../core/base/errorMessage';
import { assertNever } from '../core/base/assertNever';
import { CancellationSource } from '../core/base/cancellation';
import type { StartedProcess } from '../io/startProcess';
import { parseOptions, type HelpOptions, type Options } from './arguments';
import { ownVersion } from './ownVersion';
import { terminalText } from './terminalText';
import { helpOf, usageCode } from './usage';
import { closedPipeCode, writeOutput } from './writeOutput';

/**
 * @param words What is written after the command line's name.
 * @param kernel The process for a query's kernel, if it was started: it has ended when the command has.
 * @returns The exit code.
 */
export async function runCommand(
  words: readonly string[],
  kernel: StartedProcess | null,
): Promise<number> {
  const interrupted = new CancellationSource();
  process.once('SIGINT', () => interrupted.cancel());
  process.once('SIGTERM', () => interrupted.cancel());
  // The writer of the output gets the failure from the write; here it is ignored.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  try {
    return await command(parseOptions(words), interrupted, kernel);
  } catch (error) {
    const code = exitCodeOf(error);
    if (code !== closedPipeCode) {
      process.stderr.write(`${terminalText(errorMessage(error), true)}\n`);
    }
    if (code === usageCode) {
      process.stderr.write('Try signals --help.\n');
    }
    return code;
  } finally {
    kernel?.child.kill('SIGKILL');
  }
}

/** The code that the error has: a command in a bundle of its own has classes of its own. */
function exitCodeOf(error: unknown): number {
  const own = error instanceof Error && 'exitCode' in error ? error.exitCode : undefined;
  return typeof own === 'number' ? own : 1;
}

/** Each command loads what runs it, so that none waits for what others need. */
async function command(
  options: Options,
  interrupted: CancellationSource,
  kernel: StartedProcess | null,
): Promise<number> {
  switch (options.command) {
    case 'run':
      return (await import('./run')).run(options, interrupted);
    case 'query':
      return (await import('./query')).query(options, interrupted, kernel ?? undefined);
    case 'check':
      return (await import('./check')).check(options, interrupted);
    case 'format':
      return (await import('./format')).format(options, interrupted);
    case 'sync':
      return (await import('./sync')).sync(options, interrupted);
    case 'serve':
      return (await import('./serve')).serve(options, interrupted);
    case 'mcp':
      return (await import('./mcp')).mcp(options, interrupted);
    case 'completion':
      return (await import('./completion')).completion(options);
    case 'help':
      return help(options);
    case 'version':
      await writeOutput(null, `signals ${await ownVersion()}\n`);
      return 0;
    default:
      return assertNever(options);
  }
}

async function help({ about }: HelpOptions): Promise<number> {
  await writeOutput(null, helpOf(about));
  return 0;
}
