import { execFileSync } from 'node:child_process';

export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
}

/** @returns The processes whose command line contains these texts; POSIX. */
export function processesRunning(...texts: readonly string[]): RunningProcess[] {
  const listing = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return listing.split('\n').flatMap(line => {
    const [, pid, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return texts.every(text => args.includes(text))
      ? [{ pid: Number(pid), parent: Number(parent) }]
      : [];
  });
}
