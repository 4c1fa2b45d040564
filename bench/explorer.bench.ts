/**
 * The explorer over events in a Parquet file below the workspace, made of the sandbox's market: the first view, clicks
 * on facets (timeline, all open facets, count and a page of rows), and a range of days that moves. Each against the bare
 * queries, one for each part, over a table with enumerated texts in a DuckDB of their own.
 *
 *   npm run bench -- explorer            10 thousand and 1 million rows
 *   ROWS=10000000 npm run bench -- explorer
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { uncancellable } from '../src/core/base/cancellation';
import { dayOfPlainDate } from '../src/core/base/plainDate';
import { textLiteral } from '../src/core/base/quoted';
import { createServiceClient } from '../src/core/client/client';
import { brushed, toggleValue } from '../src/core/explorer/questionState';
import type { ColumnFilter } from '../src/core/protocol/arrangement';
import type { Explored, ExploreParams } from '../src/core/protocol/exploration';
import type { ResultTable } from '../src/core/protocol/outcome';
import { answerOf } from '../src/io/askAnswer';
import { systemClock } from '../src/io/systemClock';
import { Session } from '../src/kernel/session/session';
import { createInProcessTransport, sandboxConnectionUrls } from '../src/sandbox/sandbox';
import { sandboxWith, today } from '../test/sandbox/asking';
import { kernelOptions } from '../test/support/kernelOptions';
import { median } from './median';

const sizes = process.env['ROWS'] ? [Number(process.env['ROWS'])] : [10_000, 1_000_000];
const CLICKS = 30;
const MOVES = 60;
/** Facets that are open at first. */
const OPEN = 6;
const days = 365;
const connection = { name: 'sandbox', ...sandboxConnectionUrls, synthetic: true };
const facetNames = ['event_name', 'company', 'factuality', 'temporality', 'role', 'country'];

async function main(): Promise<void> {
  for (const size of sizes) {
    const folder = await mkdtemp(path.join(tmpdir(), 'market-signals-bench-'));
    try {
      const file = path.join(folder, 'events.parquet');
      await writeEvents(folder, file, size);
      console.log(`${size.toLocaleString('en')} rows`);
      const ours = await explore(folder, file);
      const bare = await bareQueries(file);
      report('click', ours.clicks, bare.clicks);
      report('brush', ours.moves, bare.moves);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

async function openSession(folder: string): Promise<Session> {
  const client = createServiceClient({
    connection,
    transport: createInProcessTransport(sandboxWith()),
    clock: systemClock,
  });
  return Session.open(
    { spillDirectory: folder, ...kernelOptions, readableDirectories: [folder], maxRows: 5_000_000 },
    (request, cancellation) => answerOf(client.ask(request, cancellation)),
    { now: () => (dayOfPlainDate(today) + 0.5) * 86_400_000 },
  );
}

async function run(session: Session, text: string): Promise<ResultTable> {
  const { table, error } = await session.runCell(
    {
      ...{ language: 'signals-sql', text, useCache: true, allowWriting: true, portfolios: {} },
      connection: { name: 'sandbox', synthetic: true, epoch: '1' },
      firstPageRows: 200,
    },
    uncancellable,
    () => undefined,
  );
  if (error || !table) {
    throw new Error(error?.message ?? `No rows: ${text}`);
  }
  return table;
}

/** A year of the market's events, again and again with the days moved, until there are as many rows. */
async function writeEvents(folder: string, file: string, size: number): Promise<void> {
  const session = await openSession(folder);
  const events = `FROM company_events((SELECT list(entity) FROM bullish_stocks(amount := 300)),
    date_from := DATE '${today}' - ${days}, date_to := DATE '${today}')`;
  const { rowCount } = await run(session, `CREATE TABLE events AS ${events}; FROM events`);
  const copies = Math.ceil(size / rowCount);
  await run(
    session,
    `COPY (SELECT e.* REPLACE (DATE '${today}' - 1 - ((DATE '${today}' - e.date + 37 * copy) % ${days})::INTEGER AS date)
       FROM events e, range(${copies}) AS r(copy) LIMIT ${size}) TO ${textLiteral(file)}; SELECT 1`,
  );
  session.close();
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

interface Times {
  readonly clicks: number[];
  readonly moves: number[];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function explore(folder: string, file: string): Promise<Times> {
  const session = await openSession(folder);
  const table = await run(session, `FROM ${textLiteral(file)}`);
  const { id: resultId } = table;
  let explored: Explored = { time: null, facets: [], searched: [] };
  const question = (filters: readonly ColumnFilter[]): ExploreParams => ({
    ...{ resultId, filters, timeline: { unit: 'week', stack: explored.facets[2]?.column ?? null } },
    facets: explored.facets.slice(0, OPEN).map(({ column }) => ({ column, limit: 6, search: '' })),
  });
  const preparing = await timed(async () => {
    explored = await session.ask('explored', { resultId });
  });
  let first = await session.ask('explore', question([]));
  const counting = await timed(async () => {
    first = await session.ask('explore', question([]));
  });
  console.log(
    `  first view: ${preparing.toFixed(0)} ms to prepare, ${counting.toFixed(0)} ms to count`,
  );
  const values = first.facets.map(facet => facet.values.map(({ text }) => text ?? ''));
  const clicks: number[] = [];
  for (const filters of clicksOf(explored, values)) {
    clicks.push(
      await timed(() =>
        Promise.all([
          session.ask('explore', question(filters)),
          session.ask('page', {
            ...{ resultId, offset: 0, limit: 200, arrangement: { sort: [], filters } },
          }),
        ]),
      ),
    );
  }
  const time = explored.time?.column ?? 0;
  const facets = explored.facets.slice(0, OPEN).map(({ column }) => column);
  const begin = await timed(() => session.ask('brush', { resultId, filters: [], facets }));
  const moves: number[] = [];
  for (const [from, to] of ranges()) {
    const filters = brushed([], time, { from, to });
    moves.push(await timed(() => session.ask('explore', { ...question(filters), timeline: null })));
  }
  const megabytes = process.resourceUsage().maxRSS / 1024;
  console.log(
    `  brush begins: ${begin.toFixed(0)} ms; process: ${megabytes.toFixed(0)} MB at most`,
  );
  session.close();
  return { clicks, moves };
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
  for (const name of facetNames) {
    await duckdb.run(
      `CREATE TYPE ${name}_type AS ENUM (SELECT DISTINCT ${name} FROM source WHERE ${name} IS NOT NULL)`,
    );
  }
  const list = facetNames.map(name => `${name}::${name}_type AS ${name}`).join(', ');
  await duckdb.run(`CREATE TABLE events AS SELECT date, ${list} FROM source`);
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
  for (const name of facetNames) {
    await duckdb.run(
      `CREATE TABLE by_${name} AS SELECT date, ${name}, count(*) AS n FROM events GROUP BY ALL`,
    );
  }
  const moves: number[] = [];
  for (const [from, to] of ranges()) {
    moves.push(await timed(() => bareMove(duckdb, `date BETWEEN DATE '${from}' AND DATE '${to}'`)));
  }
  duckdb.closeSync();
  instance.closeSync();
  return { clicks, moves };
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
    `  ${what}: ${middle.toFixed(0)} ms median, ${late.toFixed(0)} ms at the 95th percentile; ` +
      `bare ${median(bare).toFixed(0)} ms, ratio ${ratio.toFixed(2)}`,
  );
}

function ninetyFifth(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}

void main();
