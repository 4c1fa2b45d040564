import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ServedSandbox {
  readonly urls: { readonly quantUrl: string; readonly dataUrl: string };
  /** @returns The canonical key of the company of that number, from 1. */
  entityAt(number: number): string;
  stop(): void;
}

/** Starts the built command line's `serve` in a process of its own, with so many companies. */
export async function serveSandbox(companies = 600): Promise<ServedSandbox> {
  const market = ['--companies', String(companies), '--today', '2026-06-02'];
  const words = ['dist/cli.js', 'serve', '--port', '0', ...market];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.setEncoding('utf8');
  let printed = '';
  while (!/dataUrl \S+\n/.test(printed)) {
    const [text] = (await once(child.stdout, 'data')) as [string];
    printed += text;
  }
  const quantUrl = /quantUrl (\S+)/.exec(printed)?.[1] ?? '';
  const dataUrl = /dataUrl (\S+)/.exec(printed)?.[1] ?? '';
  return {
    urls: { quantUrl, dataUrl },
    entityAt: number => `company:demo${String(number).padStart(4, '0')}`,
    stop: () => child.kill(),
  };
}
