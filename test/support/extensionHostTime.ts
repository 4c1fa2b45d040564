/**
 * The time of a window's extension host. A test cannot wait for a quarter of an hour: it moves the clock of the process
 * and ends its timers as a debugger would, over the inspector that every Node opens at a signal. Nothing in the product
 * knows of it.
 */

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { processesRunning } from './processes';
import { until } from './until';
import type { VsCodeWindow } from './vscodeWindow';

/** Where Node listens after SIGUSR1. */
const inspector = 'http://127.0.0.1:9229/json/list';

export class ExtensionHostTime {
  private constructor(
    private readonly page: Page,
    private readonly address: string,
  ) {}

  /** Of a window in which a kernel of the extension runs. */
  static async of({ page, profile }: VsCodeWindow): Promise<ExtensionHostTime> {
    const [kernel] = processesRunning(profile, 'kernel.js');
    assert.ok(kernel, 'no kernel runs');
    let time: ExtensionHostTime | undefined;
    // While another process of this computer has the address, Node opens none: it tries again at each signal.
    await until(
      async () => {
        process.kill(kernel.parent, 'SIGUSR1');
        const response = await fetch(inspector).catch(() => undefined);
        const [target] = ((await response?.json()) ?? []) as { webSocketDebuggerUrl: string }[];
        time = target && new ExtensionHostTime(page, target.webSocketDebuggerUrl);
        const pid = await time?.run('process.pid').catch(() => undefined);
        return pid === kernel.parent;
      },
      () => 'Another process is debugged.',
    );
    assert.ok(time);
    await time.run(`(${take.toString()})()`);
    return time;
  }

  /** Milliseconds of the extension's timers of ten minutes or more that were set since then and have not ended. */
  async timers(): Promise<readonly number[]> {
    return (await this.run('takenTime.timers()')) as readonly number[];
  }

  /** Lets the time of the longest of these timers pass. */
  async elapse(): Promise<void> {
    await this.run('takenTime.elapse()');
  }

  /**
   * The clock of the computer again. The inspector closes a second later: closing it blocks the process until the page's
   * last connection has ended.
   */
  async giveBack(): Promise<void> {
    await this.run('takenTime.giveBack()');
  }

  /** Of the page, since its protocol is that of a WebSocket, which Node 20 has not. */
  private async run(expression: string): Promise<unknown> {
    const answer = await this.page.evaluate(evaluate, [this.address, expression] as const);
    assert.ok(!('exceptionDetails' in answer), JSON.stringify(answer));
    return answer.result.value;
  }
}

interface Answer {
  readonly result: { readonly value?: unknown };
}

/** Runs in the page. */
function evaluate([address, expression]: readonly [string, string]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    socket.onclose = () => reject(new Error('The inspector does not answer.'));
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      socket.close();
      resolve((JSON.parse(data) as { result: Answer }).result);
    };
    socket.onopen = () => {
      const params = { expression, returnByValue: true };
      socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }));
    };
  });
}

/** Runs in the extension host. */
function take(): void {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const { now } = Date;
  const timers = new Map<NodeJS.Timeout, { ms: number; call: () => void }>();
  let passedMs = 0;
  const taken = (call: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => {
    const timer = set(call, ms, ...values);
    if (ms >= 600_000 && (new Error().stack ?? '').includes('market-signals')) {
      timers.set(timer, { ms, call: () => call(...values) });
    }
    return timer;
  };
  globalThis.setTimeout = Object.setPrototypeOf(taken, set) as typeof set;
  globalThis.clearTimeout = timer => {
    timers.delete(timer as NodeJS.Timeout);
    clear(timer);
  };
  Date.now = () => now() + passedMs;
  const takenTime = {
    timers: () => [...timers.values()].map(({ ms }) => ms),
    elapse: () => {
      const [longest] = [...timers].sort(([, one], [, other]) => other.ms - one.ms);
      if (longest) {
        const [timer, { ms, call }] = longest;
        globalThis.clearTimeout(timer);
        passedMs += ms;
        call();
      }
    },
    giveBack: () => {
      Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
      Date.now = now;
      set(() => process.getBuiltinModule('inspector').close(), 1_000);
    },
  };
  Object.assign(globalThis, { takenTime });
}
