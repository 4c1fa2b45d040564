/**
 * A process that asks a service at the address it is given, so many times at once, and prints how much memory that took.
 *
 * Run by `clientMemory.test.ts`.
 */

import { uncancellable } from '../../src/core/base/cancellation';
import { ServiceError } from '../../src/core/service/serviceError';
import { clientOf, overlay, scores } from './clientFixture';

const [origin = '', count = '1'] = process.argv.slice(2);
const { client } = clientOf(origin, { settings: { maxInFlight: Number(count) } });
await client.ask(overlay, uncancellable);
let peak = process.memoryUsage().rss;
const before = peak;
const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
const asked = Array.from({ length: Number(count) }, () =>
  client.ask(scores, uncancellable).then(
    ({ record }) => ({ kind: 'answer', byteLength: record.bytes }),
    (error: unknown) => ({
      kind: error instanceof ServiceError ? error.kind : String(error),
      byteLength: 0,
    }),
  ),
);
// Nothing of an answer is kept, as where it is handed on.
const ends = await Promise.all(asked);
clearInterval(timer);
peak = Math.max(peak, process.memoryUsage().rss);
process.stdout.write(JSON.stringify({ grownBytes: peak - before, ends }));
process.exit();
