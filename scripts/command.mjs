/** Runs the programs that the scripts need, quietly: their output is shown only when they fail. */
import { spawn } from 'node:child_process';

const shownLines = 40;

/**
 * Runs a program to its end.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<string>} What it printed.
 * @throws {Error} With the end of its output when it fails or cannot start.
 */
export async function runCommand(program, args, options = {}) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const collect = chunk => {
    output += chunk;
  };
  child.stdout.setEncoding('utf8').on('data', collect);
  child.stderr.setEncoding('utf8').on('data', collect);
  const outcome = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(signal ?? code));
  });
  if (outcome !== 0) {
    const tail = output.trimEnd().split('\n').slice(-shownLines).join('\n');
    throw new Error(`${program} ${args.join(' ')} ended with ${outcome}:\n${tail}`);
  }
  return output;
}
