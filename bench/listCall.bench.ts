/**
 * A list call of 500 companies and a year of scores, from an HTTP service on this machine until it can be queried,
 * against a bare fetch and JSON.parse of the same answers; and a later query of its rows against one of a table of them.
 */

import { uncancellable } from '../src/core/base/cancellation';
import { connectionOrigins } from '../src/core/client/baseUrl';
import { createServiceClient } from '../src/core/client/client';
import type { RunCellParams } from '../src/core/protocol/kernelRpc';
import { createHttpTransport } from '../src/io/httpTransport';
import { startKernel, type KernelHandle } from '../src/io/kernelProcess';
import { startProcess } from '../src/io/startProcess';
import { systemClock } from '../src/io/systemClock';
import { median } from './median';
import { serveSandbox } from './serveSandbox';
import { kernelOptions } from '../test/support/kernelOptions';

const ROUNDS = 7;
const LATER_ROUNDS = 21;
const PER_REQUEST = 50;
const range = 'date_from=2025-06-01&date_to=2026-06-01';

async function bare(quantUrl: string, keys: readonly string[]): Promise<number> {
  const started = performance.now();
  const waiting = Array.from({ length: keys.length / PER_REQUEST }, (_, index) =>
    keys.slice(index * PER_REQUEST, (index + 1) * PER_REQUEST),
  );
  let points = 0;
  const worker = async (): Promise<void> => {
    for (let chunk = waiting.shift(); chunk; chunk = waiting.shift()) {
      const address = `${quantUrl}/trading/v3/portfolio/bull_bear_score_ts_itemized?${range}`;
      const response = await fetch(address, {
        method: 'POST',
        headers: { authorization: 'Bearer bench', 'content-type': 'application/json' },
        body: JSON.stringify(chunk),
      });
      const parsed = JSON.parse(await response.text()) as {
        score_ts_itemized: { score_ts: unknown[] }[];
      };
      points += parsed.score_ts_itemized.reduce((sum, item) => sum + item.score_ts.length, 0);
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  if (points < 100_000) {
    throw new Error(`only ${points} points`);
  }
  return performance.now() - started;
}

async function timedRun(
  kernel: KernelHandle,
  params: RunCellParams,
): Promise<{ ms: number; row: unknown }> {
  const started = performance.now();
  const outcome = await kernel.runCell(params, {
    cancellation: uncancellable,
    onProgress: () => undefined,
  });
  if (outcome.status !== 'ok') {
    throw new Error(outcome.error?.message);
  }
  return { ms: performance.now() - started, row: outcome.table?.rows[0] };
}

/** A view of a call keeps the call's rows as they are stored. */
async function laterQueries(
  kernel: KernelHandle,
  params: RunCellParams,
  call: string,
): Promise<void> {
  const run = (text: string) => timedRun(kernel, { ...params, text });
  await run(`CREATE VIEW called AS FROM ${call}`);
  await run('CREATE TABLE copied AS FROM called');
  const times: Record<string, number[]> = { called: [], copied: [] };
  for (let round = 0; round < LATER_ROUNDS; round++) {
    for (const [table, ms] of Object.entries(times)) {
      ms.push((await run(`SELECT entity, avg(score) FROM ${table} GROUP BY entity`)).ms);
    }
  }
  const [called, copied] = Object.values(times).map(median) as [number, number];
  console.log(`a later query ${called.toFixed(1)} ms, of a table ${copied.toFixed(1)} ms`);
  console.log(`ratio later query to one of a table: ${(called / copied).toFixed(2)}`);
}

async function main(): Promise<void> {
  const service = await serveSandbox();
  const keys = Array.from({ length: 500 }, (_, index) => service.entityAt(index + 1));
  const connection = { name: 'bench', ...service.urls, synthetic: true };
  const transport = createHttpTransport({
    token: async () => 'bench',
    allowedOrigins: connectionOrigins(connection),
  });
  const client = createServiceClient({ connection, transport, clock: systemClock });
  const kernel = await startKernel({
    process: startProcess('dist/kernel.js'),
    kernel: {
      ...kernelOptions,
      cacheTtlMs: 0,
      entitiesPerRequest: PER_REQUEST,
      maxRows: 10_000_000,
    },
    ask: (request, cancellation) => client.ask(request, cancellation),
  });
  const list = keys.map(key => `'${key}'`).join(', ');
  const call = `bull_bear_score_ts([${list}], date_from := DATE '2025-06-01', date_to := DATE '2026-06-01')`;
  const params: RunCellParams = {
    language: 'signals-sql',
    cell: null,
    text: `SELECT count(*), count(DISTINCT entity) FROM ${call}`,
    connection: { name: 'bench', synthetic: true, epoch: '1' },
    useCache: false,
    access: 'session',
    portfolios: {},
    firstPageRows: 10,
  };
  const ours: number[] = [];
  const theirs: number[] = [];
  let rows: unknown;
  for (let round = 0; round <= ROUNDS; round++) {
    const plain = await bare(service.urls.quantUrl, keys);
    const { ms, row } = await timedRun(kernel, params);
    rows = row;
    if (round > 0) {
      theirs.push(plain);
      ours.push(ms);
    }
  }
  await laterQueries(kernel, params, call);
  await kernel.dispose();
  service.stop();
  console.log(`rows and entities: ${JSON.stringify(rows)}`);
  console.log(
    `queryable ${median(ours).toFixed(0)} ms, fetch and JSON.parse ${median(theirs).toFixed(0)} ms`,
  );
  console.log(
    `ratio list call to bare fetch: ${(median(ours) / median(theirs)).toFixed(2)} (at most 2)`,
  );
}

void main();
