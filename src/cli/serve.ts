/** `signals serve`: the sandbox as an HTTP service on loopback. */

import type { Cancellation } from '../core/base/cancellation';
import { plainDateOfInstant } from '../core/base/plainDate';
import { systemClock } from '../io/systemClock';
import type { ServeOptions } from './arguments';
import { checkedOutput } from './outputFile';
import { terminalText } from './terminalText';
import { writeOutput } from './writeOutput';

/** Serves until cancelled. @returns The exit code. */
export async function serve(options: ServeOptions, cancellation: Cancellation): Promise<number> {
  const prices = await checkedOutput({
    ...{ option: '--prices', file: options.prices, force: options.force, replacesReports: false },
    inputs: [],
  });
  const { createSandbox, defaultSandboxConfig, listen, samplePrices } =
    await import('../sandbox/sandbox');
  const today = options.today ?? plainDateOfInstant(systemClock.now());
  const standard = defaultSandboxConfig(today);
  const sandbox = createSandbox({
    ...standard,
    seed: options.seed ?? standard.seed,
    ...(options.companies === null ? {} : { companies: options.companies }),
    ...(options.token === null ? {} : { token: options.token }),
  });
  if (prices !== null) {
    await writeOutput(prices, [...samplePrices(sandbox)].join(''));
    await writeOutput(null, `Synthetic prices in ${terminalText(prices)}\n`);
  }
  const server = await listen(sandbox, { port: options.port });
  const token =
    options.token === null ? 'any token is accepted' : 'only the given token is accepted';
  try {
    await writeOutput(
      null,
      `Synthetic sandbox, seed ${options.seed ?? standard.seed}, data through the day before ${today}; ${token}\n` +
        `quantUrl ${server.quantUrl}\ndataUrl ${server.dataUrl}\n`,
    );
    await new Promise<void>(resolve => cancellation.onCancellationRequested(resolve));
  } finally {
    await server.close();
  }
  return 0;
}
