/**
 * A page of 20 charts and 100,000 table rows, opened from disk until its first chart and its table are drawn, against a
 * page of one chart and one row. The ratio says what the rows cost; the file's size is printed.
 */

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchHeadlessShell } from '../scripts/chromium.mjs';
import { plainDateOfDay } from '../src/core/base/plainDate';
import { makePage } from '../src/core/page/makePage';
import type { PageCell } from '../src/core/page/pageCells';
import type { ResultChart, ResultTable, Value } from '../src/core/protocol/outcome';
import { readPageProgram } from '../src/io/pageProgram';
import { median } from './median';

const ROUNDS = 7;
const FIRST_DAY = 20_000;

const columns = [
  { name: 'date', type: 'DATE' },
  { name: 'entity', type: 'VARCHAR' },
  { name: 'score', type: 'DOUBLE' },
];

/** A year of scores of each company, with all digits of a double. */
function scores(count: number): Value[][] {
  return Array.from({ length: count }, (_, at) => [
    plainDateOfDay(FIRST_DAY + (at % 365)),
    `company:demo${String(Math.floor(at / 365)).padStart(4, '0')}`,
    Math.sin(at * 0.37) * 0.9,
  ]);
}

function table(rowCount: number): ResultTable {
  const more = ['ticker', 'industry', 'volume', 'change'];
  const types = ['VARCHAR', 'VARCHAR', 'BIGINT', 'DOUBLE'];
  const rows = scores(rowCount).map((row, at) => [
    ...row,
    `T${at % 300}.US`,
    `industry ${at % 30}`,
    1_000_000 + ((at * 7919) % 900_000),
    Math.cos(at * 0.11),
  ]);
  const added = more.map((name, at) => ({ name, type: types[at] ?? '' }));
  return { id: 'r', columns: [...columns, ...added], rowCount, rows };
}

function chart(rowCount: number): ResultChart {
  const rows = scores(rowCount);
  return {
    spec: {
      data: { name: 'result' },
      mark: { type: 'line', tooltip: true },
      encoding: {
        x: { field: 'date', type: 'temporal', scale: { type: 'utc' } },
        y: { field: 'score', type: 'quantitative' },
        color: { field: 'entity', type: 'nominal' },
      },
    },
    description: 'Scores by day',
    datasets: [{ name: 'result', resultId: 'c', columns, rowCount, rows }],
  };
}

function cell(parts: { readonly table?: ResultTable; readonly chart?: ResultChart }): PageCell {
  const provenance = {
    ...{ connection: 'bench', synthetic: true, calls: [] },
    ...{ fetchedAt: '2026-11-20T12:00:00Z', elapsedMs: 1 },
  };
  const result = {
    ...{ version: 1 as const, table: null, chart: null, notes: [], copyright: null },
    ...{ provenance, restored: false },
    ...parts,
  };
  return {
    ...{ kind: 'code', language: 'signals-sql', text: 'SELECT 1', hasRun: true, errors: [] },
    results: [result],
  };
}

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'market-signals-bench-'));
  const program = await readPageProgram(path.resolve('dist'));
  const written = (name: string, cells: readonly PageCell[]): string => {
    const file = path.join(folder, name);
    const source = { title: name, description: null, fileName: name, cells };
    writeFileSync(file, makePage(source, 'colourBlind', program));
    return file;
  };
  const small = written('small.html', [cell({ chart: chart(5) }), cell({ table: table(1) })]);
  const charts = Array.from({ length: 20 }, (_, at) => cell({ chart: chart(5 * 365 + at) }));
  const [first = cell({}), ...others] = charts;
  const large = written('large.html', [first, cell({ table: table(100_000) }), ...others]);
  const browser = await launchHeadlessShell();
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [at, file] of [small, large].entries()) {
      const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
      const started = performance.now();
      await page.goto(String(pathToFileURL(file)));
      await page.locator('.ms-canvas > *').first().waitFor();
      await page.locator('.ms-row').first().waitFor();
      if (round > 0) {
        times[at]?.push(performance.now() - started);
      }
      await page.close();
    }
  }
  await browser.close();
  const [one, all] = times.map(median);
  const megabytes = statSync(large).size / 1e6;
  rmSync(folder, { recursive: true });
  console.log(
    `20 charts and 100,000 rows: ${megabytes.toFixed(1)} MB (at most 12), open in ${all?.toFixed(0)} ms; ` +
      `one chart and one row in ${one?.toFixed(0)} ms`,
  );
  console.log(`ratio large to small page: ${((all ?? NaN) / (one ?? NaN)).toFixed(2)} (at most 4)`);
}

void main();
