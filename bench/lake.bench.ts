/**
 * Ten years of scores of 5,000 companies as the files of a lake: how long a cell takes over all of them, and a call that
 * they answer against a query of the same rows.
 */

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { uncancellable } from '../src/core/base/cancellation';
import { parsePlainDate } from '../src/core/base/plainDate';
import { monthsOf } from '../src/core/lake/coverage';
import { textLiteral } from '../src/core/base/quoted';
import { historyFile, writeLakeRecord } from '../src/core/lake/lakeFile';
import { recordKey } from '../src/core/protocol/exportRecord';
import { startKernel, type KernelHandle } from '../src/io/kernelProcess';
import { startProcess } from '../src/io/startProcess';
import { kernelOptions } from '../test/support/kernelOptions';
import { median } from './median';

const ROUNDS = 5;
const CALL_ROUNDS = 9;
const name = 'bull_bear_score_ts';
const place = 'sandbox';

const entityAt = (number: number): string => `company:demo${String(number).padStart(4, '0')}`;

/** Writes the files by DuckDB: the same columns and order as `signals sync`, without a request. */
async function makeLake(directory: string): Promise<void> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const from = parsePlainDate('2016-01-01');
  const to = parsePlainDate('2026-01-01');
  if (!from || !to) {
    throw new Error('no such day');
  }
  const entities = Array.from({ length: 5000 }, (_, index) => entityAt(index + 1));
  for (const each of monthsOf({ from, to })) {
    const covered = [{ entities, from: each.from, to: each.to, requestedAtMs: Date.now() }];
    const own = { place, function: name, hosts: [], arguments: {}, covered } as const;
    const record = textLiteral(JSON.stringify({ lake: writeLakeRecord(own) }));
    const file = historyFile(directory, name, each.month);
    await mkdir(path.dirname(file), { recursive: true });
    await connection.run(`COPY (
      SELECT 'company:demo' || lpad(i::VARCHAR, 4, '0') AS entity, d::DATE AS date,
        (hash(i, d) % 2000000)::DOUBLE / 1000000 - 1 AS score,
        'S' || i || '.US' AS ticker, 'US' AS exchange_code, 'Sandbox' AS exchange_name, 'USD' AS currency,
        d::DATE AS score_ts_last_score_date, 0.5 AS score_ts_last_score, 'company' AS entity_type,
        'demo' || lpad(i::VARCHAR, 4, '0') AS alpha_id, 'company:demo' || lpad(i::VARCHAR, 4, '0') AS compound_key
      FROM range(1, 5001) companies(i), range(DATE '${each.from}', DATE '${each.to}', INTERVAL 1 DAY) days(d)
      ORDER BY entity, date
    ) TO '${file}' (FORMAT parquet, COMPRESSION zstd, KV_METADATA {'${recordKey}': ${record}})`);
  }
  connection.closeSync();
}

const queries = {
  'all rows, a mean for each company': `SELECT entity, avg(score) FROM 'FILES' GROUP BY entity`,
  'all rows, a mean for each month of the partitions': `SELECT month, avg(score) FROM 'FILES' GROUP BY month ORDER BY month`,
  'ten years of one company': `SELECT date, score FROM 'FILES' WHERE entity = 'company:demo2500' ORDER BY date`,
  'one month of all companies': `SELECT entity, avg(score) FROM 'FILES' WHERE month = '2025-03' GROUP BY entity`,
};

/** @returns How long the cell takes, in ms, and its number of rows. */
async function timedCell(
  kernel: KernelHandle,
  text: string,
  directory: string | null,
): Promise<[ms: number, rowCount: number]> {
  const started = performance.now();
  const outcome = await kernel.runCell(
    {
      ...{ text, language: 'signals-sql', cell: null, useCache: true, access: 'session' },
      connection: {
        ...{ name: 'bench', synthetic: true, epoch: '1' },
        ...(directory !== null && { lake: { directory, place } }),
      },
      ...{ portfolios: {}, firstPageRows: 50 },
    },
    { cancellation: uncancellable, onProgress: () => undefined },
  );
  if (outcome.status !== 'ok') {
    throw new Error(outcome.error?.message);
  }
  return [performance.now() - started, outcome.table?.rowCount ?? 0];
}

/** Ten years of one company by a call that the lake answers, each time of another company, against a query of its files. */
async function calls(kernel: KernelHandle, directory: string): Promise<void> {
  const [called, read]: [number[], number[]] = [[], []];
  for (let round = 0; round <= CALL_ROUNDS; round++) {
    const entity = entityAt(round * 400 + 1);
    const call = `FROM ${name}('${entity}', date_from := DATE '2016-01-01', date_to := DATE '2026-01-01')`;
    const query = `SELECT * FROM '${directory}/${name}/**/*.parquet' WHERE entity = '${entity}' ORDER BY date`;
    const [callMs, callRows] = await timedCell(kernel, call, directory);
    const [readMs, readRows] = await timedCell(kernel, query, null);
    if (callRows !== readRows) {
      throw new Error(`${callRows} rows and ${readRows} rows`);
    }
    called.push(callMs);
    read.push(readMs);
  }
  const [first = 0, ...later] = called;
  const ms = median(later);
  console.log(`a call from the lake: ${ms.toFixed(0)} ms, the first one ${first.toFixed(0)} ms`);
  const ratio = ms / median(read.slice(1));
  console.log(`ratio call to a query of the same rows: ${ratio.toFixed(2)} (at most 1.5)`);
}

async function main(): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'market-signals-bench-lake-'));
  const kernel = await startKernel({
    process: startProcess('dist/kernel.js'),
    kernel: { ...kernelOptions, readableDirectories: [directory], maxRows: 1_000_000 },
    ask: () => Promise.reject(new Error('nothing is requested')),
  });
  try {
    await makeLake(directory);
    for (const [what, query] of Object.entries(queries)) {
      const text = query.replace('FILES', `${directory}/${name}/**/*.parquet`);
      const times: number[] = [];
      let rowCount = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const [ms, count] = await timedCell(kernel, text, null);
        times.push(ms);
        rowCount = count;
      }
      const seconds = (median(times) / 1000).toFixed(2);
      const first = ((times[0] ?? 0) / 1000).toFixed(2);
      console.log(`${what}: ${seconds} s, the first time ${first} s (at most 2), ${rowCount} rows`);
    }
    await calls(kernel, directory);
  } finally {
    await kernel.dispose();
    await rm(directory, { recursive: true, force: true });
  }
}

void main();
