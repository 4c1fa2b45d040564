/**
 * Analysing a notebook of 500 lines in the language process: all of it at first, and again after a key is pressed,
 * each against binding the same statements once with DuckDB alone.
 */

import { DuckDBInstance } from '@duckdb/node-api';
import { uncancellable } from '../src/core/base/cancellation';
import type { NotebookText } from '../src/core/language/notebookText';
import { startLanguage, type LanguageHandle } from '../src/io/languageProcess';
import { median } from './median';

const ROUNDS = 15;
const CELLS = 50;

/** Ten lines a cell: each makes a table of an answer and of the table before it. */
function cellText(index: number): string {
  const before = index === 0 ? 'event_types' : `t${index - 1}`;
  return `-- Cell ${index}
CREATE OR REPLACE TABLE t${index} AS
WITH picks AS (
  FROM bullish_stocks(industry := 'technology', amount := ${index + 1})
)
SELECT entity, name, price, ${index} AS step
FROM picks
WHERE price > (SELECT count(*) FROM ${before});
SELECT step, avg(price) AS mean_price
FROM t${index} GROUP BY step VISUALISE step AS x, mean_price AS y DRAW line`;
}

function notebook(edited: string): NotebookText {
  const cells = Array.from({ length: CELLS }, (_, index) => ({
    id: String(index),
    language: 'signals-sql' as const,
    text: cellText(index) + (index === CELLS / 2 ? edited : ''),
  }));
  return { id: edited, cells, parameters: [], portfolios: [], session: [], folder: null };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function analysed(language: LanguageHandle, id: string, edited: string): Promise<number> {
  const text = { ...notebook(edited), id };
  return timed(async () => {
    const { cells, complete } = await language.analyse({ notebook: text }, uncancellable);
    const problems = cells.flatMap(cell => cell.problems);
    if (!complete || problems.some(({ severity }) => severity === 'error')) {
      throw new Error(JSON.stringify(problems[0]));
    }
  });
}

/** The lower limit: DuckDB binds each query once, with the table it reads there. */
async function boundAlone(): Promise<number> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run('CREATE TABLE bullish_stocks (entity VARCHAR, name VARCHAR, price DOUBLE)');
  return timed(async () => {
    for (let index = 0; index < CELLS * 2; index++) {
      const sql = `WITH picks AS (FROM bullish_stocks) SELECT entity, name, price, ${index} AS step FROM picks WHERE price > (SELECT count(*) FROM bullish_stocks)`;
      (await connection.prepare(sql)).destroySync();
    }
  });
}

async function main(): Promise<void> {
  const language = await startLanguage('dist/language.js', { readableDirectories: [] });
  const [first, again, alone]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    const id = `notebook ${round}`;
    await language.analyse({ notebook: { ...notebook(''), id, cells: [] } }, uncancellable);
    first.push(await analysed(language, id, ''));
    again.push(await analysed(language, id, ` -- ${round}`));
    alone.push(await boundAlone());
  }
  await language.dispose();
  const ms = (times: readonly number[]): string => `${median(times).toFixed(1)} ms`;
  console.log(`a notebook of 500 lines, first: ${ms(first)}; after a key: ${ms(again)}`);
  console.log(`DuckDB binds 100 queries: ${ms(alone)}`);
  console.log(
    `ratio: ${(median(first) / median(alone)).toFixed(1)} first, ${(median(again) / median(alone)).toFixed(2)} after a key`,
  );
}

void main();
