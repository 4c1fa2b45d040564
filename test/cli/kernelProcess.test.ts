import assert from 'node:assert/strict';
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import * as esbuild from 'esbuild';
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';
import { CancellationSource, uncancellable } from '../../src/core/base/cancellation';
import type { RunCellParams } from '../../src/core/protocol/kernelRpc';
import { ProcessEnded } from '../../src/io/childRpc';
import { startKernel, type KernelHandle } from '../../src/io/kernelProcess';
import { startProcess } from '../../src/io/startProcess';
import { ServiceError } from '../../src/core/service/serviceError';
import { kernelOptions } from '../support/kernelOptions';
import { inPseudoLanguage, pseudo } from '../support/pseudoLanguage';
import { until } from '../support/until';

const params: RunCellParams = {
  language: 'signals-sql',
  cell: null,
  text: 'SELECT 1 AS a',
  connection: { name: 'none', synthetic: true, epoch: '1' },
  useCache: true,
  access: 'session',
  portfolios: {},
  firstPageRows: 10,
};
const options = { cancellation: uncancellable, onProgress: () => undefined };

const started: KernelHandle[] = [];
after(() => Promise.all(started.map(each => each.dispose())));

async function start(ask: Parameters<typeof startKernel>[0]['ask']): Promise<KernelHandle> {
  const kernel = await startKernel({
    process: startProcess('dist/kernel.js'),
    kernel: {
      ...kernelOptions,
      memoryLimit: '1GB',
      cacheTtlMs: 1000,
    },
    ask,
  });
  started.push(kernel);
  return kernel;
}

let kernel: KernelHandle;
before(async () => {
  kernel = await start(() => Promise.reject(new ServiceError('unauthorized', 'Refused.')));
});

test('a cell runs in a process of its own', async () => {
  const { status, table } = await kernel.runCell(params, options);
  assert.equal(status, 'ok');
  assert.deepEqual(table?.rows, [[1]]);
  assert.notEqual(kernel.pid, process.pid);
});

test('a kernel answers in the language of the process that starts it', () =>
  inPseudoLanguage(async () => {
    const other = await start(() => Promise.reject(new ServiceError('unauthorized', '–')));
    try {
      const { error } = await other.runCell({ ...params, text: 'INSTALL httpfs' }, options);
      const refusal = 'INSTALL and LOAD are refused: a notebook cannot load extensions.';
      assert.equal(error?.message, pseudo(refusal));
      const engine = await other.runCell({ ...params, text: 'SELECT lower(1, 2)' }, options);
      // The words of DuckDB stay as they are.
      assert.match(engine.error?.message ?? '', /^Binder дссос: No function matches/);
    } finally {
      await other.dispose();
    }
  }));

test('a failed request keeps its kind on the way through the process', async () => {
  const { error } = await kernel.runCell({ ...params, text: 'FROM bullish_stocks()' }, options);
  assert.equal(error?.request?.kind, 'unauthorized');
  assert.equal(error.request.operation, 'bullish_stocks');
  assert.equal(error.message, 'Refused.');
});

test('a fault in the host is told as a failed request', async () => {
  const other = await start(() => Promise.reject(new TypeError('no such thing')));
  const { error } = await other.runCell({ ...params, text: 'FROM bullish_stocks()' }, options);
  assert.match(error?.message ?? '', /bullish_stocks could not be requested: no such thing/);
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

test('a kernel that ended before anything listened says why, and leaves no file', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'broken-kernel-'));
  const modulePath = path.join(folder, 'kernel.js');
  writeFileSync(modulePath, "throw new Error('no such binding');");
  const broken = startProcess(modulePath);
  await broken.ended;
  const { TMPDIR } = process.env;
  process.env['TMPDIR'] = folder;
  try {
    const starting = startKernel({
      process: broken,
      kernel: { ...kernelOptions, cacheTtlMs: 1000 },
      ask: () => Promise.reject(new Error('nothing is asked')),
    });
    const message = 'The kernel process ended (exit code 1): Error: no such binding.';
    await assert.rejects(starting, { name: 'ProcessEnded', message });
  } finally {
    delete process.env['TMPDIR'];
    Object.assign(process.env, TMPDIR === undefined ? {} : { TMPDIR });
  }
  assert.deepEqual(readdirSync(folder), ['kernel.js']);
  rmSync(folder, { recursive: true });
});

test('what a kernel spilled goes with it', async () => {
  const other = await start(() => new Promise(() => undefined));
  const { table } = await other.runCell(params, options);
  const exported = await other.ask(
    'export',
    { resultId: table?.id ?? '', format: 'csv', record: null },
    uncancellable,
  );
  assert.ok(existsSync(exported.path));
  await other.dispose();
  assert.ok(!existsSync(exported.path));
});

test('what was exported outlives the process until the kernel is disposed of', async () => {
  const other = await start(() => Promise.reject(new Error('nothing is asked')));
  const { table } = await other.runCell(params, options);
  assert.ok(table);
  const { path: file } = await other.ask(
    'export',
    { resultId: table.id, format: 'csvRaw', record: {} },
    uncancellable,
  );
  await other.end();
  assert.equal(other.alive, false);
  assert.match(readFileSync(file, 'utf8'), /\n1\n$/);
  await other.dispose();
  assert.equal(existsSync(file), false);
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

/** A process that starts a child of `module`, sends it messages, says its id, and waits. */
function parentOf(module: string, messages: readonly object[]): ChildProcess {
  const script = `
    const child = require('node:child_process').fork(${JSON.stringify(path.resolve(module))}, {
      serialization: 'advanced', execArgv: [], stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
    });
    const messages = ${JSON.stringify(messages)};
    const next = () => messages.length > 0 && child.send(messages.shift());
    child.on('message', message => ('id' in message ? next() : console.log(child.pid)));
    child.on('spawn', next);
    setInterval(() => undefined, 1000);`;
  return spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
}

async function firstLine(child: ChildProcess): Promise<string> {
  const [data] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  return String(data).trim();
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('a kernel ends with its parent while a query runs, and leaves no file', async () => {
  const spillDirectory = mkdtempSync(path.join(tmpdir(), 'market-signals-left-'));
  const text = 'SELECT count(*) FROM range(100000000) a, range(100000000) b';
  const request = (id: number, method: string, what: object) => ({
    jsonrpc: '2.0',
    id,
    method,
    params: what,
  });
  const parent = parentOf('dist/kernel.js', [
    request(1, 'start', { ...kernelOptions, cacheTtlMs: 1000, spillDirectory }),
    request(2, 'runCell', { ...params, text }),
  ]);
  const pid = Number(await firstLine(parent)); // The kernel reports that the query has begun.
  assert.ok(isRunning(pid));
  parent.kill('SIGKILL');
  await until(() => !isRunning(pid));
  assert.ok(!existsSync(spillDirectory));
});

test('a process ends with its parent while it can hear of nothing', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'market-signals-busy-'));
  const module = path.join(folder, 'busy.cjs');
  await esbuild.build({
    stdin: {
      contents: `
        import { endWithParent } from './src/kernel/parentWatch';
        const remove = endWithParent();
        remove(${JSON.stringify(path.join(folder, 'spilled'))});
        setTimeout(() => {
          process.send({ method: 'busy' });
          setTimeout(() => { for (;;); }, 50);
        }, 100);`,
      resolveDir: '.',
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    outfile: module,
  });
  mkdirSync(path.join(folder, 'spilled'));
  const parent = parentOf(module, []);
  const pid = Number(await firstLine(parent));
  await delay(200); // By then it hears of nothing.
  parent.kill('SIGKILL');
  await until(() => !isRunning(pid));
  assert.ok(!existsSync(path.join(folder, 'spilled')));
  rmSync(folder, { recursive: true });
});
