import { execFileSync } from 'node:child_process';

/** Process ids of the kernels that this extension host started; POSIX. */
export function kernelPids(): number[] {
  const listing = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return listing.split('\n').flatMap(line => {
    const [, pid, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    const isOurs = Number(parent) === process.pid && /[/\\]kernel\.js(\s|$)/.test(args);
    return isOurs ? [Number(pid)] : [];
  });
}
