import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';
import { CancellationSource, uncancellable } from '../../src/core/base/cancellation';
import type { RunCellParams } from '../../src/core/protocol/kernelRpc';
import { ProcessEnded } from '../../src/io/childRpc';
import { startKernel, type KernelHandle } from '../../src/io/kernelProcess';
import { ServiceError } from '../../src/core/service/serviceError';
import { kernelOptions } from '../support/kernelOptions';

const params: RunCellParams = {
  language: 'signals-sql',
  text: 'SELECT 1 AS a',
  connection: { name: 'none', synthetic: true, epoch: '1' },
  useCache: true,
  allowWriting: false,
  portfolios: {},
  firstPageRows: 10,
};
const options = { cancellation: uncancellable, onProgress: () => undefined };

function start(ask: Parameters<typeof startKernel>[0]['ask']): Promise<KernelHandle> {
  return startKernel({
    modulePath: 'dist/kernel.js',
    kernel: {
      ...kernelOptions,
      memoryLimit: '1GB',
      cacheTtlMs: 1000,
    },
    ask,
  });
}

let kernel: KernelHandle;
before(async () => {
  kernel = await start(() => Promise.reject(new ServiceError('unauthorized', 'Refused.')));
});
after(() => kernel.dispose());

test('a cell runs in a process of its own', async () => {
  const { status, table } = await kernel.runCell(params, options);
  assert.equal(status, 'ok');
  assert.deepEqual(table?.rows, [[1]]);
  assert.notEqual(kernel.pid, process.pid);
});

test('a failed request keeps its kind on the way through the process', async () => {
  const { error } = await kernel.runCell({ ...params, text: 'FROM bullish_stocks()' }, options);
  assert.equal(error?.request?.kind, 'unauthorized');
  assert.match(error.message, /bullish_stocks: Refused/);
});

test('a fault in the host is told as a failed request', async () => {
  const other = await start(() => Promise.reject(new TypeError('no such thing')));
  const { error } = await other.runCell({ ...params, text: 'FROM bullish_stocks()' }, options);
  assert.match(
    error?.message ?? '',
    /bullish_stocks: The request could not be made: no such thing/,
  );
  await other.dispose();
});

test('cancelling stops the query and the requests that wait', async () => {
  let asked: (() => void) | undefined;
  const isAsked = new Promise<void>(resolve => (asked = resolve));
  let stopped = false;
  const other = await start(
    (_, cancellation) =>
      new Promise((_resolve, reject) => {
        asked?.();
        cancellation.onCancellationRequested(() => {
          stopped = true;
          reject(new Error('stopped'));
        });
      }),
  );
  const source = new CancellationSource();
  const running = other.runCell(
    { ...params, text: 'FROM bullish_stocks()' },
    { ...options, cancellation: source },
  );
  await isAsked;
  source.cancel();
  assert.equal((await running).status, 'cancelled');
  assert.equal(stopped, true);
  await other.dispose();
});

test('a kernel that is killed fails what runs, tells how, and leaves no file', async () => {
  const other = await start(() => new Promise(() => undefined));
  const reasons: string[] = [];
  other.onExit(reason => reasons.push(reason));
  const running = other.runCell({ ...params, text: 'FROM bullish_stocks()' }, options);
  process.kill(other.pid ?? 0, 'SIGKILL');
  await assert.rejects(running, ProcessEnded);
  await assert.rejects(other.runCell(params, options), ProcessEnded);
  assert.equal(other.alive, false);
  assert.match(reasons.join(), /SIGKILL/);
  await other.dispose();
});

test('what a kernel spilled goes with it', async () => {
  const other = await start(() => new Promise(() => undefined));
  const { table } = await other.runCell(params, options);
  const exported = await other.exportResult(
    { resultId: table?.id ?? '', format: 'csv', record: null },
    uncancellable,
  );
  assert.ok(existsSync(exported.path));
  await other.dispose();
  assert.ok(!existsSync(exported.path));
});

test('what a kernel spilled goes also where the asker ended first', async () => {
  const spillDirectory = mkdtempSync(path.join(tmpdir(), 'market-signals-left-'));
  const child = fork('dist/kernel.js', { serialization: 'advanced', execArgv: [] });
  const rpc = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
  rpc.listen();
  await rpc.sendRequest('start', {
    ...kernelOptions,
    cacheTtlMs: 1000,
    spillDirectory,
  });
  assert.ok(existsSync(path.join(spillDirectory, 'exports')));
  child.disconnect();
  await once(child, 'exit');
  assert.ok(!existsSync(spillDirectory));
});
