/**
 * The explorer over events in a Parquet file below the workspace, made of the sandbox's market: the cell that reads the
 * file, the first view, clicks on facets (timeline, all open facets, count and a page of rows), and a range of days that
 * moves. Each against the bare queries, one for each part, over a table with enumerated texts in a DuckDB of their own.
 * The kernel is a process of its own, whose memory is printed; the page is measured in Chromium, over the same kernel.
 *
 *   npm run bench -- explorer            10 thousand, 100 thousand, 1 million and 10 million rows
 *   ROWS=1000000 npm run bench -- explorer
 */

import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { uncancellable } from '../src/core/base/cancellation';
import { dayOfPlainDate } from '../src/core/base/plainDate';
import { textLiteral } from '../src/core/base/quoted';
import { createServiceClient } from '../src/core/client/client';
import { brushed, toggleValue } from '../src/core/explorer/questionState';
import type { ColumnFilter } from '../src/core/protocol/arrangement';
import type { Explored, ExploreParams } from '../src/core/protocol/exploration';
import type { RunCellParams } from '../src/core/protocol/kernelRpc';
import type { CellOutcome } from '../src/core/protocol/outcome';
import type { QuestionAnswer, QuestionParams, Questions } from '../src/core/protocol/questions';
import { answerOf } from '../src/io/askAnswer';
import { startKernel, type KernelHandle } from '../src/io/kernelProcess';
import { startProcess } from '../src/io/startProcess';
import { systemClock } from '../src/io/systemClock';
import { Session } from '../src/kernel/session/session';
import { createInProcessTransport, sandboxConnectionUrls } from '../src/sandbox/sandbox';
import { sandboxWith, today } from '../test/sandbox/asking';
import { kernelOptions } from '../test/support/kernelOptions';
import { ExplorerPage } from '../test/view/browser/explorerPage';
import { median } from './median';

const sizes = process.env['ROWS']
  ? [Number(process.env['ROWS'])]
  : [10_000, 100_000, 1_000_000, 10_000_000];
const CLICKS = 30;
const MOVES = 60;
/** Facets that are open at first. */
const OPEN = 6;
const days = 365;
const connection = { name: 'sandbox', ...sandboxConnectionUrls, synthetic: true };
const facetNames = ['event_name', 'company', 'factuality', 'temporality', 'role', 'country'];

interface Times {
  /** What is made once before the first view. */
  readonly prepared: number;
  /** Everything of the first view. */
  readonly first: number;
  readonly clicks: number[];
  /** What is made once when the range begins to move. */
  readonly begun: number;
  readonly moves: number[];
}

async function main(): Promise<void> {
  const growth: string[] = [];
  for (const size of sizes) {
    const folder = await mkdtemp(path.join(tmpdir(), 'market-signals-bench-'));
    try {
      const file = path.join(folder, 'events.parquet');
      await writeEvents(folder, file, size);
      const load = loadavg().map(each => each.toFixed(1));
      console.log(`${size.toLocaleString('en')} rows, load ${load.join(' ')}`);
      const ours = await explore(folder, file);
      const bare = await bareQueries(file);
      console.log(
        `  first view: ${ours.first.toFixed(0)} ms, ${ours.prepared.toFixed(0)} of them to prepare; ` +
          `bare ${bare.first.toFixed(0)} and ${bare.prepared.toFixed(0)} ms to prepare`,
      );
      report('click', ours.clicks, bare.clicks);
      console.log(`  brush begins: ${ours.begun.toFixed(0)} ms; bare ${bare.begun.toFixed(0)} ms`);
      report('brush', ours.moves, bare.moves);
      const [click, move] = [median(ours.clicks), median(ours.moves)];
      growth.push(
        `  ${size.toLocaleString('en')}: first view ${ours.first.toFixed(0)} ms, click ${click.toFixed(1)} ms, brush ${move.toFixed(1)} ms`,
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  console.log(['Growth with the rows, medians', ...growth].join('\n'));
}

function cellParams(text: string): RunCellParams {
  return {
    language: 'signals-sql',
    text,
    cell: null,
    useCache: true,
    access: 'files',
    portfolios: {},
    connection: { name: 'sandbox', synthetic: true, epoch: '1' },
    ...{ firstPageRows: 200, nestedAsText: true },
  };
}

function rowsIn({ table, error }: CellOutcome): NonNullable<CellOutcome['table']> {
  if (error || !table) {
    throw new Error(error?.message ?? 'No rows.');
  }
  return table;
}

/** A year of the market's events, again and again with the days moved, until there are as many rows. */
async function writeEvents(folder: string, file: string, size: number): Promise<void> {
  const client = createServiceClient({
    connection,
    transport: createInProcessTransport(sandboxWith()),
    clock: systemClock,
  });
  const session = await Session.open(
    { spillDirectory: folder, ...kernelOptions, maxRows: 5_000_000 },
    (request, cancellation) => answerOf(request, client.ask(request, cancellation)),
    { now: () => (dayOfPlainDate(today) + 0.5) * 86_400_000 },
  );
  const run = async (text: string) =>
    rowsIn(await session.runCell(cellParams(text), uncancellable, () => undefined));
  const events = `FROM company_events((SELECT list(entity) FROM bullish_stocks(amount := 300)),
    date_from := DATE '${today}' - ${days}, date_to := DATE '${today}')`;
  const { rowCount } = await run(`CREATE TABLE events AS ${events}; FROM events`);
  const copies = Math.ceil(size / rowCount);
  await run(
    `COPY (SELECT e.* REPLACE (DATE '${today}' - 1 - ((DATE '${today}' - e.date + 37 * copy) % ${days})::INTEGER AS date)
       FROM events e, range(${copies}) AS r(copy) LIMIT ${size}) TO ${textLiteral(file)}; SELECT 1`,
  );
  await session.close();
}

/** Clicks on values of one facet after the other, each taken back some clicks later. */
function clicksOf(explored: Explored, values: readonly (readonly string[])[]): ColumnFilter[][] {
  const clicks: ColumnFilter[][] = [];
  let filters: readonly ColumnFilter[] = [];
  for (let click = 0; click < CLICKS; click++) {
    const facet = click % OPEN;
    const column = explored.facets[facet]?.column ?? 0;
    const own = values[facet] ?? [];
    const text = own[Math.floor(click / OPEN) % own.length] ?? null;
    filters = toggleValue(filters, { column, text }, click % 4 === 3 ? 'exclude' : 'values');
    clicks.push([...filters]);
    filters = filters.length > 2 ? filters.slice(1) : filters;
  }
  return clicks;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function explore(folder: string, file: string): Promise<Times> {
  const kernel = await startKernel({
    process: startProcess('dist/kernel.js'),
    kernel: { ...kernelOptions, readableDirectories: [folder] },
    ask: () => Promise.reject(new Error('Nothing is asked for.')),
  });
  try {
    console.log(`  kernel: ${memoryOf(kernel)} at first`);
    const begun = performance.now();
    const outcome = await runIn(kernel, `FROM ${textLiteral(file)}`);
    const cell = performance.now() - begun;
    console.log(`  cell: ${cell.toFixed(0)} ms; kernel: ${memoryOf(kernel)}`);
    const times = await questions(kernel, rowsIn(outcome).id);
    console.log(`  kernel: ${memoryOf(kernel)} after clicks and brushes`);
    await measurePage(kernel, outcome);
    console.log(`  kernel: ${memoryOf(kernel)} after the page`);
    return times;
  } finally {
    await kernel.dispose();
  }
}

function runIn(kernel: KernelHandle, text: string): Promise<CellOutcome> {
  const options = { cancellation: uncancellable, onProgress: () => undefined };
  return kernel.runCell(cellParams(text), options);
}

async function questions(kernel: KernelHandle, resultId: string): Promise<Times> {
  const ask = <Name extends keyof Questions>(
    name: Name,
    params: QuestionParams<Name>,
  ): Promise<QuestionAnswer<Name>> => kernel.ask(name, params, uncancellable);
  let explored: Explored = { time: null, facets: [], searched: [] };
  const question = (filters: readonly ColumnFilter[]): ExploreParams => ({
    ...{ resultId, filters, timeline: { unit: 'week', stack: explored.facets[2]?.column ?? null } },
    facets: explored.facets.slice(0, OPEN).map(({ column }) => ({ column, limit: 6, search: '' })),
  });
  const view = (filters: readonly ColumnFilter[]) =>
    Promise.all([
      ask('explore', question(filters)),
      ask('page', {
        ...{ resultId, offset: 0, limit: 200, arrangement: { sort: [], filters } },
      }),
    ]);
  const prepared = await timed(async () => {
    explored = await ask('explored', { resultId });
  });
  const counted = await timed(() => view([]));
  const { facets: found } = await ask('explore', question([]));
  const values = found.map(facet => facet.values.map(({ text }) => text ?? ''));
  const clicks: number[] = [];
  for (const filters of clicksOf(explored, values)) {
    clicks.push(await timed(() => view(filters)));
  }
  const time = explored.time?.column ?? 0;
  const facets = explored.facets.slice(0, OPEN).map(({ column }) => column);
  const begun = await timed(() => ask('brush', { resultId, filters: [], facets }));
  const moves: number[] = [];
  for (const [from, to] of ranges()) {
    const filters = brushed([], time, { from, to });
    moves.push(await timed(() => ask('explore', { ...question(filters), timeline: null })));
  }
  return { prepared, first: prepared + counted, clicks, begun, moves };
}

/** The time until a person sees the first view, and the page's memory after it and after clicks and pages. */
async function measurePage(kernel: KernelHandle, outcome: CellOutcome): Promise<void> {
  const begun = performance.now();
  const explorer = await ExplorerPage.over(
    {
      run: text => runIn(kernel, text),
      ask: (name, params, cancellation) => kernel.ask(name, params, cancellation),
    },
    outcome,
    () => Promise.resolve(),
  );
  const { rowCount } = rowsIn(outcome);
  await explorer.rows(rowCount);
  const first = performance.now() - begun;
  const atFirst = await explorer.heapBytes();
  const shown = explorer.page.locator('.ms-x-count');
  for (let place = 0; place < OPEN; place++) {
    const value = explorer.page.locator('.ms-x-facet').nth(place).locator('.ms-x-value').first();
    const before = await shown.textContent();
    await value.click();
    await explorer.page.waitForFunction(
      text => document.querySelector('.ms-x-count')?.textContent !== text,
      before,
    );
    await explorer.page.click('[aria-label="Back"]');
    await explorer.rows(rowCount);
  }
  const megabytes = [atFirst, await explorer.heapBytes()].map(bytes => (bytes / 1e6).toFixed(1));
  console.log(
    `  page: ${first.toFixed(0)} ms from opening Chromium to the first view; heap ${megabytes.join(' MB, after clicks ')} MB`,
  );
  await explorer.close();
}

/** @returns What the process holds in memory, now and at most, where the system reports it in `/proc`. */
function memoryOf({ pid }: KernelHandle): string {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [now, most] = ['VmRSS', 'VmHWM'].map(field =>
    (Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024).toFixed(0),
  );
  return `${now} MB, at most ${most} MB`;
}

/** Ranges of 60 days that move day by day. */
function ranges(): [from: string, to: string][] {
  const text = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
  const begun = dayOfPlainDate(today) - days + 10;
  return Array.from({ length: MOVES }, (_, move) => [text(begun + move), text(begun + move + 60)]);
}

/** The queries that a person would write for each part, over enumerated texts. */
async function bareQueries(file: string): Promise<Times> {
  const instance = await DuckDBInstance.create(':memory:');
  const duckdb = await instance.connect();
  await duckdb.run(`CREATE TABLE source AS FROM ${textLiteral(file)}`);
  const prepared = await timed(async () => {
    for (const name of facetNames) {
      await duckdb.run(
        `CREATE TYPE ${name}_type AS ENUM (SELECT DISTINCT ${name} FROM source WHERE ${name} IS NOT NULL)`,
      );
    }
    const list = facetNames.map(name => `${name}::${name}_type AS ${name}`).join(', ');
    await duckdb.run(`CREATE TABLE events AS SELECT date, ${list} FROM source`);
  });
  const first = await timed(() => bareClick(duckdb, []));
  const values = new Map<string, string[]>();
  for (const name of facetNames) {
    const counted = await rowsOf(
      duckdb,
      `SELECT ${name}::VARCHAR, count(*) AS n FROM events GROUP BY 1 ORDER BY n DESC, 1 LIMIT 6`,
    );
    values.set(
      name,
      counted.map(([text]) => String(text)),
    );
  }
  const explored = {
    ...{ time: null, searched: [] },
    facets: facetNames.map((_, column) => ({ column, distinctCount: 0 })),
  };
  const all = facetNames.map(name => values.get(name) ?? []);
  const clicks: number[] = [];
  for (const filters of clicksOf(explored, all)) {
    clicks.push(await timed(() => bareClick(duckdb, filters)));
  }
  const begun = await timed(async () => {
    for (const name of facetNames) {
      await duckdb.run(
        `CREATE TABLE by_${name} AS SELECT date, ${name}, count(*) AS n FROM events GROUP BY ALL`,
      );
    }
  });
  const moves: number[] = [];
  for (const [from, to] of ranges()) {
    moves.push(await timed(() => bareMove(duckdb, `date BETWEEN DATE '${from}' AND DATE '${to}'`)));
  }
  duckdb.closeSync();
  instance.closeSync();
  return { prepared, first: prepared + first, clicks, begun, moves };
}

async function rowsOf(duckdb: DuckDBConnection, sql: string) {
  return (await duckdb.runAndReadAll(sql)).getRows();
}

const weeks = `date_trunc('week', date) AS week, factuality`;

async function bareClick(
  duckdb: DuckDBConnection,
  filters: readonly ColumnFilter[],
): Promise<void> {
  const conditions = filters.flatMap(filter => {
    if (filter.kind !== 'values' && filter.kind !== 'exclude') {
      return [];
    }
    const list = filter.values.map(text => textLiteral(text ?? '')).join(', ');
    const name = facetNames[filter.column] ?? '';
    return [{ name, sql: `${name} ${filter.kind === 'values' ? '' : 'NOT '}IN (${list})` }];
  });
  const where = (beside: string | null): string =>
    conditions
      .filter(({ name }) => name !== beside)
      .map(({ sql }) => sql)
      .join(' AND ') || 'true';
  for (const name of facetNames) {
    await rowsOf(
      duckdb,
      `SELECT ${name}, count(*) AS n FROM events WHERE ${where(name)} GROUP BY 1 ORDER BY n DESC LIMIT 6`,
    );
  }
  await rowsOf(duckdb, `SELECT count(*) FROM events WHERE ${where(null)}`);
  await rowsOf(duckdb, `SELECT ${weeks}, count(*) FROM events WHERE ${where(null)} GROUP BY ALL`);
  await rowsOf(duckdb, `FROM source WHERE ${where(null)} LIMIT 200`);
}

async function bareMove(duckdb: DuckDBConnection, range: string): Promise<void> {
  for (const name of facetNames) {
    await rowsOf(
      duckdb,
      `SELECT ${name}, sum(n) AS n FROM by_${name} WHERE ${range} GROUP BY 1 ORDER BY n DESC LIMIT 6`,
    );
  }
  await rowsOf(duckdb, `SELECT sum(n) FROM by_factuality WHERE ${range}`);
}

function report(what: string, ours: readonly number[], bare: readonly number[]): void {
  const [middle, late] = [median(ours), ninetyFifth(ours)];
  const ratio = middle / median(bare);
  console.log(
    `  ${what}: ${middle.toFixed(1)} ms median, ${late.toFixed(1)} ms at the 95th percentile; ` +
      `bare ${median(bare).toFixed(1)} ms, ratio ${ratio.toFixed(2)} (at most 1.5)`,
  );
}

function ninetyFifth(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}

void main();
