/** The time from the start to the first result of `SELECT 1`, against starting a bare Node process of the same kind. */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { uncancellable } from '../src/core/base/cancellation';
import { startKernel } from '../src/io/kernelProcess';
import { startProcess } from '../src/io/startProcess';
import { median } from './median';
import { kernelOptions } from '../test/support/kernelOptions';

const ROUNDS = 9;

async function firstResult(): Promise<number> {
  const started = performance.now();
  const kernel = await startKernel({
    process: startProcess('dist/kernel.js'),
    kernel: {
      ...kernelOptions,
      cacheTtlMs: 0,
    },
    ask: () => Promise.reject(new Error('no request is expected')),
  });
  const { status } = await kernel.runCell(
    {
      language: 'signals-sql',
      cell: null,
      text: 'SELECT 1',
      connection: { name: 'bench', synthetic: true, epoch: '1' },
      useCache: true,
      access: 'session',
      portfolios: {},
      firstPageRows: 10,
    },
    { cancellation: uncancellable, onProgress: () => undefined },
  );
  const elapsed = performance.now() - started;
  await kernel.dispose();
  if (status !== 'ok') {
    throw new Error(status);
  }
  return elapsed;
}

async function bareProcess(module: string): Promise<number> {
  const started = performance.now();
  const child = fork(module, [], { serialization: 'advanced' });
  await once(child, 'message');
  const elapsed = performance.now() - started;
  child.kill();
  await once(child, 'exit');
  return elapsed;
}

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'market-signals-bench-'));
  const module = path.join(folder, 'echo.cjs');
  writeFileSync(module, "process.send('ready')");
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const times = [await firstResult(), await bareProcess(module)] as const;
    if (round > 0) {
      ours.push(times[0]);
      bare.push(times[1]);
    }
  }
  rmSync(folder, { recursive: true });
  console.log(
    `kernel start to SELECT 1 ${median(ours).toFixed(0)} ms, bare process ${median(bare).toFixed(0)} ms`,
  );
  console.log(`ratio kernel start to bare process: ${(median(ours) / median(bare)).toFixed(2)}`);
}

void main();
