import { spawn, type ChildProcessByStdio } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command line; `dist/` has to be there. */
export function signals(
  words: readonly string[],
  env: Record<string, string> = {},
  folder?: string,
): Promise<Ended> {
  return ended(started(words, env, folder));
}

/** Starts the built command line. */
export function started(
  words: readonly string[],
  env: Record<string, string> = {},
  folder?: string,
): Started {
  return spawn(process.execPath, [path.resolve('dist/cli.js'), ...words], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export type Started = ChildProcessByStdio<null, Readable, Readable>;

/** Waits for the end of a command. */
export function ended(child: Started): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', code => resolve({ code, stdout, stderr }));
  });
}
